/**
 * `npm run bench:lights`: a rack of 200 tags at which twenty keys are pressed a second for a minute, beside sixteen people who
 * confirm picks by handheld. Prints how long the server takes from a frame to its booking, and how many picks the others do
 * with the lights beside what they do without. On PostgreSQL.
 */
import * as calls from '@lading/contract/dps/calls.ts'
import sql from 'sql-template-tag'
import { openRackDesk } from '../server/dps/testing/rackDesk.ts'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { quantile, runClients } from './clients.ts'
import { asInstalled, postgresBackEnd } from './databases.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const [tagsEach, clients, perSecond] = [100, 16, 20]
const [orders, linesEach] = [Math.ceil((seconds * perSecond * 1.5) / 20), 20]
/** Confirms of each client before the first that counts, without the lights, and of a round beside them. */
const [warmUp, alone, round] = [10, 100, 10]
const isPick = (text: string): boolean => /^\d+$/.test(text)

const { url, stop } = await startTestPostgres(asInstalled)
const desk = await openRackDesk({
  ...{ points: [tagsEach, tagsEach], untagged: clients, orders: 6, containers: 999, qty: '100000' },
  db: await postgresBackEnd(url).open(),
})
try {
  // When each event was booked, by the clock that says when its frame came.
  await desk.server.db.owner.query('alter table dps_event add column bench_at timestamptz default clock_timestamp()')
  await desk.inside((ctx) => ctx.tx.run(sql`update dps_line set wip = 20 where tenant_id = ${ctx.tenantId}`))
  for (const pointCode of ['P1', 'P2']) await desk.clerk.call(calls.signOn, { pointCode })
  const stores = [...desk.stores.keys()]
  const code = (n: number): string => `P${String(n).padStart(2, '0')}`
  for (let i = 0; i < orders; i++)
    await desk.order(
      stores[i % stores.length] ?? '',
      Object.fromEntries(
        Array.from({ length: linesEach }, (_, k) => [code(1 + ((i * 7 + k * 10) % (2 * tagsEach))), '2']),
      ),
    )
  // Each of the others takes piece by piece of goods of his own.
  for (let c = 0; c < clients; c++) await desk.order(stores[c] ?? '', { [code(2 * tagsEach + c + 1)]: '50000' })
  const lines = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string }>(sql`
      select l.id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.mode = 'RF' and k.task_type = 'PICK'
      where l.tenant_id = ${ctx.tenantId} and l.state = 'OPEN' order by l.id limit ${clients}`),
  )
  await desk.server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = desk.server.app.server.address()
  const to = { port: typeof address === 'object' && address ? address.port : 0, tenant: 'one' }
  const { token, signKey } = desk.clerk
  const confirm = async (n: number, name: string, before = 0): Promise<number> => {
    const bodies = lines.map(({ id }, c) =>
      Array.from({ length: n }, () =>
        JSON.stringify({ taskLineId: id, qty: '1', partial: true, toContainer: `C9${String(c).padStart(2, '0')}` }),
      ),
    )
    const path = '/wms/api/task/confirmLine'
    const done = await runClients({ ...to, token, signKey, path, bodies, warmUp: before, name })
    if (done.refused > 0) throw new Error(`${done.refused} confirms were refused`)
    return done.calls / done.seconds
  }
  const without = await confirm(warmUp + alone, 'a', warmUp)

  let pressed = 0
  const until = performance.now() + seconds * 1_000
  /** One key each fiftieth of a second; totes come as others leave. */
  const lights = async (): Promise<void> => {
    for (let totes = 0, next = performance.now(); performance.now() < until; ) {
      const lit = desk.sim.snapshot().filter((t) => t.text !== '')
      for (const t of lit.filter((l) => !isPick(l.text))) desk.sim.press(t)
      const due = lit.filter((l) => isPick(l.text))
      const tag = due[pressed % Math.max(due.length, 1)]
      if (tag) {
        desk.sim.press(tag)
        pressed++
      }
      if (due.length < perSecond * 2 && totes < orders) {
        const containerCode = `C${String(++totes).padStart(3, '0')}`
        await desk.clerk.envelope(calls.arriveAt, { pointCode: totes % 2 ? 'P1' : 'P2', containerCode })
        desk.gateway.nudge()
      }
      next += 1_000 / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    }
  }
  const rates: number[] = []
  const people = async (): Promise<void> => {
    for (let i = 0; performance.now() < until; i++) rates.push(await confirm(round, `b${i}`))
  }
  await Promise.all([lights(), people()])
  await desk.settle()
  await desk.sound()
  const took = await desk.inside((ctx) =>
    ctx.tx.query<{ ms: number }>(sql`
      select extract(epoch from bench_at - rx_at)::float8 * 1000 as ms from dps_event where tenant_id = ${ctx.tenantId} and outcome = 'APPLIED'`),
  )
  const times = took.map((t) => t.ms)
  const beside = rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0)
  console.log(`${pressed} keys in ${seconds} s, ${times.length} booked`)
  console.log(
    `from frame to booking: p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  )
  console.log(
    `picks of ${clients} others: ${without.toFixed(0)}/s without the lights, ${beside.toFixed(0)}/s beside: ${((beside / without) * 100).toFixed(0)} %`,
  )
} finally {
  await desk.close()
  await stop()
}
