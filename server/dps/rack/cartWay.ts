import type { CartStop, RackData } from '@lading/contract/dps/calls.ts'
import { jobpoint, line } from '@lading/contract/dps/line.ts'
import { dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'

type Cart = NonNullable<RackData['points'][number]['cart']>
interface Wanted {
  readonly jobpointId: string
  readonly bin: string
  readonly code: string
  readonly name: string
  readonly qty: string
  readonly boxes: number
  /** Whether the cart stands there. */
  readonly isNow: boolean
}

/** Of each cart of a line where it stands, and where it goes then: on in walking order, back to what was passed by, and last to what waits for goods. */
export async function cartsOf(ctx: Ctx, lineId: string | null): Promise<ReadonlyMap<string, Cart>> {
  const carts = await ctx.tx.query<{ id: string }>(sql`
    select j.id from ${fromHere(ctx, jobpoint, 'j')} join ${fromHere(ctx, line, 'n')} on n.id = j.line_id and n.mode = 'CART' where n.id = ${lineId}::bigint and not j.disabled`)
  if (carts.length === 0) return new Map()
  const rows = await ctx.tx.query<Wanted & object>(sql`
    select g.jobpoint_id, b.code as bin, m.code, ${spoken(ctx, product, 'name', 'm')} as name, g.qty, g.boxes, b.id is not distinct from j.now_bin_id as is_now
    from (select p.jobpoint_id, p.bin_id, p.product_id, sum(p.plan_qty - p.done_qty - p.short_qty) as qty, count(distinct p.task_id)::integer as boxes, bool_and(p.blocked_at is not null) as is_blocked
      from ${fromHere(ctx, dpsPick, 'p')} join ${fromHere(ctx, dpsTask.header, 't')} on t.id = p.task_id and t.state in ('BOUND', 'PICKING')
      where p.jobpoint_id = any(${carts.map((c) => c.id)}::bigint[]) and p.state in ('WAIT', 'LIT') group by p.jobpoint_id, p.bin_id, p.product_id) g
    join ${fromHere(ctx, jobpoint, 'j')} on j.id = g.jobpoint_id join ${named(ctx, bin, 'b')} on b.id = g.bin_id
    left join ${named(ctx, bin, 'n')} on n.id = j.now_bin_id join ${named(ctx, product, 'm')} on m.id = g.product_id
    order by g.is_blocked, coalesce((b.pick_seq, b.code) < (n.pick_seq, n.code), false), b.pick_seq, b.code, m.id is distinct from j.now_product_id, m.id`)
  return new Map(
    carts.map(({ id }): [string, Cart] => {
      const own = rows.filter((r) => r.jobpointId === id)
      const stops = [...Map.groupBy(own, (r) => r.bin)].map(([at, of]) => ({
        isNow: of[0]?.isNow === true,
        stop: stopAt(at, of),
      }))
      const [now = null, next = null] = [true, false].map((is) => stops.find((s) => s.isNow === is)?.stop)
      return [id, { now, next, stops: stops.length }]
    }),
  )
}
const stopAt = (at: string, of: readonly Wanted[]): CartStop => ({
  bin: at,
  goods: of.map(({ code, name, qty, boxes }) => ({ code, name, qty, boxes })),
})
