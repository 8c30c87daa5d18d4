// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { dayOf } from '../../platform/document/day.ts'
import { isSystem, nearFirst } from '../masters/facts.ts'
import { capacitiesOf } from '../putAway/snapshot.ts'
import { type CapacityRule, capacityOf } from '../strategy/binCapacity.ts'
import type { ReplenishMethod } from '../strategy/replenish.ts'
import type { StockRow } from '../strategy/stockRow.ts'
import { type WaveFace, waitedFor } from '../strategy/wave.ts'

interface Raw {
  binId: string
  binCode: string
  transitId: string | null
  productId: string
  pickType: 'CASE' | 'SPLIT' | 'BOTH'
  method: ReplenishMethod
  minCases: number | null
  maxCases: number | null
  qpc: string
  onHand: string
  reserved: string
  waiting: string
  binTypeId: string | null
  storageAreaId: string | null
  categoryId: string | null
  capacities: CapacityRule[] | null
}
interface RawComing {
  id: string
  ownerId: string
  productId: string
  qpcId: string
  qty: string
  toBinId: string
  lotId: string
  productionDate: string | null
  expireDate: string | null
  productionBatch: string | null
  vendorId: string | null
  hold: boolean
  holdReason: string | null
}
export interface Faces {
  readonly faces: readonly WaveFace[]
  /** What is under way to them: lines of open replenishment, as rows that name the face. */
  readonly coming: readonly StockRow[]
}

/** Pick faces of products in walk order, with what stands on them, is under way to them and is waited for there. */
export async function readFaces(ctx: Ctx, productIds: readonly string[]): Promise<Faces> {
  const [raw, rows] = await Promise.all([
    ctx.tx.query<Raw>(sql`
      select f.bin_id, b.code as bin_code, f.product_id, c.id as transit_id, coalesce(a.pick_type, 'BOTH') as pick_type, coalesce(a.rpl, 'ENOUGHOUT') as method, f.min_cases, f.max_cases,
        (select q.qpc from mdm_product_qpc q where q.tenant_id = f.tenant_id and q.product_id = f.product_id order by q.is_default desc, q.id limit 1) as qpc,
        s.on_hand, s.reserved, w.waiting, b.bin_type_id, b.storage_area_id, p.category_id, ${capacitiesOf(ctx, 'b')} as capacities
      from wms_product_bin f
      join mdm_product p on p.tenant_id = f.tenant_id and p.id = f.product_id
      join wms_bin b on b.tenant_id = f.tenant_id and b.id = f.bin_id and not b.disabled and not b.lock_in and b.usage in ('PICK', 'PICK_STORAGE')
      left join wms_pick_area a on a.tenant_id = b.tenant_id and a.id = b.pick_area_id
      left join lateral (select n.id from wms_bin n where n.tenant_id = f.tenant_id and n.org_id = f.org_id and n.usage = 'RPL_TRANSIT' and not n.disabled
          and not (${isSystem('n')})
        order by n.id = a.rpl_transit_id desc nulls last, ${nearFirst('n', 'b')}, n.pick_seq, n.code limit 1) c on a.rpl_steps = 'TWO'
      cross join lateral (select coalesce(sum(x.qty), 0) as on_hand, coalesce(sum(x.reserved_qty), 0) as reserved from wms_stock x
        where x.tenant_id = f.tenant_id and x.org_id = f.org_id and x.bin_id = f.bin_id and x.product_id = f.product_id) s
      cross join lateral (select coalesce(sum(r.qty - r.used_qty - r.freed_qty), 0) as waiting from wms_reservation r
        where r.tenant_id = f.tenant_id and r.org_id = f.org_id and r.bin_id = f.bin_id and r.product_id = f.product_id and r.state = 'PENDING') w
      where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.role = 'PICK' and f.product_id = any(${productIds}::bigint[])
      order by b.pick_seq, b.code`),
    ctx.tx.query<RawComing>(sql`
      select l.id, l.owner_id, l.product_id, l.qpc_id, l.plan_qty - l.done_qty - l.short_qty as qty, coalesce(l.face_bin_id, l.to_bin_id) as to_bin_id, o.id as lot_id, o.production_date, o.expire_date,
        o.production_batch, o.vendor_id, o.hold, o.hold_reason
      from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state in ('OPEN', 'INHAND')
      join wms_lot o on o.tenant_id = l.tenant_id and o.id = l.lot_id
      where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type in ('RPL_DOWN', 'RPL_UP') and k.state not in ('DONE', 'CANCELED') and l.product_id = any(${productIds}::bigint[])
        and l.plan_qty > l.done_qty + l.short_qty`),
  ])
  const coming = rows.map((r) => comingRow(ctx, r))
  const faces = raw.map((f): WaveFace => {
    const rule = capacityOf(f.capacities ?? [], {
      binId: f.binId,
      binTypeId: f.binTypeId ?? '',
      storageAreaId: f.storageAreaId ?? '',
      productId: f.productId,
      categoryId: f.categoryId,
    })
    return {
      binId: f.binId,
      ...(f.transitId !== null && { via: { binId: f.transitId, face: f.binCode } }),
      productId: f.productId,
      pickType: f.pickType,
      method: f.method,
      min: cases(f.minCases ?? rule?.minCases ?? null, f.qpc),
      max: cases(f.maxCases ?? rule?.topCases ?? null, f.qpc),
      capacity: cases(rule?.maxCases ?? null, f.qpc),
      onHand: parseQty(f.onHand),
      reserved: parseQty(f.reserved),
      incoming: coming
        .filter((c) => c.bin.id === f.binId && c.productId === f.productId)
        .reduce((sum, c) => sum + c.qty, 0n),
      waiting: parseQty(f.waiting),
      qpc: parseQty(f.qpc),
    }
  })
  return { faces, coming }
}

const cases = (count: number | null, qpc: string): Qty | null =>
  count === null ? null : (wholeQty(count) * parseQty(qpc)) / 1000n

function comingRow(ctx: Ctx, r: RawComing): StockRow {
  return {
    id: r.id,
    ownerId: r.ownerId,
    productId: r.productId,
    qpcId: r.qpcId,
    stockType: waitedFor,
    containerId: '',
    isContainer: false,
    qty: parseQty(r.qty),
    reserved: 0n,
    firstInAt: ctx.now(),
    firstInDay: dayOf(ctx, ctx.now()),
    lot: {
      id: r.lotId,
      productionDate: r.productionDate,
      expireDate: r.expireDate,
      batch: r.productionBatch ?? '',
      vendorId: r.vendorId,
      hold: r.hold ? (r.holdReason ?? '') : null,
    },
    bin: {
      ...{ id: r.toBinId, code: '', usage: 'PICK', pickType: null },
      ...{ zoneId: '', aisle: null, pickSeq: 0, lockOut: null },
    },
  }
}
