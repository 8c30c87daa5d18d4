import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { initialPassword, supportPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { supportUser } from '@lading/contract/sys/support.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import { type Served, serveOutside } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { Administration } from '../asks.ts'
import { quotaDay } from '../ledger/accounts.ts'
import { demandPlatform } from './state.ts'

/** Sets a password in a tenant, as a hash. */
export const passwordTopic = 'saas.password'

type Row = RowOf<typeof tenantApplication.header, 'adminAt' | 'supportUntil'>
type Whose = 'admin' | typeof supportUser

/** A password that is told once. It is written into the tenant right after. @param demand refuses where there is none */
const told = (
  { withPassword }: Pick<Administration, 'withPassword'>,
  call: typeof initialPassword,
  whose: Whose,
  demand: (ctx: Ctx, row: Row) => void,
): Served =>
  serveOutside(call, async (request, input) => {
    const { version, initialPassword: password } = await withPassword(request, call.path, input, async (ctx, hash) => {
      const row = await lockSeen(ctx, tenantApplication.header, input)
      if (row.madeId === null || row.begunOn === null) refuse(saasFaults.notOpen)
      demand(ctx, row)
      await ctx.tx.run(sql`
        update saas_tenant_application set version = version + 1, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
      const { key } = tenantApplication.header
      const action = whose === 'admin' ? 'initialPassword' : 'supportPassword'
      ctx.audit({ subject: key, subjectId: row.id, subjectNo: row.billNo, action })
      ctx.emit({ topic: passwordTopic, key: `${row.id}.${whose}`, payload: { target: row.madeId, hash, whose } })
      return { version: row.version + 1 }
    })
    return { version, initialPassword: password }
  })

/** The administrator's, until he has logged in; and the provider's own, while the tenant lets it look in. */
export const passwordServed = (asks: Pick<Administration, 'withPassword'>): Served[] => [
  told(asks, initialPassword, 'admin', (_ctx, { adminAt }) => {
    if (adminAt !== null) refuse(saasFaults.adminHere)
  }),
  told(asks, supportPassword, supportUser, (ctx, row) => {
    demandPlatform(ctx)
    if (row.supportUntil === null || row.supportUntil < quotaDay(ctx)) refuse(saasFaults.noSupport)
  }),
]

/** Writes it: the administrator's where he has not logged in yet, the provider's where it is let in. */
export const setPassword = (kernel: Kernel, of: { target: string; hash: string; whose: string }): Promise<void> =>
  inTenant(kernel, of.target, systemOrg, async (ctx) => {
    const who =
      of.whose === supportUser
        ? sql`username = ${supportUser} and not disabled and valid_to >= ${quotaDay(ctx)}`
        : sql`username = 'admin' and last_login_time is null`
    await ctx.tx.run(sql`
      update sys_user set password_hash = ${of.hash}, password_time = ${ctx.now()}, original_password = true, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and ${who}`)
  })
