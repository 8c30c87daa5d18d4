import type { importInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import {
  type ImportRemark,
  type importModes,
  importRecord,
  type importRows,
  sheetRecordLimits as limits,
  openImportStates,
} from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Stages, Upload } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { putDue } from '../due/queue.ts'
import { tellWho } from '../tellWho.ts'
import { lookAfter, silentSince } from './alive.ts'
import { taskDue } from './due.ts'
import { dropFiles, keepFile } from './files.ts'
import { expiry, tellOwn } from './records.ts'
import { Cancelled, Lost } from './stopped.ts'

const hourMs = 3_600_000

/** A name as it was sent, but for what no column holds. */
const writable = (name: string): string => name.toWellFormed().replaceAll('\0', '').slice(0, 200)

interface ImportAsked {
  readonly name: string
  readonly trial: boolean
  readonly key: string
  readonly mode: keyof typeof importModes
  readonly rows: keyof typeof importRows
  /** SHA-256 of the file. */
  readonly hash: string
}
/** Notes who brings what in. The same request, sent again, is the same import; one of which nothing came runs anew. */
export async function beginImport(ctx: Ctx, e: AnyEntity, o: ImportAsked): Promise<string> {
  const row = await ctx.tx.one<RowOf<typeof importRecord, 'id'>>(sql`
    insert into sys_import_record (tenant_id, id, created_at, created_by, updated_at, updated_by, user_id, org_id, subject, file_name, state,
      trial, mode, rows, request_key, file_sum, language, started_at)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${ctx.now()}, ${ctx.userId}, ${ctx.userId}, ${ctx.org.id},
      ${e.key}, ${writable(o.name)}, 'RUNNING', ${o.trial}, ${o.mode}, ${o.rows}, ${o.key}, ${o.hash}, ${ctx.language}, ${ctx.now()})
    on conflict (tenant_id, user_id, request_key) do update set updated_at = excluded.updated_at,
      state = case when sys_import_record.state = 'FAILED' and sys_import_record.attempt = 0 then 'RUNNING' else sys_import_record.state end
    returning id`)
  await lookAfter(ctx, 'import', row.id)
  tellOwn(ctx, importRecord)
  return row.id
}

interface ImportLeft extends ImportAsked {
  readonly route: string
  readonly input: z.output<typeof importInput>
  /** Rows of the file. */
  readonly count: number
  readonly data: Upload['data']
}
/** Leaves an import to the background, with its file. @returns the id of its record */
export async function queueImport(ctx: Ctx, e: AnyEntity, o: ImportLeft): Promise<string> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from sys_import_record
    where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and state = 'QUEUED'`)
  if (n >= limits.queuedPerUser) refuse(sheetFaults.tooManyImports)
  const sourceId = await keepFile(ctx, writable(o.name), o.data)
  const { ids } = await insert(ctx, importRecord, [
    {
      userId: ctx.userId ?? '0',
      orgId: ctx.org.id,
      subject: e.key,
      fileName: writable(o.name),
      rowCount: o.count,
      state: 'QUEUED',
      trial: o.trial,
      mode: o.mode,
      rows: o.rows,
      sourceId,
      fileSum: o.hash,
      expiresAt: await expiry(ctx),
      requestKey: o.key,
      route: o.route,
      input: o.input,
      language: ctx.language,
    },
  ])
  const id = ids[0] ?? ''
  await putDue(ctx.tx, ctx.newId, [taskDue(ctx, 'import', id)])
  tellOwn(ctx, importRecord)
  return id
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
export type EndState = 'CHECKED' | 'DONE' | 'PARTIAL' | 'REFUSED'
/**
 * Only what runs can end, so that an import that was sent again stays as it ended first; what a call works off itself also
 * when it was given up meanwhile, as its process was not heard of.
 * @param stages of what runs in the background: only its own attempt ends it, and not against a wish to cancel it
 */
export async function endImport(ctx: Ctx, id: string, state: EndState, o: Imported, stages?: Stages): Promise<void> {
  const remarks = remarksOf([...o.errors, ...o.warnings])
  const ended = await ctx.tx.maybe<{ fileName: string }>(sql`
    update sys_import_record set state = ${state}, row_count = ${o.rows}, rows_done = ${o.rows}, created = ${o.created}, updated = ${o.updated},
      error_count = ${o.errors.length}, remarks = ${remarks}, file_sum = ${o.hash}, message = null, ended_at = ${ctx.now()},
      updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = any(${stages ? working : [...working, 'FAILED']}::text[])
      and attempt = ${stages?.attempt ?? 0} and not stop_asked returning file_name`)
  if (!ended && stages) throw await whyStopped(ctx, stages)
  tellOwn(ctx, importRecord)
  if (ended && stages) tellEnd(ctx, id, ended.fileName, state, o)
  if (state === 'DONE' || state === 'PARTIAL') await dropTrials(ctx, id, o.hash)
}
const working = openImportStates.filter((state) => state !== 'QUEUED')
const remarksOf = (remarks: readonly ImportRemark[]): string =>
  JSON.stringify(remarks.slice(0, remarksMax).map(({ row, title, message }): ImportRemark => ({ row, title, message })))

type Attempt = Pick<Stages, 'recordId' | 'attempt'>
/** Why a record is no longer its worker's to write. */
export async function whyStopped(ctx: Ctx, { recordId, attempt }: Attempt): Promise<Error> {
  const row = await ctx.tx.maybe<{ stopAsked: boolean }>(sql`
    select stop_asked from sys_import_record
    where tenant_id = ${ctx.tenantId} and id = ${recordId} and attempt = ${attempt} and state = any(${working}::text[])`)
  return row?.stopAsked ? new Cancelled() : new Lost()
}

const nothingIn: Text = ['有{e}处错误，未导入', 'Errors: {e}. Nothing was imported']
/** Whoever waits for it no longer looks at it: he is told of what he has begun himself. */
function tellEnd(ctx: Ctx, id: string, file: string, state: EndState, o: Imported): void {
  const wrong = new Set(o.errors.map((e) => e.row)).size
  const [kind, args] = (
    {
      DONE: ['IMPORT_DONE', { created: o.created, updated: o.updated, wrong }],
      PARTIAL: ['IMPORT_DONE', { created: o.created, updated: o.updated, wrong }],
      CHECKED: ['IMPORT_CHECKED', { rows: o.rows, good: o.created + o.updated }],
      REFUSED: ['IMPORT_FAILED', { message: say(nothingIn, ctx.language, { e: o.errors.length }) }],
    } as const
  )[state]
  tellWho(
    { ...ctx, userId: null },
    {
      kind,
      about: id,
      args: { file, ...Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)])) },
      link: importsLink,
      to: { userIds: [ctx.userId ?? '0'] },
    },
  )
}
export const importsLink = '#/app-sys/importRecord'

/** What is in of a file of which good rows go in by themselves. */
export interface SoFar {
  readonly rowsIn: readonly (readonly [number, number])[]
  readonly created: number
  readonly updated: number
  readonly remarks: readonly ImportRemark[]
}
export async function soFar(ctx: Ctx, id: string): Promise<SoFar> {
  const row = await ctx.tx.one<{ [name in keyof SoFar]: SoFar[name] | null }>(sql`
    select rows_in, created, updated, remarks from sys_import_record where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return {
    rowsIn: row.rowsIn ?? [],
    created: row.created ?? 0,
    updated: row.updated ?? 0,
    remarks: row.remarks ?? [],
  }
}
/** Notes what has just gone in, in the transaction that brought it in: so it never goes in again. @param done rows */
export async function noteIn(ctx: Ctx, stages: Attempt, o: SoFar, done: number): Promise<void> {
  const noted = await ctx.tx.run(sql`
    update sys_import_record set state = 'RUNNING', rows_done = ${done}, rows_in = ${JSON.stringify(o.rowsIn)}, created = ${o.created},
      updated = ${o.updated}, remarks = ${remarksOf(o.remarks)}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${stages.recordId} and state = any(${working}::text[])
      and attempt = ${stages.attempt} and not stop_asked`)
  if (noted === 0) throw await whyStopped(ctx, stages)
  tellOwn(ctx, importRecord)
}

