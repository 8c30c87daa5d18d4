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
        const answer = (await db.execProtocolRaw(message.data)).slice()
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
