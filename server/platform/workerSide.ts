import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './warmWorkers.ts'

export interface Talk {
  /** Something that the main thread gets before the job is done. */
  tell(part: unknown, transfer?: readonly ArrayBuffer[]): void
  /** Tells it and waits for what the main thread sends back. */
  ask(part: unknown): Promise<unknown>
}
export interface Done {
  readonly answer: unknown
  readonly transfer?: readonly ArrayBuffer[]
}

/** The worker's side of `warmWorkers`: does the jobs that come, one at a time. */
export function serveJobs<Job>(work: (job: Job, talk: Talk) => Promise<Done>): void {
  const port = parentPort
  if (!port) throw new Error('this file runs as a worker thread only')
  const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  let waiting: ((more: unknown) => void) | undefined
  const talk: Talk = {
    tell: (part, transfer) => post({ part }, transfer),
    ask: (part) =>
      new Promise((resolve) => {
        waiting = resolve
        post({ part })
      }),
  }
  port.on('message', async (message: ToWorker) => {
    if ('more' in message) {
      waiting?.(message.more)
      return
    }
    try {
      // The job is what the main thread's half of this worker sent.
      const { answer, transfer } = await work(message.job as Job, talk)
      post({ answer }, transfer)
    } catch (error) {
      post({ error: String(error instanceof Error ? error.stack : error) })
    }
  })
}
