import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { moveFaults } from '@lading/contract/wms/moveFaults.ts'
import { bin as binTable, type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { atField } from '../bill/atField.ts'
import { demandFits } from '../putAway/fit.ts'
import { goodsOfLines } from '../putAway/lines.ts'
import { demandTarget } from '../putAway/usage.ts'
import { lockContainers } from '../stock/containers.ts'
import { demandIn, readPlaces } from '../stock/places.ts'
import { lockKeys } from '../stock/rows.ts'
import { readTypeRules, transitionOf } from '../stockType/types.ts'
import { converted, type StockLine, type StockWork, storedLines } from './served.ts'

const typeOf = (line: StockLine): StockType => line.typeTo as StockType // The line's own field of this choice.
const targetOf = (line: StockLine): string | null => (line.toBinId as string | null | undefined) ?? null

/** The scheme lets each line's goods become so, and their new bin takes them. */
async function demand(ctx: Ctx, lines: readonly StockLine[], ownerId: string): Promise<void> {
  const rules = (await readTypeRules(ctx))(ownerId)
  for (const [i, line] of lines.entries()) {
    const [from, to] = [line.stockType, typeOf(line)]
    if (!transitionOf(rules, from, to))
      refuse(stockBillFaults.notAllowed, { line: i + 1, a: stockTypes[from], b: stockTypes[to] })
  }
  const going = lines.filter((line) => targetOf(line) !== null)
  if (going.length === 0) return
  // In the order of all locks: what the goods stand in, they, and then their bins.
  await lockContainers(
    ctx,
    going.map((line) => line.containerId),
  )
  await lockKeys(
    ctx,
    going.map((line) => ({ ...line, ownerId })),
  )
  for (const [i, line] of lines.entries()) await demandBin(ctx, line, ownerId, i)
}

async function demandBin(ctx: Ctx, line: StockLine, ownerId: string, i: number): Promise<void> {
  const binId = targetOf(line)
  if (binId === null) return
  // A bin that he may not see is none for him.
  const seen = await ctx.tx.maybe<RowOf<typeof binTable, 'id'>>(sql`
    select b.id from ${fromHere(ctx, binTable, 'b')} where b.id = ${binId}`)
  const place = found((await readPlaces(ctx, [found(seen, ['货位', 'Bin']).id])).get(binId), ['货位', 'Bin'])
  await atField(`lines.${i}.toBinId`, async () => {
    if (binId === line.binId) refuse(moveFaults.sameBin, { bin: rowName(binTable, place.id, place.code) })
    await demandTarget(ctx, place.code, null)
    demandIn(place)
    const loose = { id: '0', fromContainerId: null, toContainerId: null, planQty: line.qty, doneQty: '0' }
    const goods = await goodsOfLines(ctx, [{ ...line, ...loose, ownerId, stockType: typeOf(line) }])
    await demandFits(ctx, goods, binId)
  })
}

/** Goods become another kind of stock, where they are or in a bin for such goods. */
export const typeChangeWork: StockWork = {
  bizType: 'TYPE_CHANGE',
  demand,
  moves: (line, from, via) => {
    const binId = targetOf(line)
    const place = binId === null ? {} : { binId, containerId: via.containerId }
    return converted(line, from, { ...from, ...place, stockType: typeOf(line) }, via)
  },
  steps: {
    approve: {
      byMaker: async (ctx, bill) => {
        const rules = (await readTypeRules(ctx))(bill.ownerId)
        const lines = await storedLines(ctx, typeChangeBill, bill.id)
        return lines.every((line) => transitionOf(rules, line.stockType, typeOf(line))?.byOther === false)
      },
    },
  },
}
