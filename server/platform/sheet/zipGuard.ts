import { createInflateRaw } from 'node:zlib'
import { type SheetFault, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { SheetRefusal } from './rows.ts'

const refuse = (fault: SheetFault): never => {
  throw new SheetRefusal(fault)
}

/** A part of an archive, as its directory tells of it. */
export interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endSize = 22
const entriesMax = 2_000
/** Below this size a part may be as repetitive as it likes. */
const ratioFromBytes = 10 * 1024 * 1024
const symbolicLink = 0o120000

/** The directory at the end of the archive. Encrypted parts and the 64-bit form, which no workbook needs, are refused. */
function readDirectory(file: Buffer): Entry[] {
  let end = file.length - endSize
  const least = Math.max(0, end - 65_535)
  while (end >= least && file.readUInt32LE(end) !== endSignature) end -= 1
  if (end < least) refuse('wrongType')
  const count = file.readUInt16LE(end + 10)
  if (count > entriesMax) refuse('unpacksTooBig')
  const entries: Entry[] = []
  for (let at = file.readUInt32LE(end + 16), i = 0; i < count; i++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entrySignature) refuse('wrongType')
    const nameLength = file.readUInt16LE(at + 28)
    const mode = file.readUInt32LE(at + 38) >>> 16
    if ((file.readUInt16LE(at + 8) & 1) === 1 || (mode & 0o170000) === symbolicLink) refuse('wrongType')
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** What the directory says of itself: names that stay inside, no archive within, no macros, sizes within the limits. */
function checkDeclared(entries: readonly Entry[], fileBytes: number): void {
  const names = new Set(entries.map((e) => e.name))
  if (names.size !== entries.length || !names.has('[Content_Types].xml')) refuse('wrongType')
  for (const { name, packed, unpacked, method } of entries) {
    if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:/i.test(name)) refuse('wrongType')
    if (/vbaProject|macrosheets/i.test(name)) refuse('macros')
    if (/\.(zip|xlsx|xlsm|xls|7z|rar|gz|jar|ods)$/i.test(name)) refuse('unpacksTooBig')
    if ((method !== 0 && method !== 8) || packed === 0xffffffff || unpacked === 0xffffffff) refuse('wrongType')
    if (unpacked > ratioFromBytes && unpacked > packed * sheetLimits.ratio) refuse('unpacksTooBig')
  }
  const sum = (key: 'packed' | 'unpacked') => entries.reduce((total, e) => total + e[key], 0)
  if (sum('unpacked') > sheetLimits.unpackedBytes || sum('packed') > fileBytes) refuse('unpacksTooBig')
}

const entities = ['<!DOCTYPE', '<!ENTITY']
const merge = '<mergeCell '
const traceLength = 12

/** The bytes of a part, unpacked as they are asked for; more of them than it says are refused. */
export async function* unpack(file: Buffer, { offset, packed, unpacked, method }: Entry): AsyncGenerator<Buffer> {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== localSignature) refuse('wrongType')
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  if (start + packed > file.length) refuse('wrongType')
  const body = file.subarray(start, start + packed)
  if (method === 0 && packed !== unpacked) refuse('unpacksTooBig')
  let count = 0
  for await (const chunk of method === 0 ? [body] : createInflateRaw().end(body)) {
    const bytes = chunk as Buffer
    count += bytes.length
    if (count > unpacked) refuse('unpacksTooBig')
    yield bytes
  }
  if (count !== unpacked) refuse('wrongType')
}

/** Unpacks a part without keeping it: entities are refused. @returns whether it has merged cells */
async function checkCounted(file: Buffer, entry: Entry): Promise<boolean> {
  const looked = /\.(xml|rels)$/i.test(entry.name)
  let tail = ''
  let isMerged = false
  for await (const bytes of unpack(file, entry)) {
    if (!looked) continue
    const text = tail + bytes.toString('latin1')
    if (entities.some((mark) => text.includes(mark))) refuse('wrongType')
    isMerged ||= text.includes(merge)
    tail = text.slice(-traceLength)
  }
  return isMerged
}

/** What is known of an archive that may be read. */
export interface Parts {
  readonly byName: ReadonlyMap<string, Entry>
  /** The names of those with merged cells. */
  readonly merged: ReadonlySet<string>
}

/** Refuses an archive that could do harm, before anything of it is kept. */
export async function guardZip(file: Buffer): Promise<Parts> {
  if (file.length < endSize || file.readUInt32LE(0) !== localSignature) refuse('wrongType')
  const entries = readDirectory(file)
  checkDeclared(entries, file.length)
  const merged = new Set<string>()
  for (const entry of entries) if (await checkCounted(file, entry)) merged.add(entry.name)
  return { byName: new Map(entries.map((e) => [e.name, e])), merged }
}
