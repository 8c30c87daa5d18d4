// engine: counts what was done for each owner, whoever may see it

import type { temperatureZones } from '@lading/contract/mdm/product.ts'
import type { OwnerDay, StoreBasis, StoreDay } from '@lading/contract/tms/warehouse.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { carriedAs } from './demand.ts'

/** No row of a moment has an id made so much earlier or later. */
const idLagMs = 86_400_000
const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

interface Day {
  readonly from: Date
  readonly to: Date
}
const here = (ctx: Ctx, t: string): Sql =>
  sql`${raw(t)}.tenant_id = ${ctx.tenantId} and ${raw(t)}.org_id = ${ctx.org.id}`
const after = (at: Date): string => idAt(new Date(at.getTime() - idLagMs))
const until = (at: Date): string => idAt(new Date(at.getTime() + idLagMs))
/** A bin of the warehouse itself: what stands elsewhere has left it, or has not come. */
const bin = (t: Sql): Sql =>
  sql`join wms_bin b on b.tenant_id = ${t}.tenant_id and b.org_id = ${t}.org_id and b.id = ${t}.bin_id and b.usage <> 'VIRTUAL'`

/** What stood there at the end of the day: what stands there now, less what has come since. */
const stood = (ctx: Ctx, { to }: Day): Sql => sql`
  select 'DAY' as way, x.owner_id, x.product_id, x.qpc_id, x.bin_id, x.container_id, sum(x.qty) as qty from (
    select s.owner_id, s.product_id, s.qpc_id, s.bin_id, s.container_id, s.qty from wms_stock s ${bin(sql`s`)} where ${here(ctx, 's')} and s.qty <> 0
    union all
    select l.owner_id, l.product_id, l.qpc_id, l.bin_id, l.container_id, -l.delta from wms_ledger l ${bin(sql`l`)}
    where ${here(ctx, 'l')} and l.id > ${after(to)} and l.created_at >= ${to}) x
  group by 2, 3, 4, 5, 6 having sum(x.qty) > 0`

const isToday = (t: Sql, { from, to }: Day): Sql =>
  sql`${t}.id between ${after(from)} and ${until(to)} and ${t}.created_at >= ${from} and ${t}.created_at < ${to}`
/** What was taken back counts for nothing, on the day on which it had been done. It is looked for among what was posted since. */
const stands = (posting: Sql, t: Sql, { from }: Day): Sql => sql`not exists (
  select 1 from wms_posting v where v.tenant_id = ${t}.tenant_id and v.org_id = ${t}.org_id and v.id > ${after(from)}
    and v.biz_type = 'REVERSE' and v.reverses_id = ${posting})`

/** What came in and what left. */
const moved = (ctx: Ctx, day: Day): Sql => sql`
  select case l.biz_type when 'RECEIVE' then 'IN' when 'SHIP' then 'OUT' else 'RETURN' end, l.owner_id, l.product_id, l.qpc_id, l.bin_id, l.container_id,
    case when l.biz_type in ('SHIP', 'VRTN_SHIP') then -l.delta else l.delta end
  from wms_ledger l ${bin(sql`l`)}
  where ${here(ctx, 'l')} and l.biz_type in ('RECEIVE', 'SHIP', 'RTN_RECEIVE', 'VRTN_SHIP') and ${isToday(sql`l`, day)} and ${stands(sql`l.posting_id`, sql`l`, day)}`

/** Lines of orders of which goods left, by the promises that this used up; an order counts where its first line does. */
const orders = (ctx: Ctx, day: Day): Sql => sql`
  select x.owner_id, p.temperature, count(*) as lines, count(*) filter (where x.is_first) as orders from (
    select distinct r.owner_id, r.product_id, o.id, o.id = min(o.id) over (partition by o.bill_id) as is_first
    from wms_posting g join wms_promise_move m on m.tenant_id = g.tenant_id and m.org_id = g.org_id and m.posting_id = g.id and m.to_id is null
    join wms_reservation r on r.tenant_id = m.tenant_id and r.org_id = m.org_id and r.id = m.from_id
    join wms_operate_bill_line o on o.tenant_id = r.tenant_id and o.org_id = r.org_id and o.id = r.demand_line_id
    where ${here(ctx, 'g')} and g.biz_type = 'SHIP' and ${isToday(sql`g`, day)} and ${stands(sql`g.id`, sql`g`, day)}) x
  join mdm_product p on p.tenant_id = ${ctx.tenantId} and p.id = x.product_id group by 1, 2`

