import { Fault, faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import * as calls from '@lading/contract/sys/session.ts'
import { session } from '@lading/contract/sys/tables.ts'
import type { user as userTable } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { type Ctx, systemIdentity, systemOrg } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Tenants } from '../../kernel/tenants.ts'
import { sendMessage } from '../message/messages.ts'
import { isListed } from '../openAccount/addresses.ts'
import { overrideServed } from '../override/override.ts'
import { proveAtLogin } from '../secondFactor/prove.ts'
import { codesLeft } from '../secondFactor/recovery.ts'
import { secondFactorServed } from '../secondFactor/secondFactor.ts'
import { logLogin } from './loginLog.ts'
import { availableOrgs, readLoginUser } from './loginUser.ts'
import { type SecurityOptions, securityOptions } from './options.ts'
import { modifyPassword } from './ownPassword.ts'
import { ownSessionsServed } from './ownSessions.ts'
import { hashPassword, isWeak, passwordMatches } from './password.ts'
import type { PublicKey, SessionKey, Signatures } from './signature.ts'
import { clearFailures, demandTry, noteFailure, strangers } from './throttle.ts'
import { hashToken, hoursOf, issueTokens, revokeSessions, seal, type TokenPair, unseal } from './tokens.ts'

/** Two tabs may refresh with the same token within this time and get the same answer. */
const graceMs = 10_000

type Account = RowOf<
  typeof userTable,
  'id' | 'username' | 'passwordHash' | 'disabled' | 'validTo' | 'lastLoginTime' | 'originalPassword' | 'passwordTime'
>

