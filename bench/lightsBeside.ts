/**
 * `npm run bench:lightsBeside`: 200 tags of one point pressed twenty times a second beside sixteen handhelds that confirm
 * picks of the same warehouse. What a press takes from being heard to being booked, by the moments of their commits, and what
 * the handhelds keep of their rate. The gateway is a process of its own, as `npm run dps:gateway` starts it.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@lading/contract/dps/calls.ts'
import { openRackDesk } from '@lading/server/dps/testing/rackDesk.ts'
import { until } from '@lading/server/dps/testing/wire.ts'
import { refreshStatistics } from '@lading/server/platform/job/statistics.ts'
import { testSecret } from '../tools/testDatabase.ts'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { quantile, runClients } from './clients.ts'
import { asInstalled } from './databases.ts'
import { taskLines } from './picks.ts'

const [tags, clients, orders, linesEach] = [200, 16, 24, 50] as const
const [everyMs, confirms] = [50, Number(process.env.LADING_BENCH_CONFIRMS ?? 250)] as const
process.env.LADING_TEST_DB = 'postgres'
const postgres = await startTestPostgres({ settings: { ...asInstalled.settings, track_commit_timestamp: 'on' } })
process.env.LADING_TEST_PG_URL = postgres.url
const desk = await openRackDesk({
  ...{ points: [tags], untagged: clients, hasCompleter: false, qty: '900000', containers: orders + 1, orders: 3 },
})
const code = (n: number): string => `P${String(n).padStart(2, '0')}`
for (let n = 0; n < orders; n++)
  await desk.order(
    `S${String((n % 60) + 1).padStart(2, '0')}`,
    Object.fromEntries(Array.from({ length: linesEach }, (_, i) => [code(((n * 37 + i * 4) % tags) + 1), '2'])),
  )
for (let n = 1; n <= clients; n++) await desk.order('S01', { [code(tags + n)]: '500000' })
await desk.gateway.stop()

const { owner } = desk.server.db
await owner.query(`update dps_controller set driver = 'ABLEPICK'`)
const gateway = fork(join(import.meta.dirname, '../server/gateway.ts'), {
  env: {
    ...{ ...process.env, DATABASE_URL: owner.options.connectionString, LADING_SECRET: testSecret },
    ...{ LADING_OUTBOUND: '127.0.0.1', DATA_DIR: join(import.meta.dirname, '../out/lightsBeside') },
  },
})
await until(async () => (await owner.query(`select 1 from dps_link where state = 'ONLINE'`)).rows.length > 0, 3_000)
await desk.server.app.listen({ host: '127.0.0.1', port: 0 })
const address = desk.server.app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
const picker = await desk.server.as('clerk', 'DC01')
const lines = (await taskLines(desk.server, 'PICK')).flat().slice(-clients)
const handhelds = (name: string) =>
  runClients({
    ...{ port, tenant: 'one', token: picker.token, signKey: picker.signKey, path: '/wms/api/task/confirmLine', name },
    bodies: lines.map((id) =>
      Array<string>(confirms).fill(JSON.stringify({ taskLineId: id, qty: '1', partial: true })),
    ),
    warmUp: 10,
  })

let isOver = false
let pressed = 0
/** Two totes stand at the point; whatever is lit is pressed, one tag after the other. */
async function rack(): Promise<void> {
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  let next = 1
  const arrive = () =>
    desk.clerk.envelope(calls.arriveAt, { pointCode: 'P1', containerCode: `C${String(next++).padStart(3, '0')}` })
  await arrive()
  await arrive()
  for (let at = performance.now(); !isOver && next <= orders; at += everyMs) {
    await sleep(Math.max(0, at - performance.now()))
    const lit = desk.sim.snapshot().filter((t) => /^\d+$/.test(t.text))
    if (lit.length < linesEach) await arrive()
    const tag = lit[pressed % Math.max(1, lit.length)]
    if (!tag) continue
    desk.sim.press({ bus: tag.bus, node: tag.node })
    pressed += 1
  }
}

await refreshStatistics(desk.server.db, 0)
await handhelds('w')
const alone = await handhelds('a')
const began = performance.now()
const pressing = rack()
const beside = await handhelds('b')
isOver = true
await pressing
const seconds = (performance.now() - began) / 1000
const heard = async (): Promise<number[]> =>
  (
    await owner.query(
      `select extract(epoch from pg_xact_commit_timestamp(xmin) - rx_at) * 1000 as ms from dps_event where kind = 'CONFIRM'`,
    )
  ).rows.map(({ ms }) => Number(ms))
await until(async () => (await heard()).length >= pressed, 3_000)
const times = await heard()
const rate = (m: { calls: number; seconds: number }): number => m.calls / m.seconds
process.stdout.write(
  `${tags} tags: ${(times.length / seconds).toFixed(1)} presses/s booked of ${(pressed / seconds).toFixed(1)} made, for ${seconds.toFixed(0)} s; heard to booked p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms (at most 50)\n` +
    `${clients} handhelds: ${rate(alone).toFixed(0)}/s alone, ${rate(beside).toFixed(0)}/s beside, ${(rate(beside) / rate(alone)).toFixed(2)} kept (at least 0.85); refused ${alone.refused + beside.refused}\n`,
)
gateway.kill()
await desk.sound()
await desk.close()
await postgres.stop()
process.exit(0)
