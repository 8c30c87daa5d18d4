import { openPostgres } from '../kernel/database.ts'
import { createLog, createServer } from '../server.ts'
import { hashAt } from '../sys/session/password.ts'
import { type ClockedMessage, type ClockPace, shownBy } from './clocked.ts'
import { testSecret } from './database.ts'

/**
 * The product as a process of its own whose clock the parent moves by `{ clock }`, answered by the same.
 * `{ tick }` looks at once for what is due, instead of at the next quarter of a minute: jobs, and what lies in the outbox.
 */
// What it is started with is what it may be told later.
let clock = JSON.parse(process.env.CLOCK ?? 'null') as ClockPace
const db = openPostgres({ url: process.env.DATABASE_URL ?? '', secret: testSecret, name: 'lading clocked' })
// What is kept so is protected from nobody; the test is about something else.
hashAt({ memory: 64, passes: 1 })
const plenty = { perSecond: 1e6, burst: 1e6 }
const server = await createServer({
  db,
  log: createLog('warn'),
  // Tests listen on this machine, and reach nothing else inside.
  config: { secret: testSecret, trustProxy: false, tls: undefined, outbound: ['127.0.0.1'] },
  limits: { session: plenty, open: plenty, stranger: plenty },
  now: () => shownBy(clock),
})
const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
server.jobs.start()
server.lines.start()
server.sheets.start()

process.on('message', async (message: ClockedMessage) => {
  if (message.clock) clock = message.clock
  if (message.tick !== undefined) await Promise.all([server.jobs.tick(), server.relay.tick()])
  process.send?.(message)
})
process.once('SIGTERM', async () => {
  await server.close()
  await db.close()
  process.exit(0)
})
process.send?.({ url })
