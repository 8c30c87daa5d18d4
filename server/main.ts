import cluster from 'node:cluster'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { light } from '@lading/contract/dps/light.ts'
import { type Config, keepSecret, readConfig } from './config.ts'
import { Unusable } from './kernel/migrate.ts'
import { lockFolder } from './lockFile.ts'
import { runProcesses } from './processes.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const webFolder = join(import.meta.dirname, '../out/web')
const stopMs = 25_000
/** A worker that breaks is not started again at once. */
const againMs = 1_000
/** All that takes its time to load: who cannot start is told before. */
const theServer = () => import('./server.ts')

/** What an expected failure of the start looks like to whoever reads the console. */
export function explain(error: unknown): string {
  if (error instanceof Unusable) return error.message
  const code = (error as { code?: string }).code ?? ''
  if (code === 'EADDRINUSE') return 'the port is in use: stop the other program, or set PORT'
  if (code === 'EACCES') return 'the port may not be opened by this user: set PORT to one above 1023'
  if (code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine: set HOST to one, or leave it out'
  const timedOut = error instanceof Error && /timeout expired|connection timeout/i.test(error.message)
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ECONNRESET', 'EHOSTUNREACH'].includes(code) || timedOut)
    return 'the database does not answer: check host and port in DATABASE_URL'
  if (code === '28P01' || code === '28000')
    return 'the database refuses the user or password: check DATABASE_URL (and DATABASE_APP_URL)'
  if (code === '3D000') return 'the database does not exist: create it, or correct DATABASE_URL'
  if (code === '42501') return 'the user of DATABASE_URL may not create tables and roles: give it the right to'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Asks for the port before anything is touched: who cannot listen changes nothing. */
async function demandPort({ host, port }: Config): Promise<void> {
  const socket = createSocket()
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOTFOUND' ? Object.assign(error, { code: 'EADDRNOTAVAIL' }) : error),
    )
    socket.listen({ host, port, exclusive: true }, resolve)
  })
  await new Promise((resolve) => socket.close(resolve))
}

/** Starts the product as the environment says, and stops it cleanly on SIGINT or SIGTERM. */
export async function main(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  let release = () => {}
  try {
    const config = readConfig(env)
    if (!cluster.isWorker) await demandPort(config)
    keepSecret(config, env)
    if (config.databaseUrl === undefined) release = lockFolder(config.dataDir)
    if (config.processes > 1 && cluster.isPrimary) await runMany(config)
    else await runOne(config, release)
  } catch (error) {
    release()
    process.stderr.write(`Lading cannot start: ${explain(error)}\n`)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 100).unref()
  }
}

const addressOf = (config: Config, port: number): string => `${config.tls ? 'https' : 'http'}://${config.host}:${port}`

/** One process that does everything, or one of several that share a PostgreSQL. */
async function runOne(config: Config, release: () => void): Promise<void> {
  const { createLog, createServer, openDatabase, prepareDatabase } = await theServer()
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const db = await openDatabase(config)
  if (!cluster.isWorker) await prepareDatabase(db, config.secret)
  const lights = cluster.isWorker ? undefined : lightsOf(config)
  const server = await createServer({ db, log, config, webFolder })
  const demo =
    db.kind === 'pglite' ? await (await import('./demo/seed.ts')).seedDemo(server, config.demoPassword) : undefined
  // Before anybody can hear that it is ready, and end it.
  stopOnSignal(async () => {
    await lights?.stop()
    await server.close()
    await db.close()
    release()
  })
  await server.app.listen({ host: config.host, port: config.port })
  server
    .takeOver()
    .catch((error: unknown) => log.warn({ err: error }, 'what dead processes had in hand waits for their silence'))
  server.jobs.start()
  server.lines.start()
  server.sheets.start()
  server.backups.start()
  const runsLights = db.kind === 'pglite' && config.lights !== 'off'
  for (const [topic, worker] of Object.entries(server.others)) if (topic !== light.key || runsLights) worker.start()
  const address = server.app.server.address()
  if (!cluster.isWorker) {
    say(`Lading is ready: ${addressOf(config, typeof address === 'object' && address ? address.port : config.port)}`)
    if (db.kind === 'pglite')
      say(
        `Embedded database in ${config.dataDir}: safe against a crash of this program, not against power loss. Production: set DATABASE_URL.`,
      )
    if (demo) say(demo)
  }
}

/** Migrates once, then leaves the work to as many processes as were asked for. */
async function runMany(config: Config): Promise<void> {
  const { openDatabase, prepareDatabase } = await theServer()
  const db = await openDatabase(config)
  try {
    await prepareDatabase(db, config.secret)
  } finally {
    await db.close()
  }
  const processes = await runProcesses(config.processes, stopMs)
  const lights = lightsOf(config)
  stopOnSignal(async () => {
    await lights?.stop()
    await processes.stop()
  })
  say(`Lading is ready: ${addressOf(config, processes.port)} (${config.processes} processes)`)
}

/** The gateway of lights, which nothing else of the server may hold up: a worker of its own, where the database serves several. */
function lightsOf({ databaseUrl, lights }: Config): { stop(): Promise<void> } | undefined {
  if (databaseUrl === undefined || lights === 'off') return undefined
  let isStopped = false
  let worker: Worker
  const start = (): void => {
    worker = new Worker(new URL('./gatewayWorker.ts', import.meta.url))
    worker.on('error', (error) => process.stderr.write(`The gateway of lights broke: ${explain(error)}\n`))
    worker.once('exit', () => {
      if (!isStopped) setTimeout(() => isStopped || start(), againMs).unref()
    })
  }
  start()
  return {
    stop: async () => {
      isStopped = true
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('stop')
      await ended
    },
  }
}

function stopOnSignal(end: () => Promise<void>): void {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopMs).unref()
    await end()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

if (import.meta.main) await main()
