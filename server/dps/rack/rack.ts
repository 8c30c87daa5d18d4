import type { Shown } from '@lading/contract/dps/calls.ts'
import { controller, link, tag } from '@lading/contract/dps/equipment.ts'
import { light } from '@lading/contract/dps/light.ts'
import { jobpoint, line, operator, slot } from '@lading/contract/dps/line.ts'
import { dpsPick, dpsTask, taskPoint } from '@lading/contract/dps/task.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { user } from '@lading/contract/sys/user.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { cartsOf } from './cartWay.ts'

interface PointShown {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly state: string
  readonly operators: string[]
  readonly waiting: number
  readonly isMine: boolean
}
interface ControllerShown {
  readonly id: string
  readonly code: string
  readonly driver: string
  readonly state: string
}

/** Every tag of a line with what it shows; goods that the reader may not see are not named. */
export async function rackOf(ctx: Ctx, asked: string | undefined) {
  const lines = await ctx.tx.query<{ id: string; code: string; name: string }>(sql`
    select n.id, n.code, n.name from ${fromHere(ctx, line, 'n')} where not n.disabled order by n.code`)
  const lineId = asked ?? lines[0]?.id ?? null
  const points = await ctx.tx.query<PointShown>(sql`
    select j.id, j.code, j.name, j.state,
      array(select u.real_name from ${named(ctx, operator, 'o')} join ${named(ctx, user, 'u')} on u.id = o.user_id where o.jobpoint_id = j.id order by o.since) as operators,
      (select count(*)::integer from ${fromHere(ctx, taskPoint, 'k')} where k.jobpoint_id = j.id and k.state = 'ARRIVED') as waiting,
      exists (select 1 from ${named(ctx, operator, 'm')} where m.jobpoint_id = j.id and m.user_id = ${ctx.userId}) as is_mine
    from ${fromHere(ctx, jobpoint, 'j')} join ${fromHere(ctx, line, 'n')} on n.id = j.line_id where j.line_id = ${lineId} and not j.disabled order by j.seq`)
  const tags = await ctx.tx.query<Shown>(sql`
    select g.id as tag_id, g.code, g.bus, g.node, g.kind, g.digits, g.health, (select b.code from ${named(ctx, bin, 'b')} where b.id = w.bin_id) as bin, w.jobpoint_id,
      case when w.is_cart then w.seq end as position, (select c.code from ${named(ctx, taskPoint, 'o')} join ${fromHere(ctx, dpsTask.header, 'k')} on k.id = o.task_id
        join ${named(ctx, container, 'c')} on c.id = k.container_id where w.is_cart and o.tag_id = g.id and o.state in ('ARRIVED', 'LIT')) as box,
      exists (select 1 from ${named(ctx, controller, 'c')} where c.id = g.controller_id and c.driver = 'SIM') as is_simulated,
      (select jsonb_build_object('id', l.id::text, 'taskId', l.task_id::text, 'pickId', l.pick_id::text, 'purpose', l.purpose, 'qty', trunc(l.qty)::text, 'words', l.words, 'colour', l.colour, 'style', l.style, 'state', l.state,
          'product', (select m.name from ${fromHere(ctx, dpsPick, 'p')} join ${named(ctx, product, 'm')} on m.id = p.product_id where p.id = l.pick_id),
          'container', (select c.code from ${fromHere(ctx, dpsTask.header, 'k')} join ${named(ctx, container, 'c')} on c.id = k.container_id where k.id = l.task_id))
        from ${fromHere(ctx, light, 'l')} where l.tag_id = g.id and l.state in ('QUEUED', 'LIT')) as light
    from (
      select s.tag_id, s.bin_id, s.jobpoint_id, s.seq, s.bin_id is null as is_cart from ${named(ctx, slot.entity, 's')} where s.enabled
      union all select x.tag_id, null, j.id, x.seq, false from ${named(ctx, jobpoint, 'j')} cross join lateral (values (j.display_tag_id, -2), (j.lane_tag_id, -1), (j.completer_tag_id, 10000)) x(tag_id, seq)
    ) w join ${fromHere(ctx, tag, 'g')} on g.id = w.tag_id
    where w.jobpoint_id = any(${points.map((p) => p.id)}::bigint[]) order by w.seq, g.bus, g.node`)
  const controllers = await ctx.tx.query<ControllerShown>(sql`
    select c.id, c.code, c.driver, coalesce(k.state, 'OFFLINE') as state from ${fromHere(ctx, controller, 'c')} left join ${named(ctx, link, 'k')} on k.controller_id = c.id
    where c.id in (select g.controller_id from ${named(ctx, tag, 'g')} where g.id = any(${tags.map((t) => t.tagId)}::bigint[])) order by c.code`)
  const carts = await cartsOf(ctx, lineId)
  return { lines, lineId, points: points.map((p) => ({ ...p, cart: carts.get(p.id) ?? null })), tags, controllers }
}
