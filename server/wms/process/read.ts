// engine: reads what is processed, for those who hold its header

import type { processTask } from '@lading/contract/wms/processTask.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import type { Part, Recipe } from './recipe.ts'

export type Paper = BillRow<typeof processTask>
export type Line = RowOf<
  typeof processTask.line,
  'id' | 'lineNo' | 'role' | 'productId' | 'qpcId' | 'bomLineId' | 'planQty' | 'bookedQty' | 'movedQty' | 'realQty'
> & { readonly code: string }

/** The version of a recipe that a task works by, in force or not. */
export async function readRecipe(ctx: Ctx, bomId: string): Promise<Recipe> {
  const here = sql`b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id}`
  const [head, parts] = await Promise.all([
    ctx.tx.maybe<Omit<Recipe, 'parts'>>(sql`
      select b.kind, b.product_id, b.qpc_id, b.output_qty, p.is_weigh from wms_bom b join mdm_product p on p.tenant_id = b.tenant_id and p.id = b.product_id
      where ${here} and b.id = ${bomId}`),
    ctx.tx.query<Part & object>(sql`
      select b.id, b.product_id, b.qpc_id, b.qty, b.loss_pct, b.lot_rule, b.least_days, p.is_weigh from wms_bom_line b
      join mdm_product p on p.tenant_id = b.tenant_id and p.id = b.product_id
      where ${here} and b.bom_id = ${bomId} order by b.line_no`),
  ])
  return { ...found(head, ['加工配方', 'Recipe']), parts }
}

export const readLines = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select l.id, l.line_no, l.role, l.product_id, l.qpc_id, l.bom_line_id, l.plan_qty, l.booked_qty, l.moved_qty, l.real_qty, p.code
    from wms_process_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} order by l.line_no`)
