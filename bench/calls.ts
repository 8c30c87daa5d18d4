import type { Database } from '../server/kernel/database.ts'
import { createLog, createServer } from '../server/server.ts'
import { testSecret } from '../server/testing/database.ts'
import { openTestServer } from '../server/testing/server.ts'
import { type Measured, runClients } from './clients.ts'
import type { BackEnd } from './databases.ts'
import { recording, type Sent } from './recorder.ts'
import { buildPicks } from './world.ts'

export interface ConfirmResult extends Measured {
  readonly backEnd: string
  readonly rate: number
  readonly rawRate: number
  readonly ratio: number
  readonly statements: number
}

const clients = 16
const tenant = 'one'

/** Sends recorded transactions again, straight through `pg`, with as many connections as there were clients. */
async function replay(db: Database, transactions: readonly Sent[][]): Promise<number> {
  const queue = [...transactions]
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = await db.pool.connect()
      try {
        for (let next = queue.shift(); next; next = queue.shift())
          for (const s of next)
            await client.query(
              s.values === undefined
                ? s.text
                : ({ text: s.text, values: [...s.values], rowMode: 'array', ...(s.name && { name: s.name }) } as never),
            )
      } finally {
        client.release()
      }
    }),
  )
  return transactions.length / ((performance.now() - begin) / 1000)
}

/**
 * Pick confirms over HTTP, all clients on the same goods, against the very same SQL sent again without us to a copy of
 * the same database.
 */
export async function benchConfirm(
  backEnd: BackEnd,
  o: { products: number; orders: number; lines: number },
): Promise<ConfirmResult> {
  const db = await backEnd.open()
  const prepared = await openTestServer({ db })
  const world = await buildPicks(prepared, o)
  const [first, second] = await backEnd.copies(db, () => prepared.close())
  const { db: watched, transactions } = recording(first)
  const server = await createServer({
    db: watched,
    log: createLog('error'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const bodies = spread(world.tasks).map((ids) => ids.map((taskLineId) => JSON.stringify({ taskLineId, qty: '2' })))
  const measured = await runClients({
    port,
    headers: { 'x-tenant': tenant, 'x-access-token': world.token },
    path: '/wms/api/task/confirmLine',
    bodies,
  })
  const confirms = transactions.filter((t) => t.some((s) => s.text.includes('insert into wms_posting')))
  await server.close()
  await first.close()
  const rawRate = await replay(second, confirms)
  await second.close()
  const statements = confirms.reduce((n, t) => n + t.length, 0) / Math.max(confirms.length, 1)
  const rate = measured.calls / measured.seconds
  return { ...measured, backEnd: backEnd.name, rate, rawRate, ratio: rate / rawRate, statements }
}

function spread(tasks: readonly (readonly string[])[]): string[][] {
  const lists: string[][] = Array.from({ length: clients }, () => [])
  for (const [i, ids] of tasks.entries()) lists[i % clients]?.push(...ids)
  return lists
}
