import { refuse } from '@lading/contract/kernel/fault.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { BinUsage } from '@lading/contract/wms/place.ts'
import { binUsages } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'

export interface Place {
  readonly id: string
  readonly code: string
  readonly usage: BinUsage
  readonly disabled: boolean
  readonly lockIn: boolean
  readonly lockOut: boolean
  readonly lockReason: string | null
  readonly mixOwner: boolean
  readonly mixProduct: boolean
  readonly mixLot: boolean
}

/** The bins that a posting touches, by id. An unknown one is refused. */
export async function readPlaces(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Place>> {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.query<Place>(sql`
    select id, code, usage, disabled, lock_in, lock_out, lock_reason, mix_owner, mix_product, mix_lot
    from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${wanted}::bigint[])`)
  const places = new Map(rows.map((row) => [row.id, row]))
  for (const id of wanted) found(places.get(id), ['货位', 'Bin'])
  return places
}

/** Bins where goods stand for good: what may lie together there is limited. */
const keeping: ReadonlySet<BinUsage> = new Set(['STORAGE', 'PICK', 'PICK_STORAGE'])
export const isKept = (usage: BinUsage): boolean => keeping.has(usage)

export function demandIn(place: Place): void {
  if (place.disabled) refuse(wmsFaults.binDisabled, { bin: place.code })
  if (place.lockIn) refuse(wmsFaults.binLocked, { bin: place.code, reason: place.lockReason ?? '' })
}
export function demandOut(place: Place): void {
  if (place.lockOut) refuse(wmsFaults.binLocked, { bin: place.code, reason: place.lockReason ?? '' })
}

interface Content {
  readonly ownerId: string
  readonly productId: string
  readonly lotId: string
}
/** What already stands in a bin must be allowed to lie beside what comes. */
export async function demandMix(ctx: Ctx, place: Place, comes: Content): Promise<void> {
  if (!isKept(place.usage) || (place.mixOwner && place.mixProduct && place.mixLot)) return
  const others = await ctx.tx.query<Content>(sql`
    select distinct owner_id, product_id, lot_id from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${place.id} and qty > 0`)
  const clash = others.some(
    (o) =>
      (!place.mixOwner && o.ownerId !== comes.ownerId) ||
      (!place.mixProduct && o.productId !== comes.productId) ||
      (!place.mixLot && o.productId === comes.productId && o.lotId !== comes.lotId),
  )
  if (clash) refuse(wmsFaults.binMix, { bin: place.code })
}

export const usageText = (usage: BinUsage) => binUsages[usage]
