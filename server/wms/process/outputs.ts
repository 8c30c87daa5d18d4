// engine: gives what is made its lots

import { addDays } from '@lading/contract/kernel/day.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { expiryRules } from '@lading/contract/wms/bom.ts'
import { processFaults } from '@lading/contract/wms/processFaults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import { lot as lotTable } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { ProductFacts } from '../masters/facts.ts'
import { type LotFacts, lotOf } from '../stock/lot.ts'
import type { Paper } from './read.ts'
import type { Recipe } from './recipe.ts'

type Used = RowOf<typeof lotTable, 'id' | 'productionDate' | 'expireDate' | 'productionBatch' | 'vendorId'> & {
  readonly attr: Readonly<Record<string, string>> | null
}
/** What goods are made of that are made: the lots that went in, the first of them that which expires first. */
export interface Origin {
  readonly lots: readonly Used[]
  readonly expiry: keyof typeof expiryRules
}

export async function readOrigin(ctx: Ctx, bill: Paper, lotIds: readonly string[]): Promise<Origin> {
  const lots = await ctx.tx.query<Used & object>(sql`
    select g.id, g.production_date, g.expire_date, g.production_batch, g.vendor_id, g.attr from ${fromHere(ctx, lotTable, 'g')}
    where g.id = any(${lotIds}::bigint[]) order by g.expire_date nulls last, g.id`)
  const { expiry } = await ctx.tx.one<{ expiry: Origin['expiry'] }>(sql`
    select expiry from wms_bom where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${bill.bomId}`)
  return { lots, expiry }
}

/**
 * The lot of what comes out. What is put together is made today, and lasts as long as what goes off first in it, or by its
 * own shelf life; what is taken apart or packed anew is as old as it was.
 * @throws Fault outDate, required
 */
export async function lotOfOutput(
  ctx: Ctx,
  bill: Paper,
  recipe: Recipe,
  product: ProductFacts,
  { lots, expiry }: Origin,
): Promise<string> {
  const [first] = lots
  const isOld = recipe.kind === 'DISASSEMBLY' || recipe.kind === 'REPACK'
  const today = businessDay(ctx)
  const made = isOld ? (first?.productionDate ?? null) : today
  const own = product.shelfLifeDays === null ? null : addDays(made ?? today, product.shelfLifeDays)
  const least = first?.expireDate ?? null
  const said = product.id === bill.productId || isOld ? bill.expireDate : null
  if (said !== null && expiry === 'LEAST' && least !== null && said > least)
    refuse(processFaults.outDate, { day: said, least })
  const expireDate = said ?? (expiry === 'LEAST' ? (least ?? own) : (own ?? least))
  const isDated = product.shelfMode !== 'NONE'
  if (isDated && expireDate === null) refuse(faults.required, { field: processTask.header.fields.expireDate.title })
  const facts: LotFacts = {
    productionDate: isDated ? made : null,
    expireDate: isDated ? expireDate : null,
    productionBatch: isOld ? (first?.productionBatch ?? null) : bill.billNo,
    vendorId: isOld ? (first?.vendorId ?? null) : null,
    ...(isOld && first?.attr && { attrs: first.attr }),
  }
  return lotOf(ctx, bill.ownerId, product.id, facts, product.lotBy)
}
