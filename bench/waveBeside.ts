import sql from 'sql-template-tag'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { openTestServer, type TestServer } from '../server/testing/server.ts'
import { reconcile } from '../server/wms/stock/reconcile.ts'
import { runClients } from './clients.ts'
import type { BackEnd } from './databases.ts'
import { startOf, waveOf, yardOf } from './wave.ts'

export interface BesideResult {
  readonly orders: number
  readonly lines: number
  /** From the start to the last pick task, with sixteen people at work. */
  readonly seconds: number
  /** Confirms a second, without a wave and while it starts. */
  readonly alone: number
  readonly beside: number
}

const clients = 16
const path = '/wms/api/task/confirmLine'
/** Confirms of each client before the first that counts, without the wave, and beside it at the most. */
const [warmUp, measured] = [15, 60]

/** What is still to be picked of the tasks that are out, in the order of its tasks: a confirm each. */
const openPicks = (server: TestServer): Promise<string[]> =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ id: string; qty: string }>(sql`
      select l.id, l.plan_qty as qty from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and l.state = 'OPEN' and k.task_type = 'PICK' order by k.id, l.seq`)
    return rows.map(({ id, qty }) => JSON.stringify({ taskLineId: id, qty }))
  })

/** 波次启动 while sixteen clients confirm the picks of the wave before. */
export async function benchBeside(backEnd: BackEnd, orders: number, before: number): Promise<BesideResult> {
  const db = await backEnd.open()
  const server = await openTestServer({ db })
  try {
    const yard = await yardOf(server)
    const clerk = await server.as('clerk', 'DC01')
    const first = await waveOf(clerk, yard, before)
    // As the jobs of a server do it every few seconds.
    await db.owner.query('analyze')
    await startOf(server, clerk, first)
    const open = await openPicks(server)
    const id = await waveOf(clerk, yard, orders)
    await refreshStatistics(db)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { token, signKey } = clerk
    // Each has tasks of his own, as pickers have.
    const share = Math.floor(open.length / clients)
    const bodies = Array.from({ length: clients }, (_, i) => open.slice(i * share, (i + 1) * share))
    const confirm = async (from: number, to: number | undefined, name: string): Promise<number> => {
      const part = bodies.map((list) => list.slice(from, to))
      const done = await runClients({ port, tenant: 'one', token, signKey, path, bodies: part, warmUp: 0, name })
      if (done.refused > 0) throw new Error(`${done.refused} confirms were refused`)
      return done.calls / done.seconds
    }
    await confirm(0, warmUp, 'w')
    const alone = await confirm(warmUp, measured, 'a')
    let at = measured
    let isStarting = true
    const rates: number[] = []
    const people = async (): Promise<void> => {
      for (; isStarting && at + 10 <= share; at += 10) rates.push(await confirm(at, at + 10, `b${at}`))
    }
    const [seconds] = await Promise.all([startOf(server, clerk, id).finally(() => (isStarting = false)), people()])
    if (at + 10 > share) throw new Error('nothing was left to be picked before the wave had started')
    await refreshStatistics(db)
    const hits = await server.inside('DC01', reconcile)
    if (hits[0]) throw new Error(`${hits[0].rule} ${hits[0].detail}`)
    const beside = rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0)
    return { orders, lines: orders * 10, seconds, alone, beside }
  } finally {
    await server.close()
  }
}
