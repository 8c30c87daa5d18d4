import { Worker } from 'node:worker_threads'
import type { PrintJob } from './page.ts'

interface Waiting {
  resolve(data: Buffer): void
  reject(error: Error): void
}
/** A worker that nobody has asked for this long ends and gives its memory back. */
const idleMs = 60_000
const jobMaxMs = 60_000

let worker: Worker | undefined
let sequence = 0
let idle: NodeJS.Timeout | undefined
const waiting = new Map<number, Waiting>()

function failAll(error: Error): void {
  worker = undefined
  for (const one of waiting.values()) one.reject(error)
  waiting.clear()
}

function started(): Worker {
  if (worker) return worker
  const made = new Worker(new URL('./printWorker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  made.on('message', ({ id, data, error }: { id: number; data?: Uint8Array; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (data) one?.resolve(Buffer.from(data.buffer, data.byteOffset, data.length))
    else one?.reject(new Error(error))
  })
  made.on('error', failAll)
  made.on('exit', () => {
    if (worker === made) failAll(new Error('the print worker has stopped'))
  })
  // A printer at rest does not keep the program alive.
  made.unref()
  worker = made
  return made
}

/** The job as a PDF with its characters embedded. */
export function makePdf(job: PrintJob): Promise<Buffer> {
  clearTimeout(idle)
  const id = ++sequence
  const result = new Promise<Buffer>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    started().postMessage({ id, job })
  })
  const late = setTimeout(() => waiting.get(id)?.reject(new Error('printing took too long')), jobMaxMs)
  return result.finally(() => {
    clearTimeout(late)
    idle = setTimeout(() => {
      if (waiting.size > 0) return
      void worker?.terminate()
      worker = undefined
    }, idleMs)
    idle.unref()
  })
}
