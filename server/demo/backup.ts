import { systemOrg } from '../kernel/ctx.ts'
import type { Kernel } from '../kernel/perform.ts'
import type { Worker } from '../platform/due/worker.ts'
import { queueBackup } from '../sys/backup/served.ts'
import { inTenant, type MadeTenant } from './tenant.ts'

/** A backup as the schedule would take it. */
export async function seedBackup(
  { kernel, backups }: { readonly kernel: Kernel; readonly backups: Worker },
  { tenantId }: MadeTenant,
): Promise<void> {
  await inTenant(kernel, tenantId, systemOrg, (ctx) => queueBackup(ctx, 'CRON'))
  await backups.tick()
}
