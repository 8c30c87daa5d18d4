import { cpus } from 'node:os'
import type { Database } from '../server/kernel/database.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { type Measured, runClients } from './clients.ts'
import type { BackEnd } from './databases.ts'
import { isEnd, recording, type Sent, type Waited } from './recorder.ts'

/** A writing call that many people send at once. */
export interface CallWork {
  readonly title: string
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
  /** Of a call's transaction, without those that begin and end it. */
  readonly statements: number
  readonly journeys: number
  /** Share of all cores that was busy during the run. */
  readonly busy: number
  /** Per call, longest first. */
  readonly waited: readonly Waited[]
}

export const clients = 16
/** Calls of each client before the clock starts. */
const warmUp = 10
const tenant = 'one'

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

/** The call over HTTP, with its statements and journeys counted. */
export async function benchCall(backEnd: BackEnd, work: CallWork): Promise<CallResult> {
  const db = await backEnd.open()
  const { db: watched, transactions, waited } = recording(db)
  const server = await openTestServer({ db: watched })
  try {
    const { client, lists } = await work.prepare(server)
    const { token, signKey } = client
    await refreshStatistics(db, 0)
    server.jobs.start()
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const [from, before] = [transactions.length, coreTimes()]
    waited.clear()
    const measured = await runClients({ port, tenant, token, signKey, path: work.path, bodies: spread(lists), warmUp })
    const busy = busyShare(before, coreTimes())
    const sent = transactions.slice(from).filter((t) => t.some((s) => s.text.includes(work.marker)))
    const mean = (of: (t: readonly Sent[]) => number): number =>
      sent.reduce((n, t) => n + of(t), 0) / Math.max(sent.length, 1)
    return {
      ...measured,
      work,
      backEnd: backEnd.name,
      rate: measured.calls / measured.seconds,
      statements: mean((t) => t.filter((s) => !isEnd(s)).length),
      journeys: mean((t) => t.at(-1)?.journey ?? 0),
      busy,
      waited: [...waited.values()]
        .map((w) => ({ text: w.text, ms: w.ms / sent.length, count: w.count / sent.length }))
        .sort((a, b) => b.ms - a.ms),
    }
  } finally {
    await server.close()
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
