// engine: promises stock to orders under lock, and divides orders

import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { dayOf } from '../../platform/document/day.ts'
import type { StockRow } from '../strategy/stockRow.ts'

interface Raw {
  id: string
  ownerId: string
  productId: string
  qpcId: string
  stockType: StockType
  containerId: string
  containerCode: string
  qty: string
  reservedQty: string
  firstInAt: Date
  lotId: string
  productionDate: string | null
  expireDate: string | null
  productionBatch: string | null
  vendorId: string | null
  hold: boolean
  holdReason: string | null
  binId: string
  binCode: string
  usage: string
  areaId: string
  aisle: string | null
  pickAreaId: string | null
  pickType: 'CASE' | 'SPLIT' | 'BOTH' | null
  pickSeq: number
  lockOut: boolean
  lockReason: string | null
}
export interface Candidate extends StockRow {
  readonly pickAreaId: string | null
  readonly areaId: string
  readonly containerCode: string
}

/** Stock rows looked at for one product; goods lie in fewer places, and more would not change the choice. */
const perProduct = 300

/** Which rows are looked at, in terms of the stock `s`. */
export const freeStock = sql`s.qty > s.reserved_qty`
/** Also what is promised to others: to tell why it cannot be had. */
export const allStock = sql`s.qty > 0`

/** Stock that could serve an order: the owner's goods of these products and types with something free, not on hold or locked away. */
export async function readCandidates(
  ctx: Ctx,
  ownerId: string,
  productIds: readonly string[],
  types: readonly StockType[],
  which: Sql,
): Promise<Candidate[]> {
  const rows = await ctx.tx.query<Raw>(sql`
    select * from (
      select s.id, s.owner_id, s.product_id, s.qpc_id, s.stock_type, s.container_id, c.code as container_code, s.qty, s.reserved_qty, s.first_in_at,
        l.id as lot_id, l.production_date, l.expire_date, l.production_batch, l.vendor_id, l.hold, l.hold_reason,
        b.id as bin_id, b.code as bin_code, b.usage, b.area_id, b.aisle, b.pick_area_id, a.pick_type, b.pick_seq, b.lock_out, b.lock_reason,
        row_number() over (partition by s.product_id order by (s.qty > s.reserved_qty) desc, l.expire_date nulls last, s.first_in_at, s.id) as n
      from wms_stock s
      join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.usage in ('PICK', 'PICK_STORAGE', 'STORAGE') and not b.disabled
      join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      left join wms_pick_area a on a.tenant_id = b.tenant_id and a.id = b.pick_area_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.owner_id = ${ownerId} and s.product_id = any(${productIds}::bigint[])
        and s.stock_type = any(${types}::text[]) and ${which}) x
    where n <= ${perProduct}`)
  return rows.map((r) => ({
    id: r.id,
    ownerId: r.ownerId,
    productId: r.productId,
    qpcId: r.qpcId,
    stockType: r.stockType,
    containerId: r.containerId,
    isContainer: r.containerCode !== 'LOOSE',
    qty: parseQty(r.qty),
    reserved: parseQty(r.reservedQty),
    firstInAt: r.firstInAt,
    firstInDay: dayOf(ctx, r.firstInAt),
    lot: {
      id: r.lotId,
      productionDate: r.productionDate,
      expireDate: r.expireDate,
      batch: r.productionBatch ?? '',
      vendorId: r.vendorId,
      hold: r.hold ? (r.holdReason ?? '') : null,
    },
    bin: {
      id: r.binId,
      code: r.binCode,
      usage: r.usage,
      // A pick face outside any pick area hands out whatever is asked.
      // Reserve is not a pick face, whoever picks there when goods have none.
      pickType: r.usage === 'STORAGE' ? null : (r.pickType ?? 'BOTH'),
      zoneId: r.areaId,
      aisle: r.aisle,
      pickSeq: r.pickSeq,
      lockOut: r.lockOut ? (r.lockReason ?? '') : null,
    },
    pickAreaId: r.pickAreaId,
    areaId: r.areaId,
    containerCode: r.containerCode,
  }))
}
