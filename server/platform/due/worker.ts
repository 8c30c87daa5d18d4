import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Kernel } from '../../kernel/perform.ts'
import { type Claim, createDue, type Due } from './queue.ts'

/** Work that is done in the background, by any number of processes on one database. */
export interface Worker {
  /** From now on by itself. */
  start(): void
  /** Somebody has asked for something. */
  nudge(): void
  /** Does what is due, until nothing is left. */
  tick(): Promise<void>
  stop(): Promise<void>
  /** Where others connect to it. */
  readonly door?: Door
}
/** A path at which the server's connections are handed to whoever keeps them open; he asks who it is, and refuses. */
export interface Door {
  readonly path: string
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
}
interface WorkerOptions {
  readonly kind: Due['kind']
  readonly keys: readonly string[]
  /** How many pieces at the same moment; one, unless it says more. */
  readonly atOnce?: number
  /** What the log says when the queue cannot be asked. */
  readonly failed: string
  /** As `DueQueue.workOne`; ends early when it is told to stop. */
  readonly handle: (claim: Claim, isStopped: () => boolean) => Promise<Date | undefined>
}

const tickMs = 2_000
const nudgedMs = 50

/** A few pieces at a time are taken from the queue of what is due; what a dead process had comes back. */
export function createWorker(kernel: Kernel, o: WorkerOptions): Worker {
  const due = createDue(kernel)
  let isStopped = false
  let running: Promise<void> | undefined
  const work = async (): Promise<void> => {
    while (!isStopped) if (!(await due.workOne(o.kind, o.keys, (claim) => o.handle(claim, () => isStopped)))) return
  }
  const tick = (): Promise<void> => {
    running ??= Promise.all(Array.from({ length: o.atOnce ?? 1 }, work))
      .then(() => undefined)
      .catch((error: unknown) => kernel.log.warn({ err: error }, o.failed))
      .finally(() => {
        running = undefined
      })
    return running
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      timer ??= setInterval(tick, tickMs).unref()
    },
    nudge: () => {
      if (timer) setTimeout(tick, nudgedMs).unref()
    },
    tick,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
