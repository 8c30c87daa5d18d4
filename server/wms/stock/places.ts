// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { type BinUsage, bin, binUsages } from '@lading/contract/wms/place.ts'
import type { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { byId } from './key.ts'

export type Place = RowOf<
  typeof bin,
  'id' | 'code' | 'usage' | 'disabled' | 'lockIn' | 'lockOut' | 'lockReason' | 'mixOwner' | 'mixProduct' | 'mixLot'
>

const columns = sql`id, code, usage, disabled, lock_in, lock_out, lock_reason, mix_owner, mix_product, mix_lot`

/** The bins with these ids, by id. An unknown one is refused. */
export async function readPlaces(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Place>> {
  const places = await placesAt(ctx, ids)
  for (const id of ids) found(places.get(id), ['货位', 'Bin'])
  return places
}
/** The bins with these ids that are here, by id. */
export async function placesAt(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Place>> {
  const rows = await ctx.tx.query<Place>(sql`
    select ${columns} from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${[...new Set(ids)]}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Bins where goods stand for good: what may lie together there is limited. */
const keeping: ReadonlySet<BinUsage> = new Set(['STORAGE', 'PICK', 'PICK_STORAGE'])
export const isKept = (usage: BinUsage): boolean => keeping.has(usage)
/** Where somebody may wait for goods that are brought there. */
export const isFace = ({ usage }: Place): boolean => usage === 'PICK' || usage === 'PICK_STORAGE'

export function demandIn(place: Place): void {
  if (place.disabled) refuse(wmsFaults.binDisabled, { bin: rowName(bin, place.id, place.code) })
  if (place.lockIn)
    refuse(wmsFaults.binLocked, { bin: rowName(bin, place.id, place.code), reason: place.lockReason ?? '' })
}
export function demandOut(place: Place): void {
  if (place.lockOut)
    refuse(wmsFaults.binLocked, { bin: rowName(bin, place.id, place.code), reason: place.lockReason ?? '' })
}

/**
 * Holds the bin of a truck until the end of the transaction: with others who load it, or alone for its leaving. Whoever
 * comes late finds that it has left. Locked where all bins are: after containers, goods and promises.
 */
export async function holdTruck(ctx: Ctx, binId: string, how: 'load' | 'leave'): Promise<void> {
  const strength = how === 'load' ? sql`for share` : sql`for no key update`
  const place = await ctx.tx.maybe<Place>(sql`
    select ${columns} from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${binId} ${strength}`)
  demandIn(found(place, ['货位', 'Bin']))
}

type Content = RowOf<typeof stock, 'binId' | 'ownerId' | 'productId' | 'lotId'>
type Coming = Content & { readonly place: Place }
const asksMix = ({ place }: Coming): boolean =>
  isKept(place.usage) && !(place.mixOwner && place.mixProduct && place.mixLot)

/** What comes to a bin must be allowed to lie together. */
export function demandAlike(comes: readonly Coming[]): void {
  const asked = comes.filter(asksMix)
  for (const one of asked) demandNoClash(one, asked)
}

/**
 * What comes to a bin must be allowed to lie beside what stands there. The bins are locked, in id order: of two that come
 * to an empty one the second meets the first.
 */
export async function demandMix(ctx: Ctx, comes: readonly (Content & { readonly place: Place })[]): Promise<void> {
  const asked = comes.filter(asksMix)
  if (asked.length === 0) return
  const bins = [...new Set(asked.map((c) => c.binId))].sort(byId)
  await ctx.tx.query(sql`
    select 1 from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${bins}::bigint[])
    order by id for no key update`)
  const there = await ctx.tx.query<Content>(sql`
    select distinct bin_id, owner_id, product_id, lot_id from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = any(${bins}::bigint[]) and qty > 0`)
  for (const one of asked) demandNoClash(one, there)
}

function demandNoClash(one: Coming, others: readonly Content[]): void {
  const clash = others.some((other) => other.binId === one.binId && clashes(one.place, one, other))
  if (clash) refuse(wmsFaults.binMix, { bin: rowName(bin, one.place.id, one.place.code) })
}

const clashes = (place: Place, one: Content, other: Content): boolean =>
  (!place.mixOwner && other.ownerId !== one.ownerId) ||
  (!place.mixProduct && other.productId !== one.productId) ||
  (!place.mixLot && other.productId === one.productId && other.lotId !== one.lotId)

export const usageText = (usage: BinUsage) => binUsages[usage]
