import type { secondFactor } from '@lading/contract/sys/secondFactor.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { unseal } from '../seal.ts'
import { demandTry, noteFailure } from '../session/throttle.ts'
import { takeRecoveryCode } from './recovery.ts'
import { acceptedStep } from './totp.ts'

export type Factor = RowOf<typeof secondFactor, 'id' | 'appSecret' | 'confirmedAt' | 'lastStep' | 'createdAt'>

/** The user's second factor, held until the transaction ends: codes are tried one after the other. */
export const lockFactor = (ctx: Ctx, userId: string): Promise<Factor | undefined> =>
  ctx.tx.maybe<Factor>(sql`
    select id, app_secret, confirmed_at, last_step, created_at from sys_second_factor
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} for update`)

/** @throws when the installation's secret is not the one under which it was set up: that is no mistake of the user */
export function keyOf(factor: Factor, secret: string): Buffer {
  const key = unseal(factor.appSecret, secret, 'second factor')
  if (key === null) throw new Error('a second factor was sealed under another secret')
  return Buffer.from(key, 'base64url')
}

export type Proof = 'code' | 'recovery' | 'wrong'

/** Tries what the user typed; what is good is used up. */
export async function tryCode(ctx: Ctx, userId: string, factor: Factor, typed: string, secret: string): Promise<Proof> {
  const digits = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return (await takeRecoveryCode(ctx, userId, typed, secret)) ? 'recovery' : 'wrong'
  const step = acceptedStep(keyOf(factor, secret), digits, ctx.now(), factor.lastStep)
  if (step === undefined) return 'wrong'
  await ctx.tx.run(
    sql`update sys_second_factor set last_step = ${step} where tenant_id = ${ctx.tenantId} and id = ${factor.id}`,
  )
  return 'code'
}

/**
 * Whether a log-in with the right password may go on. A wrong code counts like a wrong password; which the caller must
 * commit, not refuse.
 */
export async function proveAtLogin(
  ctx: Ctx,
  user: { id: string; username: string },
  typed: string | undefined,
  secret: string,
): Promise<Proof | 'off' | 'needed'> {
  const factor = await lockFactor(ctx, user.id)
  if (!factor?.confirmedAt) return 'off'
  if (!typed) return 'needed'
  // Again, now that nobody else tries: a hundred tries at once are a hundred tries.
  await demandTry(ctx, user.username, ctx.ip)
  const proof = await tryCode(ctx, user.id, factor, typed, secret)
  if (proof === 'wrong') await noteFailure(ctx, user.username, ctx.ip)
  return proof
}