const nowhere = { ...systemOrg, type: '' }
/** Before anybody is known the work is the product's own, inside the tenant that was named. */
const asSystem = <T>(kernel: Kernel, request: OutsideRequest, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  perform(kernel, request.tenantId, request.origin, systemIdentity(request.tenantId, nowhere), work)

type LoginInput = z.output<typeof calls.login.input>

/** What the session's calls stand on. */
interface Base {
  readonly kernel: Kernel
  readonly tenantOf: Tenants['idOf']
  readonly signatures: Signatures
  /** The installation's. */
  readonly secret: string
}

async function login(base: Base, given: OutsideRequest, input: LoginInput): Promise<calls.LoginResult> {
  const { kernel, signatures } = base
  const publicKey = signatures.keyOf(given.proof)
  const isActive = (await base.tenantOf(input.tenant)) !== undefined
  const tenantId = (await base.tenantOf(input.tenant, true)) ?? '0'
  const request = { ...given, tenantId }
  const username = input.username.trim().toLowerCase()
  const caller = { username, ip: given.origin.ip }
  const tried = isActive ? caller : strangers(base.secret, input.tenant, caller)
  const account = await asSystem(kernel, request, async (ctx) => {
    await demandTry(ctx, tried.username, tried.ip)
    return ctx.tx.maybe<Account>(sql`
      select id, username, password_hash, disabled, valid_to, last_login_time, original_password, password_time from sys_user where tenant_id = ${tenantId} and username = ${username}`)
  })
  if (!(await passwordMatches(input.password, account?.passwordHash ?? null)) || !account) {
    await asSystem(kernel, request, async (ctx) => {
      await noteFailure(ctx, tried.username, tried.ip)
      if (tenantId !== '0') await logLogin(ctx, { id: account?.id ?? null, username }, 'LOGIN_FAIL')
    })
    return refuse(faults.badLogin)
  }
  if (!isActive) refuse(faults.tenantExpired)
  const unusable = whyUnusable(account, kernel.now())
  if (unusable) {
    await asSystem(kernel, request, (ctx) => logLogin(ctx, account, 'LOGIN_DISABLED', unusable.in(ctx.language)))
    throw unusable
  }
  const anew = isWeak(account.passwordHash) ? await hashPassword(input.password) : undefined
  const result = await asSystem(kernel, request, async (ctx) => {
    // Again: others may have failed while this password was looked at.
    await demandTry(ctx, username, ctx.ip)
    await demandUnchanged(ctx, account)
    const rules = await securityOptions(ctx)
    if (!publicKey && !isPrivate(given) && rules.needsHttps) refuse(sysFaults.needsHttps)
    demandListed(ctx, rules)
    const proof = await proveAtLogin(ctx, account, input.secondFactor, base.secret)
    if (proof === 'needed') return refuseField(ctx, secondFactorFaults.needed)
    if (proof === 'wrong' || proof === 'recovery')
      await logLogin(ctx, account, proof === 'wrong' ? 'CODE_FAIL' : 'RECOVERY_CODE')
    // Committed, since it counts as a failure; refused below.
    if (proof === 'wrong') return undefined
    if (proof === 'recovery') {
      const args = { ip: ctx.ip, left: String(await codesLeft(ctx, account.id)) }
      await sendMessage(ctx, [account.id], 'RECOVERY_CODE', { args, link: '#/app-sys/loginUserInfo' })
    }
    await clearFailures(ctx, username, ctx.ip)
    if (anew)
      await ctx.tx.run(sql`update sys_user set password_hash = ${anew}
        where tenant_id = ${tenantId} and id = ${account.id} and password_hash = ${account.passwordHash}`)
    await logLogin(ctx, account, 'LOGIN_OK')
    const opened = await openSession(ctx, account, input, publicKey, given.header('user-agent') ?? '')
    return publicKey ? opened.result : { ...opened.result, signKey: signatures.secretOf(opened.sessionId) }
  })
  return result ?? refuseField(given.origin, secondFactorFaults.refused)
}

/** So long an initial password is good: it is known to who handed it out, and may lie about. */
const initialDays = 7

/** Why an account lets nobody in, though the password is right. */
function whyUnusable({ disabled, validTo, originalPassword, passwordTime }: Account, now: Date): Fault | undefined {
  if (disabled || (validTo !== null && validTo < dayIn(usualZone, now))) return new Fault(faults.userDisabled)
  const isOld = passwordTime !== null && now.getTime() - passwordTime.getTime() > initialDays * 86_400_000
  return originalPassword && isOld ? new Fault(sysFaults.initialExpired, { days: initialDays }) : undefined
}

/** That the tenant lets people in from there. */
function demandListed({ ip }: Pick<Ctx, 'ip'>, { addresses }: SecurityOptions): void {
  if (!isListed(addresses, ip)) refuse(sysFaults.address, { ip })
}

/** Whoever changes a password or disables a user ends his sessions: one that is being opened comes before, or not at all. */
async function demandUnchanged(ctx: Ctx, { id, passwordHash }: Account): Promise<void> {
  const same = await ctx.tx.maybe(sql`
    select 1 from sys_user where tenant_id = ${ctx.tenantId} and id = ${id} and password_hash = ${passwordHash} and not disabled for update`)
  if (!same) refuse(faults.badLogin)
}

/** Names the field that the log-in asks for. */
function refuseField({ language }: Pick<Ctx, 'language'>, refusal: Refusal): never {
  const message = new Fault(refusal).in(language)
  throw new Fault(refusal, {}, [{ field: 'secondFactor', rule: 'required', message }])
}

/** Nobody between client and server can read a key that the answer carries: it is sealed, or never leaves the computer. */
const isPrivate = ({ proof, origin }: OutsideRequest): boolean => proof.isSecure || isFromHere(proof.header, origin.ip)
const isFromHere = (header: (name: string) => string | undefined, ip: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(header('host') ?? '') &&
  /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(ip) &&
  // A proxy on this computer speaks for others.
  ['x-forwarded-for', 'forwarded', 'via'].every((name) => header(name) === undefined)

async function openSession(
  ctx: Ctx,
  account: Account,
  input: LoginInput,
  publicKey: PublicKey | undefined,
  userAgent: string,
): Promise<{ sessionId: string; result: calls.LoginResult }> {
  const orgs = (await availableOrgs(ctx.tx, ctx.tenantId, account.id)).filter((o) => !o.disabled)
  const working =
    orgs.find((o) => o.id === input.workingOrgId) ??
    orgs.find((o) => o.type === 'DC') ??
    orgs.find((o) => !isRoot(o.type)) ??
    orgs[0]
  if (!working) return refuse(faults.userDisabled)
  const rules = await securityOptions(ctx)
  const expiresAt = new Date(ctx.now().getTime() + hoursOf(input.source, rules) * 3_600_000)
  if (rules.isSingle) await revokeSessions(ctx, { userId: account.id, source: input.source }, 'ELSEWHERE')
  const { ids } = await insert(ctx, session, [
    {
      userId: account.id,
      workingOrgId: working.id,
      source: input.source,
      ip: ctx.ip,
      userAgent: userAgent.slice(0, 200),
      signAlgorithm: publicKey ? 'ES256' : 'HS256',
      publicKey,
      lastSeen: ctx.now(),
      expiresAt,
    },
  ])
  const [sessionId = ''] = ids
  const { pair } = await issueTokens(ctx, sessionId, expiresAt)
  const user = await readLoginUser(ctx.tx, ctx.tenantId, account.id, working.id)
  await ctx.tx.run(sql`
    update sys_user set last_login_time = ${ctx.now()}, last_login_ip = ${ctx.ip} where tenant_id = ${ctx.tenantId} and id = ${account.id}`)
  return { sessionId, result: { ...pair, firstLogin: account.lastLoginTime === null, user } }
}

interface RefreshRow extends SessionKey {
  id: string
  usedAt: Date | null
  usedTrace: string | null
  successor: string | null
  expiresAt: Date
  userId: string
  username: string
}

type Refreshed = { pair: TokenPair } | { stolen: RefreshRow }

/**
 * Rotates a refresh token, for who signs with the session's key. One that was used before its grace betrays a copy: the
 * whole session ends. The same request once more betrays nothing, and is only refused.
 */
async function refresh(base: Base, request: OutsideRequest, refreshToken: string): Promise<TokenPair> {
  const { kernel, signatures } = base
  const result = await asSystem(kernel, request, async (ctx): Promise<Refreshed> => {
    const row = await ctx.tx.maybe<RefreshRow>(sql`
      select k.id, k.session_id, k.used_at, k.used_trace, k.successor, s.sign_algorithm, s.public_key, s.expires_at, s.user_id, u.username
      from sys_session_token k join sys_session s on s.tenant_id = k.tenant_id and s.id = k.session_id
      join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where k.tenant_id = ${ctx.tenantId} and k.hash = ${hashToken(refreshToken)} and k.kind = 'REFRESH'
        and k.expires_at > ${ctx.now()} and s.revoked_at is null and s.expires_at > ${ctx.now()} and not u.disabled
        and (u.valid_to is null or u.valid_to >= ${dayIn(usualZone, ctx.now())})
      for update of k`)
    if (!row || !isListed((await securityOptions(ctx)).addresses, ctx.ip)) throw new Fault(faults.refreshRefused)
    signatures.demand(request.proof, row, refreshToken)
    if (row.usedAt !== null && row.successor !== null) {
      if (ctx.now().getTime() - row.usedAt.getTime() <= graceMs) return { pair: unseal(row.successor, refreshToken) }
      // The very request that used it, at a process that has not seen it: whoever sends it again has no key for another.
      if (row.usedTrace === ctx.traceId) throw new Fault(faults.refreshRefused)
      return { stolen: row }
    }
    const { pair, refreshId } = await issueTokens(ctx, row.sessionId, row.expiresAt)
    await ctx.tx.run(sql`
      update sys_session_token set used_at = ${ctx.now()}, used_trace = ${ctx.traceId}, successor_id = ${refreshId}, successor = ${seal(pair, refreshToken)}
      where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
    await ctx.tx.run(
      sql`update sys_session set last_seen = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${row.sessionId}`,
    )
    await ctx.tx.run(
      sql`delete from sys_session_token where tenant_id = ${ctx.tenantId} and session_id = ${row.sessionId} and expires_at < ${ctx.now()}`,
    )
    return { pair }
  })
  if ('pair' in result) return result.pair
  await asSystem(kernel, request, async (ctx) => {
    await revokeSessions(ctx, { sessionId: result.stolen.sessionId }, 'REUSE')
    await logLogin(ctx, { id: result.stolen.userId, username: result.stolen.username }, 'REFRESH_REUSE')
    const link = '#/app-sys/loginUserInfo'
    await sendMessage(ctx, [result.stolen.userId], 'TOKEN_REUSE', { args: { ip: ctx.ip }, link })
  })
  return refuse(faults.refreshRefused)
}

async function switchOrg(ctx: Ctx, input: { workingOrgId: string }): Promise<calls.LoginResult> {
  const userId = ctx.userId ?? '0'
  // Whoever takes the organisation away holds the user.
  await ctx.tx.query(
    sql`select id from sys_user where tenant_id = ${ctx.tenantId} and id = ${userId} for no key update`,
  )
  const orgs = await availableOrgs(ctx.tx, ctx.tenantId, userId)
  if (!orgs.some((o) => o.id === input.workingOrgId && !o.disabled)) refuse(faults.foreignOrg)
  const { expiresAt } = await ctx.tx.one<RowOf<typeof session, 'expiresAt'>>(sql`
    update sys_session set working_org_id = ${input.workingOrgId}, last_seen = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${ctx.sessionId} returning expires_at`)
  const { pair } = await issueTokens(ctx, ctx.sessionId ?? '0', expiresAt)
  await logLogin(ctx, { id: ctx.userId, username: ctx.username }, 'SWITCH_ORG')
  return { ...pair, firstLogin: false, user: await readLoginUser(ctx.tx, ctx.tenantId, userId, input.workingOrgId) }
}

/** The session's calls, as the specification names them. */
export const sessionServed = (base: Base): Served[] => [
  serveOutside(calls.login, (request, input) => login(base, request, input)),
  serveOutside(calls.refreshToken, (request, input) => refresh(base, request, input.refreshToken)),
  serve(calls.logout, async (ctx) => {
    await revokeSessions(ctx, { sessionId: ctx.sessionId ?? '0' }, 'LOGOUT')
    await logLogin(ctx, { id: ctx.userId, username: ctx.username }, 'LOGOUT')
    return null
  }),
  serve(calls.getLoginUser, (ctx) => readLoginUser(ctx.tx, ctx.tenantId, ctx.userId ?? '0', ctx.org.id)),
  serve(calls.switchWorkingOrg, switchOrg),
  serve(calls.getPasswordRules, async (ctx) => {
    const { passwordLength, isPasswordMixed } = await securityOptions(ctx)
    return { min: passwordLength, isMixed: isPasswordMixed }
  }),
  ...ownSessionsServed(),
  ...secondFactorServed(base.secret),
  ...overrideServed(),
  serveOutside(calls.modifyPassword, (request, input) => modifyPassword(base.kernel, request, input)),
]
