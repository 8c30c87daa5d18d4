import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, whose content comes piece by piece. */
export interface ZipEntry {
  readonly name: string
  readonly parts: Iterable<string> | AsyncIterable<string>
}

/** So much is packed at a time: small enough to hold, large enough to find what repeats. */
const packedAtOnce = 256 * 1024
/** The first of January 1980: the same content is the same archive, whenever it is made. */
const [noTime, noDate] = [0, 0x21] as const
/** Sizes come behind the content, names are UTF-8. */
const flags = 0x0808
const [version, deflated] = [20, 8] as const

interface Written {
  readonly name: Buffer
  readonly at: number
  crc: number
  packed: number
  size: number
}

/** Packs what comes, as it comes. Whoever calls it works off the main thread: packing holds it. */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let at = 0
  const told = (bytes: Buffer): Buffer => {
    at += bytes.length
    return bytes
  }
  for (const { name, parts } of entries) {
    const one: Written = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 }
    all.push(one)
    yield told(Buffer.concat([localHead(one), one.name]))
    for await (const piece of pieces(parts)) {
      const bytes = packed(one, piece, false)
      yield told(bytes)
    }
    yield told(Buffer.concat([packed(one, Buffer.alloc(0), true), sizesOf(one)]))
  }
  const from = at
  for (const one of all) yield told(Buffer.concat([centralHead(one), one.name]))
  yield endOf(all.length, from, at - from)
}

async function* pieces(parts: ZipEntry['parts']): AsyncGenerator<Buffer> {
  let text = ''
  for await (const part of parts) {
    text += part
    if (text.length < packedAtOnce) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

/** Pieces are packed each for itself and end at a byte, so that one follows the other. */
function packed(one: Written, piece: Buffer, isLast: boolean): Buffer {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
  const bytes = deflateRawSync(piece, { finishFlush })
  one.crc = crc32(piece, one.crc)
  one.size += piece.length
  one.packed += bytes.length
  return bytes
}

function localHead({ name }: Written): Buffer {
  const b = Buffer.alloc(30)
  b.writeUInt32LE(0x04034b50, 0)
  for (const [i, v] of [version, flags, deflated, noTime, noDate].entries()) b.writeUInt16LE(v, 4 + i * 2)
  b.writeUInt16LE(name.length, 26)
  return b
}
function sizesOf({ crc, packed: small, size }: Written): Buffer {
  const b = Buffer.alloc(16)
  for (const [i, v] of [0x08074b50, crc, small, size].entries()) b.writeUInt32LE(v, i * 4)
  return b
}
function centralHead({ name, at, crc, packed: small, size }: Written): Buffer {
  const b = Buffer.alloc(46)
  b.writeUInt32LE(0x02014b50, 0)
  for (const [i, v] of [version, version, flags, deflated, noTime, noDate].entries()) b.writeUInt16LE(v, 4 + i * 2)
  for (const [i, v] of [crc, small, size].entries()) b.writeUInt32LE(v, 16 + i * 4)
  b.writeUInt16LE(name.length, 28)
  b.writeUInt32LE(at, 42)
  return b
}
function endOf(count: number, from: number, length: number): Buffer {
  const b = Buffer.alloc(22)
  b.writeUInt32LE(0x06054b50, 0)
  b.writeUInt16LE(count, 8)
  b.writeUInt16LE(count, 10)
  b.writeUInt32LE(length, 12)
  b.writeUInt32LE(from, 16)
  return b
}
