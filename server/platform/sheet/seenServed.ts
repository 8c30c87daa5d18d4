import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import sql, { join, raw } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import { crudServed, readLog } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { Seen } from '../../kernel/rules.ts'
import { visible } from '../../kernel/scope.ts'
import { tableOf } from '../../kernel/tables.ts'
import { exportServed, type Only } from './exportRows.ts'

type Present = (ctx: Ctx, record: Record<string, unknown>) => Record<string, unknown>

/**
 * List, detail, log and export of rows of which a caller may know some only: each asks the same condition, so that none of
 * them tells more than another. What else the entity offers is served as usual.
 * @param seen conditions on the row `t`
 * @param present a record as a file says it, where that is not as it stands in its table
 */
export function seenServed(e: AnyEntity, seen: Only, present?: Present): Served[] {
  const { query, getById, log } = crudCalls(e)
  const own = new Set([query, getById, log].map((call) => call?.path))
  const demand = async (ctx: Ctx, id: string): Promise<void> => {
    const where = join([visible(e, ctx, 't'), ...seen(ctx)], ' and ')
    found(await ctx.tx.maybe(sql`select 1 from ${raw(tableOf(e))} t where t.id = ${id} and ${where}`), e.title)
  }
  return [
    ...crudServed(e).filter(({ call }) => !own.has(call.path)),
    ...(query ? [serveList(query, (ctx, input) => listRecords(ctx, e, input, seen(ctx)))] : []),
    ...(getById
      ? [
          serve(getById, async (ctx, input) => {
            await demand(ctx, (input as Seen).id)
            return getRow(ctx, e, (input as Seen).id)
          }),
        ]
      : []),
    ...(log
      ? [
          serve(log, async (ctx, input) => {
            await demand(ctx, (input as Seen).id)
            return readLog(ctx, e, (input as Seen).id)
          }),
        ]
      : []),
    ...(e.actions.includes('export') ? exportServed(e, seen, present) : []),
  ]
}
