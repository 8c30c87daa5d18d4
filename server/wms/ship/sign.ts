import { shipBill, shipStop } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { tellSigned } from '../events/posted.ts'

/** 签收: shipments that left so many days ago, and of which nobody has said otherwise. @returns how many */
export async function signDelivered(ctx: Ctx, days: number): Promise<number> {
  const before = new Date(ctx.now().getTime() - days * 86_400_000)
  const signed = await ctx.tx.query<RowOf<typeof shipBill.header, 'id' | 'billNo'>>(sql`
    update wms_ship_bill set state = 'FINISHED', finished_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'DESPATCHED' and despatched_at < ${before} returning id, bill_no`)
  for (const { id, billNo } of signed)
    ctx.audit({
      subject: shipBill.header.key,
      subjectId: id,
      subjectNo: billNo,
      action: 'sign',
      before: { state: 'DESPATCHED' },
      after: { state: 'FINISHED' },
    })
  const stops = await ctx.tx.query<RowOf<typeof shipStop, 'id'>>(sql`
    select s.id from ${fromHere(ctx, shipStop, 's')} where s.bill_id = any(${signed.map(({ id }) => id)}::bigint[]) order by s.id`)
  tellSigned(
    ctx,
    stops.map(({ id }) => id),
  )
  return signed.length
}
