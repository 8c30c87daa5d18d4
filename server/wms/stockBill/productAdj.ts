import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, mulRatio, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import { convertFaults } from '@lading/contract/wms/convertFaults.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { atField } from '../bill/atField.ts'
import { type ProductFacts, readProducts } from '../masters/facts.ts'
import { type LotFacts, lotOf } from '../stock/lot.ts'
import { demandFreeLots } from './ownerAdj.ts'
import { factsOf, type KnownLot, readLots } from './sameLot.ts'
import type { StockLine, StockWork } from './served.ts'

type Line = StockLine & {
  readonly toProductId: string
  readonly toQpcId?: string | null
  readonly ratioFrom: string
  readonly ratioTo: string
  readonly toExpires?: string | null
  toQty?: string | null
  /** Once they change. */
  readonly toLotId?: string
}
const asLines = (lines: readonly StockLine[]): readonly Line[] => lines as readonly Line[] // The bill's own fields.

interface Known {
  readonly products: ReadonlyMap<string, ProductFacts & { readonly owned: boolean; readonly seen: boolean }>
  readonly packs: ReadonlyMap<string, { readonly productId: string; readonly qpc: string; readonly name: string }>
  readonly lots: ReadonlyMap<string, KnownLot>
  readonly owner: string
}
async function readKnown(ctx: Ctx, lines: readonly Line[], ownerId: string): Promise<Known> {
  const ids = lines.flatMap((l) => [l.productId, l.toProductId])
  const [facts, seen, packs, lots, granted, { code }] = await Promise.all([
    readProducts(ctx, ids),
    ctx.tx.query<{ id: string }>(sql`select p.id from ${from(ctx, product, 'p')} where p.id = any(${ids}::bigint[])`),
    ctx.tx.query<{ id: string; productId: string; qpc: string; name: string }>(sql`
      select q.id, q.product_id, q.qpc, q.name from ${named(ctx, qpc, 'q')} where q.product_id = any(${ids}::bigint[])`),
    readLots(
      ctx,
      lines.map((l) => l.lotId),
    ),
    ctx.tx.query<{ id: string }>(sql`
      select g.product_id as id from ${named(ctx, productOwner.entity, 'g')} where g.owner_id = ${ownerId} and g.product_id = any(${ids}::bigint[])`),
    ctx.tx.one<{ code: string }>(sql`select o.code from ${named(ctx, owner, 'o')} where o.id = ${ownerId}`),
  ])
  const own = new Set(granted.map((g) => g.id))
  const visible = new Set(seen.map((p) => p.id))
  return {
    products: new Map([...facts].map(([id, f]) => [id, { ...f, owned: own.has(id), seen: visible.has(id) }])),
    packs: new Map(packs.map((p) => [p.id, p])),
    lots,
    owner: code,
  }
}

/** What a line's goods become: of what product, in what pack, how many, of a lot like theirs. */
interface Goal {
  readonly product: ProductFacts
  readonly qpcId: string
  readonly qty: Qty
  readonly facts: LotFacts
}
function goalOf(line: Line, i: number, known: Known): Goal {
  const at = { line: i + 1 }
  const to = found(known.products.get(line.toProductId), product.title)
  // Of a product that the user may not see, no refusal tells the code.
  if (!to.owned) found(to.seen || undefined, product.title)
  if (!to.owned) refuse(convertFaults.useOwnerAdj, { ...at, p: to.code, o: known.owner })
  const qpcId = line.toQpcId ?? to.qpcId
  found(known.packs.get(qpcId)?.productId === to.id || undefined, qpc.title)
  const [ratioFrom, ratioTo] = [parseQty(line.ratioFrom), parseQty(line.ratioTo)]
  const isSame = to.id === line.productId
  if (isSame && ratioFrom !== ratioTo) refuse(convertFaults.samePack, at)
  const from = parseQty(line.qty)
  const qty = ratioFrom > 0n ? mulRatio(from, ratioTo, ratioFrom, 'DOWN') : 0n
  const isExact = qty > 0n && qty * ratioFrom === from * ratioTo && (to.isWeigh || qty % qtyScale === 0n)
  if (!isExact)
    refuse(convertFaults.ratio, {
      ...at,
      p: to.code,
      qty: formatQty(from),
      from: formatQty(ratioFrom),
      to: formatQty(ratioTo),
    })
  demandPacks(line.productId, line.qpcId, from, at, known)
  demandPacks(to.id, qpcId, qty, at, known)
  const lot = found(known.lots.get(line.lotId), ['批次', 'Lot'])
  const facts = datesOf(line, to, factsOf(lot))
  if (isSame && qpcId === line.qpcId && facts.expireDate === lot.expireDate) refuse(convertFaults.sameGoods, at)
  return { product: to, qpcId, qty, facts }
}

