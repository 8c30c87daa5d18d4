import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { attrChangeBill } from '@lading/contract/wms/attrChangeBill.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { lot as lotTable } from '@lading/contract/wms/stock.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { atField } from '../bill/atField.ts'
import { type ProductFacts, readProducts } from '../masters/facts.ts'
import { attrsIn, type LotAttr, lotAttrsOf } from '../stock/attrText.ts'
import { type LotFacts, lotIdentity, lotOf } from '../stock/lot.ts'
import { shelfDates } from '../strategy/receiving.ts'
import { converted, type StockLine, type StockWork, storedLines } from './served.ts'

type Lot = RowOf<
  typeof lotTable,
  'id' | 'lotNo' | 'identity' | 'productionDate' | 'expireDate' | 'productionBatch' | 'vendorId' | 'hold' | 'holdReason'
> & { readonly attr: Readonly<Record<string, string>> | null }
/** A line with what is said anew of its lot; what is left out stays. */
type Line = StockLine & {
  readonly newProduced?: string | null
  readonly newExpires?: string | null
  readonly newBatch?: string | null
  readonly newVendorId?: string | null
  readonly newAttrs?: string | null
  /** The lot that its goods become part of, found or made when they change. */
  readonly toLotId?: string
}
const asLine = (line: StockLine): Line => line as Line // The bill's own fields.

interface Known {
  readonly lots: ReadonlyMap<string, Lot>
  readonly products: ReadonlyMap<string, ProductFacts>
  readonly attrs: readonly LotAttr[]
}
async function readKnown(ctx: Ctx, lines: readonly StockLine[]): Promise<Known> {
  const ids = lines.map((l) => l.productId)
  const [lots, products, attrs] = await Promise.all([
    ctx.tx.query<Lot>(sql`
      select g.id, g.lot_no, g.identity, g.production_date, g.expire_date, g.production_batch, g.vendor_id, g.hold, g.hold_reason, g.attr
      from ${fromHere(ctx, lotTable, 'g')} where g.id = any(${lines.map((l) => l.lotId)}::bigint[])`),
    readProducts(ctx, ids),
    lotAttrsOf(ctx, ids),
  ])
  return { lots: new Map(lots.map((l) => [l.id, l])), products, attrs }
}

/** Dates as the product's rules have them, where one of them is said anew. */
function datesOf(ctx: Ctx, line: Line, lot: Lot, product: ProductFacts) {
  const { newProduced, newExpires } = line
  const before = { productionDate: lot.productionDate, expireDate: lot.expireDate }
  if (!newProduced && !newExpires) return before
  // The other follows from the shelf life; where none is known it stays as it was.
  const other = product.shelfLifeDays === null ? before : { productionDate: null, expireDate: null }
  const dates = shelfDates(
    { productionDate: newProduced ?? other.productionDate, expireDate: newExpires ?? other.expireDate },
    { mode: product.shelfMode, shelfLifeDays: product.shelfLifeDays, acceptDays: product.acceptDays },
    businessDay(ctx),
  )
  if ('code' in dates) throw new Fault(wmsFaults.dateRefused, { reason: dates.text })
  return dates
}

/** A lot for each receipt is told by the bill that it came with. */
const receiptOf = ({ identity }: Lot): string | undefined =>
  identity
    .split('|')
    .find((part) => part.startsWith('R'))
    ?.slice(1)

/** What the line's goods are to be, and by what their lots are told apart. */
async function goalOf(ctx: Ctx, line: Line, i: number, { lots, products, attrs }: Known) {
  const lot = found(lots.get(line.lotId), ['批次', 'Lot'])
  const product = found(products.get(line.productId), ['商品', 'Product'])
  if (lot.hold) refuse(stockBillFaults.lotHeld, { line: i + 1, lot: lot.lotNo, reason: lot.holdReason ?? '' })
  const dates = await atField(`lines.${i}.${line.newProduced ? 'newProduced' : 'newExpires'}`, () =>
    datesOf(ctx, line, lot, product),
  )
  const asked = attrs.filter((a) => a.productId === line.productId)
  const own = line.newAttrs
    ? await atField(`lines.${i}.newAttrs`, () => attrsIn(line.newAttrs ?? '', asked, product.code))
    : (lot.attr ?? {})
  const receiptId = receiptOf(lot)
  const facts: LotFacts = {
    ...dates,
    productionBatch: line.newBatch || lot.productionBatch,
    vendorId: line.newVendorId ?? lot.vendorId,
    attrs: own,
    ...(receiptId !== undefined && { receiptId }),
  }
  const dimensions = receiptId === undefined ? product.lotBy : [...product.lotBy, 'RECEIPT']
  // Nobody could tell the goods from those that they were.
  if (lotIdentity(facts, dimensions) === lot.identity)
    refuse(stockBillFaults.sameLot, { line: i + 1, code: product.code })
  return { facts, dimensions }
}

async function demand(ctx: Ctx, lines: readonly StockLine[]): Promise<void> {
  const known = await readKnown(ctx, lines)
  for (const [i, line] of lines.entries()) await goalOf(ctx, asLine(line), i, known)
}

/** Each line's goods get their lot: the one that is like them, or a new one. */
async function prepare(ctx: Ctx, lines: readonly StockLine[], ownerId: string): Promise<StockLine[]> {
  const known = await readKnown(ctx, lines)
  const ready: StockLine[] = []
  for (const [i, line] of lines.entries()) {
    const { facts, dimensions } = await goalOf(ctx, asLine(line), i, known)
    ready.push({ ...line, toLotId: await lotOf(ctx, ownerId, line.productId, facts, dimensions) })
  }
  return ready
}

const changed = (...[line, from, via]: Parameters<StockWork['moves']>) =>
  converted(line, from, { ...from, lotId: asLine(line).toLotId ?? from.lotId }, via)

/** Goods stay where they are and become part of another lot. Other dates are somebody else's to approve. */
export const attrChangeWork: StockWork = {
  bizType: 'ATTR_CHANGE',
  demand,
  prepare,
  moves: (...given) => changed(...given).slice(0, 2),
  returns: (...given) => changed(...given).slice(2),
  steps: {
    approve: {
      byMaker: async (ctx, bill) =>
        (await storedLines(ctx, attrChangeBill, bill.id))
          .map(asLine)
          .every(({ newProduced, newExpires }) => !newProduced && !newExpires),
    },
  },
}
