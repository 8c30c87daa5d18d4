/** `npm run seed`: the demo tenants in an empty database that DATABASE_URL (or DATA_DIR) names. */
import { keepSecret, readConfig } from '@lading/server/config.ts'
import { seedDemo } from '@lading/server/demo/seed.ts'
import { explain } from '@lading/server/main.ts'
import { createLog, createServer, prepareDatabase } from '@lading/server/server.ts'
import { withDatabase } from './withDatabase.ts'

async function seed(): Promise<string> {
  const config = readConfig(process.env)
  keepSecret(config, process.env)
  return withDatabase(config, async (db) => {
    await prepareDatabase(db, config.secret)
    const server = await createServer({ db, log: createLog('warn'), config })
    try {
      return (await seedDemo(server, config.demoPassword)) ?? 'The database has tenants already: nothing was seeded.'
    } finally {
      await server.close()
    }
  })
}

try {
  console.log(await seed())
} catch (error) {
  console.error(`Nothing was seeded: ${explain(error)}`)
  process.exitCode = 1
}
