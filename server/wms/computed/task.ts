import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

const lines = sql`from wms_task_line l where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id`
const casesOf = (column: 'plan_qty' | 'done_qty') => {
  const qty = column === 'plan_qty' ? sql`l.plan_qty` : sql`l.done_qty`
  return sql`
    select round(sum(${qty} / coalesce(nullif(q.qpc, 0), 1)), 1) from wms_task_line l
    left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
    where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id`
}

/** Where a task leads, in cases and minutes. */
export const taskComputed: Readonly<Record<string, Computed>> = {
  zone: {
    value: () => sql`
      select string_agg(a.code, ' ' order by a.code) from wms_area a where a.tenant_id = t.tenant_id and a.id in (
        select b.area_id from wms_bin b where b.tenant_id = t.tenant_id and b.id in (
          select case when t.task_type = 'PUTAWAY' then l.to_bin_id else l.from_bin_id end ${lines}))`,
    where: (_, v) => sql`exists (
      select 1 from wms_task_line l
      join wms_bin b on b.tenant_id = l.tenant_id and b.id in (l.from_bin_id, l.to_bin_id)
      join wms_area a on a.tenant_id = b.tenant_id and a.id = b.area_id
      where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id
        and a.code >= ${String(v)} and a.code < ${`${String(v)}\u{10FFFF}`})`,
  },
  planCases: { value: () => casesOf('plan_qty') },
  doneCases: { value: () => casesOf('done_qty') },
  minutes: {
    value: (ctx) => sql`
      select round(extract(epoch from coalesce(t.finished_at, ${ctx.now()}) - t.started_at) / 60)::integer`,
  },
  overdue: {
    value: (ctx) => sql`coalesce(t.due_at < ${ctx.now()} and t.state not in ('DONE', 'CANCELED'), false)`,
  },
}
