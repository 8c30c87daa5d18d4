import cluster, { type Worker } from 'node:cluster'

/** One that dies at once is not started again at once. */
const restartMs = 1_000

export interface Processes {
  readonly port: number
  stop(): Promise<void>
}

const exited = (worker: Worker): Promise<void> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', () => resolve()))

/** Starts `count` processes that share a port, replaces one that dies, and stops them all. */
export async function runProcesses(count: number, stopMs: number): Promise<Processes> {
  let stopping = false
  const start = (): Worker => {
    const worker = cluster.fork()
    worker.once('exit', () => {
      if (!stopping) setTimeout(() => !stopping && start(), restartMs)
    })
    return worker
  }
  const ports = await Promise.all(
    Array.from({ length: count }, () => {
      const worker = start()
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
