import { randomBytes } from 'node:crypto'
import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import type { tenant } from '@lading/contract/sys/org.ts'
import {
  secondFactorCalls as calls,
  secondFactorFaults,
  secondFactor as table,
} from '@lading/contract/sys/secondFactor.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { rightsTopic } from '../../platform/push/push.ts'
import { toldOnce } from '../../platform/toldOnce.ts'
import { seal } from '../seal.ts'
import { raiseRights } from '../session/identify.ts'
import { clearFailures, demandTry, noteFailure } from '../session/throttle.ts'
import { checkPassword } from '../user/checkPassword.ts'
import { demandOn } from './demand.ts'
import { keyOf, lockFactor, tryCode } from './prove.ts'
import { codesLeft, makeRecoveryCodes } from './recovery.ts'
import { acceptedStep, base32, otpauthUrl } from './totp.ts'

/** RFC 4226 asks for 128 bits and recommends 160. */
const keyBytes = 20
/** Who comes back to setting it up within this time goes on with the same picture. */
const pendingMs = 15 * 60_000

const self = (ctx: Ctx): string => ctx.userId ?? '0'
const note = (ctx: Ctx, action: string): void =>
  ctx.audit({ subject: 'sys.user', subjectId: self(ctx), subjectNo: ctx.username, action })

/** Whoever finds a screen open must not be able to put his own lock on the account, or to take its lock away. */
async function demandPassword(request: OutsideRequest, password: string): Promise<void> {
  const { ok } = await checkPassword(request, { password })
  if (!ok) refuse(secondFactorFaults.password)
}

async function begin(request: OutsideRequest, password: string, secret: string) {
  await demandPassword(request, password)
  return request.perform(async (ctx) => {
    if (!(await demandOn(ctx, self(ctx))).isOffered) refuse(secondFactorFaults.notOffered)
    const old = await lockFactor(ctx, self(ctx))
    if (old?.confirmedAt) refuse(secondFactorFaults.isOn)
    const isFresh = old && ctx.now().getTime() - old.createdAt.getTime() < pendingMs
    const key = isFresh ? keyOf(old, secret) : randomBytes(keyBytes)
    if (!isFresh) {
      await ctx.tx.run(sql`delete from sys_second_factor where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`)
      const appSecret = seal(key.toString('base64url'), secret, 'second factor')
      await insert(ctx, table, [{ userId: self(ctx), lastStep: 0, appSecret }])
    }
    const { code } = await ctx.tx.one<RowOf<typeof tenant, 'code'>>(
      sql`select code from sys_tenant where id = ${ctx.tenantId}`,
    )
    const shown = base32(key)
    return { otpauthUrl: otpauthUrl(`${ctx.username}@${code}`, shown), secret: shown }
  })
}

/** A code of the app proves that it was set up well; only then is it asked for. */
async function confirm(request: OutsideRequest, input: { code: string }, secret: string) {
  let codes: string[] = []
  const { isFirst } = await toldOnce(request, calls.confirm.path, input, async (ctx) => {
    const factor = await lockFactor(ctx, self(ctx))
    if (!factor) return refuse(secondFactorFaults.isOff)
    if (factor.confirmedAt) refuse(secondFactorFaults.isOn)
    const step = acceptedStep(keyOf(factor, secret), input.code.replace(/\s/g, ''), ctx.now(), factor.lastStep)
    if (step === undefined) return refuse(secondFactorFaults.wrong)
    await ctx.tx.run(sql`
      update sys_second_factor set confirmed_at = ${ctx.now()}, last_step = ${step}
      where tenant_id = ${ctx.tenantId} and id = ${factor.id}`)
    codes = await makeRecoveryCodes(ctx, self(ctx), secret)
    note(ctx, 'enableSecondFactor')
    await followDemand(ctx)
    return {}
  })
  return { recoveryCodes: isFirst ? codes : null }
}

/** Counted apart from passwords: whoever knows that alone clears nothing by it. */
const codesOf = (ctx: Ctx): string => `codes ${ctx.username}`

