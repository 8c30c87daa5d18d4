import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
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
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord } from '@lading/contract/sys/sheetRecord.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { isSortable } from '../../kernel/listQuery.ts'
import { allEntities } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { fileColumns, type SheetColumn, usualNames } from '../../platform/sheet/columns.ts'
import { withinReach } from '../rights.ts'
import { shownRecords } from '../sheetRecord/served.ts'

type Stored = RowOf<
  typeof exportDefinition,
  'id' | 'subject' | 'fileName' | 'maxRows' | 'onlyShown' | 'sort' | 'version'
> & {
  readonly columns: readonly ExportColumn[] | null
}
type Own = Omit<z.output<typeof calls.set.input>, 'subject' | 'version'>

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

async function list(ctx: Ctx, served: readonly Served[]): Promise<ListedDefinition[]> {
  const rows = await ctx.tx.query<Stored & { changedBy: string | null; changedAt: Date }>(sql`
    select d.id, d.subject, d.columns, d.file_name, d.max_rows, d.only_shown, d.sort, d.version, u.real_name as changed_by, d.updated_at as changed_at
    from sys_export_definition d left join ${named(ctx, user, 'u')} on u.id = d.updated_by where d.tenant_id = ${ctx.tenantId}`)
  return subjectsOf(served).map((e) => {
    const row = rows.find((r) => r.subject === e.key)
    const isOwn = row !== undefined && row.columns !== null
    return {
      subject: e.key,
      title: say(e.title, ctx.language),
      columns: isOwn ? (row.columns?.length ?? 0) : usualNames(e).length,
      isOwn,
      version: row?.version ?? 0,
      fileName: row?.fileName ?? null,
      maxRows: row?.maxRows ?? null,
      onlyShown: row?.onlyShown ?? false,
      sort: row?.sort ?? null,
      changedBy: isOwn ? row.changedBy : null,
      changedAt: isOwn ? row.changedAt.toISOString() : null,
    }
  })
}

const stored = (ctx: Ctx, subject: string): Promise<Stored | undefined> =>
  ctx.tx.maybe<Stored>(sql`
    select id, subject, columns, file_name, max_rows, only_shown, sort, version from sys_export_definition
    where tenant_id = ${ctx.tenantId} and subject = ${subject}`)

async function one(ctx: Ctx, e: AnyEntity) {
  const row = await stored(ctx, e.key)
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
    version: row?.version ?? 0,
    fileName: row?.fileName ?? null,
    maxRows: row?.maxRows ?? null,
    onlyShown: row?.onlyShown ?? false,
    sort: row?.sort ?? null,
    columns: [...within, ...others],
  }
}

const unwritable = /[\\/:*?"<>|\p{C}]/u
function wrong(ctx: Ctx, refusal: Refusal, field: string, args: Readonly<Record<string, unknown>> = {}): never {
  const message = say(refusal.text, ctx.language, args)
  throw new Fault(refusal, args, [{ field, rule: field, message }])
}

/** Names columns that there are, each once, and no two alike in either language: a file of it could not be read again. */
function demandSound(ctx: Ctx, e: AnyEntity, o: Own): void {
  if (o.sort && !isSortable(e, o.sort.replace(/^-/, '')))
    wrong(ctx, exportDefinitionFaults.sort, 'sort', { name: o.sort })
  if (o.fileName && unwritable.test(o.fileName)) wrong(ctx, exportDefinitionFaults.fileName, 'fileName')
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

async function write(ctx: Ctx, e: AnyEntity, version: number, to: Own | null): Promise<{ version: number }> {
  const t = ctx.tenantId
  await ctx.tx.run(sql`
    insert into sys_export_definition (tenant_id, id, created_at, created_by, subject)
    values (${t}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${e.key}) on conflict do nothing`)
  const row = await ctx.tx.one<Stored>(sql`
    select id, subject, columns, file_name, max_rows, only_shown, sort, version from sys_export_definition
    where tenant_id = ${t} and subject = ${e.key} for update`)
  if (row.version !== version) refuse(faults.stale)
  const columns = to?.columns.map((c): ExportColumn => ({ ...c, zh: c.zh || null, en: c.en || null })) ?? null
  await ctx.tx.run(sql`
    update sys_export_definition set columns = ${columns && JSON.stringify(columns)}, file_name = ${to?.fileName || null},
      max_rows = ${to?.maxRows ?? null}, only_shown = ${to?.onlyShown ?? false}, sort = ${to?.sort || null}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${t} and id = ${row.id}`)
  const { id, subject, version: _, ...before } = row
  ctx.audit({
    subject: exportDefinition.key,
    subjectId: id,
    subjectNo: subject,
    action: to ? 'update' : 'restore',
    before,
    after: {
      columns,
      fileName: to?.fileName || null,
      maxRows: to?.maxRows ?? null,
      onlyShown: to?.onlyShown ?? false,
      sort: to?.sort || null,
    },
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
  serve(calls.list, (ctx) => list(ctx, served())),
  serve(calls.get, (ctx, { subject }) => one(ctx, subjectOf(served(), subject))),
  serve(calls.set, (ctx, { subject, version, ...to }) => {
    const e = subjectOf(served(), subject)
    demandSound(ctx, e, to)
    return write(ctx, e, version, to)
  }),
  serve(calls.restore, (ctx, { subject, version }) => write(ctx, subjectOf(served(), subject), version, null)),
  serve(calls.tasks, async (ctx, input) => (await tasks(ctx, input)) as never),
]
