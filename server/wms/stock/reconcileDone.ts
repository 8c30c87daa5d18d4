// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { countedTypes } from '@lading/contract/wms/taskTypes.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isIn, type Range } from './ranges.ts'

/*
 * What is counted as done has been moved. A line of work: what its postings brought away from where it begins, hands apart;
 * what left the book, or came into it at that very place, was moved as well, and what a mirror brought back was not. A
 * pallet goes as a whole, so its lines count together. A line of a bill: what the lines of its work have done. Loading,
 * staging and despatch: so many containers.
 */

/** How much a posting of the line `l` moved, a row for each. `sign` turns a mirror into what it mirrors. */
const movedOf = (): Sql => {
  const isReal = sql`n.usage not in ('VIRTUAL', 'PUTAWAY_TRANSIT')`
  const isAway = sql`(g.bin_id, g.container_id) is distinct from (l.from_bin_id, l.from_container_id)`
  const sumOf = (which: Sql) => sql`coalesce(sum(g.delta) filter (where ${which}), 0)`
  return sql`
    select s.sign * (s.sign * e.away + greatest(s.sign * e.outside, 0) + greatest(least(s.sign * e.home, -s.sign * e.outside), 0)) as moved
    from wms_posting p
    cross join lateral (select case when p.reverses_id is null then 1 else -1 end as sign) s
    cross join lateral (
      select ${sumOf(sql`${isReal} and ${isAway}`)} as away, ${sumOf(sql`${isReal} and not ${isAway}`)} as home,
        ${sumOf(sql`n.usage = 'VIRTUAL'`)} as outside
      from wms_ledger g join wms_bin n on n.tenant_id = g.tenant_id and n.id = g.bin_id
      where g.tenant_id = p.tenant_id and g.org_id = p.org_id and g.posting_id = p.id) e
    where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.task_line_id = l.id`
}

/** Of tasks. */
export const linesOfGoods = (t: string, o: string, r: Range): Sql => sql`
  select w.id as subject_id, 'task line done ' || w.done || ' moved ' || w.moved as detail from (
    select min(l.id) as id, sum(l.done_qty) as done, sum(coalesce(m.moved, 0)) as moved,
      bool_or(c.category = 'PALLET') as is_pallet
    from wms_task_line l
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type = any(${countedTypes}::text[])
    left join wms_container b on b.tenant_id = l.tenant_id and b.id = l.from_container_id
    left join wms_container_type c on c.tenant_id = b.tenant_id and c.id = b.type_id
    left join lateral (select sum(q.moved) as moved from (${movedOf()}) q) m on true
    where l.tenant_id = ${t} and l.org_id = ${o} and ${isIn('l.task_id', r)}
    group by l.task_id, case when c.category = 'PALLET' then l.from_container_id else l.id end) w
  where case when w.is_pallet then w.moved < w.done or (w.done = 0 and w.moved <> 0) else w.moved <> w.done end limit 100`

/** Of lines of a paper by which goods come in. @param type the work that receives them */
const linesComing =
  (table: string, type: string) =>
  (t: string, o: string, r: Range): Sql =>
    sql`
  select w.id as subject_id, w.what || w.counted || ' by its tasks ' || w.done as detail from (
    select b.id, 'order line received ' as what, b.done_qty as counted, ${doneOf(type)} as done
      from ${raw(table)} b where b.tenant_id = ${t} and b.org_id = ${o} and ${isIn('b.id', r)}
    union all
    select b.id, 'order line put away ', b.sent_qty, ${doneOf('PUTAWAY')}
      from ${raw(table)} b where b.tenant_id = ${t} and b.org_id = ${o} and ${isIn('b.id', r)}) w
  where w.counted <> w.done limit 100`

export const linesOfOrders = linesComing('wms_order_bill_line', 'RECEIVE')
/** Of returns of stores, and of those that drivers bring home. */
export const linesOfStoreReturns = linesComing('wms_store_return_bill_line', 'STORE_RTN_RECEIVE')
export const linesOfDriverReturns = linesComing('wms_sj_return_line', 'STORE_RTN_RECEIVE')

/** Of lines of outbound orders: what was picked, but for what got lost before it was with its store, or weighed something else there. */
export const linesOfOperate = (t: string, o: string, r: Range): Sql => sql`
  select w.id as subject_id, 'order line picked ' || w.counted || ' by its tasks ' || w.done as detail from (
    select b.id, b.done_qty as counted, ${doneOf('PICK')} - ${doneOf('SOW', 'short_qty')} + ${doneOf('SOW', 'weighed_qty')} as done
      from wms_operate_bill_line b where b.tenant_id = ${t} and b.org_id = ${o} and ${isIn('b.id', r)}) w
  where w.counted <> w.done limit 100`

/** What tasks of a type have done for the bill line `b`. */
const doneOf = (type: string, what: 'done_qty' | 'short_qty' | 'weighed_qty' = 'done_qty'): Sql => sql`
  coalesce((select sum(l.${raw(what)}) from wms_task_line l
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.task_type = ${type}
    where l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_line_id = b.id), 0)`

/** Of tasks. */
export const containersMoved = (t: string, o: string, r: Range): Sql => sql`
  select w.id as subject_id, 'containers done ' || w.done || ' moved ' || w.moved as detail from (
    select l.id, l.done_qty as done, (
      select count(*) filter (where p.biz_type = 'LOAD') - count(*) filter (where p.biz_type = 'UNLOAD') from wms_posting p
      where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.task_line_id = any(array(
        -- As an array the postings are found by their index; and what took it off again.
        select l.id union all
        select o.id from wms_task_line o where o.tenant_id = l.tenant_id and o.org_id = l.org_id and o.origin_id = l.id))) as moved
    from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where l.tenant_id = ${t} and l.org_id = ${o} and k.task_type = 'ENTER_TRUCK'
      and ${isIn('k.id', r)}
    union all
    select l.id, l.done_qty, (select count(*) from wms_posting p
      where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.task_line_id = l.id and p.biz_type = 'UNLOAD')
    from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where l.tenant_id = ${t} and l.org_id = ${o} and k.task_type = 'ABOLISH_TRUCK'
      and ${isIn('k.id', r)}
    union all
    -- Taken back by the same kind of posting: what was staged an odd number of times stands there.
    select l.id, l.done_qty, (select count(*) % 2 from wms_posting p
      where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.task_line_id = l.id and p.biz_type = 'COLLECT')
    from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where l.tenant_id = ${t} and l.org_id = ${o} and k.task_type = 'PICK_COLLECT'
      and ${isIn('k.id', r)}
    union all
    select l.id, l.done_qty, (select count(*) from wms_posting p
      where p.tenant_id = l.tenant_id and p.org_id = l.org_id and p.source_id = k.bill_id and p.biz_type = 'SHIP')
    from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id
    where l.tenant_id = ${t} and l.org_id = ${o} and k.task_type = 'DESPATCH' and l.done_qty > 0
      and ${isIn('k.id', r)}) w
  where w.done <> w.moved limit 100`
