import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'

interface BackendMessage {
  readonly name: string
}
// The parser is internal to `pg`; both packages are pinned and the contract test of the adapter guards it.
const { Parser } = createRequire(import.meta.url)('pg-protocol/dist/parser.js') as {
  Parser: new () => { parse(data: Buffer, each: (message: BackendMessage) => void): void }
}

interface Answer {
  readonly id?: number
  readonly ready?: boolean
  readonly data?: Uint8Array
  readonly error?: string
}

export interface EmbeddedDatabase {
  /** What `pg.Pool` needs to talk to it: one connection, no network. */
  readonly poolConfig: object
  /** The whole data directory as an archive. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/** Message types after which PostgreSQL answers: Query, Sync, Flush, CopyDone, CopyData, Terminate. */
const answered = new Set(['Q', 'S', 'H', 'c', 'd', 'f'].map((c) => c.charCodeAt(0)))

/**
 * Starts PGlite in a worker thread and offers it as a connection of `pg`, so that one driver serves both back ends.
 * Protocol bytes are held until a message that is answered and travel in one piece.
 */
export async function openEmbedded(dir: string | undefined, load?: Uint8Array): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./pgliteWorker.ts', import.meta.url), {
    workerData: { dir, load },
    // PGlite leaves its own process listeners and warnings; errors come to us by message.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const waiting = new Map<number, { resolve(data: Uint8Array): void; reject(error: Error): void }>()
  let sequence = 0
  const nothing = new Uint8Array()

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    // Under `node --watch` the worker's own word is not the first.
    worker.on('message', ({ ready, error }: Answer) => {
      if (ready !== undefined) ready ? resolve() : reject(new Error(error))
    })
  })
  const failAll = (error: Error) => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
  worker.on('error', failAll)
  worker.on('exit', () => failAll(new Error('the embedded database has stopped')))
  worker.on('message', (answer: Answer) => {
    const one = waiting.get(answer.id ?? -1)
    waiting.delete(answer.id ?? -1)
    if (answer.error !== undefined) one?.reject(new Error(answer.error))
    else one?.resolve(answer.data ?? nothing)
  })
  const ask = (message: object, transfer: ArrayBuffer[] = []): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      sequence += 1
      waiting.set(sequence, { resolve, reject })
      worker.postMessage({ id: sequence, ...message }, transfer)
    })

  let held: Uint8Array[] = []
  const protocol = {
    waitReady: Promise.resolve(),
    async execProtocolStream(bytes: Uint8Array): Promise<BackendMessage[]> {
      held.push(bytes)
      if (!answered.has(bytes[0] ?? 0)) return []
      const all = new Uint8Array(Buffer.concat(held))
      held = []
      const data = await ask({ data: all }, [all.buffer])
      const messages: BackendMessage[] = []
      new Parser().parse(Buffer.from(data.buffer, data.byteOffset, data.length), (m) => messages.push(m))
      return messages
    },
  }
  // The adapter asks for a PGlite instance but uses only these two members of it.
  const poolConfig = createPgConfig(protocol as never)
  // It has no stream: what is written to one waits for the message that is answered.
  Object.assign((poolConfig as unknown as { connection: { stream: object } }).connection.stream, {
    write: (bytes: Uint8Array) => void held.push(bytes),
  })
  return {
    poolConfig,
    dump: () => ask({ dump: true }),
    close: async () => {
      await ask({})
      worker.removeAllListeners('exit')
      await worker.terminate()
    },
  }
}
