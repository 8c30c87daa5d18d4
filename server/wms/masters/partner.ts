import { refuse } from '@lading/contract/kernel/fault.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import sql from 'sql-template-tag'
import type { Input, Rules, Seen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { demandCentres, demandCentresKept } from './ownerDc.ts'
import { demandNoStock } from './stockOf.ts'

export const ownerRules: Rules = {
  beforeCreate: demandCentres,
  beforeUpdate: demandCentresKept,
  beforeDisable: (ctx, row) => demandNoStock(ctx, 'owner_id', row.id, masterFaults.ownerStock),
}

async function demandNoOutbound(ctx: Ctx, row: Input & Seen): Promise<void> {
  const { open } = await ctx.tx.one<{ open: boolean }>(sql`
    select exists (select 1 from wms_operate_bill where tenant_id = ${ctx.tenantId} and store_id = ${row.id}
      and state not in ('FINISHED', 'CLOSED', 'CANCELED')) as open`)
  if (open) refuse(masterFaults.storeOpen)
}
export const storeRules: Rules = { beforeDisable: demandNoOutbound }

async function demandNoInbound(ctx: Ctx, row: Input & Seen): Promise<void> {
  const { open } = await ctx.tx.one<{ open: boolean }>(sql`
    select exists (select 1 from wms_order_bill where tenant_id = ${ctx.tenantId} and vendor_id = ${row.id}
      and state not in ('FINISHED', 'CLOSED', 'CANCELED')) as open`)
  if (open) refuse(masterFaults.vendorOpen)
}
export const vendorRules: Rules = { beforeDisable: demandNoInbound }
