import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { role } from '@lading/contract/sys/user.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { makeAccount } from '@lading/contract/tms/masterCalls.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { lockSeen } from '../../kernel/crud.ts'
import { allowed, type Ctx, demand } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { carrierRole } from '../fee/roles.ts'

type NewUser = z.output<typeof userCalls.create.input>
type Made = { id: string; version: number }

/** What transport asks of the administration, whose users these are. */
export interface AccountNeeds {
  readonly createUser: (ctx: Ctx, input: NewUser, passwordHash: string | null) => Promise<Made>
  /** A new initial password, told once. @param work gets its hash */
  readonly withPassword: <T extends object>(
    request: OutsideRequest,
    path: string,
    input: object,
    work: (ctx: Ctx, hash: string) => Promise<T>,
  ) => Promise<T & { initialPassword: string | null }>
  /** A role that comes with such an organisation today, for one that was opened before it did. */
  readonly giveRole: (ctx: Ctx, of: Centre, name: string) => Promise<unknown>
}

/**
 * 生成账号: a user of one carrier with the role that a transport centre has for such, made as any other user is: nobody
 * hands out what he does not hold.
 */
export const accountServed = ({ createUser, withPassword, giveRole }: AccountNeeds): Served =>
  serveOutside(makeAccount, (request, input) =>
    withPassword(request, makeAccount.path, input, async (ctx, hash) => {
      const { id: carrierId, version: _version, centreId, ...facts } = input
      // Locked, so that two who press at once make one.
      const { code, disabled } = await lockSeen(ctx, carrier, input)
      demand(ctx, userCalls.create.permission)
      if (disabled) refuse(tmsFaults.accountOff, { code })
      const username = await accountOf(ctx, carrierId)
      if (username !== undefined) refuse(tmsFaults.accountThere, { code, username })
      const centre = await centreOf(ctx, centreId ?? ctx.org.id)
      const own = { orgId: centre.id, workingOrgIds: [], roleIds: [await roleAt(ctx, centre, giveRole)], ownerIds: [] }
      const made = await createUser(ctx, { ...facts, ...own, carrierIds: [carrierId] }, hash)
      const told = { subject: carrier.key, subjectId: carrierId, subjectNo: code }
      ctx.audit({ ...told, action: 'makeAccount', after: { username: facts.username.toLowerCase() } })
      return made
    }),
  )

/** The log-in that a carrier has; whoever works for several carriers is none of its own. */
async function accountOf(ctx: Ctx, carrierId: string): Promise<string | undefined> {
  const row = await ctx.tx.maybe<{ username: string }>(sql`
    select u.username from sys_user_carrier c join sys_user u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.tenant_id = ${ctx.tenantId} and c.carrier_id = ${carrierId}
      and not exists (select 1 from sys_user_carrier o
        where o.tenant_id = c.tenant_id and o.user_id = c.user_id and o.carrier_id <> c.carrier_id)
    order by u.id limit 1`)
  return row?.username
}

interface Centre {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly type: 'TC'
  readonly path: string
}
async function centreOf(ctx: Ctx, id: string): Promise<Centre> {
  const centre = await ctx.tx.maybe<Centre & object>(sql`
    select id, code, name, type, path from sys_org where tenant_id = ${ctx.tenantId} and id = ${id} and type = 'TC'`)
  return centre ?? refuse(tmsFaults.accountCentre)
}

/** The centre's own role before one that an organisation above has under the same name, which holds there too. */
const findRole = (ctx: Ctx, { path }: Centre) =>
  ctx.tx.maybe<{ id: string; disabled: boolean } & object>(sql`
    select r.id, r.disabled from sys_role r join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    where r.tenant_id = ${ctx.tenantId} and r.name = ${carrierRole} and starts_with(${path}, o.path)
    order by r.disabled, length(o.path) desc limit 1`)
/** A centre that is older than the role is given it by whoever may make roles. */
async function roleAt(ctx: Ctx, centre: Centre, giveRole: AccountNeeds['giveRole']): Promise<string> {
  const known = await findRole(ctx, centre)
  if (!known && allowed(ctx, entityPermission(role, 'create'))) await giveRole(ctx, centre, carrierRole)
  const found = known ?? (await findRole(ctx, centre))
  return found?.disabled === false
    ? found.id
    : refuse(tmsFaults.accountRole, { centre: centre.name, role: carrierRole })
}
