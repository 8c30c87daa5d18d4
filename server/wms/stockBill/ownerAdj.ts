import { refuse } from '@lading/contract/kernel/fault.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { convertFaults } from '@lading/contract/wms/convertFaults.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandOwner, found } from '../../kernel/ctx.ts'
import type { Input } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { readProducts } from '../masters/facts.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { lotOf } from '../stock/lot.ts'
import { factsOf, type KnownLot, readLots } from './sameLot.ts'
import { converted, type StockLine, type StockWork } from './served.ts'

const newOwner = (head: Input): string => String(head.toOwnerId)

/** Both owners are the caller's to see, are served here, and the new one deals in the goods. */
async function demand(ctx: Ctx, lines: readonly StockLine[], ownerId: string, head: Input): Promise<void> {
  const toOwnerId = newOwner(head)
  if (toOwnerId === ownerId) refuse(convertFaults.sameOwner)
  demandOwner(ctx, toOwnerId)
  await demandServedHere(ctx, [ownerId, toOwnerId])
  const other = await ctx.tx.maybe<{ p: string; o: string }>(sql`
    select p.code as p, o.code as o from ${named(ctx, product, 'p')} cross join ${named(ctx, owner, 'o')}
    where o.id = ${toOwnerId} and p.id = any(${lines.map((l) => l.productId)}::bigint[])
      and not exists (select 1 from ${named(ctx, productOwner.entity, 'g')} where g.product_id = p.id and g.owner_id = o.id) order by p.code limit 1`)
  if (other) refuse(convertFaults.notGranted, other)
  demandFreeLots(await lotsOf(ctx, lines), lines)
}
const lotsOf = (ctx: Ctx, lines: readonly StockLine[]) =>
  readLots(
    ctx,
    lines.map((l) => l.lotId),
  )
/** Goods on hold change neither their owner nor what they are. @throws Fault lotHeld */
export function demandFreeLots(lots: ReadonlyMap<string, KnownLot>, lines: readonly StockLine[]): void {
  for (const [i, line] of lines.entries()) {
    const lot = found(lots.get(line.lotId), ['批次', 'Lot'])
    if (lot.hold) refuse(stockBillFaults.lotHeld, { line: i + 1, lot: lot.lotNo, reason: lot.holdReason ?? '' })
  }
}

/** The new owner has a lot like it, or gets one: with the same dates, batch, vendor and attributes. */
async function prepare(ctx: Ctx, lines: readonly StockLine[], _ownerId: string, head: Input): Promise<StockLine[]> {
  const [lots, products] = await Promise.all([
    lotsOf(ctx, lines),
    readProducts(
      ctx,
      lines.map((l) => l.productId),
    ),
  ])
  const ready: StockLine[] = []
  for (const line of lines) {
    const facts = factsOf(found(lots.get(line.lotId), ['批次', 'Lot']))
    const { lotBy } = found(products.get(line.productId), ['商品', 'Product'])
    ready.push({ ...line, toLotId: await lotOf(ctx, newOwner(head), line.productId, facts, lotBy) })
  }
  return ready
}

const changed = (...[line, from, via, bill]: Parameters<StockWork['moves']>) =>
  converted(line, from, { ...from, ownerId: newOwner(bill as unknown as Input), lotId: String(line.toLotId) }, via)

/** Goods stay where and as old as they are, and become another owner's. */
export const ownerAdjWork: StockWork = {
  bizType: 'OWNER_CHANGE',
  demand,
  prepare,
  keepsAge: true,
  moves: (...given) => changed(...given).slice(0, 2),
  returns: (...given) => changed(...given).slice(2),
}
