import { readConfig } from '../server/config.ts'
import { seedDemo } from '../server/demo/seed.ts'
import { createLog, createServer, openDatabase, prepareDatabase } from '../server/server.ts'

/** `npm run seed`: the demo tenants in an empty database that DATABASE_URL (or DATA_DIR) names. */
const config = readConfig(process.env)
const db = await openDatabase(config)
await prepareDatabase(db, config.secret)
const server = await createServer({ db, log: createLog('warn'), config })
console.log((await seedDemo(server, config.demoPassword)) ?? 'The database has tenants already: nothing was seeded.')
await server.close()
await db.close()
