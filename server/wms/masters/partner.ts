import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import type { owner } from '@lading/contract/mdm/owner.ts'
import type { store, vendor } from '@lading/contract/mdm/partner.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { vendorReturnBill } from '@lading/contract/wms/vendorReturnBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Rules } from '../../kernel/rules.ts'
import { from, named } from '../../kernel/scope.ts'
import { demandCentres, demandCentresKept } from './ownerDc.ts'
import { demandNoStock } from './stockOf.ts'

export const ownerRules: Rules<typeof owner> = {
  beforeCreate: demandCentres,
  beforeUpdate: demandCentresKept,
  beforeDisable: (ctx, row) => demandNoStock(ctx, 'owner_id', row.id, masterFaults.ownerStock),
}

/** The first bill of a partner's that is not finished: of those that the caller sees, where he sees one. */
async function demandNone(
  ctx: Ctx,
  b: Pick<AnyBill, 'header'>,
  party: string,
  id: string,
  why: Refusal,
): Promise<void> {
  const open = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select t.id, t.bill_no from ${named(ctx, b.header, 't')} where t.${raw(party)} = ${id}
      and t.state not in ('FINISHED', 'CLOSED', 'CANCELED') order by t.id limit 1`)
  if (!open) return
  const seen = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select t.id, t.bill_no from ${from(ctx, b.header, 't')} where t.${raw(party)} = ${id}
      and t.state not in ('FINISHED', 'CLOSED', 'CANCELED') order by t.id limit 1`)
  refuse(why, seen && { bill: rowName(b.header, seen.id, seen.billNo) })
}

export const storeRules: Rules<typeof store> = {
  beforeDisable: async (ctx, row) => {
    await demandNone(ctx, operateBill, 'store_id', row.id, masterFaults.storeOpen)
    await demandNone(ctx, storeReturnBill, 'store_id', row.id, masterFaults.storeOpen)
  },
}
export const vendorRules: Rules<typeof vendor> = {
  beforeDisable: async (ctx, row) => {
    await demandNone(ctx, orderBill, 'vendor_id', row.id, masterFaults.vendorOpen)
    await demandNone(ctx, vendorReturnBill, 'vendor_id', row.id, masterFaults.vendorOpen)
  },
}
