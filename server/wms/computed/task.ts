import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { area, bin } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { ledger, posting, reservation, stock } from '@lading/contract/wms/stock.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import { countedTypes, taskTypeNames, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { lasted } from '../../kernel/lasted.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { snake } from '../../kernel/tx.ts'
import { shownCode } from '../masters/facts.ts'
import { joinReceipts } from '../stock/taken.ts'
import { caseSum, packed } from './cases.ts'
import { lineSeconds } from './standard.ts'

const lines = (ctx: Ctx): Sql => from(ctx, taskLine, 'l')
/** A line of the task `t` of the list. */
const isIts = sql`l.org_id = t.org_id and l.task_id = t.id`
/** Goods in cases and loose; what is done with whole containers and trucks is not counted so. */
const casesOf = (ctx: Ctx, column: 'plan_qty' | 'done_qty') => {
  const qty = column === 'plan_qty' ? sql`l.plan_qty` : sql`l.done_qty`
  const sum = caseSum(sql`
    select ${qty} as qty, ${packed(ctx)} from ${lines(ctx)} left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where ${isIts}`)
  return sql`case when t.task_type = any(${countedTypes}::text[]) then ${sum} end`
}
/** Of the first line that is not done yet, in walk order; of the first at all when all are. */
const ofNext = (ctx: Ctx, what: Sql, more: Sql) => sql`
  select ${what} from ${lines(ctx)} ${more} where ${isIts}
  order by case when l.state in ('OPEN', 'INHAND') then 0 else 1 end, l.seq, l.line_no limit 1`

/** The bin of a line `l` where its work is: what is brought somewhere is looked for there. */
const binOfWork = () =>
  sql`case when t.task_type = any(${broughtTypes}::text[]) then l.to_bin_id else l.from_bin_id end`
const broughtTypes = taskTypeNames.filter((type) => taskTypes[type].at === 'to')
/** Types whose lines lead to a bin. */
const boundTypes = taskTypeNames.filter((type) => taskTypes[type].asks === 'toBin')

const filled = (ctx: Ctx): Sql => sql`${lines(ctx)} join ${named(ctx, container, 'c')} on c.id = l.to_container_id
  join ${named(ctx, containerType, 'y')} on y.id = c.type_id where y.category <> 'VIRTUAL' and l.done_qty > 0`

/** How long a task took that is done. */
const seconds = sql`case when t.state = 'DONE' then round(extract(epoch from ${lasted(sql`t.started_at`, sql`t.finished_at`)}))::integer end`
/** How long it should have taken, by what was done of it. */
const standardOf = (ctx: Ctx): Sql => sql`(
  select s.once_s + coalesce(sum(${lineSeconds(sql`l.done_qty`)}), 0)
    + coalesce((${walkOf(ctx)}) / nullif(s.walk_ms, 0), 0)
  from ${named(ctx, sysTaskConfig, 's')}
  left join ${lines(ctx)} on ${isIts} and l.state in ('DONE', 'SHORT')
  left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id left join ${named(ctx, product, 'p')} on p.id = l.product_id
  where s.task_type = t.task_type and s.once_s is not null and t.state = 'DONE' group by s.once_s, s.walk_ms)`
/** Metres that a pick walks. Aisles stand at right angles: nobody walks through a rack. Unknown as soon as one bin has no place on the plan. */
const walkOf = (ctx: Ctx): Sql => sql`
  select case when t.task_type = 'PICK' and count(w.x) = count(*) and count(w.y) = count(*)
    then round(coalesce(sum(abs(w.x - w.from_x) + abs(w.y - w.from_y)), 0))::integer end
  from (
    select b.x, b.y, lag(b.x) over o as from_x, lag(b.y) over o as from_y from ${lines(ctx)}
    left join ${named(ctx, bin, 'b')} on b.id = l.from_bin_id
    where ${isIts} and l.state <> 'CANCELED'
    window o as (order by l.seq, l.line_no)) w`
/** The look into a container that a task is. */
const checkOf = (ctx: Ctx): Sql => sql`${from(ctx, containerCheck, 'x')} where x.org_id = t.org_id and x.task_id = t.id`

/** What came of the check of a store's containers. */
const storeResult = (
  ctx: Ctx,
): Sql => sql`case when t.task_type <> 'STORE_COLLECT_CHECK' then null when t.state = 'CANCELED' then 'CANCELED'
  when t.state <> 'DONE' then 'OPEN' when exists (select 1 from ${lines(ctx)} where ${isIts} and l.state = 'SHORT') then 'MISSING' else 'READY' end`

/** The shipment whose truck a task is about. */
const truckOf = (ctx: Ctx): Sql =>
  sql`${named(ctx, shipBill.header, 'h')} where h.id = t.bill_id and t.bill_key = ${shipBill.header.key}`
