import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import {
  exportRecord,
  type ImportRemark,
  type importModes,
  importRecord,
  type importRows,
  sheetRecordLimits as limits,
} from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { entityByKey } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import { type Due, putDue } from '../due/queue.ts'
import { ownTopic } from '../push/push.ts'
import { choiceText } from './columns.ts'
import { dropFiles, keepFile } from './files.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

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

/** Notes who takes what out, before the first byte leaves. What is written in the background has its record already. */
export async function beginExport(ctx: Ctx, request: OutsideRequest, o: Asked): Promise<ExportBegun> {
  const id = request.background ? '' : await noteExport(ctx, request.asked, o, 'RUNNING')
  return { id, name: o.name }
}

/** Leaves an export to the processes that write in the background. */
export async function queueExport(ctx: Ctx, asked: OutsideRequest['asked'], o: Asked): Promise<{ taskId: string }> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from sys_export_record
    where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and state = 'QUEUED'`)
  if (n >= limits.queuedPerUser) refuse(sheetFaults.tooManyTasks)
  const taskId = await noteExport(ctx, asked, o, 'QUEUED')
  await putDue(ctx.tx, ctx.newId, [exportDue(ctx, taskId)])
  return { taskId }
}
export const exportDue = (ctx: Pick<Ctx, 'tenantId' | 'now'>, id: string): Due => ({
  tenantId: ctx.tenantId,
  kind: 'sheet',
  key: `export:${id}`,
  at: ctx.now(),
})

async function noteExport(ctx: Ctx, { path, input }: OutsideRequest['asked'], o: Asked, state: 'QUEUED' | 'RUNNING') {
  const { ids } = await insert(ctx, exportRecord, [
    {
      userId: ctx.userId ?? '0',
      orgId: ctx.org.id,
      subject: o.subject,
      fileName: o.name,
      rowCount: o.rows,
      state,
      filters: o.filters || null,
      route: path,
      input: input as Record<string, unknown>,
      language: ctx.language,
      ...(state === 'RUNNING' && { startedAt: ctx.now() }),
    },
  ])
  tellOwner(ctx, exportRecord)
  return ids[0] ?? ''
}
/** They are one user's own: nobody else hears of them. */
const tellOwner = (ctx: Ctx, e: AnyEntity): void => {
  if (ctx.userId !== null) ctx.tell(ownTopic(e.key, ctx.userId))
}
export const expiry = (ctx: Pick<Ctx, 'now'>): Date => new Date(ctx.now().getTime() + limits.fileDays * dayMs)

async function endExport(ctx: Ctx, record: ExportBegun, content: Buffer): Promise<void> {
  tellOwner(ctx, exportRecord)
  const fileId = await keepFile(ctx, record.name, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await ctx.tx.run(sql`
    update sys_export_record set state = 'DONE', size = ${content.length}, file_id = ${fileId}, sha256 = ${sha256},
      rows_done = coalesce(row_count, 0), expires_at = ${expiry(ctx)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${record.id} and state = 'RUNNING'`)
  auditExport(ctx, record, sha256)
}
/** Who took what out stays known when the record and its file are gone. */
export const auditExport = (ctx: Ctx, { id, name }: ExportBegun, sha256: string): void =>
  ctx.audit({
    subject: exportRecord.key,
    subjectId: id,
    subjectNo: name,
    action: 'export',
    after: { fileName: name, sha256 },
  })

const cutOff: Text = ['下载中断', 'The download was cut off']
function failExport(ctx: Ctx, record: ExportBegun): Promise<number> {
  tellOwner(ctx, exportRecord)
  return ctx.tx.run(sql`
    update sys_export_record set state = 'FAILED', message = ${say(cutOff, ctx.language)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${record.id} and state = 'RUNNING'`)
}

/**
 * Passes an export on and keeps a copy of what went by. It ends when its record says so: no file without its record. In the
 * background nobody waits for it: it is kept as it comes.
 */
export const recorded = (request: OutsideRequest, record: ExportBegun, bytes: Readable): Readable =>
  request.background ? bytes : Readable.from(copied(request, record, bytes), { objectMode: false })

async function* copied(request: OutsideRequest, record: ExportBegun, bytes: Readable): AsyncGenerator<Buffer> {
  const kept: Buffer[] = []
  let isWhole = false
  try {
    for await (const chunk of bytes) {
      const part = Buffer.from(chunk as Uint8Array)
      kept.push(part)
      yield part
    }
    isWhole = true
  } finally {
    await request.perform(async (ctx) => {
      if (isWhole) await endExport(ctx, record, Buffer.concat(kept))
      else await failExport(ctx, record)
    })
  }
}

/** A name as it was sent, but for what no column holds. */
const writable = (name: string): string => name.toWellFormed().replaceAll('\0', '').slice(0, 200)

interface ImportAsked {
  readonly name: string
  readonly trial: boolean
  readonly key: string
  readonly mode: keyof typeof importModes
  readonly rows: keyof typeof importRows
}
/** Notes who brings what in. The same request, sent again, is the same import. */
export async function beginImport(ctx: Ctx, e: AnyEntity, o: ImportAsked): Promise<string> {
  const row = await ctx.tx.one<RowOf<typeof importRecord, 'id'>>(sql`
    insert into sys_import_record (tenant_id, id, created_at, created_by, updated_at, updated_by, user_id, org_id, subject, file_name, state, trial, mode, rows, request_key)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${ctx.userId}, ${ctx.org.id},
      ${e.key}, ${writable(o.name)}, 'RUNNING', ${o.trial}, ${o.mode}, ${o.rows}, ${o.key})
    on conflict (tenant_id, user_id, request_key) do update set updated_at = excluded.updated_at returning id`)
  tellOwner(ctx, importRecord)
  return row.id
}

interface Imported {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly errors: readonly ImportRemark[]
  readonly warnings: readonly ImportRemark[]
  readonly hash: string
}
/** A trial of a file that has gone in tells nothing more, and must not be confirmed as well. */
async function dropTrials(ctx: Ctx, id: string, hash: string): Promise<void> {
  const gone = await ctx.tx.query<{ sourceId: string | null; fileId: string | null }>(sql`
    delete from sys_import_record t using sys_import_record done where t.tenant_id = ${ctx.tenantId} and t.user_id = ${ctx.userId}
      and t.state = 'CHECKED' and t.file_sum = ${hash} and done.tenant_id = t.tenant_id and done.id = ${id}
      and done.subject = t.subject and done.org_id = t.org_id
    returning t.source_id, t.file_id`)
  await dropFiles(
    ctx,
    gone.flatMap((r) => [r.sourceId, r.fileId]),
  )
}

/** So many remarks of a file are kept with its record; all of them stand in the marked file. */
const remarksMax = 1_000
/** Only what runs can end, so that an import that was sent again stays as it ended first. */
export async function endImport(
  ctx: Ctx,
  id: string,
  state: 'CHECKED' | 'DONE' | 'PARTIAL' | 'REFUSED',
  o: Imported,
): Promise<void> {
  tellOwner(ctx, importRecord)
  const remarks = [...o.errors, ...o.warnings]
    .slice(0, remarksMax)
    .map(({ row, title, message }): ImportRemark => ({ row, title, message }))
  await ctx.tx.run(sql`
    update sys_import_record set state = ${state}, row_count = ${o.rows}, created = ${o.created}, updated = ${o.updated},
      error_count = ${o.errors.length}, remarks = ${JSON.stringify(remarks)}, file_sum = ${o.hash}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'RUNNING'`)
  if (state === 'DONE' || state === 'PARTIAL') await dropTrials(ctx, id, o.hash)
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
    update sys_import_record set file_id = ${fileId}, expires_at = ${expiry(ctx)}
    where tenant_id = ${ctx.tenantId} and id = ${id} and file_id is null`)
}
/** A file that was checked waits for a day to be confirmed as it was sent. */
export async function keepSource(ctx: Ctx, id: string, name: string, content: Buffer): Promise<void> {
  const sourceId = await keepFile(ctx, writable(name), content)
  const until = new Date(ctx.now().getTime() + limits.readyHours * hourMs)
  await ctx.tx.run(sql`
    update sys_import_record set source_id = ${sourceId}, expires_at = ${until}
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'CHECKED' and source_id is null`)
}

/** Refuses a file that has been imported within a day, as the same kind of thing, until its sender says that he knows. */
export async function demandNew(ctx: Ctx, e: AnyEntity, hash: string, key: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - limits.readyHours * hourMs)
  const before = await ctx.tx.maybe(sql`
    select 1 from sys_import_record where tenant_id = ${ctx.tenantId} and file_sum = ${hash} and subject = ${e.key}
      and org_id = ${ctx.org.id} and state in ('DONE', 'PARTIAL') and ended_at > ${since}
      and not (user_id = ${ctx.userId} and request_key = ${key}) limit 1`)
  if (before) refuse(sheetFaults.importedBefore)
}
