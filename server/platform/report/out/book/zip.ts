import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive, whose content comes piece by piece, once those before it are written. */
export interface ZipEntry {
  readonly name: string
  readonly parts: Iterable<string> | AsyncIterable<string>
}

/** So much is packed at a time: small enough to hold, large enough to find what repeats. */
const packedAtOnce = 256 * 1024
/** The same content is the same archive, whenever it is made. */
const mtime = new Date(1980, 0, 1)

/** Packs what comes, as it comes; what goes wrong there goes wrong here. */
export async function* zipped(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  const begun: Readable[] = []
  for (const { name, parts } of entries)
    zip.addReadStreamLazy(name, { mtime, forceDosTimestamp: true }, (give) => {
      const content = Readable.from(pieces(parts), { objectMode: false })
      begun.push(content)
      give(null, content)
    })
  zip.end()
  try {
    yield* out
  } finally {
    // Whoever stops reading stops what he read from.
    for (const content of begun) content.destroy()
  }
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
