import { crudCalls, type exportInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { conditions, listRecords, order, readRowsOf } from '../../kernel/listQuery.ts'
import { visible } from '../../kernel/scope.ts'
import { tableOf } from '../../kernel/tables.ts'
import { readOption } from '../option.ts'
import { headOf, inForm } from './columnForm.ts'
import type { SheetColumn } from './columns.ts'
import { fileShape } from './definition.ts'
import { beginExport, filterText, queueExport, recorded } from './records.ts'
import type { OutRow } from './rows.ts'
import { showCell } from './showCell.ts'
import { sheetTypes, streamSheet } from './write.ts'

type Wanted = z.output<typeof exportInput>
type Record_ = Record<string, unknown>

/** Further conditions on `t`, of lists that show a part of their table. */
export type Only = (ctx: Ctx) => readonly Sql[]
/** A record as its list shows it, where that is not as it stands in its table. */
type Present = (ctx: Ctx, record: Record_) => Record_
const plainly: Present = (_, record) => record

const pageRows = 1_000

/**
 * The ids of all that the filter finds, in the list's order: each later page is fetched by its ids. They come as one text
 * and are kept as numbers, eight bytes each.
 */
async function idsOf(ctx: Ctx, e: AnyEntity, input: Wanted, only: Only, max: number): Promise<BigInt64Array> {
  const where = join([visible(e, ctx, 't'), ...conditions(ctx, e, input.filter), ...only(ctx)], ' and ')
  const { ids, n } = await ctx.tx.one<{ ids: string | null; n: number }>(sql`
    select string_agg(x.id::text, ',') as ids, count(*)::int as n from (
      select t.id from ${raw(tableOf(e))} t where ${where} order by ${order(e, input.orderBy)}
      limit ${max + 1}) x`)
  if (n > max) throw new Fault(sheetFaults.exportTooLarge, { max })
  const all = new BigInt64Array(n)
  const text = ids ?? ''
  for (let i = 0, from = 0; i < n; i++) {
    const to = text.indexOf(',', from)
    all[i] = BigInt(text.slice(from, to < 0 ? undefined : to))
    from = to + 1
  }
  return all
}

async function pageOf(
  ctx: Ctx,
  e: AnyEntity,
  input: Wanted,
  ids: readonly string[],
  columns: readonly SheetColumn[],
  present: Present,
): Promise<OutRow[]> {
  const { records } = await listRecords(ctx, e, {
    filter: { id: [...ids] },
    page: 1,
    pageSize: ids.length,
    orderBy: input.orderBy,
    searchCount: false,
  })
  const children = new Map<string, Map<string, Record_[]>>()
  for (const { rows } of columns)
    if (rows && !children.has(rows.field)) children.set(rows.field, await readRowsOf(ctx, rows.child, e, ids))
  return records.flatMap((record) => linesOf(ctx, present(ctx, record), columns, children))
}

/** One line per record, or as many as its longest list of child rows has; the record's own values repeat. */
function linesOf(
  ctx: Ctx,
  record: Record_,
  columns: readonly SheetColumn[],
  children: ReadonlyMap<string, ReadonlyMap<string, Record_[]>>,
): OutRow[] {
  const own = new Map([...children].map(([field, byParent]) => [field, byParent.get(String(record.id)) ?? []]))
  const count = Math.max(1, ...[...own.values()].map((rows) => rows.length))
  return Array.from({ length: count }, (_, i) =>
    columns.map((c) => {
      if (!c.rows) return inForm(showCell(record, c.name, c.field, ctx), c.form)
      const child = own.get(c.rows.field)?.[i]
      return child ? inForm(showCell(child, c.rows.name, c.field, ctx), c.form) : null
    }),
  )
}

/** A file, or the task that is to write it. */
export type Exported = FileAnswer | { readonly taskId: string }

/**
 * Writes all that a list's filter finds, page by page, each in a short transaction of its own, and notes who took it. What
 * finds many rows is left to the background.
 */
export async function exportRows(
  request: OutsideRequest,
  e: AnyEntity,
  input: Wanted,
  only: Only = () => [],
  present: Present = plainly,
): Promise<Exported> {
  const { language } = request.origin
  const { background } = request
  const begun = await request.perform(async (ctx) => {
    const { columns, name, maxRows, sort } = await fileShape(ctx, e, input)
    const orderBy = input.orderBy ?? sort
    const ids = await idsOf(ctx, e, { ...input, orderBy }, only, maxRows)
    const filters = await filterText(ctx, e, input.filter)
    const asked = { subject: e.key, filters, name, rows: ids.length }
    // Who has no session, as another system, has no page to fetch it from: he is served at once.
    const isPerson = ctx.sessionId !== null
    if (isPerson && !background && ids.length > (await readOption(ctx, 'export_sync_rows')))
      return queueExport(ctx, request.asked, asked)
    return { ids, columns, orderBy, record: await beginExport(ctx, request, asked) }
  })
  if ('taskId' in begun) return begun
  const { ids, columns, orderBy, record } = begun
  await background?.count(ids.length)
  async function* pages(): AsyncGenerator<OutRow[]> {
    for (let from = 0; from < ids.length; from += pageRows) {
      const some = Array.from(ids.subarray(from, from + pageRows), String)
      yield await request.perform((ctx) => pageOf(ctx, e, { ...input, orderBy }, some, columns, present), {
        read: true,
      })
      background?.passed(some.length)
    }
  }
  const heads = columns.map((c) => headOf(c, language))
  const bytes = streamSheet(input.format, say(e.title, language), heads, pages())
  return { name: record.name, type: sheetTypes[input.format], data: recorded(request, record, bytes) }
}

export const exportServed = (e: AnyEntity, only: Only = () => [], present: Present = plainly): Served[] =>
  exportServedBy(e, (request, wanted) => exportRows(request, e, wanted, only, present))

/** Serves an export whose file is made in a way of its own. */
export function exportServedBy(
  e: AnyEntity,
  make: (request: OutsideRequest, wanted: Wanted) => Promise<Exported>,
): Served[] {
  const call = crudCalls(e).export
  return call ? [serveOutside(call, (request, input) => make(request, input as Wanted))] : []
}
