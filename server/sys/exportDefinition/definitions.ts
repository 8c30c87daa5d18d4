import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { type AnyEntity, entityPath } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import {
  exportDefinitionCalls as calls,
  columnForms,
  type ExportColumn,
  exportDefinition,
  exportDefinitionFaults,
  formsOf,
  type ListedDefinition,
  type OfferedColumn,
} from '@lading/contract/sys/exportDefinition.ts'
import { oddPart, unwritable } from '@lading/contract/sys/exportFileName.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord } from '@lading/contract/sys/sheetRecord.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demand, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { isSortable } from '../../kernel/listQuery.ts'
import { allEntities } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { fileColumns, type SheetColumn, usualNames } from '../../platform/sheet/columns.ts'
import { exportRules } from '../../platform/sheet/definition.ts'
import { demandTop, levelOrg, tenantLevel } from '../org/level.ts'
import { withinReach } from '../rights.ts'
import { shownRecords } from '../sheetRecord/served.ts'

type Stored = RowOf<
  typeof exportDefinition,
  'id' | 'subject' | 'orgId' | 'fileName' | 'maxRows' | 'onlyShown' | 'formats' | 'sort' | 'version'
> & {
  readonly columns: readonly ExportColumn[] | null
}
type Own = Omit<z.output<typeof calls.set.input>, 'subject' | 'orgId' | 'version'>
const storedColumns = raw(
  'd.id, d.subject, d.org_id, d.columns, d.file_name, d.max_rows, d.only_shown, d.formats, d.sort, d.version',
)

/** What is said beside the columns. */
const restOf = (row: Stored | undefined) => ({
  fileName: row?.fileName ?? null,
  maxRows: row?.maxRows ?? null,
  onlyShown: row?.onlyShown ?? false,
  formats: row?.formats ?? null,
  sort: row?.sort ?? null,
})
/** The row that is changed at a level, and the one that counts there: its own where it has said something, else the enterprise's. */
function countingAt<R extends Stored>(rows: readonly R[], level: string) {
  const here = rows.find((r) => r.orgId === level)
  const counts = [here, rows.find((r) => r.orgId === tenantLevel)].find((r) => r && r.columns !== null)
  const source = !counts ? 'INITIAL' : counts.orgId === tenantLevel ? 'TENANT' : 'ORG'
  return { here, counts, source } as const
}
/** @returns the id that the rows of a level have */
async function levelOf(ctx: Ctx, asked: string | null | undefined): Promise<string> {
  return (await levelOrg(ctx, asked))?.id ?? tenantLevel
}
async function writtenLevel(ctx: Ctx, asked: string | null | undefined): Promise<string> {
  const level = await levelOf(ctx, asked)
  demandTop(ctx, level)
  return level
}

/** Whose lists have an export, by their titles. */
const subjectsOf = (served: readonly Served[]): readonly AnyEntity[] => {
  const paths = new Set(served.map((s) => s.call.path))
  return allEntities().filter((e) => paths.has(crudCalls(e).export?.path ?? ''))
}
const subjectOf = (served: readonly Served[], key: string): AnyEntity =>
  found(
    subjectsOf(served).find((e) => e.key === key),
    exportDefinition.title,
  )

/** The export of whatever has one: also of boards and tables under a further name, of which no definition says anything. */
function exportOf(served: readonly Served[], key: string): Served {
  const [area = '', noun = ''] = key.split('.')
  const path = `${entityPath({ area, noun })}/export`
  return found(
    served.find((s) => s.call.path === path),
    exportDefinition.title,
  )
}

async function list(
  ctx: Ctx,
  served: readonly Served[],
  asked: string | null | undefined,
): Promise<ListedDefinition[]> {
  const level = await levelOf(ctx, asked)
  const rows = await ctx.tx.query<Stored & { changedBy: string | null; changedAt: Date }>(sql`
    select ${storedColumns}, u.real_name as changed_by, d.updated_at as changed_at
    from sys_export_definition d left join ${named(ctx, user, 'u')} on u.id = d.updated_by
    where d.tenant_id = ${ctx.tenantId} and d.org_id = any(${[tenantLevel, level]}::bigint[])`)
  const bySubject = Map.groupBy(rows, (r) => r.subject)
  return subjectsOf(served).map((e) => {
    const { here, counts, source } = countingAt(bySubject.get(e.key) ?? [], level)
    return {
      subject: e.key,
      title: say(e.title, ctx.language),
      columns: counts?.columns?.length ?? usualNames(e).length,
      source,
      isOwn: here !== undefined && here.columns !== null,
      version: here?.version ?? 0,
      ...restOf(counts),
      changedBy: counts?.changedBy ?? null,
      changedAt: counts?.changedAt.toISOString() ?? null,
    }
  })
}

async function one(ctx: Ctx, e: AnyEntity, asked: string | null | undefined) {
  const level = await levelOf(ctx, asked)
  const rows = await ctx.tx.query<Stored>(sql`
    select ${storedColumns} from sys_export_definition d
    where d.tenant_id = ${ctx.tenantId} and d.subject = ${e.key} and d.org_id = any(${[tenantLevel, level]}::bigint[])`)
  const { here, counts: row } = countingAt(rows, level)
  const all = new Map(fileColumns(e).map((c) => [c.name, c]))
  const own =
    row?.columns ?? usualNames(e).map((name): ExportColumn => ({ name, zh: null, en: null, form: null, width: null }))
  const offered = (c: SheetColumn, given: ExportColumn | undefined): OfferedColumn => ({
    name: c.name,
    zh: c.title[0],
    en: c.title[1],
    ownZh: given?.zh ?? null,
    ownEn: given?.en ?? null,
    form: given?.form ?? null,
    forms: [...formsOf(c.field.kind)],
    width: given?.width ?? null,
    isIn: given !== undefined,
    isSortable: isSortable(e, c.name),
  })
  const within = own.flatMap((given) => {
    const c = all.get(given.name)
    return c ? [offered(c, given)] : []
  })
  const taken = new Set(within.map((c) => c.name))
  const others = [...all.values()].filter((c) => !taken.has(c.name)).map((c) => offered(c, undefined))
  return {
    subject: e.key,
    title: say(e.title, ctx.language),
    version: here?.version ?? 0,
    ...restOf(row),
    columns: [...within, ...others],
  }
}

