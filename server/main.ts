import { join } from 'node:path'
import { readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { Unusable } from './kernel/migrate.ts'
import { lockFolder } from './lockFile.ts'
import { createLog, createServer, openDatabase, prepareDatabase, type Server } from './server.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const webFolder = join(import.meta.dirname, '../out/web')
const stopMs = 25_000

/** What an expected failure of the start looks like to whoever reads the console. */
function explain(error: unknown): string {
  if (error instanceof Unusable) return error.message
  const code = (error as { code?: string }).code ?? ''
  if (code === 'EADDRINUSE') return 'the port is in use: stop the other program, or set PORT'
  if (code === 'EACCES') return 'the port may not be opened by this user: set PORT to one above 1023'
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code))
    return 'the database does not answer: check host and port in DATABASE_URL'
  if (code === '28P01' || code === '28000')
    return 'the database refuses the user or password: check DATABASE_URL (and DATABASE_APP_URL)'
  if (code === '3D000') return 'the database does not exist: create it, or correct DATABASE_URL'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Starts the product as the environment says, and stops it cleanly on SIGINT or SIGTERM. */
export async function main(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  let release = () => {}
  try {
    const config = readConfig(env)
    if (config.databaseUrl === undefined) release = lockFolder(config.dataDir)
    const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
    const db = await openDatabase(config)
    await prepareDatabase(db, config.secret)
    const server = await createServer({ db, log, config, webFolder })
    const demo = db.kind === 'pglite' ? await seedDemo(server, config.demoPassword) : undefined
    await server.app.listen({ host: config.host, port: config.port })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    say(`Lading is ready: ${config.tls ? 'https' : 'http'}://${config.host}:${port}`)
    if (db.kind === 'pglite')
      say(
        `Embedded database in ${config.dataDir}: safe against a crash of this program, not against power loss. Production: set DATABASE_URL.`,
      )
    if (demo) say(demo)
    stopOnSignal(server, async () => {
      await db.close()
      release()
    })
  } catch (error) {
    release()
    process.stderr.write(`Lading cannot start: ${explain(error)}\n`)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 100).unref()
  }
}

function stopOnSignal(server: Server, after: () => Promise<void>): void {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopMs).unref()
    await server.close()
    await after()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

if (import.meta.main) await main()
