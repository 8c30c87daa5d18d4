import cluster, { type Worker } from 'node:cluster'

const slotName = 'LADING_SLOT'
/** One that dies at once is not started again at once. */
const restartMs = 1_000

/** The slot of this process's ids, when it is one of several. */
export const slotOf = (env: NodeJS.ProcessEnv): number | undefined =>
  cluster.isWorker ? Number(env[slotName]) : undefined

export interface Processes {
  readonly port: number
  stop(): Promise<void>
}

const exited = (worker: Worker): Promise<void> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', () => resolve()))

/** Starts `count` processes that share a port, replaces one that dies, and stops them all. */
export async function runProcesses(count: number, stopMs: number): Promise<Processes> {
  let stopping = false
  // Each has a slot of its own, so that no two make the same id; another machine begins elsewhere.
  const firstSlot = Math.floor(Math.random() * 256)
  const start = (index: number): Worker => {
    const worker = cluster.fork({ [slotName]: String((firstSlot + index) % 256) })
    worker.once('exit', () => {
      if (!stopping) setTimeout(() => !stopping && start(index), restartMs)
    })
    return worker
  }
  const ports = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const worker = start(index)
      return new Promise<number>((resolve, reject) => {
        worker.once('listening', ({ port }) => resolve(port))
        worker.once('exit', (code) => reject(new Error(`a process ended while starting, with exit code ${code}`)))
      })
    }),
  ).catch(async (error: unknown) => {
    stopping = true
    await endAll(stopMs)
    throw error
  })
  return {
    port: ports[0] ?? 0,
    stop: async () => {
      stopping = true
      await endAll(stopMs)
    },
  }
}

async function endAll(stopMs: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((w): w is Worker => w !== undefined)
  const hung = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL')
  }, stopMs)
  for (const worker of workers) worker.process.kill('SIGTERM')
  await Promise.all(workers.map(exited))
  clearTimeout(hung)
}
