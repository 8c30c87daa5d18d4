import { product, qpc } from '@lading/contract/mdm/product.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computed } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { casesOf, itsPack } from './cases.ts'

const pack = (ctx: Ctx, what: Sql): Sql => sql`
  select ${what} from ${named(ctx, qpc, 'q')} where q.id = t.qpc_id`
const goods = (ctx: Ctx, what: Sql): Sql => sql`
  select ${what} from ${named(ctx, product, 'p')} where p.id = t.product_id`

/** A balance in the measures of the board; none where the pack has no pattern, or the product no measure. */
const ofLot = (ctx: Ctx, what: Sql): Sql => sql`
  select ${what} from ${named(ctx, lot, 'x')} where x.id = t.lot_id`
export const stockComputed: Readonly<Record<string, Computed>> = {
  expireDate: { value: (ctx) => ofLot(ctx, sql`x.expire_date`) },
  lotNo: { value: (ctx) => ofLot(ctx, sql`x.lot_no`) },
  areaId: { value: (ctx) => sql`select b.area_id from ${named(ctx, bin, 'b')} where b.id = t.bin_id` },
  cases: { value: (ctx) => pack(ctx, casesOf(sql`t.qty`, itsPack)) },
  pallets: { value: (ctx) => pack(ctx, sql`round(t.qty / nullif(q.qpc * q.pallet_ti * q.pallet_hi, 0), 1)`) },
  volume: { value: (ctx) => goods(ctx, sql`round(t.qty * p.volume_m3, 3)`) },
  amount: { value: (ctx) => goods(ctx, sql`round(t.qty * p.price, 2)`) },
}
