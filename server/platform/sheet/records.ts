import { Readable } from 'node:stream'
import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import {
  sheetRecordCalls as calls,
  exportRecord,
  importRecord,
  sheetRecordLimits as limits,
  type sheetFile,
} from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serve } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { allEntities, entityByKey } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import { ownTopic } from '../push/push.ts'
import { choiceText } from './columns.ts'
import { type SheetFormat, sheetTypes } from './write.ts'

/** Bytes that are kept for their owner; those above the limit are not. */
async function keepFile(ctx: Ctx, name: string, content: Buffer | undefined): Promise<string | null> {
  if (!content || content.length > limits.fileBytes) return null
  const id = ctx.newId()
  await ctx.tx.run(sql`
    insert into sys_sheet_file (tenant_id, id, created_at, created_by, updated_at, updated_by, user_id, name, size, content)
    values (${ctx.tenantId}, ${id}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${ctx.userId}, ${name}, ${content.length}, ${content})`)
  await ctx.tx.run(sql`
    delete from sys_sheet_file where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and id in (
      select id from sys_sheet_file where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId}
      order by id desc offset ${limits.filesPerUser})`)
  return id
}

const yesNo = (value: FilterValue, language: Language): string =>
  say(String(value) === 'true' ? ['是', 'Yes'] : ['否', 'No'], language)

/** What a filter asks of one field, as a person reads it; rows are called by their codes. */
async function valueText(ctx: Ctx, f: Field | undefined, value: FilterValue): Promise<string> {
  if (value === null) return say(['空', 'empty'], ctx.language)
  if (typeof value === 'object' && !Array.isArray(value)) return `${value.from ?? ''} ~ ${value.to ?? ''}`
  const all = [value].flat().map(String)
  if (f?.kind === 'flag' || !f) return typeof value === 'boolean' ? yesNo(value, ctx.language) : all.join(', ')
  if (f.choices) return all.map((one) => choiceText(f, one, ctx.language)).join(', ')
  if (!f.to || !all.every((one) => /^\d{1,19}$/.test(one))) return all.join(', ')
  const target = entityByKey(f.to)
  const rows = await ctx.tx.query<{ code: string }>(sql`
    select ${raw(snake(target.label.code))} as code from ${raw(tableOf(target))}
    where tenant_id = ${ctx.tenantId} and id = any(${all}::bigint[]) order by 1 limit 20`)
  return rows.map((r) => r.code).join(', ')
}

const baseTitles: Readonly<Record<string, Text>> = {
  id: ['所选', 'Chosen'],
  disabled: ['停用', 'Disabled'],
  createTime: ['创建时间', 'Created at'],
  keyword: ['关键字', 'Keyword'],
}

/** A list's filter in words. */
export async function filterText(
  ctx: Ctx,
  e: AnyEntity,
  filter: Readonly<Record<string, FilterValue>>,
): Promise<string> {
  const parts: string[] = []
  for (const [name, value] of Object.entries(filter)) {
    const field = e.fields[name]
    const title = say(field?.title ?? baseTitles[name] ?? [name, name], ctx.language)
    const said = name === 'id' && Array.isArray(value) ? String(value.length) : await valueText(ctx, field, value)
    parts.push(`${title}: ${said}`)
  }
  return parts.join('; ').slice(0, 2000)
}

export interface ExportBegun {
  readonly id: string
  readonly name: string
}
interface Asked {
  /** The key of the entity, or the path of the report. */
  readonly subject: string
  readonly filters: string
  readonly name: string
  readonly rows: number
}

/** Notes who takes what out, before the first byte leaves. */
export async function beginExport(ctx: Ctx, o: Asked): Promise<ExportBegun> {
  const id = ctx.newId()
  await ctx.tx.run(sql`
    insert into sys_export_record (tenant_id, id, created_at, created_by, updated_at, updated_by, user_id, subject, file_name, row_count, state, filters)
    values (${ctx.tenantId}, ${id}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${ctx.userId},
      ${o.subject}, ${o.name}, ${o.rows}, 'RUNNING', ${o.filters || null})`)
  tellOwner(ctx, exportRecord)
  return { id, name: o.name }
}
/** They are one user's own: nobody else hears of them. */
const tellOwner = (ctx: Ctx, e: AnyEntity): void => {
  if (ctx.userId !== null) ctx.tell(ownTopic(e.key, ctx.userId))
}

async function endExport(ctx: Ctx, record: ExportBegun, size: number, content: Buffer | undefined): Promise<void> {
  tellOwner(ctx, exportRecord)
  const fileId = await keepFile(ctx, record.name, content)
  await ctx.tx.run(sql`
    update sys_export_record set state = 'DONE', size = ${size}, file_id = ${fileId}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${record.id} and state = 'RUNNING'`)
}

const cutOff: Text = ['下载中断', 'The download was cut off']
function failExport(ctx: Ctx, record: ExportBegun): Promise<number> {
  tellOwner(ctx, exportRecord)
  return ctx.tx.run(sql`
    update sys_export_record set state = 'FAILED', message = ${say(cutOff, ctx.language)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${record.id} and state = 'RUNNING'`)
}

