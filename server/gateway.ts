import { light } from '@lading/contract/dps/light.ts'
import { readConfig } from './config.ts'
import { Unusable } from './kernel/migrate.ts'
import { explain } from './main.ts'

const stopMs = 10_000

/**
 * The gateway of lights in a process or a worker of its own: no report and no export holds up a light. It needs a database
 * that several processes share, migrated by the server.
 */
export async function runGateway(env: NodeJS.ProcessEnv = process.env): Promise<() => Promise<void>> {
  const config = readConfig(env)
  if (config.databaseUrl === undefined) throw new Unusable('the gateway by itself needs DATABASE_URL')
  const { createLog, createServer, openDatabase } = await import('./server.ts')
  const db = await openDatabase(config)
  const server = await createServer({
    db,
    log: createLog(config.logLevel === 'info' ? 'warn' : config.logLevel),
    config,
  })
  server.others[light.key]?.start()
  return async () => {
    await server.close()
    await db.close()
  }
}

if (import.meta.main) {
  try {
    const end = await runGateway()
    process.stdout.write('The gateway of lights is running\n')
    const stop = async (): Promise<void> => {
      setTimeout(() => process.exit(1), stopMs).unref()
      await end()
      process.exit(0)
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } catch (error) {
    process.stderr.write(`The gateway cannot start: ${explain(error)}\n`)
    process.exitCode = 1
  }
}
