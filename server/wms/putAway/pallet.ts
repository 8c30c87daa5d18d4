// engine: looks for room among the goods of all owners, and claims it

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { putAwayFaults } from '@lading/contract/wms/putAwayFaults.ts'
import type { lot } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type ContainerFacts, readProducts } from '../masters/facts.ts'
import { lockContents } from '../stock/rows.ts'
import { isOpen, type LineRow, readLines } from '../task/read.ts'
import { goodsOfLines } from './lines.ts'
import { isApart, proposeAndLock } from './propose.ts'
import type { Goods } from './rules.ts'
import { moveTo } from './target.ts'

/** All that stands on a pallet that is locked, as one question: the given goods first, the others beside them. */
export async function goodsOn(
  ctx: Ctx,
  containerId: string,
  first: Pick<Goods, 'ownerId' | 'lotId' | 'stockType'>,
): Promise<Goods> {
  const rows = await lockContents(ctx, [containerId])
  const [products, lots] = await Promise.all([
    readProducts(
      ctx,
      rows.map((r) => r.productId),
      rows.map((r) => r.qpcId),
    ),
    ctx.tx.query<RowOf<typeof lot, 'id' | 'productionDate' | 'expireDate'>>(sql`
      select id, production_date, expire_date from wms_lot
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${rows.map((r) => r.lotId)}::bigint[])`),
  ])
  const lotOf = new Map(lots.map((l) => [l.id, l]))
  const all = rows.map(({ ownerId, productId, lotId, stockType, qty }): Goods => {
    const { productionDate, expireDate } = found(lotOf.get(lotId), ['批次', 'Lot'])
    const product = found(products.get(productId), ['商品', 'Product'])
    return { product, ownerId, lotId, stockType, productionDate, expireDate, qty, whole: true }
  })
  const isFirst = (g: Goods): boolean =>
    g.lotId === first.lotId && g.ownerId === first.ownerId && g.stockType === first.stockType
  const lead = found(all.find(isFirst), ['商品', 'Product'])
  return { ...lead, aboard: all.filter((g) => g !== lead) }
}

/**
 * Goods that no bin takes together are told apart where they are still in the hands of who unloads them.
 * @throws Fault apart
 */
export async function demandTogether(ctx: Ctx, container: ContainerFacts, goods: Goods): Promise<void> {
  if (!(await isApart(ctx, goods))) return
  // Goods of an owner that the user may not see are not named to him.
  const seen = (goods.aboard ?? []).find((g) => ctx.owners === null || ctx.owners.includes(g.ownerId))
  const other: string | Text = seen?.product.name ?? ['其他商品', 'other goods']
  refuse(putAwayFaults.apart, { goods: goods.product.name, other, c: container.code })
}

/**
 * One bin for all that stands on a pallet. Lines that were to go elsewhere go along.
 * @param lines open lines of the pallet's put-away
 */
export async function placePallet(
  ctx: Ctx,
  goods: Goods,
  lines: readonly LineRow[],
): Promise<{ readonly binId: string | null; readonly why: Text }> {
  const [target] = await proposeAndLock(ctx, { ...goods, lineIds: lines.map((l) => l.id) })
  const to = found(target, ['货位', 'Bin'])
  const each = await goodsOfLines(ctx, lines)
  for (const [i, line] of lines.entries())
    if (line.toBinId !== to.binId) await moveTo(ctx, line, each[i], { binId: to.binId, why: to.why })
  return to
}

/** The open lines of what a task carries on a container. */
export const openLines = async (ctx: Ctx, taskId: string, containerId: string | null): Promise<LineRow[]> =>
  (await readLines(ctx, taskId)).filter((l) => isOpen(l) && l.fromContainerId === containerId)
