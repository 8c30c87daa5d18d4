/**
 * `npm run bench:transport`: what it costs to make trips of 500 way bills and to send 50 of them, beside the same rows written
 * plainly in the same run. Ratios, medians of five.
 */
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import type { Ctx } from '@lading/server/kernel/ctx.ts'
import { RunAgain } from '@lading/server/kernel/database.ts'
import { openTrips, type Seen } from '@lading/server/tms/testing/tripWorld.ts'
import { createTrips } from '@lading/server/tms/trip/make.ts'
import sql, { raw } from 'sql-template-tag'

const trips = 50
const each = 10
const rounds = 5
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const from = performance.now()
  return [await work(), performance.now() - from]
}

const w = await openTrips()
/** As a call does it: numbers that are not there yet are fetched first. */
async function inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  try {
    return await w.server.inside('TC01', work)
  } catch (error) {
    if (!(error instanceof RunAgain)) throw error
    await error.prepare()
    return inside(work)
  }
}
const group = await w.server.as('admin', 'G')
const row = async (of: typeof truck | typeof staff, id: string | undefined) =>
  group.call<Record<string, unknown>>(crudCalls(of).getById, { id })
const [someTruck, someDriver] = [await row(truck, w.fleet[0]?.truck), await row(staff, w.fleet[0]?.driver)]
const crews: { truckId: string; driverId: string }[] = []
for (let i = 0; i < trips; i++) {
  const { licenceId, carrierId, licenceTo } = someDriver
  const person = { licenceId, carrierId, licenceTo, code: `B${i}`, name: `b${i}`, phone: `1390000${1000 + i}` }
  const { id: driverId } = await group.call<Seen>(crudCalls(staff).create, person)
  const certificates = ['COMPULSORY', 'INSPECTION'].map((kind) => ({ kind, validTo: '2027-12-31' }))
  const { typeId } = someTruck
  const own = { code: `沪B${10_000 + i}`, typeId, carrierId, driverId, certificates }
  crews.push({ truckId: (await group.call<Seen>(crudCalls(truck).create, own)).id, driverId })
}

/** Tables like those of the product, with their keys and indexes, and nothing else. */
const tables = ['tms_ship_plan_bill', 'tms_ship_plan_stop', 'tms_ship_plan_item', 'tms_way_bill']
for (const t of tables) await w.server.db.owner.query(`create table bench_${t} (like ${t} including all)`)
const plainly = async (of: readonly string[]): Promise<number> => {
  const read = await Promise.all(of.map((t) => w.server.db.owner.query(`select * from ${t}`)))
  const [, ms] = await timed(async () => {
    await w.server.db.owner.query('begin')
    for (const [i, t] of of.entries())
      await w.server.db.owner.query(
        `insert into bench_${t} select * from jsonb_populate_recordset(null::bench_${t}, $1)`,
        [JSON.stringify(read[i]?.rows)],
      )
    await w.server.db.owner.query('commit')
  })
  for (const t of of) await w.server.db.owner.query(`truncate bench_${t}`)
  return ms
}

const made: number[] = []
const sent: number[] = []
for (let round = 0; round < rounds; round++) {
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(sql`update ${raw('tms_way_bill')} set state = 'CANCELLED' where tenant_id = ${ctx.tenantId}`),
  )
  for (const t of tables.slice(0, 3)) await w.server.db.owner.query(`delete from ${t}`)
  await w.server.db.owner.query(`delete from tms_way_bill_line; delete from tms_way_bill`)
  const ids: string[] = []
  for (let i = 0; i < trips * each; i++) ids.push(await w.wayBillAt(i % 3, { kg: '50', m3: '0.5' }))
  const days = { planDepartAt: '2026-11-29T06:00:00+08:00', planReturnAt: '2026-11-29T12:00:00+08:00' }
  const wanted = crews.map((crew, k) => {
    const own = ids.slice(k * each, (k + 1) * each)
    const stops = w.stores.map((siteId, s) => ({ siteId, wayBillIds: own.filter((_, i) => (k * each + i) % 3 === s) }))
    return { source: 'ROUTE' as const, departSiteId: w.depot, ...crew, ...days, stops }
  })
  const [done, ms] = await timed(() => inside((ctx) => createTrips(ctx, wanted)))
  made.push(ms / (await plainly(tables)))
  const rows = done.map(({ id, version }) => ({ id, version }))
  const [answer, took] = await timed(() =>
    w.tc().call<{ ok: number }>(documentCalls(shipPlanBill).release as never, { rows }),
  )
  if (answer.ok !== trips) throw new Error(`sent ${answer.ok} of ${trips}`)
  sent.push(took / (await plainly(['tms_ship_plan_bill', 'tms_way_bill'])))
  process.stdout.write(
    `round ${round + 1}: ${trips * each} way bills on ${trips} trips ${ms.toFixed(0)} ms, released ${took.toFixed(0)} ms\n`,
  )
}
process.stdout.write(
  `made: ${median(made).toFixed(1)} times the same rows written plainly; released: ${median(sent).toFixed(1)} times\n`,
)
await w.server.close()
