import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../ctx.ts'
import { codeOf } from '../database.ts'

/**
 * Characters. Work of thousands of lines stays below it: who lost the answer needs the lines. Above it the repeat hears
 * only that its work is done.
 */
const answerMax = 4_000_000

/** Whose request it is, by which a repeat of it is known. */
interface Request {
  readonly route: string
  readonly key: string
  /** Of what it says. */
  readonly hash: string
}

/**
 * Does `work` once per (tenant, user, route, key). A repeat with the same content gets the first answer; a twin that
 * runs at the same moment waits for it, since both insert the same key. A refusal leaves no trace.
 */
export async function once(
  ctx: Ctx,
  route: string,
  key: string,
  hash: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const request = { route, key, hash }
  const inserted = await ctx.tx.run(sql`${keyRow(ctx, request)} on conflict do nothing`)
  return inserted === 0 ? firstAnswer(ctx, request) : remember(ctx, request, await work())
}

/** Thrown by what was done before under its key: its transaction is over, and the next tells the {@link firstAnswer}. */
export class Repeated extends Error {}

/**
 * As {@link once}, for work that stands alone in its transaction: its first statements travel with the key. A repeat fails on
 * the key, and with it all that was sent behind: nothing was done, whatever its work says of that.
 * @throws Repeated
 */
export async function firstTime(ctx: Ctx, request: Request, work: () => Promise<unknown>): Promise<unknown> {
  const inserting = ctx.tx.run(keyRow(ctx, request))
  const working = (async () => work())()
  // Who hears of its end first waits for the other: nothing of the work is left behind.
  const [inserted, worked] = await Promise.allSettled([inserting, working])
  if (inserted.status === 'rejected') throw isTwin(inserted.reason) ? new Repeated() : inserted.reason
  if (worked.status === 'rejected') throw worked.reason
  return remember(ctx, request, worked.value)
}

const isTwin = (error: unknown): boolean =>
  codeOf(error) === '23505' && (error as { table?: string }).table === 'sys_idempotency'

const keyRow = (ctx: Ctx, { route, key, hash }: Request): Sql => sql`
    insert into sys_idempotency (tenant_id, id, user_id, route, key, request_hash, created_at, created_by)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.userId}, ${route}, ${key}, ${hash}, ${ctx.now()}, ${ctx.userId})`

/**
 * What the first of the repeats was told.
 * @throws Fault keyReused when it said something else
 */
export async function firstAnswer(ctx: Ctx, { route, key, hash }: Request): Promise<unknown> {
  const first = await ctx.tx.one<{ requestHash: string; answer: string | null }>(sql`
    select request_hash, answer from sys_idempotency
    where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and route = ${route} and key = ${key}`)
  if (first.requestHash !== hash) throw new Fault(faults.keyReused)
  return first.answer === null ? null : JSON.parse(first.answer)
}

function remember(ctx: Ctx, { route, key }: Request, data: unknown): unknown {
  const text = JSON.stringify(data ?? null)
  ctx.tx.later(
    ctx.tx.run(sql`
      update sys_idempotency set answer = ${text.length > answerMax ? 'null' : text}
      where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and route = ${route} and key = ${key}`),
  )
  return data
}
