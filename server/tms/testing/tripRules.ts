import sql, { raw } from 'sql-template-tag'
import type { TestServer } from '../../testing/server.ts'
import { project } from '../trip/project.ts'
import { readWhole } from '../trip/read.ts'

const trips = raw('tms_ship_plan_bill')
const taken = sql`'CHECKED_IN', 'LOADING', 'LOADED', 'IN_TRANSIT', 'DELIVERED'`
const released = sql`'RELEASED', 'ACCEPTED', 'CHECKED_IN', 'LOADING', 'LOADED', 'IN_TRANSIT'`

const queryOf =
  (server: TestServer) =>
  <T extends object>(text: ReturnType<typeof sql>): Promise<T[]> =>
    server.inside('TC01', (ctx) => ctx.tx.query<T>(text))

/**
 * What is broken of W1 to W4 and T1 to T4, in words; nothing when every rule holds.
 * @param pieces how many were ever ordered on way bills that are not cancelled
 */
export async function broken(server: TestServer, pieces: number): Promise<readonly unknown[]> {
  const t = server.one.tenantId
  const query = queryOf(server)
  const found = await Promise.all([
    query(
      sql`select 'W1' as rule, way_bill_id from tms_ship_plan_item where tenant_id = ${t} and is_live group by 2 having count(*) > 1`,
    ),
    query(sql`select 'W2 loaded' as rule, id from tms_way_bill_line where tenant_id = ${t} and signed_qty is not null
      and signed_qty + rejected_qty <> coalesce(loaded_qty, plan_qty)`),
    query(sql`select 'W2 in all' as rule, sum(l.plan_qty) from tms_way_bill_line l join tms_way_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
      where l.tenant_id = ${t} and b.state <> 'CANCELLED' having coalesce(sum(l.plan_qty), 0) <> ${pieces}`),
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
    query(
      sql`select 'T1' as rule, truck_id from ${trips} where tenant_id = ${t} and state in (${taken}) and round = 0 group by 2 having count(*) > 1`,
    ),
    query(
      sql`select 'T1' as rule, driver_id from ${trips} where tenant_id = ${t} and state in (${taken}) and round = 0 group by 2 having count(*) > 1`,
    ),
    query(sql`select 'T2' as rule, a.bill_no, b.bill_no from ${trips} a join ${trips} b on b.tenant_id = a.tenant_id and b.truck_id = a.truck_id and b.id > a.id
      where a.tenant_id = ${t} and a.state in (${released}) and b.state in (${released})
        and tstzrange(a.plan_depart_at, a.plan_return_at) && tstzrange(b.plan_depart_at, b.plan_return_at)`),
    query(
      sql`select 'T3' as rule, bill_no from ${trips} where tenant_id = ${t} and state in (${released}) and peak_weight > load_kg`,
    ),
    query(sql`select 'T4' as rule, p.bill_no from ${trips} p join tms_ship_plan_stop s on s.tenant_id = p.tenant_id and s.bill_id = p.id
      where p.tenant_id = ${t} and (s.act_arrive_at < p.act_depart_at or s.act_leave_at < s.act_arrive_at or p.act_return_at < s.act_leave_at)`),
  ])
  return found.flat()
}

/** T5: what stands of a trip is what follows from what was told of it. */
export async function replayed(server: TestServer): Promise<readonly unknown[]> {
  const t = server.one.tenantId
  const ids = await queryOf(server)<{ id: string; round: number }>(sql`
    select id, round from ${trips} where tenant_id = ${t} and exists (select 1 from tms_trip_event e where e.tenant_id = ${t} and e.bill_id = ${trips}.id)`)
  return server.inside('TC01', async (ctx) => {
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
