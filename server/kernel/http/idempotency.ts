import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../ctx.ts'

/** Answers above this are not kept word for word; the repeat hears that its work is done. */
const answerMax = 200_000

/** Thrown where work was begun that was done before: nothing of it may stay, and only its answer is asked for. */
export class DoneBefore extends Error {}

/**
 * Does `work` once per (tenant, user, route, key). A repeat with the same content gets the first answer; a twin that
 * runs at the same moment waits for it, since both insert the same key. A refusal leaves no trace.
 *
 * The key travels with the first statements of the work, which run behind it: whoever finds it taken takes them back.
 * @throws DoneBefore when the key was taken; `answerOf` says what was answered
 */
export async function once(
  ctx: Ctx,
  route: string,
  key: string,
  hash: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const taking = ctx.tx.run(sql`
    insert into sys_idempotency (tenant_id, id, user_id, route, key, request_hash, created_at, created_by)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.userId}, ${route}, ${key}, ${hash}, ${ctx.now()}, ${ctx.userId})
    on conflict do nothing`)
  const working = work()
  // What the work says of a repeat is not heard.
  working.catch(() => undefined)
  if ((await taking) === 0) throw new DoneBefore()
  const data = await working
  const text = JSON.stringify(data ?? null)
  ctx.tx.later(
    ctx.tx.change(sql`
      update sys_idempotency set answer = ${text.length > answerMax ? 'null' : text}
      where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and route = ${route} and key = ${key}`),
  )
  return data
}

/** What was answered under a key before. @throws Fault keyReused when something else was asked under it */
export async function answerOf(ctx: Ctx, route: string, key: string, hash: string): Promise<unknown> {
  const first = await ctx.tx.one<{ requestHash: string; answer: string | null }>(sql`
    select request_hash, answer from sys_idempotency
    where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and route = ${route} and key = ${key}`)
  if (first.requestHash !== hash) throw new Fault(faults.keyReused)
  return first.answer === null ? null : JSON.parse(first.answer)
}
