// engine: knows which tenants the channel has

import sql from 'sql-template-tag'
import type { Kernel } from '../../kernel/perform.ts'
import { spread } from '../../platform/guidance/spread.ts'
import { atPlatform } from './carry.ts'

/** Brings what the platform has written to all tenants that the channel serves. */
export async function bringGuidance(kernel: Kernel, tenantId: string): Promise<void> {
  const served = await atPlatform(kernel, tenantId, kernel.newId(), (ctx) =>
    ctx.tx.query<{ madeId: string }>(sql`
      select made_id from saas_tenant_application where tenant_id = ${tenantId} and made_id is not null
        and state in ('TRIAL', 'ACTIVE', 'GRACE', 'SUSPENDED') order by id`),
  )
  await spread(
    kernel,
    tenantId,
    served.map(({ madeId }) => madeId),
  )
}