/** What comes off a truck: as it stands in its containers, or as it was moved. */
const unloaded = (ctx: Ctx): Sql => sql`
  select s.qty, ${packed(ctx)} from ${lines(ctx)} join ${from(ctx, stock, 's')} on s.org_id = l.org_id and s.container_id = l.from_container_id and s.qty > 0
  left join ${named(ctx, qpc, 'q')} on q.id = s.qpc_id where ${isIts} and l.state = 'OPEN'
  union all
  select e.delta as qty, ${packed(ctx)} from ${lines(ctx)} join ${named(ctx, posting, 'g')} on g.org_id = l.org_id and g.task_line_id = l.id and g.biz_type = 'UNLOAD'
  join ${from(ctx, ledger, 'e')} on e.org_id = g.org_id and e.posting_id = g.id and e.delta > 0
  left join ${named(ctx, qpc, 'q')} on q.id = e.qpc_id where ${isIts} and l.state = 'DONE'`

/** The line of a discrepancy whose verdict a task carries out. */
const disputeOf = (ctx: Ctx): Sql => sql`
  from ${lines(ctx)} join ${from(ctx, diffBill.line, 'd')} on d.org_id = l.org_id and d.id = l.bill_line_id where ${isIts} and t.task_type = 'OPERATE_DIFF'`

