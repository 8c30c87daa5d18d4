import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

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
