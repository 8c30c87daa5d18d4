import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../ctx.ts'

/**
 * Characters. Work of thousands of lines stays below it: who lost the answer needs the lines. Above it the repeat hears
 * only that its work is done.
 */
const answerMax = 4_000_000

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
  const inserted = await ctx.tx.run(sql`
    insert into sys_idempotency (tenant_id, id, user_id, route, key, request_hash, created_at, created_by)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.userId}, ${route}, ${key}, ${hash}, ${ctx.now()}, ${ctx.userId})
    on conflict do nothing`)
  if (inserted === 0) {
    const first = await ctx.tx.one<{ requestHash: string; answer: string | null }>(sql`
      select request_hash, answer from sys_idempotency
      where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and route = ${route} and key = ${key}`)
    if (first.requestHash !== hash) throw new Fault(faults.keyReused)
    return first.answer === null ? null : JSON.parse(first.answer)
  }
  const data = await work()
  const text = JSON.stringify(data ?? null)
  ctx.tx.later(
    ctx.tx.run(sql`
      update sys_idempotency set answer = ${text.length > answerMax ? 'null' : text}
      where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and route = ${route} and key = ${key}`),
  )
  return data
}
