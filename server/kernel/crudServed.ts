import type { listQuery } from '@lading/contract/kernel/call.ts'
import { crudCalls, offeredMax, type offerInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { LogEntry } from '@lading/contract/kernel/log.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, getRow, removeRow, switchRow, updateRow } from './crud.ts'
import type { Ctx } from './ctx.ts'
import { type Served, serve, serveEach } from './http/serve.ts'
import { listRecords, notAFilter } from './listQuery.ts'
import { sayLog } from './log.ts'
import type { Done } from './registry.ts'
import { entityByKey, storyOf } from './registry.ts'
import type { Input, Rules, Seen } from './rules.ts'

type Question = z.output<typeof listQuery>

const logMax = 500

/** What happened to a row, newest first, in words: from the audit, and from what became of it elsewhere. */
export async function readLog(ctx: Ctx, e: AnyEntity, id: string): Promise<LogEntry[]> {
  await getRow(ctx, e, id)
  const done = await ctx.tx.query<Done>(sql`
    select a.id, created_at as at, coalesce((select u.real_name from sys_user u where u.tenant_id = a.tenant_id and u.id = a.created_by), (select o.name from sys_open_account o where o.tenant_id = a.tenant_id and o.id = a.created_by), username) as user,
      source, action, before, after
    from sys_audit_log a where tenant_id = ${ctx.tenantId} and subject = any(${[e.key, e.viewOf ?? e.key]}::text[]) and subject_id = ${id} order by a.id desc limit ${logMax}`)
  const chapters = [{ of: e, done }, ...((await storyOf(e)?.(ctx, id)) ?? [])]
  const told = await Promise.all(chapters.map((chapter) => sayLog(ctx, chapter.of, chapter.done)))
  const lines = chapters.flatMap((chapter, i) =>
    chapter.done.flatMap(({ id: key }, n) => {
      const line = told[i]?.[n]
      return line ? [{ key: BigInt(key), line }] : []
    }),
  )
  // Ids are made in the order of time, also within one transaction.
  return lines
    .sort((a, b) => (a.key < b.key ? 1 : -1))
    .slice(0, logMax)
    .map(({ line }) => line)
}

/**
 * What may be asked of something that is only chosen: which it is, whether it is in use, of what kind, what it belongs to,
 * and, where many are pasted, who has these codes.
 */
const asked = new Set(['id', 'keyword', 'disabled', 'kind'])
const narrows = ['ref', 'refs', 'choice', 'choices', 'flag']

/** Rows to choose from, as far as the asker's walls let him see them: what they are called, and nothing else of them. */
async function offer(ctx: Ctx, target: AnyEntity, filter: Question['filter']): Promise<object[]> {
  const areNamed = Array.isArray(filter[target.label.code])
  const may = (n: string) => asked.has(n) || (n === target.label.code && areNamed)
  const odd = Object.keys(filter).find((n) => !may(n) && !narrows.includes(target.fields[n]?.kind ?? ''))
  if (odd !== undefined) return notAFilter(odd)
  const question = { filter, page: 1, pageSize: areNamed ? rowsMax : offeredMax, searchCount: false }
  const { records } = await listRecords(ctx, target, question)
  const { code, name, english } = target.label
  return records.map((r) => ({ id: r.id, [code]: r[code], [name]: r[name], ...(english && { [english]: r[english] }) }))
}

/** Serves list, detail, log and the writing calls that the entity's actions offer. Files are served elsewhere. */
export function crudServed<E extends AnyEntity>(e: E, rules?: Rules<NoInfer<E>>): Served[]
export function crudServed(e: AnyEntity, rules: Rules = {}): Served[] {
  const calls = crudCalls(e)
  const handlers: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
    query: (ctx, input: Question) => listRecords(ctx, e, input),
    getById: (ctx, input: { id: string }) => getRow(ctx, e, input.id),
    log: (ctx, input: { id: string }) => readLog(ctx, e, input.id),
    offer: (ctx, input: z.output<ReturnType<typeof offerInput>>) => offer(ctx, entityByKey(input.to), input.filter),
    create: (ctx, input: Input) => createRow(ctx, e, input, rules),
    update: (ctx, input: Input & Seen) => updateRow(ctx, e, input, rules),
    remove: async (ctx, input: Seen) => {
      await removeRow(ctx, e, input, rules)
      return null
    },
  }
  return Object.entries(calls).flatMap(([verb, call]) => {
    if (verb === 'enable' || verb === 'disable')
      return [serveEach(call, (ctx, row) => switchRow(ctx, e, row, verb === 'disable', rules))]
    const handle = handlers[verb]
    // The call's schema has shaped the input before its handler sees it.
    return handle ? [serve(call, handle as (ctx: Ctx, input: unknown) => Promise<unknown>)] : []
  })
}
