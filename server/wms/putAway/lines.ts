// engine: looks for room among the goods of all owners, and claims it

import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { container } from '@lading/contract/wms/container.ts'
import type { lot as lotTable } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readProducts } from '../masters/facts.ts'
import type { LineRow } from '../task/read.ts'
import type { Goods } from './rules.ts'

/** A pallet goes up as it is; goods of one go alone where its line says that they are to lie elsewhere. */
export const goesWhole = (line: Pick<LineRow, 'fromContainerId' | 'toContainerId'>, isPallet: boolean): boolean =>
  isPallet && (line.toContainerId === null || line.toContainerId === line.fromContainerId)

/** What says which goods a line is about. */
type GoodsLine = Pick<
  LineRow,
  | 'id'
  | 'ownerId'
  | 'productId'
  | 'qpcId'
  | 'lotId'
  | 'stockType'
  | 'fromContainerId'
  | 'toContainerId'
  | 'planQty'
  | 'doneQty'
>
type LotDates = RowOf<typeof lotTable, 'id' | 'productionDate' | 'expireDate'>

/** What is still to be put away of task lines, as the engine asks about goods; `qty` of a single line when not all of it. */
export async function goodsOfLines(ctx: Ctx, lines: readonly GoodsLine[], qty?: bigint): Promise<Goods[]> {
  const [products, lots, pallets] = await Promise.all([
    readProducts(
      ctx,
      lines.map((l) => l.productId ?? ''),
      lines.map((l) => l.qpcId),
    ),
    ctx.tx.query<LotDates>(sql`
      select id, production_date, expire_date from wms_lot
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${lines.map((l) => l.lotId)}::bigint[])`),
    ctx.tx.query<RowOf<typeof container, 'id'>>(sql`
      select c.id from wms_container c join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
      where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and k.category = 'PALLET'
        and c.id = any(${lines.map((l) => l.fromContainerId)}::bigint[])`),
  ])
  const lotOf = new Map(lots.map((l) => [l.id, l]))
  const whole = new Set(pallets.map((p) => p.id))
  return lines.map((l): Goods => {
    const lot = found(lotOf.get(l.lotId ?? ''), ['批次', 'Lot'])
    return {
      product: found(products.get(l.productId ?? ''), ['商品', 'Product']),
      ownerId: l.ownerId ?? '',
      lotId: lot.id,
      stockType: l.stockType ?? 'GOOD',
      productionDate: lot.productionDate,
      expireDate: lot.expireDate,
      qty: qty ?? parseQty(l.planQty) - parseQty(l.doneQty),
      whole: goesWhole(l, whole.has(l.fromContainerId ?? '')),
      lineIds: lines.map((one) => one.id),
    }
  })
}
