import { taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { visible } from '../../kernel/scope.ts'
import { joinReceipts } from '../stock/taken.ts'
import { caseSum, packed } from './cases.ts'

/** Goods in cases and loose; what is done with whole containers and trucks is not counted so. */
const casesOf = (column: 'plan_qty' | 'done_qty') => {
  const qty = column === 'plan_qty' ? sql`l.plan_qty` : sql`l.done_qty`
  const sum = caseSum(sql`
    select ${qty} as qty, ${packed} from wms_task_line l
    left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
    where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id`)
  return sql`case when t.task_type not in ('ENTER_TRUCK', 'DESPATCH') then ${sum} end`
}
/** Of the first line that is not done yet, in walk order; of the first at all when all are. */
const ofNext = (ctx: Pick<Ctx, 'tenantId' | 'org' | 'owners'>, what: Sql, from: Sql) => sql`
  select ${what} from wms_task_line l ${from}
  where ${visible(taskLine, ctx as never, 'l')} and l.org_id = t.org_id and l.task_id = t.id
  order by case when l.state in ('OPEN', 'INHAND') then 0 else 1 end, l.seq, l.line_no limit 1`

const filled = sql`wms_task_line l join wms_container c on c.tenant_id = l.tenant_id and c.id = l.to_container_id
  join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id where y.category <> 'VIRTUAL' and l.done_qty > 0`

/** Where a task leads, in cases and minutes. */
export const taskComputed: Readonly<Record<string, Computed>> = {
  zone: {
    value: () => sql`
      select string_agg(distinct a.code, ' ') from wms_task_line l
      join wms_bin b on b.tenant_id = l.tenant_id and b.id = case when t.task_type = 'PUTAWAY' then l.to_bin_id else l.from_bin_id end
      join wms_area a on a.tenant_id = b.tenant_id and a.id = b.area_id
      where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id`,
    where: (_, v) => sql`exists (
      select 1 from wms_task_line l
      join wms_bin b on b.tenant_id = l.tenant_id and b.id in (l.from_bin_id, l.to_bin_id)
      join wms_area a on a.tenant_id = b.tenant_id and a.id = b.area_id
      where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id
        and a.code >= ${String(v)} and a.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  /** A line has nowhere to go: no bin was found, or the one found takes no goods any more. */
  noBin: {
    value: () => sql`t.task_type = 'PUTAWAY' and t.state not in ('WAIT', 'DONE', 'CANCELED') and exists (
      select 1 from wms_task_line l left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
      where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id and l.state = 'OPEN'
        and (l.to_bin_id is null or b.lock_in or b.disabled))`,
  },
  goods: {
    value: (ctx) =>
      ofNext(
        ctx,
        sql`p.code || ' ' || p.name`,
        sql`join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id`,
      ),
  },
  bin: {
    value: (ctx) =>
      ofNext(
        ctx,
        sql`b.code`,
        sql`join wms_bin b on b.tenant_id = l.tenant_id
          and b.id = case when t.task_type = 'PUTAWAY' then l.to_bin_id else l.from_bin_id end`,
      ),
  },
  /** What a pick fills: of each line the tote it went to last; what stands for no tote is the task's own number. */
  totes: {
    value: () => sql`
      select string_agg(distinct c.code, ' ') from ${filled} and l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id`,
    where: (ctx, v) => sql`t.id in (
      select l.task_id from ${filled} and l.tenant_id = ${ctx.tenantId}
        and c.code >= ${String(v)} and c.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  /** Aisles stand at right angles: nobody walks through a rack. Unknown as soon as one bin has no place on the plan. */
  walkM: {
    value: () => sql`
      select case when t.task_type = 'PICK' and count(w.x) = count(*) and count(w.y) = count(*)
        then round(coalesce(sum(abs(w.x - w.from_x) + abs(w.y - w.from_y)), 0))::integer end
      from (
        select b.x, b.y, lag(b.x) over o as from_x, lag(b.y) over o as from_y from wms_task_line l
        left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.from_bin_id
        where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id and l.state <> 'CANCELED'
        window o as (order by l.seq, l.line_no)) w`,
  },
  planCases: { value: () => casesOf('plan_qty') },
  doneCases: { value: () => casesOf('done_qty') },
  receivedInto: {
    value: () => sql`
      case when t.task_type = 'RECEIVE' then (
        select count(distinct c.id)::integer from wms_task_line l
        ${joinReceipts}
        join wms_container c on c.tenant_id = e.tenant_id and c.id = e.container_id and c.code <> 'LOOSE'
        where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id) end`,
  },
  minutes: {
    value: (ctx) => sql`
      select round(extract(epoch from coalesce(t.finished_at, ${ctx.now()}) - t.started_at) / 60)::integer`,
  },
  overdue: {
    value: (ctx) => sql`coalesce(t.due_at < ${ctx.now()} and t.state not in ('DONE', 'CANCELED'), false)`,
  },
}
