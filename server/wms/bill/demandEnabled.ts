// engine: locks bills, sums up their lines, and checks what they name before it is written

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { demandServedHere } from '../masters/ownerDc.ts'

/** Nobody approves a bill of an owner or of goods that are no longer dealt in, here at least. */
export async function demandEnabled(ctx: Ctx, b: AnyBill, bill: BillRow & { readonly ownerId: string }): Promise<void> {
  const off = await ctx.tx.maybe<{ name: string }>(sql`
    select concat_ws(' ', o.code, o.name) as name from wms_owner o where o.tenant_id = ${ctx.tenantId} and o.id = ${bill.ownerId} and o.disabled
    union all
    (select concat_ws(' ', p.code, p.name) from ${raw(b.line.table)} l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${bill.id} and p.disabled order by l.line_no)
    limit 1`)
  if (off) refuse(faults.disabled, { name: off.name })
  await demandServedHere(ctx, [bill.ownerId])
}
