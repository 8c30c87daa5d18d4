import { controller, link, tag } from '@lading/contract/dps/equipment.ts'
import { light } from '@lading/contract/dps/light.ts'
import { jobpoint, line, operator, slot } from '@lading/contract/dps/line.ts'
import { dpsPick, dpsTask, taskPoint } from '@lading/contract/dps/task.ts'
import { user } from '@lading/contract/sys/user.ts'
import { container } from '@lading/contract/wms/container.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { beyond, notAFilter } from '../../kernel/listQuery.ts'
import type { Computations } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'

const of = (e: Parameters<typeof named>[1], alias: string, value: Sql, where: Sql) => ({
  value: (ctx: Ctx) => sql`(select ${value} from ${named(ctx, e, alias)} where ${where})`,
})
/** The same of what its reader sees: of goods of his owners alone. */
const seen = (e: Parameters<typeof named>[1], alias: string, value: Sql, where: Sql) => ({
  value: (ctx: Ctx) => sql`(select ${value} from ${from(ctx, e, alias)} where ${where})`,
})
const slotOf = (column: Sql) => of(slot.entity, 's', column, sql`s.tag_id = t.id and s.enabled limit 1`)

export const dpsComputed: Computations = {
  [controller.table]: {
    state: of(link, 'k', sql`coalesce(max(k.state), 'OFFLINE')`, sql`k.controller_id = t.id`),
    lastRxAt: of(link, 'k', sql`max(k.last_rx_at)`, sql`k.controller_id = t.id`),
    tagCount: of(tag, 'g', sql`count(*)::integer`, sql`g.controller_id = t.id and not g.disabled`),
    badTags: of(tag, 'g', sql`count(*)::integer`, sql`g.controller_id = t.id and not g.disabled and g.health <> 'OK'`),
  },
  [tag.table]: {
    binId: slotOf(sql`s.bin_id`),
    jobpointId: slotOf(sql`s.jobpoint_id`),
    isLit: {
      value: (ctx) =>
        sql`exists (select 1 from ${from(ctx, light, 'l')} where l.tag_id = t.id and l.state in ('QUEUED', 'LIT'))`,
    },
  },
  [line.table]: { points: of(jobpoint, 'j', sql`count(*)::integer`, sql`j.line_id = t.id and not j.disabled`) },
  [jobpoint.table]: {
    slotCount: of(slot.entity, 's', sql`count(*)::integer`, sql`s.jobpoint_id = t.id and s.enabled`),
    operators: {
      value: (ctx) => sql`(select string_agg(u.real_name, ', ' order by o.since) from ${named(ctx, operator, 'o')}
        join ${named(ctx, user, 'u')} on u.id = o.user_id where o.jobpoint_id = t.id)`,
    },
    queue: seen(taskPoint, 'o', sql`count(*)::integer`, sql`o.jobpoint_id = t.id and o.state in ('ARRIVED', 'LIT')`),
    lit: seen(
      light,
      'l',
      sql`count(*)::integer`,
      sql`l.jobpoint_id = t.id and l.state in ('QUEUED', 'LIT') and l.purpose = 'PICK'`,
    ),
  },
  [dpsTask.header.table]: {
    points: {
      value: (
        ctx,
      ) => sql`(select string_agg(j.code || case o.state when 'DONE' then '✓' when 'LIT' then '●' when 'ARRIVED' then '◔' when 'SKIPPED' then '–' else '' end, ' ' order by o.seq)
        from ${named(ctx, taskPoint, 'o')} join ${named(ctx, jobpoint, 'j')} on j.id = o.jobpoint_id where o.task_id = t.id)`,
    },
    containerCode: {
      value: (ctx) => sql`(select c.code from ${named(ctx, container, 'c')} where c.id = t.container_id)`,
      // A code that is scanned leads to the container, and that to its tasks.
      where: (ctx, v) => {
        const codes = [v].flat().filter((c) => typeof c === 'string')
        const [code] = codes
        if (code === undefined) return notAFilter('containerCode')
        const begins = sql`c.code >= ${code} and c.code < ${beyond(code)}`
        return sql`t.container_id in (select c.id from ${named(ctx, container, 'c')} where ${Array.isArray(v) ? sql`c.code = any(${codes}::text[])` : begins})`
      },
    },
  },
  [dpsPick.table]: { containerId: of(dpsTask.header, 'k', sql`k.container_id`, sql`k.id = t.task_id`) },
}
