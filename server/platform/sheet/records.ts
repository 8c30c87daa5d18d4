import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { entityByKey } from '../../kernel/registry.ts'
import { tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import { putDue } from '../due/queue.ts'
import { readOption } from '../option.ts'
import { ownTopic } from '../push/push.ts'
import { giveSigns, lookAfter } from './alive.ts'
import { choiceText } from './columns.ts'
import { taskDue } from './due.ts'
import { keepFile } from './files.ts'

const dayMs = 86_400_000

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
  await putDue(ctx.tx, ctx.newId, [taskDue(ctx, 'export', taskId)])
  return { taskId }
}

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
  const id = ids[0] ?? ''
  if (state === 'RUNNING') await lookAfter(ctx, 'export', id)
  tellOwn(ctx, exportRecord)
  return id
}
/** They are one user's own: nobody else hears of them. */
export const tellOwn = (ctx: Ctx, e: AnyEntity): void => {
  if (ctx.userId !== null) ctx.tell(ownTopic(e.key, ctx.userId))
}
/** Until when a file of this moment is kept: the tenant says for how long. */
export const expiry = async (ctx: Ctx): Promise<Date> =>
  new Date(ctx.now().getTime() + (await readOption(ctx, 'file_retention_days')) * dayMs)

async function endExport(ctx: Ctx, record: ExportBegun, content: Buffer): Promise<void> {
  tellOwn(ctx, exportRecord)
  const fileId = await keepFile(ctx, record.name, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await ctx.tx.run(sql`
    update sys_export_record set state = 'DONE', size = ${content.length}, file_id = ${fileId}, sha256 = ${sha256},
      rows_done = coalesce(row_count, 0), expires_at = ${await expiry(ctx)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
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
  tellOwn(ctx, exportRecord)
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
  const stopSigns = giveSigns(request, exportRecord, record.id)
  try {
    for await (const chunk of bytes) {
      const part = Buffer.from(chunk as Uint8Array)
      kept.push(part)
      yield part
    }
    isWhole = true
  } finally {
    stopSigns()
    await request.perform(async (ctx) => {
      if (isWhole) await endExport(ctx, record, Buffer.concat(kept))
      else await failExport(ctx, record)
    })
  }
}
