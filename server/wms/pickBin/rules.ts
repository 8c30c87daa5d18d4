import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { owner as ownerTable } from '@lading/contract/mdm/owner.ts'
import { productOwner, product as productTable } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { pickBinFaults } from '@lading/contract/wms/pickBinFaults.ts'
import { bin as binTable, binUsages } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandOwner, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { from, fromHere, named, ofAllOwners } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { atField } from '../bill/atField.ts'
import { demandServedHere } from '../masters/ownerDc.ts'

export interface FaceLine {
  readonly productId: string
  readonly binId?: string | null
  readonly toBinId?: string | null
  readonly minCases?: number | null
  readonly maxCases?: number | null
  readonly effective: 'NOW' | 'AFTER_WAVE'
}
type Bin = RowOf<typeof binTable, 'id' | 'code' | 'usage' | 'mixProduct' | 'disabled'>
type Face = RowOf<typeof productBin, 'productId' | 'binId' | 'minCases' | 'maxCases'>
interface Product {
  readonly id: string
  readonly code: string
  readonly owned: boolean
}
interface Known {
  readonly products: ReadonlyMap<string, Product>
  readonly bins: ReadonlyMap<string, Bin>
  /** Faces of these products, and of others in these bins. */
  readonly faces: readonly Face[]
  /** What stands in these bins. */
  readonly there: readonly { readonly binId: string; readonly productId: string }[]
}

async function readKnown(ctx: Ctx, lines: readonly FaceLine[], ownerId: string): Promise<Known> {
  const products = lines.map((l) => l.productId)
  const bins = lines.flatMap((l) => [l.binId ?? [], l.toBinId ?? []].flat())
  const [rows, places, faces, there] = await Promise.all([
    ctx.tx.query<Product>(sql`
      select p.id, p.code, exists (
        select 1 from ${named(ctx, productOwner.entity, 'o')} where o.product_id = p.id and o.owner_id = ${ownerId}) as owned
      from ${from(ctx, productTable, 'p')} where p.id = any(${products}::bigint[])`),
    ctx.tx.query<Bin>(sql`
      select b.id, b.code, b.usage, b.mix_product, b.disabled from ${fromHere(ctx, binTable, 'b')} where b.id = any(${bins}::bigint[])`),
    // Whose goods a bin is kept for concerns all who would share it.
    ctx.tx.query<Face>(sql`
      select f.product_id, f.bin_id, f.min_cases, f.max_cases from ${fromHere(ofAllOwners(ctx), productBin, 'f')}
      where f.role = 'PICK' and (f.product_id = any(${products}::bigint[]) or f.bin_id = any(${bins}::bigint[]))`),
    ctx.tx.query<{ binId: string; productId: string }>(sql`
      select distinct s.bin_id, s.product_id from ${fromHere(ofAllOwners(ctx), stock, 's')}
      where s.qty > 0 and s.bin_id = any(${bins}::bigint[])`),
  ])
  return {
    products: new Map(rows.map((r) => [r.id, r])),
    bins: new Map(places.map((b) => [b.id, b])),
    faces,
    there,
  }
}

const nameOf = (b: Bin) => rowName(binTable, b.id, b.code)

/** Each line names a face of a product of the owner, a bin that may become one, or both. */
export async function demandFaces(ctx: Ctx, lines: readonly FaceLine[], ownerId: string): Promise<void> {
  const known = await readKnown(ctx, lines, ownerId)
  // What there is comes before what it may become.
  for (const line of lines) {
    found(known.products.get(line.productId), productTable.title)
    for (const id of [line.binId, line.toBinId]) if (id) found(known.bins.get(id), binTable.title)
  }
  const unowned = lines.map((l) => known.products.get(l.productId)).find((p) => p && !p.owned)
  if (unowned) await refuseOwner(ctx, unowned.code, ownerId)
  for (const [i, line] of lines.entries()) {
    await demandLine(line, i, known)
    const other = lines.slice(0, i).findIndex((before) => meets(before, line))
    if (other >= 0) refuse(pickBinFaults.twice, { line: i + 1, other: other + 1 })
  }
}

/** A face is named once, as what is left and as what is new. */
const meets = (a: FaceLine, b: FaceLine): boolean =>
  a.productId === b.productId && ((!!a.binId && a.binId === b.binId) || (!!a.toBinId && a.toBinId === b.toBinId))

async function refuseOwner(ctx: Ctx, code: string, ownerId: string): Promise<never> {
  const row = await ctx.tx.maybe<RowOf<typeof ownerTable, 'code'>>(sql`
    select o.code from ${from(ctx, ownerTable, 'o')} where o.id = ${ownerId}`)
  return refuse(wmsFaults.notOwners, { code, owner: row?.code ?? '' })
}

async function demandLine(line: FaceLine, i: number, { products, bins, faces, there }: Known): Promise<void> {
  const p = rowName(productTable, line.productId, products.get(line.productId)?.code ?? '')
  const [old, next] = [bins.get(line.binId ?? ''), bins.get(line.toBinId ?? '')]
  const own = (bin: Bin | undefined) => faces.find((f) => f.productId === line.productId && f.binId === bin?.id)
  const face = own(old)
  if (!old && !next) return refuse(pickBinFaults.noFace, { line: i + 1 })
  await atField(`lines.${i}.binId`, () => {
    if (old && !face) refuse(pickBinFaults.notFace, { bin: nameOf(old), p })
  })
  const stays = next?.id === old?.id
  if (stays && typeof line.minCases !== 'number' && typeof line.maxCases !== 'number')
    refuse(pickBinFaults.nothing, { line: i + 1 })
  const [min, max] = [line.minCases ?? face?.minCases, line.maxCases ?? face?.maxCases]
  await atField(`lines.${i}.minCases`, () => {
    if (next && typeof min === 'number' && typeof max === 'number' && min > max) refuse(masterFaults.minAboveMax)
  })
  if (!next || stays) return
  await atField(`lines.${i}.toBinId`, () => {
    if (next.usage !== 'PICK' && next.usage !== 'PICK_STORAGE')
      refuse(wmsFaults.binUsage, { bin: nameOf(next), usage: binUsages[next.usage] })
    if (next.disabled) refuse(wmsFaults.binDisabled, { bin: nameOf(next) })
    if (own(next)) refuse(pickBinFaults.isFace, { bin: nameOf(next), p })
    const others = [...faces, ...there].some((o) => o.binId === next.id && o.productId !== line.productId)
    if (others && !next.mixProduct) refuse(wmsFaults.binMix, { bin: nameOf(next) })
  })
}

async function complete(ctx: Ctx, ownerId: string, lines: readonly FaceLine[]): Promise<void> {
  if (lines.length === 0) refuse(faults.emptyLines)
  demandOwner(ctx, ownerId)
  await demandServedHere(ctx, [ownerId])
  await demandFaces(ctx, lines, ownerId)
}

export const faceLines = (ctx: Ctx, billId: string): Promise<FaceLine[]> =>
  ctx.tx.query<FaceLine>(sql`
    select l.* from ${from(ctx, pickBinBill.line, 'l')} where l.bill_id = ${billId} order by l.line_no`)

export const pickBinRules = documentRules(pickBinBill, {
  beforeCreate: (ctx, input) => complete(ctx, input.ownerId, input.lines ?? []),
  beforeUpdate: async (ctx, input, before) => {
    const ownerId = input.ownerId ?? before.ownerId
    if (input.lines === undefined && ownerId === before.ownerId) return
    const lines = input.lines ?? (await faceLines(ctx, input.id))
    input.ownerId = ownerId
    await complete(ctx, ownerId, lines)
  },
})
