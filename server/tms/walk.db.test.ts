import { mergeWayBills, splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { addWayBills, recordTrip, takeOffWayBills } from '@lading/contract/tms/tripCalls.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from './routing/random.ts'
import { openTrips, type Row, type Seen, type TripWorld } from './testing/tripWorld.ts'
import { project } from './trip/project.ts'
import { readWhole } from './trip/read.ts'

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
  const sums = written.map((t) => sql`select md5(string_agg(t::text, ',' order by id)) as sum from ${raw(`tms_${t}`)} t where tenant_id = ${tenant()}`)
  const rows = await Promise.all(sums.map((s) => query<{ sum: string }>(s)))
  return rows.flat().map((r) => r.sum).join()
} // biome-ignore format: one query a line

const trips = () => raw('tms_ship_plan_bill')
const taken = sql`'CHECKED_IN', 'LOADING', 'LOADED', 'IN_TRANSIT', 'DELIVERED'`
const released = sql`'RELEASED', 'ACCEPTED', 'CHECKED_IN', 'LOADING', 'LOADED', 'IN_TRANSIT'`

/** What is broken, in words; nothing when every rule holds. */
async function broken(made: number): Promise<readonly unknown[]> {
  const t = tenant()
  const found = await Promise.all([
    query(sql`select 'W1' as rule, way_bill_id from tms_ship_plan_item where tenant_id = ${t} and is_live group by 2 having count(*) > 1`),
    query(sql`select 'W2 loaded' as rule, id from tms_way_bill_line where tenant_id = ${t} and signed_qty is not null
      and signed_qty + rejected_qty <> coalesce(loaded_qty, plan_qty)`),
    query(sql`select 'W2 in all' as rule, sum(l.plan_qty) from tms_way_bill_line l join tms_way_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
      where l.tenant_id = ${t} and b.state <> 'CANCELLED' having coalesce(sum(l.plan_qty), 0) <> ${made * pieces}`),
    query(sql`select 'W3' as rule, b.bill_no, b.state, i.state as item, p.state as trip from tms_way_bill b
      left join tms_ship_plan_item i on i.tenant_id = b.tenant_id and i.way_bill_id = b.id and i.is_live
      left join tms_ship_plan_bill p on p.tenant_id = i.tenant_id and p.id = i.bill_id
      where b.tenant_id = ${t} and not case b.state
        when 'CONFIRMED' then i.id is null when 'CANCELLED' then i.id is null
        when 'PLANNED' then p.state = 'DRAFT' when 'DISPATCHED' then p.state in ('RELEASED', 'ACCEPTED', 'CHECKED_IN')
        when 'IN_TRANSIT' then p.state = 'IN_TRANSIT' and i.state = 'OPEN' when 'ARRIVED' then p.state = 'IN_TRANSIT' and i.state = 'OPEN'
        else i.state = b.state end`),
    query(sql`select 'W4' as rule, p.bill_no from tms_ship_plan_bill p join tms_ship_plan_item i on i.tenant_id = p.tenant_id and i.bill_id = p.id and i.is_live
      where p.tenant_id = ${t} and p.state = 'CANCELLED'`),
    query(sql`select 'T1' as rule, truck_id from ${trips()} where tenant_id = ${t} and state in (${taken}) and round = 0 group by 2 having count(*) > 1`),
    query(sql`select 'T1' as rule, driver_id from ${trips()} where tenant_id = ${t} and state in (${taken}) and round = 0 group by 2 having count(*) > 1`),
    query(sql`select 'T2' as rule, a.bill_no, b.bill_no from ${trips()} a join ${trips()} b on b.tenant_id = a.tenant_id and b.truck_id = a.truck_id and b.id > a.id
      where a.tenant_id = ${t} and a.state in (${released}) and b.state in (${released})
        and tstzrange(a.plan_depart_at, a.plan_return_at) && tstzrange(b.plan_depart_at, b.plan_return_at)`),
    query(sql`select 'T3' as rule, bill_no from ${trips()} where tenant_id = ${t} and state in (${released}) and peak_weight > load_kg`),
    query(sql`select 'T4' as rule, p.bill_no from ${trips()} p join tms_ship_plan_stop s on s.tenant_id = p.tenant_id and s.bill_id = p.id
      where p.tenant_id = ${t} and (s.act_arrive_at < p.act_depart_at or s.act_leave_at < s.act_arrive_at or p.act_return_at < s.act_leave_at)`),
  ])
  return found.flat()
} // biome-ignore format: one rule a line

/** T5: what stands of a trip is what follows from what was told of it. */
async function replayed(): Promise<readonly unknown[]> {
  const ids = await query<{ id: string; round: number }>(sql`
    select id, round from ${trips()} where tenant_id = ${tenant()} and exists (select 1 from tms_trip_event e where e.tenant_id = ${tenant()} and e.bill_id = ${trips()}.id)`)
  return w.server.inside('TC01', async (ctx) => {
    const wrong: unknown[] = []
    for (const { id, round } of ids) {
      const whole = await readWhole(ctx, id)
      const picture = project(whole.plan, whole.events, round)
      const stood = whole.stops.map((s) => [s.id, s.state, s.actArriveAt?.getTime()])
      const follows = picture.stops.map((s) => [s.id, s.state, s.arriveAt?.getTime()])
      if (JSON.stringify(stood) !== JSON.stringify(follows)) wrong.push({ id, stood, follows })
    }
    return wrong
  })
}

