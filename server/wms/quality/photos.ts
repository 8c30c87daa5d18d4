import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import type { BillRow } from '../../platform/document/steps.ts'

/** How many photos were taken of the check that is the row `t` of results. */
export const photosOfCheck = (ctx: Ctx): Sql => sql`
  select count(*)::integer from sys_photo p
  where p.tenant_id = ${ctx.tenantId} and p.org_id = t.org_id and p.subject = ${qualityBill.header.key} and p.subject_id = t.bill_id and p.part_id = t.id`

/**
 * A photo of a check is evidence of it: it is taken while the check is made, of one that asks for it, and stays once the
 * verdict rests on it. The inspection is locked.
 * @throws Fault notFound, photoClosed
 */
export async function demandCheck(ctx: Ctx, bill: BillRow<typeof qualityBill>, partId: string): Promise<void> {
  const check = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, qualityBill.result, 't')} where t.bill_id = ${bill.id} and t.id = ${partId} and t.kind = 'PHOTO'`)
  found(check, qualityBill.result.title)
  if (bill.state !== 'INPROGRESS')
    refuse(qualityFaults.photoClosed, { no: rowName(qualityBill.header, bill.id, bill.billNo) })
}
