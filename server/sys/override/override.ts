import { refuse } from '@lading/contract/kernel/fault.ts'
import { overrideCalls as calls, isWeakPin, override, overrideFaults, type pin } from '@lading/contract/sys/override.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readRights } from '../session/identify.ts'
import { availableOrgs } from '../session/loginUser.ts'
import { hashPassword, passwordMatches } from '../session/password.ts'
import { clearFailures, demandTry, noteFailure } from '../session/throttle.ts'
import { checkPassword } from '../user/checkPassword.ts'

/** Long enough to confirm what was looked at, too short to be kept for the next thing. */
const validMs = 2 * 60_000

interface Granter {
  readonly id: string
  readonly username: string
  readonly realName: string
  readonly hash: string | null
}
/** What wrong PINs of a name count against; apart from its log-in, which nobody shuts from a handheld. */
const subjectOf = (who: string): string => `pin ${who.toLowerCase()}`

const findGranter = (ctx: Ctx, who: string): Promise<Granter | undefined> =>
  ctx.tx.maybe<Granter>(sql`
    select u.id, u.username, u.real_name, p.hash from sys_user u
    left join sys_pin p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.tenant_id = ${ctx.tenantId} and not u.disabled and (u.valid_to is null or u.valid_to >= ${dayIn(usualZone, ctx.now())})
      and (u.username = ${who.toLowerCase()} or u.work_number = ${who})
    order by (u.username = ${who.toLowerCase()}) desc limit 1`)

/** Refuses who may not do it himself here: an override hands on a right, and makes none. */
async function demandMay(ctx: Ctx, granter: Granter, permission: string): Promise<void> {
  const org = (await availableOrgs(ctx.tx, ctx.tenantId, granter.id)).find((o) => o.id === ctx.org.id && !o.disabled)
  const rights = org && (await readRights(ctx.tx, ctx.tenantId, granter.id, org))
  if (!rights?.permissions.has(permission)) refuse(overrideFaults.lacking, { user: granter.realName, permission })
}

type Wish = z.output<typeof calls.grant.input>
async function grant(request: OutsideRequest, input: Wish): Promise<{ id: string; name: string }> {
  const subject = subjectOf(input.who)
  const granter = await request.perform(async (ctx) => {
    await demandTry(ctx, subject, ctx.ip)
    return findGranter(ctx, input.who)
  })
  if (!(await passwordMatches(input.pin, granter?.hash ?? null)) || !granter) {
    await request.perform((ctx) => noteFailure(ctx, subject, ctx.ip))
    return refuse(overrideFaults.refused)
  }
  return request.perform(async (ctx) => {
    // Again: others may have failed while this PIN was looked at.
    await demandTry(ctx, subject, ctx.ip)
    if (granter.id === ctx.userId) refuse(overrideFaults.own)
    await demandMay(ctx, granter, input.permission)
    await clearFailures(ctx, subject, ctx.ip)
    const { ids } = await insert(ctx, override, [
      {
        byId: granter.id,
        forId: ctx.userId,
        orgId: ctx.org.id,
        permission: input.permission,
        subjectId: input.subjectId,
        reason: input.reason,
        expiresAt: new Date(ctx.now().getTime() + validMs),
      },
    ])
    return { id: ids[0] ?? '', name: granter.realName }
  })
}

async function setPin(request: OutsideRequest, input: z.output<typeof calls.setPin.input>): Promise<null> {
  if (isWeakPin(input.pin)) refuse(overrideFaults.weak)
  // Whoever finds a screen open must not become a supervisor by it.
  if (!(await checkPassword(request, { password: input.password })).ok) refuse(overrideFaults.password)
  const hash = await hashPassword(input.pin)
  await request.perform(async (ctx) => {
    await ctx.tx.run(sql`
      insert into sys_pin (tenant_id, id, user_id, hash, created_at, created_by, updated_at)
      values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.userId}, ${hash}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()})
      on conflict (tenant_id, user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`)
    ctx.audit({ subject: 'sys.user', subjectId: ctx.userId, subjectNo: ctx.username, action: 'setPin' })
  })
  return null
}

async function pinState(ctx: Ctx): Promise<{ since: string | null }> {
  const row = await ctx.tx.maybe<RowOf<typeof pin, 'updatedAt'>>(sql`
    select updated_at from sys_pin where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId}`)
  return { since: row?.updatedAt.toISOString() ?? null }
}

export const overrideServed = (): Served[] => [
  serveOutside(calls.grant, grant),
  serve(calls.pinState, pinState),
  serveOutside(calls.setPin, setPin),
]
