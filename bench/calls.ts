import { cpus } from 'node:os'
import type { Database } from '../server/kernel/database.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { createLog, createServer } from '../server/server.ts'
import { testSecret } from '../server/testing/database.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { type Measured, quantile, runClients } from './clients.ts'
import type { BackEnd } from './databases.ts'
import { recording, type Sent, type Waited } from './recorder.ts'

/** A writing call that many people send at once. */
export interface CallWork {
  readonly title: string
  /** Share of the raw rate that is asked for. */
  readonly atLeast: number
  readonly path: string
  /** Text of a statement that only this call's transactions contain. */
  readonly marker: string
  /** @returns bodies to send; those of one list in turn, lists side by side */
  prepare(server: TestServer): Promise<{ client: Client; lists: readonly (readonly string[])[] }>
}
export interface CallResult extends Measured {
  readonly work: CallWork
  readonly backEnd: string
  readonly rate: number
  readonly rawRate: number
  readonly ratio: number
  readonly statements: number
  readonly rawP99Ms: number
  /** Share of all cores that was busy during the run. */
  readonly busy: number
  /** Per call, longest first. */
  readonly waited: readonly Waited[]
}

const clients = 16
/** Calls of each client before the clock starts. */
const warmUp = 10
const tenant = 'one'

/**
 * Sends recorded transactions again, straight through `pg`, with as many connections as there were clients and without
 * waiting between the statements of a transaction: as fast as this SQL can go.
 */
async function replay(db: Database, transactions: readonly Sent[][]): Promise<{ rate: number; p99Ms: number }> {
  const times: number[] = []
  const send = async (list: Sent[][]): Promise<void> => {
    const client = await db.pool.connect()
    try {
      for (let next = list.shift(); next; next = list.shift()) {
        const sent = performance.now()
        // What was read while it was recorded may be otherwise now; such a transaction is undone and goes on counting.
        await sendAll(client, next).catch(() => client.query('rollback'))
        times.push(performance.now() - sent)
      }
    } finally {
      client.release()
    }
  }
  const side = (list: Sent[][]): Promise<unknown> => Promise.all(Array.from({ length: clients }, () => send(list)))
  await side(transactions.slice(0, clients * warmUp))
  const counted = transactions.slice(clients * warmUp)
  times.length = 0
  const begin = performance.now()
  await side([...counted])
  return { rate: counted.length / ((performance.now() - begin) / 1000), p99Ms: quantile(times, 0.99) }
}

async function sendAll(client: Sender, statements: readonly Sent[]): Promise<void> {
  const send = (s: Sent): Promise<unknown> =>
    client.query({ text: s.text, values: [...s.values], rowMode: 'array', ...(s.name && { name: s.name }) })
  if (client.pipeline === true) await Promise.all(statements.map(send))
  else for (const s of statements) await send(s)
}
/** One recorded transaction straight through `pg`. */
export async function replayOne(db: Database, statements: readonly Sent[]): Promise<void> {
  const client = await db.pool.connect()
  try {
    await sendAll(client, statements)
  } finally {
    client.release()
  }
}
interface Sender {
  readonly pipeline?: boolean
  query(q: unknown): Promise<unknown>
}

/** The call over HTTP against the very same SQL sent again without us to a copy of the same database. */
export async function benchCall(backEnd: BackEnd, work: CallWork): Promise<CallResult> {
  const db = await backEnd.open()
  const prepared = await openTestServer({ db })
  const { client, lists } = await work.prepare(prepared)
  const { token, signKey } = client
  await refreshStatistics(db, 0)
  const [first, second] = await backEnd.copies(db, () => prepared.close())
  const { db: watched, transactions, waited } = recording(first)
  const server = await createServer({
    db: watched,
    log: createLog('error'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
  })
  server.jobs.start()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const before = coreTimes()
  const measured = await runClients({ port, tenant, token, signKey, path: work.path, bodies: spread(lists), warmUp })
  const busy = busyShare(before, coreTimes())
  const sent = transactions.filter((t) => t.some((s) => s.text.includes(work.marker)))
  await server.close()
  await first.close()
  const raw = await replay(second, sent)
  await second.close()
  const statements = sent.reduce((n, t) => n + t.length, 0) / Math.max(sent.length, 1)
  const rate = measured.calls / measured.seconds
  const common = { ...measured, work, backEnd: backEnd.name, rate, statements, busy }
  return {
    ...common,
    rawRate: raw.rate,
    rawP99Ms: raw.p99Ms,
    ratio: rate / raw.rate,
    waited: [...waited.values()]
      .map((w) => ({ text: w.text, ms: w.ms / sent.length, count: w.count / sent.length }))
      .sort((a, b) => b.ms - a.ms),
  }
}

interface CoreTimes {
  readonly idle: number
  readonly all: number
}
function coreTimes(): CoreTimes {
  const times = cpus().map((c) => c.times)
  const idle = times.reduce((sum, t) => sum + t.idle, 0)
  return { idle, all: times.reduce((sum, t) => sum + t.idle + t.user + t.sys + t.nice + t.irq, 0) }
}
const busyShare = (a: CoreTimes, b: CoreTimes): number => 1 - (b.idle - a.idle) / Math.max(b.all - a.all, 1)

function spread(tasks: readonly (readonly string[])[]): string[][] {
  const lists: string[][] = Array.from({ length: clients }, () => [])
  for (const [i, bodies] of tasks.entries()) lists[i % clients]?.push(...bodies)
  return lists
}