/** Goods that are not split stay whole packs, before and after. */
function demandPacks(productId: string, qpcId: string, qty: Qty, at: object, { products, packs }: Known): void {
  const of = found(products.get(productId), product.title)
  const pack = packs.get(qpcId)
  if (of.splitAllowed || !pack || qty % parseQty(pack.qpc) === 0n) return
  refuse(convertFaults.wholePacks, { ...at, p: of.code, qty: formatQty(qty), pack: pack.name })
}

/** As old as they were, unless their product knows no dates; one that does needs to be told. */
function datesOf(line: Line, to: ProductFacts, facts: LotFacts): LotFacts {
  if (to.shelfMode === 'NONE') return { ...facts, productionDate: null, expireDate: null }
  const expireDate = line.toExpires ?? facts.expireDate
  if (expireDate === null) refuse(faults.required, { field: productAdjBill.line.fields.toExpires?.title ?? ['', ''] })
  return { ...facts, expireDate }
}

async function demand(ctx: Ctx, lines: readonly StockLine[], ownerId: string): Promise<void> {
  const known = await readKnown(ctx, asLines(lines), ownerId)
  demandFreeLots(known.lots, lines)
  for (const [i, line] of asLines(lines).entries()) {
    const field = line.toExpires ? 'toExpires' : 'toProductId'
    line.toQty = formatQty((await atField(`lines.${i}.${field}`, () => goalOf(line, i, known))).qty)
  }
}

async function prepare(ctx: Ctx, lines: readonly StockLine[], ownerId: string): Promise<StockLine[]> {
  const known = await readKnown(ctx, asLines(lines), ownerId)
  const ready: StockLine[] = []
  for (const [i, line] of asLines(lines).entries()) {
    const { product: to, qpcId, facts } = goalOf(line, i, known)
    const toLotId = await lotOf(ctx, ownerId, to.id, facts, to.lotBy)
    ready.push({ ...line, toQpcId: qpcId, toLotId, keepsPieces: to.id === line.productId })
  }
  return ready
}

/** As other goods, or in another pack, in the place where they stand. */
export const productAdjWork: StockWork = {
  bizType: 'QPC_CHANGE',
  demand,
  prepare,
  keepsAge: true,
  moves: (line, from, via) => {
    const [delta, pieces] = [parseQty(line.qty), line.pieces ?? undefined]
    return [
      { key: from, delta: -delta, pieces: pieces === undefined ? undefined : -pieces },
      { key: { ...from, ...via }, delta, pieces },
    ]
  },
  returns: (line, from, via) => {
    const { toProductId: productId, toQpcId, toLotId, toQty } = line as Line // As it was prepared.
    const to = { ...from, productId, qpcId: toQpcId ?? from.qpcId, lotId: toLotId ?? from.lotId }
    const delta = parseQty(toQty ?? '0')
    const pieces = line.keepsPieces ? (line.pieces ?? undefined) : undefined
    return [
      { key: { ...to, ...via }, delta: -delta, pieces: pieces === undefined ? undefined : -pieces },
      { key: to, delta, pieces },
    ]
  },
}