/** Where a task leads, in cases and minutes. */
export const taskComputed: Readonly<Record<string, Computed>> = {
  ...Object.fromEntries(
    (['side', 'verdict', 'liable', 'charge', 'followNo'] as const).map((name): [string, Computed] => [
      name === 'side' ? 'diffSide' : name,
      {
        value: (ctx) => sql`select d.${raw(snake(name))} ${disputeOf(ctx)} limit 1`,
        where: (ctx, v) => sql`exists (select 1 ${disputeOf(ctx)} and d.${raw(snake(name))} = ${String(v)})`,
      },
    ]),
  ),
  zone: {
    value: (ctx) => sql`
      select string_agg(distinct a.code, ' ') from ${lines(ctx)}
      join ${named(ctx, bin, 'b')} on b.id = ${binOfWork()}
      join ${named(ctx, area, 'a')} on a.id = b.area_id
      where ${isIts}`,
    where: (ctx, v) => sql`exists (
      select 1 from ${lines(ctx)}
      join ${named(ctx, bin, 'b')} on b.id in (l.from_bin_id, l.to_bin_id)
      join ${named(ctx, area, 'a')} on a.id = b.area_id
      where ${isIts}
        and a.code >= ${String(v)} and a.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  stores: { value: (ctx) => sql`select count(distinct l.store_id)::integer from ${lines(ctx)} where ${isIts}` },
  /** Where the goods of the next line are brought. */
  toBin: {
    value: (ctx) =>
      ofNext(ctx, shownCode('b'), sql`join ${named(ctx, bin, 'b')} on b.id = coalesce(l.face_bin_id, l.to_bin_id)`),
    where: (ctx, v) => sql`exists (
      select 1 from ${lines(ctx)} join ${named(ctx, bin, 'b')} on b.id = coalesce(l.face_bin_id, l.to_bin_id) where ${isIts} and b.code = ${String(v)})`,
  },
  /** Of its truck, or of its store. */
  route: {
    value: (ctx) => sql`
      select coalesce((select h.route from ${truckOf(ctx)}), (select s.route from ${named(ctx, store, 's')} where s.id = t.store_id))`,
    where: (ctx, v) => sql`(
      exists (select 1 from ${named(ctx, store, 's')} where s.id = t.store_id and s.route = ${String(v)})
      or exists (select 1 from ${truckOf(ctx)} and h.route = ${String(v)}))`,
  },
  vehicleNo: {
    value: (ctx) => sql`select h.vehicle_no from ${truckOf(ctx)}`,
    where: (ctx, v) =>
      sql`exists (select 1 from ${truckOf(ctx)} and position(lower(${String(v)}) in lower(h.vehicle_no)) > 0)`,
  },
  /** Of the whole truck; of an unload task, what comes off it. */
  cases: {
    value: (ctx) => sql`
      case when t.task_type = 'ABOLISH_TRUCK' then ${caseSum(unloaded(ctx))} else (select h.cases from ${truckOf(ctx)}) end`,
  },
  storeCheckResult: {
    value: (ctx) => storeResult(ctx),
    where: (ctx, v) => sql`${storeResult(ctx)} = ${String(v)}`,
  },
  missing: {
    value: (ctx) => sql`
      select left(string_agg(concat_ws(' ', c.code, (
        select b.code from ${from(ctx, ledger, 'g')} join ${named(ctx, bin, 'b')} on b.id = g.bin_id
        where g.org_id = l.org_id and g.container_id = c.id and g.delta < 0 order by g.posting_id desc limit 1)), ', ' order by c.code), 200)
      from ${lines(ctx)} join ${named(ctx, container, 'c')} on c.id = l.from_container_id
      where ${isIts} and l.state = 'SHORT' and t.task_type = 'STORE_COLLECT_CHECK'`,
  },
  /** Picks of which some goods are still to come to where its own are brought. */
  waitingPicks: {
    value: (ctx) => sql`
      select count(distinct w.task_id)::integer from ${lines(ctx)}
      join ${from(ctx, reservation, 'r')} on r.org_id = l.org_id and r.bin_id = l.to_bin_id and r.product_id = l.product_id and r.state = 'PENDING'
      join ${from(ctx, taskLine, 'w')} on w.org_id = l.org_id and w.id = r.task_line_id where ${isIts}`,
  },
  /** Where they are put down before that. */
  transitBin: {
    value: (ctx) =>
      ofNext(
        ctx,
        shownCode('b'),
        sql`join ${named(ctx, bin, 'b')} on b.id = l.to_bin_id and l.face_bin_id is not null`,
      ),
    where: (ctx, v) => sql`exists (
      select 1 from ${lines(ctx)} join ${named(ctx, bin, 'b')} on b.id = l.to_bin_id
      where ${isIts} and l.face_bin_id is not null and b.code = ${String(v)})`,
  },
  /** A line has nowhere to go: no bin was found, or the one found takes no goods any more. */
  noBin: {
    value: (
      ctx,
    ) => sql`t.task_type = any(${boundTypes}::text[]) and t.state not in ('WAIT', 'DONE', 'CANCELED') and exists (
      select 1 from ${lines(ctx)} left join ${named(ctx, bin, 'b')} on b.id = l.to_bin_id
      where ${isIts} and l.state = 'OPEN'
        and (l.to_bin_id is null or b.lock_in or b.disabled))`,
  },
  goods: {
    value: (ctx) =>
      ofNext(
        ctx,
        sql`p.code || ' ' || ${spoken(ctx, product, 'name', 'p')}`,
        sql`join ${named(ctx, product, 'p')} on p.id = l.product_id`,
      ),
  },
  bin: {
    value: (ctx) => ofNext(ctx, shownCode('b'), sql`join ${named(ctx, bin, 'b')} on b.id = ${binOfWork()}`),
  },
  /** What a pick fills: of each line the tote it went to last; what stands for no tote is the task's own number. */
  totes: {
    value: (ctx) => sql`
      select string_agg(distinct c.code, ' ') from ${filled(ctx)} and ${isIts}`,
    where: (ctx, v) => sql`t.id in (
      select l.task_id from ${filled(ctx)} and c.code >= ${String(v)} and c.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  /** Those that still stand for something. */
  labels: {
    value: (ctx) =>
      sql`select nullif(count(*), 0)::integer from ${from(ctx, pickLabel, 'y')} where y.task_id = t.id and y.state in ('NEW', 'PRINTED', 'OBTAINED')`,
  },
  walkM: { value: walkOf },
  planCases: { value: (ctx) => casesOf(ctx, 'plan_qty') },
  doneCases: { value: (ctx) => casesOf(ctx, 'done_qty') },
  receivedInto: {
    value: (ctx) => sql`
      case when t.task_type = 'RECEIVE' then (
        select count(distinct c.id)::integer from ${lines(ctx)}
        ${joinReceipts}
        join ${named(ctx, container, 'c')} on c.id = e.container_id and c.code <> 'LOOSE'
        where ${isIts}) end`,
  },
  /** What goods that are written off, or found, are worth; nothing where no price is known. */
  amount: {
    value: (ctx) => sql`
      select case when t.cause is not null then round(sum(l.plan_qty * p.price), 2) end from ${lines(ctx)}
      join ${named(ctx, product, 'p')} on p.id = l.product_id where ${isIts}`,
  },
  checkResult: { value: (ctx) => sql`select x.state from ${checkOf(ctx)}` },
  checkWhy: { value: (ctx) => sql`select x.why from ${checkOf(ctx)}` },
  diffGoods: { value: (ctx) => sql`select x.diffs from ${checkOf(ctx)}` },
  standsAt: {
    value: (ctx) => sql`
      select b.code from ${from(ctx, containerCheck, 'x')} join ${named(ctx, container, 'c')} on c.id = x.container_id
      join ${named(ctx, bin, 'b')} on b.id = c.bin_id where x.org_id = t.org_id and x.task_id = t.id`,
  },
  pickers: {
    value: (ctx) => sql`select x.pickers from ${checkOf(ctx)}`,
  },
  containers: {
    value: (ctx) => sql`
      select string_agg(x.code, ' ' order by x.seq) from ${from(ctx, pickContainer, 'x')}
      where x.org_id = t.org_id and x.task_id = t.id and x.state in ('BOUND', 'USED', 'DONE')`,
  },
  minutes: {
    value: (ctx) => sql`
      select round(extract(epoch from ${lasted(sql`t.started_at`, sql`coalesce(t.finished_at, ${ctx.now()}::timestamptz)`)}) / 60)::integer`,
  },
  /** From when its worker took it, the way there included, to its end. */
  actualS: { value: () => seconds },
  standardS: { value: (ctx) => sql`round(${standardOf(ctx)})::integer` },
  efficiency: { value: (ctx) => sql`round(${standardOf(ctx)} * 100 / nullif(${seconds}, 0), 1)` },
  overdue: {
    value: (ctx) => sql`coalesce(t.due_at < ${ctx.now()} and t.state not in ('DONE', 'CANCELED'), false)`,
  },
}
