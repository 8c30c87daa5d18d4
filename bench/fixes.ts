/**
 * `npm run bench:fixes`: 500 positions a second in batches of 100, of 400 trucks, for 30 seconds (SECONDS says how many), and
 * what the lists of dispatchers take beside them and alone, in the same run. A ratio, and how late a batch was taken at most.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { gpsConfig, pushFixes } from '@lading/contract/tms/gps.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { truckWatch } from '@lading/contract/tms/watch.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { openTrips } from '@lading/server/tms/testing/tripWorld.ts'
import sql from 'sql-template-tag'

const seconds = Number(process.env.SECONDS ?? 30)
const [trucks, batch, batchesPerSecond, askers] = [400, 100, 5, 3]
const trips = 60

const w = await openTrips()
const ids = Array.from({ length: trucks }, () => w.server.kernel.newId())
await w.server.inside('G', (ctx) =>
  ctx.tx.run(sql`
    insert into tms_truck select (x.row).* from (
      select jsonb_populate_record(k, jsonb_build_object('id', n.id, 'code', '沪C' || lpad(n.at::text, 5, '0'))) as row
      from tms_truck k, unnest(${ids}::bigint[]) with ordinality as n (id, at) where k.tenant_id = ${ctx.tenantId} and k.id = ${w.fleet[0]?.truck}) x`),
)
const group = await w.server.as('admin', 'G')
const devices = ids.map((truckId, i) => ({ deviceNo: `B${i}`, truckId }))
const source = { code: 'BENCH', name: 'bench', kind: 'HTTP', system: 'WGS84', devices }
await group.call(crudCalls(gpsConfig).create, source)
for (let i = 0; i < trips; i++)
  await w.makeTrip({ crew: null, stops: await Promise.all([0, 1].map(async (n) => w.stop(n, await w.wayBillAt(n)))) })

/** Where each truck is in its turn: ten metres further each time, a second later. */
const begin = w.now().getTime() - 3_600_000
const batchOf = (n: number) =>
  Array.from({ length: batch }, (_, i) => {
    const [truck, turn] = [(n * batch + i) % trucks, Math.floor((n * batch + i) / trucks)]
    const at = new Date(begin + turn * 1_000).toISOString()
    return { deviceNo: `B${truck}`, at, lng: 120.5 + turn * 0.0001, lat: 31.5 + truck * 0.0001, speedKmh: 36 }
  })

const tc = w.tc()
const lists = [
  () => tc.call(crudCalls(shipPlanBill.header).query, { pageSize: 50, orderBy: '-billNo' }),
  () => tc.call(crudCalls(wayBill.header).query, { pageSize: 50, orderBy: '-billNo' }),
  () => tc.call(truckWatch, {}),
]
/** Dispatchers who look at one list after the other, with a moment between. */
async function look(isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    Array.from({ length: askers }, async (_, asker) => {
      for (let n = asker; !isOver(); n++) {
        const from = performance.now()
        await lists[n % lists.length]?.()
        times.push(performance.now() - from)
        await sleep(150)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}
const at = (times: readonly number[], share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0
const during = async (): Promise<number[]> => {
  const end = performance.now() + seconds * 1_000
  return look(() => performance.now() > end)
}

/** Pushes at its pace, whatever the answers take; a batch's time counts from when it was to be sent. */
async function push(): Promise<{ applied: number; latestMs: number }> {
  const from = performance.now()
  let [applied, latestMs] = [0, 0]
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * batchesPerSecond; n++) {
    const due = from + (n * 1_000) / batchesPerSecond
    await sleep(Math.max(0, due - performance.now()))
    sent.push(
      tc.call(pushFixes, { source: 'BENCH', fixes: batchOf(n) }).then((told) => {
        applied += told.applied
        latestMs = Math.max(latestMs, performance.now() - due)
      }),
    )
  }
  await Promise.all(sent)
  return { applied, latestMs }
}

for (const list of lists) await list()
const alone = await during()
let isFollowing = true
const following = (async () => {
  while (isFollowing) {
    await w.server.relay.tick()
    await sleep(200)
  }
})()
const [beside, pushed] = await Promise.all([during(), push()])
isFollowing = false
await following
const figures = (times: readonly number[]) =>
  `${times.length} lists, median ${at(times, 0.5).toFixed(1)} ms, 95 % ${at(times, 0.95).toFixed(1)} ms`
process.stdout.write(
  `alone: ${figures(alone)}\nbeside: ${figures(beside)}\n${pushed.applied} positions in ${seconds} s, the latest batch after ${pushed.latestMs.toFixed(0)} ms\n` +
    `lists beside ÷ alone: median ${(at(beside, 0.5) / at(alone, 0.5)).toFixed(2)}, 95 % ${(at(beside, 0.95) / at(alone, 0.95)).toFixed(2)}\n`,
)
await w.server.close()
