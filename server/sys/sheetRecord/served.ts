import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import {
  sheetRecordCalls as calls,
  exportRecord,
  importRecord,
  openImportStates,
  type sheetFile,
} from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, demand, found } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { knownEntity } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { from } from '../../kernel/scope.ts'
import { tableOf } from '../../kernel/tables.ts'
import { putDue } from '../../platform/due/queue.ts'
import { ownTopic } from '../../platform/push/push.ts'
import { taskDue } from '../../platform/sheet/due.ts'
import { bytesOf, dropFiles, fileOf } from '../../platform/sheet/files.ts'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { giveTicket } from './tickets.ts'

const titleOf = (key: string): Text => knownEntity(key)?.title ?? [key, key]

/** Records as a person reads them; a file that has gone is no longer named. */
export async function shownRecords(
  ctx: Ctx,
  e: AnyEntity,
  input: Parameters<typeof listRecords>[2],
  only: Parameters<typeof listRecords>[3],
) {
  const page = await listRecords(ctx, e, input, only)
  const ids = page.records.flatMap((r) => [r.fileId, r.sourceId]).filter((id) => typeof id === 'string')
  const there = await ctx.tx.query<RowOf<typeof sheetFile, 'id'>>(
    sql`select id from sys_sheet_file where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`,
  )
  const files = new Set(there.map((f) => f.id))
  for (const record of page.records) {
    record.subject = say(titleOf(String(record.subject)), ctx.language)
    for (const name of ['fileId', 'sourceId'])
      if (name in record && !files.has(String(record[name]))) record[name] = null
    // What was asked for, and of which call, is between the server and itself.
    for (const name of ['input', 'route', 'remarks', 'rowsIn']) if (name in record) record[name] = null
    if ('requestKey' in record) record.requestKey = ''
  }
  return page
}
const mine = (ctx: Ctx) => [sql`t.user_id = ${ctx.userId}`]

interface Row {
  readonly id: string
  readonly fileName: string
  readonly state: string
  readonly fileId: string | null
  readonly sourceId: string | null
  readonly route: string | null
  readonly attempt: number
}
/** One of the caller's records, locked. */
async function lockOwn(ctx: Ctx, e: AnyEntity, id: string): Promise<Row> {
  const columns = raw(e === exportRecord ? 'null::bigint as source_id' : 't.source_id')
  const row = await ctx.tx.maybe<Row>(sql`
    select t.id, t.file_name, t.state, t.file_id, t.route, t.attempt, ${columns} from ${from(ctx, e, 't')}
    where t.user_id = ${ctx.userId} and t.id = ${id} for update`)
  return found(row, e.title)
}

/** Each by itself: one that cannot does not keep the others. */
async function each(ctx: Ctx, e: AnyEntity, ids: readonly string[], work: (row: Row) => Promise<void>) {
  const failed: { id: string; code: number; message: string }[] = []
  for (const id of [...ids].sort()) {
    try {
      await work(await lockOwn(ctx, e, id))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      failed.push({ id, code: error.refusal.code, message: error.in(ctx.language) })
    }
  }
  ctx.tell(ownTopic(e.key, ctx.userId ?? '0'))
  return { ok: ids.length - failed.length, failed }
}

const cannot = (e: AnyEntity, row: Row, action: Text): never =>
  refuse(sheetFaults.notWaiting satisfies Refusal, {
    name: row.fileName,
    state: e.fields.state?.choices?.[row.state] ?? row.state,
    action,
  })
const note = (ctx: Ctx, e: AnyEntity, row: Row, action: string, state: string | null): void =>
  ctx.audit({
    subject: e.key,
    subjectId: row.id,
    subjectNo: row.fileName,
    action,
    before: { state: row.state },
    after: { state },
  })

/** The states of a record that somebody works on, or will. */
const openOf = (e: AnyEntity): readonly string[] => (e === importRecord ? openImportStates : ['QUEUED', 'RUNNING'])