/** Passes an export on and keeps a copy of what went by. It ends when its record says so: no file without its record. */
export const recorded = (request: OutsideRequest, record: ExportBegun, bytes: Readable): Readable =>
  Readable.from(copied(request, record, bytes), { objectMode: false })

async function* copied(request: OutsideRequest, record: ExportBegun, bytes: Readable): AsyncGenerator<Buffer> {
  const kept: Buffer[] = []
  let size = 0
  let isWhole = false
  try {
    for await (const chunk of bytes) {
      const part = Buffer.from(chunk as Uint8Array)
      size += part.length
      if (size <= limits.fileBytes) kept.push(part)
      else kept.length = 0
      yield part
    }
    isWhole = true
  } finally {
    await request.perform(async (ctx) => {
      if (isWhole) await endExport(ctx, record, size, size > limits.fileBytes ? undefined : Buffer.concat(kept))
      else await failExport(ctx, record)
    })
  }
}

/** A name as it was sent, but for what no column holds. */
const writable = (name: string): string => name.toWellFormed().replaceAll('\0', '').slice(0, 200)

/** Notes who brings what in. The same request, sent again, is the same import. */
export async function beginImport(
  ctx: Ctx,
  e: AnyEntity,
  o: { readonly name: string; readonly trial: boolean; readonly key: string },
): Promise<string> {
  const row = await ctx.tx.one<RowOf<typeof importRecord, 'id'>>(sql`
    insert into sys_import_record (tenant_id, id, created_at, created_by, updated_at, updated_by, user_id, subject, file_name, state, trial, request_key)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${ctx.userId},
      ${e.key}, ${writable(o.name)}, 'RUNNING', ${o.trial}, ${o.key})
    on conflict (tenant_id, user_id, request_key) do update set updated_at = excluded.updated_at returning id`)
  tellOwner(ctx, importRecord)
  return row.id
}

interface Imported {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly errors: readonly unknown[]
}
/** Only what runs can end, so that an import that was sent again stays as it ended first. */
export async function endImport(ctx: Ctx, id: string, state: 'CHECKED' | 'DONE' | 'REFUSED', o: Imported) {
  tellOwner(ctx, importRecord)
  await ctx.tx.run(sql`
    update sys_import_record set state = ${state}, row_count = ${o.rows}, created = ${o.created}, updated = ${o.updated},
      error_count = ${o.errors.length}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'RUNNING'`)
}
export async function failImport(ctx: Ctx, id: string, error: unknown): Promise<void> {
  tellOwner(ctx, importRecord)
  const said = error instanceof Fault ? error.in(ctx.language) : say(faults.internal.text, ctx.language)
  await ctx.tx.run(sql`
    update sys_import_record set state = 'FAILED', message = ${said.slice(0, 500)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'RUNNING'`)
}
export async function keepMarked(ctx: Ctx, id: string, name: string, content: Buffer): Promise<void> {
  const fileId = await keepFile(ctx, name, content)
  await ctx.tx.run(sql`
    update sys_import_record set file_id = ${fileId} where tenant_id = ${ctx.tenantId} and id = ${id} and file_id is null`)
}

const titleOf = (key: string): Text => allEntities().find((e) => e.key === key)?.title ?? [key, key]

/** The caller's own records; a file that has gone is no longer named. */
async function own(ctx: Ctx, e: AnyEntity, input: Parameters<typeof listRecords>[2]) {
  const page = await listRecords(ctx, e, input, [sql`t.user_id = ${ctx.userId}`])
  const ids = page.records.map((r) => r.fileId).filter((id) => id !== null)
  const there = await ctx.tx.query<RowOf<typeof sheetFile, 'id'>>(
    sql`select id from sys_sheet_file where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`,
  )
  const files = new Set(there.map((f) => f.id))
  for (const record of page.records) {
    record.subject = say(titleOf(String(record.subject)), ctx.language)
    if (!files.has(String(record.fileId))) record.fileId = null
  }
  return page
}

async function fileOf(ctx: Ctx, table: string, id: string): Promise<FileAnswer> {
  const file = await ctx.tx.maybe<RowOf<typeof sheetFile, 'name'> & { readonly content: Buffer }>(sql`
    select f.name, f.content from ${raw(table)} r
    join sys_sheet_file f on f.tenant_id = r.tenant_id and f.id = r.file_id
    where r.tenant_id = ${ctx.tenantId} and r.user_id = ${ctx.userId} and r.id = ${id}`)
  const { name, content } = file ?? refuse(sheetFaults.notKept)
  const format: SheetFormat = name.endsWith('.csv') ? 'csv' : 'xlsx'
  return { name, type: sheetTypes[format], data: content }
}

/** 我的导出, 我的导入: of whoever asks, and of nobody else. */
export const sheetRecordServed = (): Served[] => [
  serve(calls.exports, (ctx, input) => own(ctx, exportRecord, input) as never),
  serve(calls.imports, (ctx, input) => own(ctx, importRecord, input) as never),
  serve(calls.exportFile, (ctx, { id }) => fileOf(ctx, exportRecord.table, id)),
  serve(calls.errorFile, (ctx, { id }) => fileOf(ctx, importRecord.table, id)),
]
