import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** Runs the embedded database off the main thread: one slow query must not stop every other request. */
const port = parentPort
if (!port) throw new Error('pgliteWorker runs as a worker thread only')

interface Message {
  readonly id: number
  readonly data?: Uint8Array
  readonly sql?: string
  readonly dump?: boolean
}

const { dir, load } = workerData as { dir?: string; load?: Uint8Array }
const text = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** As a stream: `execProtocolRaw` parses each answer a second time, and keeps every row that was ever read. */
async function answerTo(db: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // A part is a view of the database's memory: it holds only during the call.
  await db.execProtocolRawStream(message, { onRawData: (part) => void parts.push(part.slice()) })
  const answer = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    answer.set(part, at)
    at += part.length
  }
  return answer
}

try {
  const db = await PGlite.create({
    ...(dir === undefined ? {} : { dataDir: dir }),
    // A typed array is a valid part of a Blob; the library's type asks for one over an ArrayBuffer.
    ...(load === undefined ? {} : { loadDataDir: new Blob([load as Uint8Array<ArrayBuffer>]) }),
  })
  port.postMessage({ ready: true })
  port.on('message', async (message: Message) => {
    try {
      if (message.data) {
        const answer = await answerTo(db, message.data)
        port.postMessage({ id: message.id, data: answer }, [answer.buffer])
      } else if (message.sql !== undefined) {
        await db.exec(message.sql)
        port.postMessage({ id: message.id })
      } else if (message.dump) {
        const file = new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer())
        port.postMessage({ id: message.id, data: file }, [file.buffer])
      } else {
        await db.close()
        port.postMessage({ id: message.id })
      }
    } catch (error) {
      port.postMessage({ id: message.id, error: text(error) })
    }
  })
} catch (error) {
  port.postMessage({ ready: false, error: text(error) })
}