/** Does something for who has password and code. A wrong code makes wait like a wrong password, and uses nothing up. */
async function withBoth(
  request: OutsideRequest,
  path: string,
  input: { password: string; code: string },
  secret: string,
  work: (ctx: Ctx) => Promise<void>,
): Promise<boolean> {
  await demandPassword(request, input.password)
  try {
    // The password is no part of what is kept of the request.
    const { isFirst } = await toldOnce(request, path, { code: input.code }, async (ctx) => {
      const factor = await lockFactor(ctx, self(ctx))
      if (!factor?.confirmedAt) return refuse(secondFactorFaults.isOff)
      await demandTry(ctx, codesOf(ctx), ctx.ip)
      if ((await tryCode(ctx, self(ctx), factor, input.code, secret)) === 'wrong') refuse(secondFactorFaults.wrong)
      await clearFailures(ctx, codesOf(ctx), ctx.ip)
      await work(ctx)
      return {}
    })
    return isFirst
  } catch (error) {
    if (error instanceof Fault && error.refusal === secondFactorFaults.wrong)
      await request.perform((ctx) => noteFailure(ctx, codesOf(ctx), ctx.ip))
    throw error
  }
}

async function renewCodes(request: OutsideRequest, input: { password: string; code: string }, secret: string) {
  let codes: string[] = []
  const isFirst = await withBoth(request, calls.renewCodes.path, input, secret, async (ctx) => {
    codes = await makeRecoveryCodes(ctx, self(ctx), secret)
    note(ctx, 'renewRecoveryCodes')
  })
  return { recoveryCodes: isFirst ? codes : null }
}

async function disable(request: OutsideRequest, input: { password: string; code: string }, secret: string) {
  await request.perform(demandFree, { read: true })
  await withBoth(request, calls.turnOff.path, input, secret, async (ctx) => {
    // Again: it may have been demanded meanwhile.
    await demandFree(ctx)
    await removeFactor(ctx, self(ctx))
    note(ctx, 'disableSecondFactor')
  })
  return null
}

/** What is demanded stays on. Before the code is looked at, so that a refusal uses up none. */
async function demandFree(ctx: Ctx): Promise<void> {
  const { isDemanded, isOn } = await demandOn(ctx, self(ctx))
  if (isDemanded && isOn) refuse(secondFactorFaults.demanded)
}

/** Who has got one, or has one no more, may do another thing with his next call, in whichever process. */
async function followDemand(ctx: Ctx): Promise<void> {
  await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  ctx.tell(rightsTopic)
}

/** Factor and recovery codes of a user. @returns whether there was one in force */
export async function removeFactor(ctx: Ctx, userId: string): Promise<boolean> {
  await ctx.tx.run(sql`delete from sys_recovery_code where tenant_id = ${ctx.tenantId} and user_id = ${userId}`)
  const removed = await ctx.tx.query<RowOf<typeof table, 'confirmedAt'>>(sql`
    delete from sys_second_factor where tenant_id = ${ctx.tenantId} and user_id = ${userId} returning confirmed_at`)
  await followDemand(ctx)
  return removed.some((r) => r.confirmedAt !== null)
}

async function state(ctx: Ctx) {
  const { isOffered, isDemanded } = await demandOn(ctx, self(ctx))
  const row = await ctx.tx.maybe<{ confirmedAt: Date }>(sql`
    select confirmed_at from sys_second_factor
    where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)} and confirmed_at is not null`)
  return {
    isOn: row !== undefined,
    since: row?.confirmedAt.toISOString() ?? null,
    codesLeft: row ? await codesLeft(ctx, self(ctx)) : 0,
    isOffered,
    isDemanded,
  }
}

/** @param secret the installation's, under which the apps' secrets are sealed */
export const secondFactorServed = (secret: string): Served[] => [
  serve(calls.get, state),
  serveOutside(calls.begin, (request, input) => begin(request, input.password, secret)),
  serveOutside(calls.confirm, (request, input) => confirm(request, input, secret)),
  serveOutside(calls.renewCodes, (request, input) => renewCodes(request, input, secret)),
  serveOutside(calls.turnOff, (request, input) => disable(request, input, secret)),
]
