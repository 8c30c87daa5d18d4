import { parseQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { keyText } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reserve } from '../stock/reservations.ts'
import { keyOf, type Yard } from './yard.ts'

interface Tote {
  readonly code: string
  readonly typeId: string
  readonly storeId: string
  readonly qty: string
  /** The line of an outbound order that was picked into it; left out: somebody's. */
  readonly orderLineId?: string
  /** MILK when left out. */
  readonly product?: string
}

/** A picked tote of a store with goods in it, promised to somebody's order, at the yard's C-01. @returns its id */
export async function stageTote(ctx: Ctx, yard: Yard, tote: Tote): Promise<string> {
  const { code, typeId, storeId, qty, orderLineId, product = 'MILK' } = tote
  const id = ctx.newId()
  const binId = yard.bins.get('C-01')
  const row = { tenantId: ctx.tenantId, orgId: ctx.org.id, id, code, typeId, state: 'COLLECTED', binId, storeId }
  await bulkInsert(ctx.tx, 'wms_container', [row])
  const from = await keyOf(ctx, yard, { bin: 'V_ADJUST', product })
  const key = await keyOf(ctx, yard, { bin: 'C-01', product, container: id })
  const posted = await post(ctx, {
    bizType: 'ADJ_INC',
    idemKey: `stage:${code}`,
    lines: [
      { key: from, delta: -parseQty(qty) },
      { key, delta: parseQty(qty) },
    ],
  })
  const stockId = posted.rowIds.get(keyText(key)) ?? ''
  const demandLineId = orderLineId ?? id
  const promise = { kind: 'ALLOC', demandType: 'wms.operateBill', demandLineId, idemKey: `stage:${code}` } as const
  await reserve(ctx, [{ stockId, qty: parseQty(qty), ...promise }])
  if (orderLineId !== undefined)
    await ctx.tx.run(sql`
      update wms_operate_bill_line set booked_qty = booked_qty + ${qty}, done_qty = done_qty + ${qty}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${orderLineId}`)
  return id
}
