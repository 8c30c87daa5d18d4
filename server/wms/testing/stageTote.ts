import { parseQty } from '@lading/contract/kernel/qty.ts'
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
}

/** A picked tote of a store with MILK in it, promised to somebody's order, at the yard's C-01. @returns its id */
export async function stageTote(ctx: Ctx, yard: Yard, { code, typeId, storeId, qty }: Tote): Promise<string> {
  const id = ctx.newId()
  const binId = yard.bins.get('C-01')
  const tote = { tenantId: ctx.tenantId, orgId: ctx.org.id, id, code, typeId, state: 'COLLECTED', binId, storeId }
  await bulkInsert(ctx.tx, 'wms_container', [tote])
  const from = await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'MILK' })
  const key = await keyOf(ctx, yard, { bin: 'C-01', product: 'MILK', container: id })
  const posted = await post(ctx, {
    bizType: 'ADJ_INC',
    idemKey: `stage:${code}`,
    lines: [
      { key: from, delta: -parseQty(qty) },
      { key, delta: parseQty(qty) },
    ],
  })
  const stockId = posted.rowIds.get(keyText(key)) ?? ''
  const promise = { kind: 'ALLOC', demandType: 'wms.operateBill', demandLineId: id, idemKey: `stage:${code}` } as const
  await reserve(ctx, [{ stockId, qty: parseQty(qty), ...promise }])
  return id
}
