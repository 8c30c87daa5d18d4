import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { caseSum, packed } from './cases.ts'

/**
 * What stands in the container or in one that stands on it, as far as the caller may see it. The containers are found
 * first: an `or` would read all stock for each container of a page.
 */
const content = (ctx: Ctx): Sql => sql`
  from ${from(ctx, stock, 's')} where s.org_id = t.org_id and s.qty > 0 and s.container_id = any(array(
    select t.id union all select n.id from ${named(ctx, container, 'n')} where n.org_id = t.org_id and n.parent_id = t.id))`

/** States in which a container is not in the building, whatever place it was last seen at. */
const away = sql`('SHIPPED', 'LOST', 'CLOSED', 'SCRAPPED')`

/** What is in a container, what it weighs, whether it is here and for how long it has stood. */
export const containerComputed: Readonly<Record<string, Computed>> = {
  cases: {
    value: (ctx) => sql`
      select case when exists (select 1 ${content(ctx)}) then ${caseSum(sql`
        select s.qty, ${packed(ctx)} from (select s.qpc_id, s.qty ${content(ctx)}) s
        join ${named(ctx, qpc, 'q')} on q.id = s.qpc_id`)} end`,
  },
  weightKg: {
    value: (ctx) => sql`
      select round(sum(s.qty * case when p.is_weigh then 1 else p.weight_kg end), 3) + coalesce((
        select k.tare_kg from ${named(ctx, containerType, 'k')} where k.id = t.type_id), 0)
      from (select s.product_id, s.qty ${content(ctx)}) s join ${named(ctx, product, 'p')} on p.id = s.product_id`,
  },
  inDc: { value: () => sql`t.state not in ${away}` },
  idleDays: {
    value: (ctx) =>
      sql`greatest(0, floor(extract(epoch from (${ctx.now()}::timestamptz - coalesce(t.last_move_at, t.created_at))) / 86400))::integer`,
  },
}
