// engine: tells transport what carriers are charged for, whoever may see it

import type { Deduction } from '@lading/contract/tms/warehouse.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** What the carrier of a trip is charged by a discrepancy, as it stands. @returns undefined: no trip goes with it */
export const chargeOf = (ctx: Ctx, diffId: string): Promise<Deduction | undefined> =>
  ctx.tx.maybe<Deduction & object>(sql`
    select b.sent_trip_id as trip_id, d.id as diff_id, d.bill_no as diff_no,
      coalesce((select sum(l.charge) from wms_diff_bill_line l where l.tenant_id = d.tenant_id and l.org_id = d.org_id and l.bill_id = d.id
        and l.verdict = 'DEDUCT' and l.liable = 'CARRIER' and l.state <> 'CANCELED' and d.state not in ('SAVED', 'CANCELED')), 0) as amount
    from wms_diff_bill d join wms_ship_bill b on b.tenant_id = d.tenant_id and b.org_id = d.org_id and b.id = d.ship_bill_id
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.id = ${diffId} and b.sent_trip_id is not null`)