/** What waits is taken back at once; what runs ends at its next step. What a call works off itself is none of this. */
async function cancelOne(ctx: Ctx, e: AnyEntity, row: Row): Promise<void> {
  const isAtOnce = e === importRecord && row.state === 'RUNNING' && row.attempt === 0
  if (!openOf(e).includes(row.state) || isAtOnce) return cannot(e, row, ['取消', 'cancelled'])
  await ctx.tx.run(sql`
    update ${raw(tableOf(e))} set stop_asked = true, version = version + 1, updated_at = ${ctx.now()},
      state = case when state = 'QUEUED' then 'CANCELLED' else state end,
      ended_at = case when state = 'QUEUED' then ${ctx.now()}::timestamptz else ended_at end
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  note(ctx, e, row, 'cancel', row.state === 'QUEUED' ? 'CANCELLED' : row.state)
}

/** Asked again as it was, with the rights of now. */
async function retryExport(ctx: Ctx, row: Row): Promise<void> {
  if (!['FAILED', 'CANCELLED', 'EXPIRED'].includes(row.state) || row.route === null)
    return cannot(exportRecord, row, ['重试', 'tried again'])
  await dropFiles(ctx, [row.fileId])
  await ctx.tx.run(sql`
    update sys_export_record set state = 'QUEUED', stop_asked = false, attempt = 0, rows_done = 0, message = null, file_id = null,
      size = null, sha256 = null, started_at = null, ended_at = null, expires_at = null, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  await putDue(ctx.tx, ctx.newId, [taskDue(ctx, 'export', row.id)])
  note(ctx, exportRecord, row, 'retry', 'QUEUED')
}

/** From the file that was kept; of one of which good rows are in, the others. */
async function retryImport(ctx: Ctx, row: Row): Promise<void> {
  if (!['FAILED', 'CANCELLED'].includes(row.state) || row.route === null)
    return cannot(importRecord, row, ['重试', 'tried again'])
  if (row.sourceId === null || !(await fileOf(ctx, row.sourceId))) return refuse(sheetFaults.notKept)
  await ctx.tx.run(sql`
    update sys_import_record set state = 'QUEUED', stop_asked = false, attempt = 0, rows_done = 0, message = null,
      started_at = null, ended_at = null, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  await putDue(ctx.tx, ctx.newId, [taskDue(ctx, 'import', row.id)])
  note(ctx, importRecord, row, 'retry', 'QUEUED')
}

async function dropOne(ctx: Ctx, e: AnyEntity, row: Row): Promise<void> {
  if (openOf(e).includes(row.state)) return cannot(e, row, ['删除', 'deleted'])
  await dropFiles(ctx, [row.fileId, row.sourceId])
  await ctx.tx.run(sql`delete from ${raw(tableOf(e))} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  note(ctx, e, row, 'remove', null)
}

async function ticketOf(ctx: Ctx, e: AnyEntity, id: string) {
  const { fileId } = await lockOwn(ctx, e, id)
  if (fileId === null || !(await fileOf(ctx, fileId))) return refuse(sheetFaults.notKept)
  return giveTicket(ctx, fileId)
}

/** How one of the caller's imports stands. */
async function importTask(ctx: Ctx, { id }: { id: string }) {
  const row = found(
    await ctx.tx.maybe<RowOf<typeof importRecord, TaskField>>(sql`
      select id, file_name, state, trial, row_count, rows_done, created, updated, error_count, remarks, message, started_at,
        ended_at, file_id
      from sys_import_record where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and id = ${id}`),
    importRecord.title,
  )
  const { fileName, state, message, rowsDone } = row
  // Errors stand before what is only odd.
  const remarks = [...(row.remarks ?? [])]
  const errorCount = row.errorCount ?? 0
  return {
    id,
    fileName,
    state,
    dryRun: row.trial,
    rows: row.rowCount,
    rowsDone,
    created: row.created ?? 0,
    updated: row.updated ?? 0,
    errorCount,
    errors: remarks.slice(0, errorCount),
    warnings: remarks.slice(errorCount),
    message,
    startedAt: instantOf(row.startedAt),
    endedAt: instantOf(row.endedAt),
    hasErrorFile: row.fileId !== null && (await fileOf(ctx, row.fileId)) !== undefined,
  }
}
type TaskField =
  | 'id'
  | 'fileName'
  | 'state'
  | 'trial'
  | 'rowCount'
  | 'rowsDone'
  | 'created'
  | 'updated'
  | 'errorCount'
  | 'remarks'
  | 'message'
  | 'startedAt'
  | 'endedAt'
  | 'fileId'
const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** The rows of a file, by the marked one where there is one, else as it was sent. */
async function importedRows(
  request: OutsideRequest,
  input: { id: string; onlyWrong: boolean; page: number; pageSize: number },
) {
  const { name, data, isMarked } = await request.perform(
    async (ctx) => {
      const row = found(
        await ctx.tx.maybe<Pick<Row, 'fileId' | 'sourceId'>>(sql`
          select file_id, source_id from sys_import_record
          where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and id = ${input.id}`),
        importRecord.title,
      )
      const id = row.fileId ?? row.sourceId
      const file = id === null ? undefined : await fileOf(ctx, id)
      if (id === null || !file) return refuse(sheetFaults.notKept)
      return { name: file.name, data: await bytesOf(ctx, id), isMarked: id === row.fileId }
    },
    { read: true },
  )
  const [head, ...body] = await readSheet({ name, data })
  const width = head?.cells.length ?? 0
  const shown = isMarked ? width - 1 : width
  const rows = body
    .map((line) => ({
      row: line.row,
      cells: Array.from({ length: shown }, (_, i) => line.shown?.[i] ?? textOf(line.cells[i])),
      message: isMarked ? textOf(line.cells[width - 1]) : null,
    }))
    .filter((r) => !input.onlyWrong || r.message !== null)
  const from = (input.page - 1) * input.pageSize
  return {
    columns: (head?.cells ?? []).slice(0, shown).map((cell) => String(cell ?? '')),
    records: rows.slice(from, from + input.pageSize),
    total: rows.length,
  }
}
const textOf = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell))

