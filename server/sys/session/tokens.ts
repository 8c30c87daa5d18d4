import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type session, sessionToken } from '@lading/contract/sys/tables.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { sessionTopic } from '../../platform/push/push.ts'
import { type SecurityOptions, securityOptions } from './options.ts'

const handheldHours = 720
const isHandheld = (source: string): boolean => source === 'APP' || source === 'PDA'
/** Hours that a session lives at most. A handheld is its user's for weeks. */
export const hoursOf = (source: string, { sessionHours }: SecurityOptions): number =>
  isHandheld(source) ? handheldHours : sessionHours

export interface TokenPair {
  accessToken: string
  expiresIn: number
  refreshToken: string
  refreshExpiresIn: number
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
const freshToken = (): string => randomBytes(32).toString('base64url')

/** Makes and stores an access and a refresh token of a session. @returns the pair and the refresh token's row id */
export async function issueTokens(
  ctx: Ctx,
  sessionId: string,
  expiresAt: Date,
): Promise<{ pair: TokenPair; refreshId: string }> {
  const now = ctx.now().getTime()
  const { accessSeconds, refreshSeconds } = await securityOptions(ctx)
  const left = Math.max(Math.floor((expiresAt.getTime() - now) / 1000), 1)
  const pair: TokenPair = {
    accessToken: freshToken(),
    expiresIn: Math.min(accessSeconds, left),
    refreshToken: freshToken(),
    refreshExpiresIn: Math.min(refreshSeconds, left),
  }
  const row = (kind: 'ACCESS' | 'REFRESH', token: string, seconds: number) => ({
    sessionId,
    kind,
    hash: hashToken(token),
    expiresAt: new Date(now + seconds * 1000),
  })
  const rows = [
    row('ACCESS', pair.accessToken, pair.expiresIn),
    row('REFRESH', pair.refreshToken, pair.refreshExpiresIn),
  ]
  const { ids } = await insert(ctx, sessionToken, rows)
  return { pair, refreshId: ids[1] ?? '' }
}

/** A used refresh token opens its successor pair for the seconds in which two tabs race; nobody else can. */
export function seal(pair: TokenPair, refreshToken: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(`successor:${refreshToken}`).digest(), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(pair), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}
export function unseal(sealed: string, refreshToken: string): TokenPair {
  const all = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    createHash('sha256').update(`successor:${refreshToken}`).digest(),
    all.subarray(0, 12),
  )
  decipher.setAuthTag(all.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString('utf8')) as TokenPair
}

/**
 * Ends sessions: all of a user, or those of his that are named, or of one kind of device. Their tokens are refused from the next call on, and
 * their sockets closed. @returns how many there were
 */
export async function revokeSessions(
  ctx: Ctx,
  where: { userId: string; ids?: readonly string[]; source?: string } | { sessionId: string },
  reason: string,
): Promise<number> {
  const which =
    'sessionId' in where
      ? sql`id = ${where.sessionId}`
      : sql`user_id = ${where.userId} and (${where.ids ?? null}::bigint[] is null or id = any(${where.ids ?? null}::bigint[]))
          and (${where.source ?? null}::text is null or source = ${where.source ?? null})`
  const ended = await ctx.tx.query<RowOf<typeof session, 'userId'>>(sql`
    update sys_session set revoked_at = ${ctx.now()}, revoke_reason = ${reason}, updated_at = now()
    where tenant_id = ${ctx.tenantId} and ${which} and revoked_at is null returning user_id`)
  for (const userId of new Set(ended.map((e) => e.userId))) ctx.tell(sessionTopic(userId))
  return ended.length
}
