import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { initialPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { systemOrg } from '../../kernel/ctx.ts'
import { type Served, serveOutside } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { Administration } from '../asks.ts'

/** Sets the administrator's first password, as a hash. */
export const passwordTopic = 'saas.password'

/** A password that is told once. It is written into the tenant right after; who has logged in there keeps his own. */
export const passwordServed = ({ withPassword }: Pick<Administration, 'withPassword'>): Served =>
  serveOutside(initialPassword, async (request, input) => {
    const { version, initialPassword: password } = await withPassword(
      request,
      initialPassword.path,
      input,
      async (ctx, hash) => {
        const row = await lockSeen(ctx, tenantApplication.header, input)
        if (row.madeId === null || row.begunOn === null) return refuse(saasFaults.notOpen)
        if (row.adminAt !== null) return refuse(saasFaults.adminHere)
        await ctx.tx.run(sql`
        update saas_tenant_application set version = version + 1, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
        const { key } = tenantApplication.header
        ctx.audit({ subject: key, subjectId: row.id, subjectNo: row.billNo, action: 'initialPassword' })
        ctx.emit({ topic: passwordTopic, key: row.id, payload: { target: row.madeId, hash } })
        return { version: row.version + 1 }
      },
    )
    return { version, initialPassword: password }
  })

/** Writes it where nobody has logged in yet. */
export const setPassword = (kernel: Kernel, target: string, hash: string): Promise<void> =>
  inTenant(kernel, target, systemOrg, async (ctx) => {
    await ctx.tx.run(sql`
      update sys_user set password_hash = ${hash}, password_time = ${ctx.now()}, original_password = true, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and username = 'admin' and last_login_time is null`)
  })
