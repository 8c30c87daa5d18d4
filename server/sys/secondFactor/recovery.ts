import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { recoveryCode, recoveryCodeCount } from '@lading/contract/sys/secondFactor.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'

/** Letters and digits that nobody confuses on paper: 49 bits in ten of them. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const half = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Keyed by the installation's secret, so that a copy of the database alone cannot be tried out. */
const hashOf = (ctx: Ctx, userId: string, code: string, secret: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'lading recovery code', 32)))
    .update(`${ctx.tenantId} ${userId} ${code}`)
    .digest('hex')

/** New codes in place of all former ones, to be told once. */
export async function makeRecoveryCodes(ctx: Ctx, userId: string, secret: string): Promise<string[]> {
  await ctx.tx.run(sql`delete from sys_recovery_code where tenant_id = ${ctx.tenantId} and user_id = ${userId}`)
  const made = Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)
  await insert(
    { ...ctx, userId },
    recoveryCode,
    made.map((code) => ({ userId, hash: hashOf(ctx, userId, code, secret) })),
  )
  return made
}

/** Takes a code, however it was typed. @returns whether it was one of the user's that nobody had used */
export async function takeRecoveryCode(ctx: Ctx, userId: string, typed: string, secret: string): Promise<boolean> {
  const bare = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const hash = hashOf(ctx, userId, `${bare.slice(0, 5)}-${bare.slice(5)}`, secret)
  const taken = await ctx.tx.run(sql`
    update sys_recovery_code set used_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} and hash = ${hash} and used_at is null`)
  return taken > 0
}

export async function codesLeft(ctx: Ctx, userId: string): Promise<number> {
  const { left } = await ctx.tx.one<{ left: number }>(sql`
    select count(*)::int as left from sys_recovery_code
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} and used_at is null`)
  return left
}
