import { type Heard, heardMax, type searchEvents as search } from '@lading/contract/dps/deviceCalls.ts'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { deviceEvent, light } from '@lading/contract/dps/light.ts'
import { dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { user } from '@lading/contract/sys/user.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'

const dayMs = 86_400_000

/**
 * What was told, newest first, with what it was about as far as the reader sees that: an event of goods that are not his is
 * told without them.
 * @param where over `e` the event, `c` its controller, `g` the tag at its address, `l` its light, `k` the task, `x` the container
 */
export async function readEvents(ctx: Ctx, where: readonly Sql[], by = sql`e.id desc`): Promise<EventsRead> {
  const events = await ctx.tx.query<Heard>(sql`
    select e.id, e.rx_at, c.code as controller, e.kind, g.code as tag, e.node, e.qty, e.outcome, e.why, e.raw,
      trunc(l.qty)::text as shown, u.real_name as operator, m.name as product, b.code as bin, k.bill_no as task, x.code as container
    from ${fromHere(ctx, deviceEvent, 'e')} join ${fromHere(ctx, controller, 'c')} on c.id = e.controller_id
    left join ${named(ctx, tag, 'g')} on g.controller_id = e.controller_id and g.bus = e.bus and g.node = e.node
    left join ${fromHere(ctx, light, 'l')} on l.id = e.light_id
    left join ${named(ctx, user, 'u')} on u.id = l.operator_id
    left join ${fromHere(ctx, dpsPick, 'p')} on p.id = l.pick_id
    left join ${named(ctx, product, 'm')} on m.id = p.product_id
    left join ${named(ctx, bin, 'b')} on b.id = p.bin_id
    left join ${fromHere(ctx, dpsTask.header, 'k')} on k.id = l.task_id
    left join ${named(ctx, container, 'x')} on x.id = k.container_id
    where ${join(where, ' and ')} order by ${by} limit ${heardMax + 1}`)
  return { events: events.slice(0, heardMax), isCut: events.length > heardMax }
}
interface EventsRead {
  readonly events: Heard[]
  readonly isCut: boolean
}

/** What a controller told last. */
export const eventsOf = (ctx: Ctx, { id }: { id: string }): Promise<EventsRead> =>
  readEvents(ctx, [sql`e.controller_id = ${id}`], sql`e.epoch desc, e.rx_seq desc`)

/** Who pressed what. Codes are those of labels, as they are scanned. Whole days; without any it is the day before now. */
export function searchEvents(ctx: Ctx, input: z.output<typeof search.input>): Promise<EventsRead> {
  const at = (day: string, time: string) => instantAt(ctx.org.timeZone, `${day} ${time}`)
  const to = input.to === undefined ? ctx.now() : at(input.to, '23:59:59.999')
  const from = input.from === undefined ? new Date(to.getTime() - dayMs) : at(input.from, '00:00:00')
  return readEvents(
    ctx,
    [
      sql`e.rx_at between ${from} and ${to}`,
      ...(input.container ? [sql`x.code = ${input.container}`] : []),
      ...(input.tag ? [sql`g.code = ${input.tag}`] : []),
    ],
    sql`e.rx_at desc, e.id desc`,
  )
}
