import { Fault, type Refusal } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { adjustFaults } from '@lading/contract/wms/adjustCalls.ts'
import { container as containerTable, containerType } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable, type StockType } from '@lading/contract/wms/place.ts'
import { lot as lotTable } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { atField } from '../bill/atField.ts'
import { completeLines } from '../bill/prepare.ts'
import { looseContainer, type ProductFacts, readProducts } from '../masters/facts.ts'
import { demandTarget } from '../putAway/usage.ts'
import { attrsIn, type LotAttr, lotAttrsOf } from '../stock/attrText.ts'
import type { ContainerRow } from '../stock/containers.ts'
import { lotOf } from '../stock/lot.ts'
import { demandIn, readPlaces } from '../stock/places.ts'
import { shelfDates } from '../strategy/receiving.ts'
import type { NewLine } from '../task/create.ts'
import { type Asking, fieldOf, type TypedLine } from './type.ts'

interface Line extends TypedLine {
  readonly qpcId: string
  readonly planQty: string
  readonly binId: string
  readonly stockType: StockType
  readonly productionDate?: string | null
  readonly expireDate?: string | null
  readonly batch?: string | null
  readonly lotId?: string | null
  readonly vendorId?: string | null
  readonly containerId?: string | null
  readonly pieces?: number | null
  readonly attrs?: string | null
}
type Lot = RowOf<typeof lotTable, 'id' | 'ownerId' | 'productId' | 'productionDate' | 'expireDate'>

/** Each line is goods of the owner, of a lot that there is or that is made of what is said, in a bin that keeps goods. */
async function complete(ctx: Ctx, ownerId: string, typed: readonly TypedLine[]): Promise<NewLine[]> {
  await completeLines(ctx, [{ ownerId, lines: typed }])
  const lines = typed as readonly Line[] // The view's own fields, their packs completed.
  const ids = lines.map((l) => l.productId)
  const products = await readProducts(
    ctx,
    ids,
    lines.map((l) => l.qpcId),
  )
  const attrs = await lotAttrsOf(ctx, ids)
  const loose = await looseContainer(ctx)
  const made: NewLine[] = []
  for (const [i, line] of lines.entries()) {
    const product = found(products.get(line.productId), ['商品', 'Product'])
    const asked = attrs.filter((a) => a.productId === line.productId)
    await demandBin(ctx, line, i)
    made.push({
      ...(line.id && { id: line.id }),
      ownerId,
      productId: line.productId,
      qpcId: line.qpcId,
      lotId: line.lotId
        ? await chosenLot(ctx, line, ownerId, i)
        : await lotOfLine(ctx, line, ownerId, product, asked, i),
      stockType: line.stockType,
      toBinId: line.binId,
      toContainerId: line.containerId ?? loose,
      planQty: parseQty(line.planQty),
      planPieces: line.pieces ?? null,
    })
  }
  return made
}

const wrong = (refusal: Refusal, args: object, i: number, name: string): Fault =>
  new Fault(refusal, { ...args }, [{ field: fieldOf(i, name), rule: 'line', message: '' }])

/** A fault of the line's bin or container, told at the field that names it. */
async function demandBin(ctx: Ctx, line: Line, i: number): Promise<void> {
  const place = found((await readPlaces(ctx, [line.binId])).get(line.binId), ['货位', 'Bin'])
  await atField(fieldOf(i, 'binId'), async () => {
    await demandTarget(ctx, place.code, null)
    demandIn(place)
  })
  const id = line.containerId
  if (!id) return
  const box = await boxOf(ctx, id)
  if (isPlaceable(box, line.binId)) return
  const args = { c: rowName(containerTable, id, box.code), bin: rowName(binTable, place.id, place.code) }
  throw wrong(adjustFaults.boxElsewhere, args, i, 'containerId')
}
type Box = Omit<ContainerRow, 'isLimited'>
const boxOf = async (ctx: Ctx, id: string): Promise<Box> =>
  found(
    await ctx.tx.maybe<Box>(sql`
      select c.id, c.code, c.state, c.bin_id, c.store_id, k.category from ${fromHere(ctx, containerTable, 'c')}
      join ${named(ctx, containerType, 'k')} on k.id = c.type_id where c.id = ${id}`),
    ['容器', 'Container'],
  )
/** Loose, or a container that is empty or stands in that bin for good. */
const isPlaceable = (box: Box, binId: string): boolean =>
  box.category === 'VIRTUAL' || box.state === 'IDLE' || (box.state === 'STORED' && box.binId === binId)

/** A lot that was named is of these goods, and of the dates that were said beside it. */
async function chosenLot(ctx: Ctx, line: Line, ownerId: string, i: number): Promise<string> {
  const lot = await ctx.tx.maybe<Lot>(sql`
    select g.id, g.owner_id, g.product_id, g.production_date, g.expire_date from ${fromHere(ctx, lotTable, 'g')} where g.id = ${line.lotId}`)
  const isSaid = (said: string | null | undefined, own: string | null) => !said || said === own
  const isIt =
    lot?.ownerId === ownerId &&
    lot.productId === line.productId &&
    isSaid(line.productionDate, lot.productionDate) &&
    isSaid(line.expireDate, lot.expireDate)
  if (!lot || !isIt) throw wrong(wmsFaults.lotMismatch, {}, i, 'lotId')
  return lot.id
}

async function lotOfLine(
  ctx: Ctx,
  line: Line,
  ownerId: string,
  product: ProductFacts,
  asked: readonly LotAttr[],
  i: number,
): Promise<string> {
  const dates = shelfDates(
    { productionDate: line.productionDate ?? null, expireDate: line.expireDate ?? null },
    { mode: product.shelfMode, shelfLifeDays: product.shelfLifeDays, acceptDays: product.acceptDays },
    businessDay(ctx),
  )
  const field = product.shelfMode === 'EXPIRY' ? 'expireDate' : 'productionDate'
  if ('code' in dates) throw wrong(wmsFaults.dateRefused, { reason: dates.text }, i, field)
  const facts = {
    ...dates,
    productionBatch: line.batch ?? null,
    vendorId: line.vendorId ?? null,
    attrs: await atField(fieldOf(i, 'attrs'), () => attrsIn(line.attrs ?? '', asked, product.code)),
  }
  return lotOf(ctx, ownerId, line.productId, facts, product.lotBy)
}

export const increase: Asking = { complete }