const sum = (value: Sql, way: string): Sql =>
  sql`coalesce(sum(${value}) filter (where way = ${way}), 0)::numeric(18,6)::text`
const inTons = sql`weight / 1000`
const both = (
  way: 'IN' | 'OUT',
): Sql => sql`count(distinct pallet) filter (where way = ${way})::text, ${sum(sql`cases`, way)}, ${sum(sql`pieces`, way)},
  ${sum(inTons, way)}, ${sum(sql`volume`, way)}`
const order = [
  ...['PALLET_DAY', 'BIN_DAY', 'M3_DAY', 'T_DAY', 'PIECE_DAY', 'IN_PALLET', 'IN_CASE', 'IN_PIECE', 'IN_T', 'IN_M3'],
  ...['OUT_PALLET', 'OUT_CASE', 'OUT_PIECE', 'OUT_T', 'OUT_M3', 'RETURN_PIECE', 'OUT_ORDER', 'OUT_LINE'],
] as readonly StoreBasis[]

interface Row {
  readonly ownerId: string
  readonly temperature: keyof typeof temperatureZones
  readonly done: readonly string[]
}
/**
 * What was done on a day for each owner whose goods stood there at its end, came or left: read at one moment of one reading,
 * so that it adds up however much goes on meanwhile. Weighed goods are counted by their weight and no pieces; of others a
 * full pack is a case, and what is left over are loose pieces.
 * @param day YYYY-MM-DD by the clocks of the centre; it is over
 */
export async function storeDayOf(ctx: Ctx, day: string): Promise<StoreDay> {
  const at = (d: string) => instantAt(ctx.org.timeZone, `${d} 00:00:00`)
  const of = { from: at(day), to: at(nextDay(day)) }
  const depot = await ctx.tx.one<StoreDay['depot'] & object>(sql`
    select id, code, name from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`)
  const rows = await ctx.tx.query<Row>(sql`
    with goods as (${stood(ctx, of)} union all ${moved(ctx, of)}),
    fact as (
      select g.way, g.owner_id, p.temperature, case when b.usage in ('STORAGE', 'PICK', 'PICK_STORAGE') then g.bin_id end as bin_id,
        case when y.category = 'PALLET' then g.container_id end as pallet,
        case when p.is_weigh then g.qty else g.qty * coalesce(p.weight_kg, 0) end as weight, g.qty * coalesce(p.volume_m3, 0) as volume,
        case when p.is_weigh then 0 else g.qty end as qty,
        case when p.is_weigh or coalesce(q.qpc, 1) <= 1 then 0 else floor(g.qty / q.qpc) end as cases,
        case when p.is_weigh then 0 when coalesce(q.qpc, 1) > 1 then mod(g.qty, q.qpc) else g.qty end as pieces
      from goods g join mdm_product p on p.tenant_id = ${ctx.tenantId} and p.id = g.product_id
      left join mdm_product_qpc q on q.tenant_id = p.tenant_id and q.id = g.qpc_id
      left join wms_bin b on b.tenant_id = p.tenant_id and b.id = g.bin_id
      left join wms_container c on c.tenant_id = p.tenant_id and c.id = g.container_id
      left join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id),
    total as (
      select owner_id, temperature, array[count(distinct pallet) filter (where way = 'DAY')::text, count(distinct bin_id) filter (where way = 'DAY')::text,
        ${sum(sql`volume`, 'DAY')}, ${sum(inTons, 'DAY')}, ${sum(sql`qty`, 'DAY')}, ${both('IN')}, ${both('OUT')}, ${sum(sql`qty`, 'RETURN')}] as done
      from fact group by 1, 2),
    sent as (${orders(ctx, of)})
    select t.owner_id, t.temperature, t.done || array[coalesce(s.orders, 0)::text, coalesce(s.lines, 0)::text] as done
    from total t left join sent s on s.owner_id = t.owner_id and s.temperature is not distinct from t.temperature order by 1, 2`)
  const owners = rows.map(
    (r): OwnerDay => ({
      ownerId: r.ownerId,
      zone: carriedAs[r.temperature ?? 'AMBIENT'],
      done: Object.fromEntries(order.map((name, i) => [name, r.done[i] ?? '0'])) as OwnerDay['done'],
    }),
  )
  return { depot, owners }
}