/** Imports what was checked, as its own call would: with the rights of now, and all its rules once more. */
async function confirm(
  served: readonly Served[],
  request: OutsideRequest,
  { id, again }: { id: string; again?: boolean | undefined },
): Promise<ImportAnswer> {
  type Checked = Row & { subject: string; mode: string; rows: string; orgId: string }
  const { row, data } = await request.perform(async (ctx) => {
    const row = found(
      await ctx.tx.maybe<Checked>(sql`
        select id, file_name, state, file_id, source_id, subject, mode, rows, org_id from sys_import_record
        where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and id = ${id}`),
      importRecord.title,
    )
    if (row.state !== 'CHECKED' || row.sourceId === null || !(await fileOf(ctx, row.sourceId)))
      return cannot(importRecord, row, ['确认', 'confirmed'])
    // It was checked for where its sender worked then.
    if (row.orgId !== ctx.org.id) refuse(faults.foreignOrg)
    return { row, data: await bytesOf(ctx, row.sourceId) }
  })
  const call = crudCalls(knownEntity(String(row.subject)) ?? importRecord).import
  const one = served.find((s) => s.call.path === call?.path)
  if (!call || one?.kind !== 'outside') return refuse(sheetFaults.notKept)
  const inner: OutsideRequest = {
    ...request,
    perform: (work, o) =>
      request.perform((ctx) => {
        demand(ctx, call.permission)
        return work(ctx)
      }, o),
  }
  const input = { dryRun: 'false', mode: row.mode, rows: row.rows, again: String(again ?? false) }
  // The call's own handler, asked as its schema would have it.
  const answer = (await one.handle(inner, input as never, { name: row.fileName, data })) as ImportAnswer
  // What was checked has become another record: that of the import.
  await request.perform(async (ctx) => note(ctx, importRecord, row, 'confirm', null))
  return answer
}

/** 我的导出, 我的导入: of whoever asks, and of nobody else. @param served all calls, of which imports are one */
export const sheetRecordServed = (served: () => readonly Served[]): Served[] => [
  serveList(calls.exports, (ctx, input) => shownRecords(ctx, exportRecord, input, mine(ctx))),
  serveList(calls.imports, (ctx, input) => shownRecords(ctx, importRecord, input, mine(ctx))),
  serve(calls.cancelExport, (ctx, { ids }) => each(ctx, exportRecord, ids, (row) => cancelOne(ctx, exportRecord, row))),
  serve(calls.retryExport, (ctx, { ids }) => each(ctx, exportRecord, ids, (row) => retryExport(ctx, row))),
  serve(calls.cancelImport, (ctx, { ids }) => each(ctx, importRecord, ids, (row) => cancelOne(ctx, importRecord, row))),
  serve(calls.retryImport, (ctx, { ids }) => each(ctx, importRecord, ids, (row) => retryImport(ctx, row))),
  serve(calls.importTask, importTask),
  serve(calls.dropExport, (ctx, { ids }) => each(ctx, exportRecord, ids, (row) => dropOne(ctx, exportRecord, row))),
  serve(calls.dropImport, (ctx, { ids }) => each(ctx, importRecord, ids, (row) => dropOne(ctx, importRecord, row))),
  serve(calls.exportTicket, (ctx, { id }) => ticketOf(ctx, exportRecord, id)),
  serve(calls.errorTicket, (ctx, { id }) => ticketOf(ctx, importRecord, id)),
  serveOutside(calls.importedRows, importedRows),
  serveOutside(calls.confirmImport, (request, input) => confirm(served(), request, input)),
]