/** Of what a call works off itself. */
export async function failImport(ctx: Ctx, id: string, error: unknown): Promise<void> {
  tellOwn(ctx, importRecord)
  const said = error instanceof Fault ? error.in(ctx.language) : say(faults.internal.text, ctx.language)
  await ctx.tx.run(sql`
    update sys_import_record set state = 'FAILED', message = ${said.slice(0, 500)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'RUNNING' and attempt = 0`)
}
export async function keepMarked(ctx: Ctx, id: string, name: string, content: Buffer): Promise<void> {
  const fileId = await keepFile(ctx, name, content)
  await ctx.tx.run(sql`
    update sys_import_record set file_id = ${fileId}, expires_at = ${await expiry(ctx)}
    where tenant_id = ${ctx.tenantId} and id = ${id} and file_id is null`)
}
/** A file that was checked waits for a day to be confirmed as it was sent; what the background has checked is kept already. */
export async function keepSource(ctx: Ctx, id: string, name: string, content: Buffer): Promise<void> {
  const until = new Date(ctx.now().getTime() + limits.readyHours * hourMs)
  const row = await ctx.tx.maybe<{ sourceId: string | null }>(sql`
    select source_id from sys_import_record
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'CHECKED' for update`)
  if (!row) return
  const sourceId = row.sourceId ?? (await keepFile(ctx, writable(name), content))
  await ctx.tx.run(sql`
    update sys_import_record set source_id = ${sourceId}, expires_at = ${until}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
}

/**
 * Refuses a file that has been imported within a day, or is being imported at this moment, as the same kind of thing, until
 * its sender says that he knows. Who begins an import here waits for who does, so that of two one comes first.
 */
export async function demandNew(ctx: Ctx, e: AnyEntity, hash: string, key: string): Promise<void> {
  await ctx.tx.query(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id} for no key update`)
  const since = new Date(ctx.now().getTime() - limits.readyHours * hourMs)
  const before = await ctx.tx.maybe(sql`
    select 1 from sys_import_record where tenant_id = ${ctx.tenantId} and file_sum = ${hash} and subject = ${e.key}
      and org_id = ${ctx.org.id} and not trial
      and (ended_at > ${since} and (state in ('DONE', 'PARTIAL') or rows_in is not null)
        or created_at > ${since} and state = any(${openImportStates}::text[])
          and not (attempt = 0 and state = 'RUNNING' and updated_at < ${silentSince(ctx)}))
      and not (user_id = ${ctx.userId} and request_key = ${key}) limit 1`)
  if (before) refuse(sheetFaults.importedBefore)
}
