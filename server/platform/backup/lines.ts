import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Transform, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import { Unusable } from '../../kernel/migrate.ts'

export type Put = (line: string) => Promise<void>

/** Writes lines no faster than they are read, and stops when nobody reads any more. */
export const writerTo =
  (stream: Writable): Put =>
  (line) =>
    new Promise<void>((resolve, reject) => {
      if (stream.destroyed) reject(new Error('nobody reads any more'))
      else if (stream.write(line)) resolve()
      else {
        const closed = () => reject(new Error('nobody reads any more'))
        stream.once('close', closed)
        stream.once('drain', () => {
          stream.off('close', closed)
          resolve()
        })
      }
    })

/** Of a file by no machine and no clock: deflated, no flags, no time, nothing said of the system. */
const head = Buffer.from('1f8b08000000000000ff', 'hex')
/** Every machine writes the same head, so that nothing in a file can change unnoticed. */
const plainHead = (): Transform => {
  let left = head.length
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const n = Math.min(left, chunk.length)
      const from = head.length - left
      left -= n
      done(null, n === 0 ? chunk : Buffer.concat([head.subarray(from, from + n), chunk.subarray(n)]))
    },
  })
}

/** Writes a gzip file, which has its name when it is whole, and which nobody else may read. */
export async function writeLines<T>(file: string, write: (put: Put) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  const gzip = createGzip()
  const out = gzip.pipe(plainHead()).pipe(createWriteStream(part, { mode: 0o600 }))
  // A disk that is full ends what is written into it.
  out.on('error', (error) => gzip.destroy(error))
  gzip.on('error', () => undefined)
  try {
    const result = await write(writerTo(gzip))
    gzip.end()
    await finished(out)
    renameSync(part, file)
    return result
  } catch (error) {
    gzip.destroy()
    out.destroy()
    rmSync(part, { force: true })
    throw out.errored ?? error
  }
}

/** The lines of a stream; an error of the stream ends them with that error. Their length does not matter: each chunk is looked at once. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  for await (const chunk of stream) {
    const [end = '', ...others] = decoder.write(chunk).split('\n')
    begun.push(end)
    const rest = others.pop()
    if (rest === undefined) continue
    yield begun.join('')
    yield* others
    begun = [rest]
  }
  const last = begun.join('')
  if (last !== '') yield last
}

export const damaged = (): Unusable => new Unusable('this is no backup of Lading, or it is damaged')

/** The lines of a gzip file; what is no such file, or is no longer what was written, is refused. */
export async function* linesIn(file: string): AsyncGenerator<string> {
  const lines = createGunzip()
  // A damaged file may be noticed before the first line is asked for; whoever reads then gets the error.
  lines.on('error', () => undefined)
  const source = createReadStream(file).on('error', (error) => lines.destroy(error))
  source.pipe(lines)
  try {
    yield* linesOf(lines)
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? damaged() : error
  } finally {
    source.destroy()
    lines.destroy()
  }
  // Whatever stands behind the end is none of it.
  if (lines.bytesWritten !== statSync(file).size) throw damaged()
}

/** Refuses a file whose head is not the one that `writeLines` writes. */
export async function demandHead(file: string): Promise<void> {
  for await (const chunk of createReadStream(file, { end: head.length - 1 }))
    if (!head.equals(chunk as Buffer)) throw damaged()
}
