import sql from 'sql-template-tag'
import { systemOrg } from '../../kernel/ctx.ts'
import { asOwner } from '../../kernel/database.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { Administration } from '../asks.ts'

/** Brings a tenant's word about support to the application that it came from; of one that the channel did not make there is none. */
export async function noteSupport(
  kernel: Kernel,
  { supportUntil }: Pick<Administration, 'supportUntil'>,
  target: string,
): Promise<void> {
  const until = await inTenant(kernel, target, systemOrg, supportUntil)
  await asOwner(kernel.db, (tx) =>
    tx.run(sql`
      update saas_tenant_application set support_until = ${until}, version = version + 1, updated_at = ${kernel.now()}
      where made_id = ${target} and support_until is distinct from ${until}`),
  )
}