function wrong(ctx: Ctx, refusal: Refusal, field: string, args: Readonly<Record<string, unknown>> = {}): never {
  const message = say(refusal.text, ctx.language, args)
  throw new Fault(refusal, args, [{ field, rule: field, message }])
}

/** Names columns that there are, each once, and no two alike in either language: a file of it could not be read again. */
function demandSound(ctx: Ctx, e: AnyEntity, o: Own): void {
  if (o.sort && !isSortable(e, o.sort.replace(/^-/, '')))
    wrong(ctx, exportDefinitionFaults.sort, 'sort', { name: o.sort })
  if (o.fileName && o.fileName.search(unwritable) >= 0) wrong(ctx, exportDefinitionFaults.fileName, 'fileName')
  const part = o.fileName ? oddPart(o.fileName) : undefined
  if (part) wrong(ctx, exportDefinitionFaults.filePart, 'fileName', { part })
  const known = new Map(fileColumns(e).map((c) => [c.name, c]))
  const said = [new Set<string>(), new Set<string>()] as const
  const names = new Set<string>()
  for (const { name, zh, en, form } of o.columns) {
    const column = known.get(name)
    if (!column) wrong(ctx, sheetFaults.noSuchColumn, 'columns', { name })
    if (names.has(name)) wrong(ctx, exportDefinitionFaults.columnTwice, 'columns', { title: column.title })
    names.add(name)
    if (form && !formsOf(column.field.kind).includes(form))
      wrong(ctx, exportDefinitionFaults.columnForm, 'columns', { title: column.title, form: columnForms[form] })
    for (const [i, title] of [zh || column.title[0], en || column.title[1]].entries()) {
      if (said[i]?.has(title)) wrong(ctx, exportDefinitionFaults.headingTwice, 'columns', { title })
      said[i]?.add(title)
    }
  }
}

interface Level {
  readonly orgId?: string | null | undefined
  readonly version: number
}
async function write(ctx: Ctx, e: AnyEntity, o: Level, to: Own | null) {
  const t = ctx.tenantId
  const level = await writtenLevel(ctx, o.orgId)
  await ctx.tx.run(sql`
    insert into sys_export_definition (tenant_id, id, created_at, created_by, subject, org_id)
    values (${t}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${e.key}, ${level}) on conflict do nothing`)
  const row = await ctx.tx.one<Stored>(sql`
    select ${storedColumns} from sys_export_definition d
    where tenant_id = ${t} and subject = ${e.key} and org_id = ${level} for update`)
  if (row.version !== o.version) refuse(faults.stale)
  const columns = to?.columns.map((c): ExportColumn => ({ ...c, zh: c.zh || null, en: c.en || null })) ?? null
  const after = {
    fileName: to?.fileName || null,
    maxRows: to?.maxRows ?? null,
    onlyShown: to?.onlyShown ?? false,
    formats: to?.formats ?? null,
    sort: to?.sort || null,
  }
  await ctx.tx.run(sql`
    update sys_export_definition set columns = ${columns && JSON.stringify(columns)}, file_name = ${after.fileName},
      max_rows = ${after.maxRows}, only_shown = ${after.onlyShown}, formats = ${after.formats}, sort = ${after.sort}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${t} and id = ${row.id}`)
  const orgId = level === tenantLevel ? null : level
  ctx.audit({
    subject: exportDefinition.key,
    subjectId: row.id,
    subjectNo: row.subject,
    action: to ? 'update' : 'restore',
    before: { orgId, columns: row.columns, ...restOf(row) },
    after: { orgId, columns, ...after },
  })
  return { version: row.version + 1 }
}

/** What others have asked for may tell of goods: who does not see those of all owners is not told. */
async function tasks(ctx: Ctx, input: z.output<typeof calls.tasks.input>) {
  const within = sql`exists (
    select 1 from sys_user u where u.tenant_id = t.tenant_id and u.id = t.user_id and ${withinReach(ctx, sql`u.org_id`)})`
  const page = await shownRecords(ctx, exportRecord, input, [within])
  for (const record of page.records) {
    record.fileId = null
    if (ctx.owners === null || record.userId === ctx.userId) continue
    record.filters = null
    record.message = null
  }
  return page
}

/** 导出定义 @param served all calls, of which exports are some */
export const exportDefinitionServed = (served: () => readonly Served[]): Served[] => [
  serve(calls.list, (ctx, { orgId }) => list(ctx, served(), orgId)),
  serve(calls.get, (ctx, { subject, orgId }) => one(ctx, subjectOf(served(), subject), orgId)),
  serve(calls.set, (ctx, { subject, orgId, version, ...to }) => {
    const e = subjectOf(served(), subject)
    demandSound(ctx, e, to)
    return write(ctx, e, { orgId, version }, to)
  }),
  serve(calls.restore, (ctx, { subject, ...at }) => write(ctx, subjectOf(served(), subject), at, null)),
  serve(calls.rules, (ctx, { subject }) => {
    demand(ctx, exportOf(served(), subject).call.permission)
    return exportRules(ctx, { key: subject })
  }),
  serveList(calls.tasks, tasks),
]
