import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

export interface Balance {
  readonly id: string
  readonly qty: string
  readonly reservedQty: string
}

/** Every balance of the organisation, to compare before and after something that must not change any. */
export const balances = (ctx: Ctx): Promise<Balance[]> =>
  ctx.tx.query<Balance>(sql`
    select id, qty, reserved_qty from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by id`)
