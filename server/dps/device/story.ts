import { tag } from '@lading/contract/dps/equipment.ts'
import { light } from '@lading/contract/dps/light.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { dpsPick, dpsTask, taskPoint } from '@lading/contract/dps/task.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { user } from '@lading/contract/sys/user.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { readEvents } from './events.ts'

type Row = Record<string, string | number | null>

/** What there is to tell of a task: where it has work, its picks, its lights, and what was pressed of them. */
export async function storyOfTask(ctx: Ctx, { id }: { id: string }) {
  found(
    await ctx.tx.maybe(sql`select 1 from ${from(ctx, dpsTask.header, 't')} where t.id = ${id}`),
    dpsTask.header.title,
  )
  const who = (of: Sql) => sql`(select u.real_name from ${named(ctx, user, 'u')} where u.id = ${of})`
  const at = (of: Sql) => sql`(select j.code from ${named(ctx, jobpoint, 'j')} where j.id = ${of})`
  const tagged = (of: Sql) => sql`(select g.code from ${named(ctx, tag, 'g')} where g.id = ${of})`
  const [points, picks, lights, told] = await Promise.all([
    ctx.tx.query<Row>(sql`
      select o.id, o.seq, ${at(sql`o.jobpoint_id`)} as point, o.state, o.colour, ${who(sql`o.operator_id`)} as operator, o.arrived_at, o.lit_at, o.done_at,
        (select count(*)::integer from ${from(ctx, dpsPick, 'p')} where p.task_id = o.task_id and p.jobpoint_id = o.jobpoint_id and p.state in ('WAIT', 'LIT')) as open
      from ${from(ctx, taskPoint, 'o')} where o.task_id = ${id} order by o.seq, o.id`),
    ctx.tx.query<Row>(sql`
      select p.id, p.seq, (select concat_ws(' ', m.code, m.name) from ${named(ctx, product, 'm')} where m.id = p.product_id) as product, p.state,
        (select b.code from ${named(ctx, bin, 'b')} where b.id = p.bin_id) as bin, ${tagged(sql`p.tag_id`)} as tag, ${at(sql`p.jobpoint_id`)} as point,
        p.plan_qty, p.done_qty, p.short_qty, ${who(sql`p.operator_id`)} as operator, p.by, p.closed_at
      from ${from(ctx, dpsPick, 'p')} where p.task_id = ${id} order by p.seq, p.id`),
    ctx.tx.query<Row>(sql`
      select l.id, l.sent_at, ${tagged(sql`l.tag_id`)} as tag, l.purpose, l.state, l.qty, l.words, l.colour, l.style, ${at(sql`l.jobpoint_id`)} as point,
        ${who(sql`l.operator_id`)} as operator, l.closed_at
      from ${from(ctx, light, 'l')} where l.task_id = ${id} order by l.id`),
    readEvents(ctx, [sql`l.task_id = ${id}`]),
  ])
  return { points, picks, lights, events: told.events }
}
