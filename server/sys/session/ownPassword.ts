import { refuse } from '@lading/contract/kernel/fault.ts'
import { passwordFaults } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { checkPassword } from '../user/checkPassword.ts'
import { demandFresh, type Kept, keepFormer } from './formerPasswords.ts'
import { logLogin } from './loginLog.ts'
import { securityOptions } from './options.ts'
import { hashPassword } from './password.ts'
import { demandPassword, type PasswordOwner } from './passwordRules.ts'
import { revokeSessions } from './tokens.ts'

/** Changes the caller's password and ends all his sessions, on every device. */
export async function modifyPassword(
  kernel: Kernel,
  request: OutsideRequest,
  input: { oldPassword: string; newPassword: string },
): Promise<null> {
  const { account, rules } = await request.perform(async (ctx) => ({
    account: await ctx.tx.one<PasswordOwner & Kept & { id: string }>(sql`
      select u.id, u.username, u.password_hash, u.former_hashes, t.code as tenant_code, t.name as tenant_name
      from sys_user u join sys_tenant t on t.id = u.tenant_id
      where u.tenant_id = ${ctx.tenantId} and u.id = ${ctx.userId}`),
    rules: await securityOptions(ctx),
  }))
  if (input.oldPassword.normalize('NFKC') === input.newPassword.normalize('NFKC')) refuse(passwordFaults.same)
  demandPassword(input.newPassword, rules, account)
  // Last, since each try counts, right or wrong: it is a guess like one at the log-in.
  if (!(await checkPassword(request, { password: input.oldPassword })).ok) refuse(passwordFaults.wrong)
  await demandFresh(input.newPassword, account, rules)
  const hash = await hashPassword(input.newPassword)
  await request.perform(async (ctx) => {
    // Unless an administrator, or the same user elsewhere, has set another meanwhile.
    const changed = await ctx.tx.run(sql`
      update sys_user set password_hash = ${hash}, former_hashes = ${keepFormer(account)}, password_time = ${ctx.now()}, original_password = false, version = version + 1
      where tenant_id = ${ctx.tenantId} and id = ${account.id} and password_hash = ${account.passwordHash}`)
    if (changed === 0) refuse(passwordFaults.wrong)
    ctx.audit({ subject: 'sys.user', subjectId: account.id, subjectNo: ctx.username, action: 'modifyPassword' })
    await revokeSessions(ctx, { userId: account.id }, 'PASSWORD')
    await logLogin(ctx, account, 'PASSWORD')
  })
  kernel.log.info({ userId: account.id }, 'password changed')
  return null
}
