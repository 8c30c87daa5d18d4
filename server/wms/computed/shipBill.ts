import { product } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'
import { isStaged, loadLines } from '../ship/load.ts'

/** Containers that stand ready for the stores of the shipment `t` and are on no list. */
const beside = (ctx: Ctx): Sql => sql`
  ${from(ctx, container, 'c')} where c.org_id = t.org_id and ${isStaged}
    and c.store_id in (select p.store_id from ${named(ctx, shipStop, 'p')} where p.org_id = t.org_id and p.bill_id = t.id)
    and exists (select 1 from ${from(ctx, stock, 's')} where s.org_id = c.org_id and s.container_id = c.id and s.qty > 0)
    and c.id not in (select l.from_container_id from ${loadLines(sql`t`)} and l.from_container_id is not null)`

/**
 * A share of the truck's limit: of what is on its list, or before there is one of what stands ready. As an array, since
 * a planner that knows no statistics would look for the containers anew for every row of stock.
 */
const share = (stored: Sql, perUnit: Sql, limit: Sql): Computed => ({
  value: (ctx) => sql`
    select round(100 * case when t.state in ('SAVED', 'APPROVED') then (
        select coalesce(sum(s.qty * ${perUnit}), 0) from ${from(ctx, stock, 's')} join ${named(ctx, product, 'm')} on m.id = s.product_id
        where s.org_id = t.org_id and s.qty > 0 and s.container_id = any(array(select c.id from ${beside(ctx)})))
      else ${stored} end / nullif(${limit}, 0), 1)`,
})

export const shipComputed: Readonly<Record<string, Computed>> = {
  loaded: { value: () => sql`select count(*)::integer from ${loadLines(sql`t`)} and l.done_qty > 0` },
  toLoad: { value: () => sql`select count(*)::integer from ${loadLines(sql`t`)} and l.state in ('OPEN', 'INHAND')` },
  staged: {
    value: (ctx) => sql`
      case when t.state in ('SAVED', 'APPROVED', 'INPROGRESS') then (select count(*)::integer from ${beside(ctx)}) else 0 end`,
  },
  weightPct: share(sql`t.weight`, sql`m.weight_kg`, sql`t.max_weight_kg`),
  volumePct: share(sql`t.volume`, sql`m.volume_m3`, sql`t.max_volume_m3`),
}

/** The shipment of a stop, under the name that the parts above give it. */
const ofStop = (ctx: Ctx, select: Sql): Sql => sql`
  select coalesce((select ${select} from ${named(ctx, shipBill.header, 'h')}, ${loadLines(sql`h`)} and h.id = t.bill_id and l.store_id = t.store_id), 0)`

export const stopComputed: Readonly<Record<string, Computed>> = {
  /** On the list for this store; before there is one, what stands ready. */
  containers: {
    value: (ctx) => sql`
      case when exists (select 1 from ${named(ctx, shipBill.header, 'h')} where h.id = t.bill_id and h.started_at is null)
        then (select count(*)::integer from ${from(ctx, container, 'c')} where c.org_id = t.org_id and c.store_id = t.store_id and ${isStaged})
        else (${ofStop(ctx, sql`count(*)::integer`)}) end`,
  },
  loaded: { value: (ctx) => ofStop(ctx, sql`(count(*) filter (where l.done_qty > 0))::integer`) },
}