/** One thing that a dispatcher does, well or badly. @returns how many way bills it made */
async function act(r: Random): Promise<number> {
  const any = <T>(list: readonly T[]): T | undefined => list[r.below(list.length)]
  const all = await query<Row>(sql`select id, version, state from tms_way_bill where tenant_id = ${tenant()} order by id`)
  const waiting = all.filter((b) => b.state === 'CONFIRMED')
  const trip = any(await query<Row>(sql`select id, version, state from ${trips()} where tenant_id = ${tenant()} order by (state in ('CLOSED', 'CANCELLED')), id limit 12`))
  const some = () => waiting.filter(() => r.next() < 0.4).slice(0, 3)
  const tc = w.tc()
  const hour = (h: number) => new Date(w.now().getTime() + h * 3_600_000).toISOString()
  const step = async (name: string, more: object = {}) => {
    const { failed } = await w.step(name, trip?.id ?? '', more)
    if (failed.length > 0) throw new Error(failed[0]?.message)
    return 0
  }
  const acts: (() => Promise<unknown>)[] = [
    async () => w.wayBillAt(r.below(3), { kg: String(50 + r.below(500)), kind: r.next() < 0.2 ? 'RETURN' : 'DELIVERY' }).then(() => 1),
    async () => w.wayBillAt(r.below(3), { kg: String(50 + r.below(500)) }).then(() => 1),
    async () => {
      const at = r.below(8)
      const own = some()
      const bySite = Map.groupBy(own, (b) => b.id)
      const rows = await query<{ id: string; site: string }>(sql`
        select id, case when kind = 'RETURN' then from_site_id else to_site_id end as site from tms_way_bill where tenant_id = ${tenant()} and id = any(${[...bySite.keys()]}::bigint[])`)
      const stops = [...Map.groupBy(rows, (b) => b.site)].map(([siteId, ofSite]) => ({ siteId, wayBillIds: ofSite.map((b) => b.id) }))
      await w.makeTrip({ crew: r.below(4), from: hour(at), to: hour(at + 1 + r.below(5)), stops })
    },
    async () => tc.call(addWayBills, { id: trip?.id, version: trip?.version, wayBillIds: some().map((b) => b.id) } as never),
    async () => {
      const { items = [] } = await w.get(trip?.id ?? '') as { items?: { wayBillId: string }[] }
      await tc.call(takeOffWayBills, { id: trip?.id, version: trip?.version, wayBillIds: [any(items)?.wayBillId], reason: '改' } as never)
    },
    async () => step('release'), async () => step('release'), async () => step('depart'), async () => step('depart'),
    async () => step('recall', { reason: '改' }), async () => step('cancel', { reason: '停' }), async () => step('finish'),
    async () => step('reopen', { reason: '错' }),
    async () => step('changeTruck', { input: { truckId: any(w.fleet)?.truck, driverId: any(w.fleet)?.driver, reason: '坏' } }),
    async () => {
      const bill = any(waiting)
      const line = ((await w.bill(bill?.id ?? '')).lines as { id: string }[])[0]
      await tc.call(splitWayBill, { id: bill?.id, version: bill?.version, lines: [{ lineId: line?.id, qty: String(1 + r.below(10)) }] } as never)
    },
    async () => tc.call(mergeWayBills, { rows: some().map(({ id, version }) => ({ id, version })) } as never),
    ...[0, 1, 2].map(() => async () => {
      const { stops } = await w.onRoad(trip?.id ?? '')
      const stop = any(stops)
      const item = any(stop?.items ?? [])
      const qty = String(r.below(12))
      const told = r.next() < 0.5 ? {} : { lines: item?.lines.map((l) => ({ lineId: l.id, qty })), ...(r.next() < 0.8 && { reason: '破' }) }
      const items = r.next() < 0.8 && item ? [{ wayBillId: item.wayBillId, ...told }] : []
      await tc.call<Seen>(recordTrip, { id: trip?.id, version: trip?.version, stops: [{ stopId: stop?.id, arriveAt: hour(-r.below(3) / 4), items }] } as never)
    }),
    async () => w.travel(new Date(w.now().getTime() + r.below(60) * 60_000).toISOString()),
  ]
  const done = await any(acts)?.()
  return done === 1 ? 1 : 0
} // biome-ignore format: one deed a line

test.each(Array.from({ length: seeds }, (_, i) => i + 1))('seed %i: whatever is done, W1 to W4 and T1 to T5 hold, and a refusal changes nothing', async (seed) => {
  const r = new Random(seed)
  let made = Number((await query<{ n: string }>(sql`select coalesce(sum(l.plan_qty), 0)::bigint / ${pieces} as n from tms_way_bill_line l join tms_way_bill b on b.id = l.bill_id and b.state <> 'CANCELLED' where l.tenant_id = ${tenant()}`))[0]?.n)
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
    expect(await broken(made), `step ${i}`).toEqual([])
  }
  expect(await replayed()).toEqual([])
  // Neither a walk in which all is refused nor one that meets no refusal proves anything.
  expect(told.done).toBeGreaterThan(steps / 5)
  expect(told.refused).toBeGreaterThan(0)
}, 300_000) // biome-ignore format: a title of one line
