import { mergeWayBills, splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { addWayBills, recordTrip, takeOffWayBills } from '@lading/contract/tms/tripCalls.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from './routing/random.ts'
import { broken, replayed } from './testing/tripRules.ts'
import { openTrips, type Row, type Seen, type TripWorld } from './testing/tripWorld.ts'

const full = process.env.LADING_FULL === '1'
const [seeds, steps] = full ? [10, 1000] : [2, 120]
const pieces = 10

let w: TripWorld
beforeAll(async () => {
  w = await openTrips()
})
afterAll(() => w.server.close())

const query = <T extends object>(text: ReturnType<typeof sql>): Promise<T[]> =>
  w.server.inside('TC01', (ctx) => ctx.tx.query<T>(text))
const tenant = () => w.server.one.tenantId
const written = ['way_bill', 'way_bill_line', 'ship_plan_bill', 'ship_plan_stop', 'ship_plan_item', 'trip_event']
/** All that a walk may change, as one text. */
const allThere = async (): Promise<string> => {
  const sums = written.map(
    (t) =>
      sql`select md5(string_agg(t::text, ',' order by id)) as sum from ${raw(`tms_${t}`)} t where tenant_id = ${tenant()}`,
  )
  const rows = await Promise.all(sums.map((s) => query<{ sum: string }>(s)))
  return rows
    .flat()
    .map((r) => r.sum)
    .join()
}

const trips = raw('tms_ship_plan_bill')

/** One thing that a dispatcher does, well or badly. @returns how many way bills it made */
async function act(r: Random): Promise<number> {
  const any = <T>(list: readonly T[]): T | undefined => list[r.below(list.length)]
  const all = await query<Row>(
    sql`select id, version, state from tms_way_bill where tenant_id = ${tenant()} order by id`,
  )
  const waiting = all.filter((b) => b.state === 'CONFIRMED')
  const trip = any(
    await query<Row>(
      sql`select id, version, state from ${trips} where tenant_id = ${tenant()} order by (state in ('CLOSED', 'CANCELLED')), id limit 12`,
    ),
  )
  const some = () => waiting.filter(() => r.next() < 0.4).slice(0, 3)
  const tc = w.tc()
  const hour = (h: number) => new Date(w.now().getTime() + h * 3_600_000).toISOString()
  const step = async (name: string, more: object = {}) => {
    const { failed } = await w.step(name, trip?.id ?? '', more)
    if (failed.length > 0) throw new Error(failed[0]?.message)
    return 0
  }
  const acts: (() => Promise<unknown>)[] = [
    async () =>
      w
        .wayBillAt(r.below(3), { kg: String(50 + r.below(500)), kind: r.next() < 0.2 ? 'RETURN' : 'DELIVERY' })
        .then(() => 1),
    async () => w.wayBillAt(r.below(3), { kg: String(50 + r.below(500)) }).then(() => 1),
    async () => {
      const at = r.below(8)
      const own = some()
      const bySite = Map.groupBy(own, (b) => b.id)
      const rows = await query<{ id: string; site: string }>(sql`
        select id, case when kind = 'RETURN' then from_site_id else to_site_id end as site from tms_way_bill where tenant_id = ${tenant()} and id = any(${[...bySite.keys()]}::bigint[])`)
      const stops = [...Map.groupBy(rows, (b) => b.site)].map(([siteId, ofSite]) => ({
        siteId,
        wayBillIds: ofSite.map((b) => b.id),
      }))
      await w.makeTrip({ crew: r.below(4), from: hour(at), to: hour(at + 1 + r.below(5)), stops })
    },
    async () =>
      tc.call(addWayBills, { id: trip?.id, version: trip?.version, wayBillIds: some().map((b) => b.id) } as never),
    async () => {
      const { items = [] } = (await w.get(trip?.id ?? '')) as { items?: { wayBillId: string }[] }
      await tc.call(takeOffWayBills, {
        id: trip?.id,
        version: trip?.version,
        wayBillIds: [any(items)?.wayBillId],
        reason: '改',
      } as never)
    },
    async () => step('release'),
    async () => step('release'),
    async () => step('depart'),
    async () => step('depart'),
    async () => step('recall', { reason: '改' }),
    async () => step('cancel', { reason: '停' }),
    async () => step('finish'),
    async () => step('reopen', { reason: '错' }),
    async () =>
      step('changeTruck', { input: { truckId: any(w.fleet)?.truck, driverId: any(w.fleet)?.driver, reason: '坏' } }),
    async () => {
      const bill = any(waiting)
      const line = ((await w.bill(bill?.id ?? '')).lines as { id: string }[])[0]
      await tc.call(splitWayBill, {
        id: bill?.id,
        version: bill?.version,
        lines: [{ lineId: line?.id, qty: String(1 + r.below(10)) }],
      } as never)
    },
    async () => tc.call(mergeWayBills, { rows: some().map(({ id, version }) => ({ id, version })) } as never),
    ...[0, 1, 2].map(() => async () => {
      const { stops } = await w.onRoad(trip?.id ?? '')
      const stop = any(stops)
      const item = any(stop?.items ?? [])
      const qty = String(r.below(12))
      const told =
        r.next() < 0.5
          ? {}
          : { lines: item?.lines.map((l) => ({ lineId: l.id, qty })), ...(r.next() < 0.8 && { reason: '破' }) }
      const items = r.next() < 0.8 && item ? [{ wayBillId: item.wayBillId, ...told }] : []
      await tc.call<Seen>(recordTrip, {
        id: trip?.id,
        version: trip?.version,
        stops: [{ stopId: stop?.id, arriveAt: hour(-r.below(3) / 4), items }],
      } as never)
    }),
    async () => w.travel(new Date(w.now().getTime() + r.below(60) * 60_000).toISOString()),
  ]
  const done = await any(acts)?.()
  return done === 1 ? 1 : 0
}

test.each(Array.from({ length: seeds }, (_, i) => i + 1))(
  'seed %i: whatever is done, W1 to W4 and T1 to T5 hold, and a refusal changes nothing',
  async (seed) => {
    const r = new Random(seed)
    let made = Number(
      (
        await query<{ n: string }>(
          sql`select coalesce(sum(l.plan_qty), 0)::bigint / ${pieces} as n from tms_way_bill_line l join tms_way_bill b on b.id = l.bill_id and b.state <> 'CANCELLED' where l.tenant_id = ${tenant()}`,
        )
      )[0]?.n,
    )
    const told = { done: 0, refused: 0 }
    for (let i = 0; i < steps; i++) {
      const before = await allThere()
      try {
        made += await act(r)
        told.done++
      } catch (error) {
        expect(String(error), `step ${i}`).not.toMatch(/服务器内部异常|TypeError|ReferenceError/)
        expect(await allThere(), `step ${i}: ${error}`).toBe(before)
        told.refused++
      }
      expect(await broken(w.server, made * pieces), `step ${i}`).toEqual([])
    }
    expect(await replayed(w.server)).toEqual([])
    // Neither a walk in which all is refused nor one that meets no refusal proves anything.
    expect(told.done).toBeGreaterThan(steps / 5)
    expect(told.refused).toBeGreaterThan(0)
  },
  300_000,
)
