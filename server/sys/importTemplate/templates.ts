import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import {
  importTemplateCalls as calls,
  importTemplate,
  importTemplateFaults,
  type ListedTemplate,
  type TemplateColumn,
  type TemplateOffer,
  type TemplateRules,
} from '@lading/contract/sys/importTemplate.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { importModes } from '@lading/contract/sys/sheetRecord.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, demand, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { allEntities, knownEntity } from '../../kernel/registry.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { importColumns, isNeeded, namesOf, normal, type SheetColumn } from '../../platform/sheet/columns.ts'
import { rulesOf } from '../../platform/sheet/importRows.ts'
import { modesOf, templateRules } from '../../platform/sheet/importRules.ts'
import { testTemplate } from '../../platform/sheet/importTest.ts'
import { parseCell } from '../../platform/sheet/parseCell.ts'
import { template } from '../../platform/sheet/template.ts'

type Stored = RowOf<typeof importTemplate, 'id' | 'subject' | 'version'> &
  TemplateRules & { readonly columns: readonly TemplateColumn[] | null }
type Own = TemplateRules & { readonly columns: readonly TemplateColumn[] }

const storedColumns = raw('d.id, d.subject, d.columns, d.version, d.mode, d.only_mode, d.rows, d.max_rows')
const noRules: TemplateRules = { mode: null, onlyMode: false, rows: null, maxRows: null }
const rulesIn = (row: Stored | undefined): TemplateRules => {
  if (!row?.columns) return noRules
  const { mode, onlyMode, rows, maxRows } = row
  return { mode, onlyMode, rows, maxRows }
}

/** What is imported by files. */
const subjectsOf = (served: readonly Served[]): readonly AnyEntity[] => {
  const paths = new Set(served.map((s) => s.call.path))
  // Rows of a file are told apart by a key that it can name, or only ever added.
  const isTaken = (e: AnyEntity) => e.unique.length === 0 || keyNames(e).length > 0
  return allEntities().filter((e) => paths.has(crudCalls(e).importTemplate?.path ?? '') && isTaken(e))
}
/** Also of what has no template of its own: tables under a further name, and what is only ever made by files. */
const importedOf = (served: readonly Served[], key: string): { e: AnyEntity; one: Served } => {
  const e = found(knownEntity(key), importTemplate.title)
  return {
    e,
    one: found(
      served.find((s) => s.call.path === crudCalls(e).import?.path),
      importTemplate.title,
    ),
  }
}
const subjectOf = (served: readonly Served[], key: string): AnyEntity =>
  found(
    subjectsOf(served).find((e) => e.key === key),
    importTemplate.title,
  )
/** Without it no row can be brought in. A child's column is needed only where the child is. */
const mustStand = (e: AnyEntity, c: SheetColumn): boolean => !c.rows && (isNeeded(c) || keyNames(e).includes(c.name))
/** By which an existing row is found. */
const keyNames = (e: AnyEntity): readonly string[] =>
  e.unique.find((names) => names.every((name) => e.fields[name]?.derived !== true)) ?? []

async function list(ctx: Ctx, served: readonly Served[]): Promise<ListedTemplate[]> {
  const rows = await ctx.tx.query<Stored & { changedBy: string | null; changedAt: Date }>(sql`
    select ${storedColumns}, u.real_name as changed_by, d.updated_at as changed_at
    from sys_import_template d left join ${named(ctx, user, 'u')} on u.id = d.updated_by where d.tenant_id = ${ctx.tenantId}`)
  return subjectsOf(served).map((e) => {
    const row = rows.find((r) => r.subject === e.key)
    const own = row?.columns ?? null
    const all = importColumns(e)
    const needed = all.filter((c) => isNeeded(c)).map((c) => c.name)
    const used = own ?? all.map(({ name }): Pick<TemplateColumn, 'name' | 'required'> => ({ name, required: false }))
    return {
      subject: e.key,
      title: say(e.title, ctx.language),
      columns: used.length,
      required: used.filter((c) => c.required || needed.includes(c.name)).length,
      isOwn: own !== null,
      ...rulesIn(row),
      version: row?.version ?? 0,
      changedBy: own ? (row?.changedBy ?? null) : null,
      changedAt: own ? (row?.changedAt.toISOString() ?? null) : null,
    }
  })
}

async function one(ctx: Ctx, e: AnyEntity) {
  const row = await ctx.tx.maybe<Stored>(sql`
    select ${storedColumns} from sys_import_template d where tenant_id = ${ctx.tenantId} and subject = ${e.key}`)
  const all = new Map(importColumns(e).map((c) => [c.name, c]))
  const offer = (c: SheetColumn, given: TemplateColumn | undefined): TemplateOffer => ({
    name: c.name,
    zh: c.title[0],
    en: c.title[1],
    ownZh: given?.zh ?? null,
    ownEn: given?.en ?? null,
    note: given?.note ?? null,
    initial: given?.initial ?? null,
    sample: given?.sample ?? null,
    isIn: row?.columns ? given !== undefined : true,
    required: isNeeded(c) || given?.required === true,
    isNeeded: mustStand(e, c),
  })
  const own = (row?.columns ?? []).flatMap((given) => {
    const c = all.get(given.name)
    return c ? [offer(c, given)] : []
  })
  const taken = new Set(own.map((c) => c.name))
  const others = [...all.values()].filter((c) => !taken.has(c.name)).map((c) => offer(c, undefined))
  return {
    subject: e.key,
    title: say(e.title, ctx.language),
    version: row?.version ?? 0,
    ...rulesIn(row),
    modes: modesOf(e),
    columns: [...own, ...others],
  }
}

function wrong(ctx: Ctx, refusal: Refusal, args: Readonly<Record<string, unknown>>, field = 'columns'): never {
  const message = say(refusal.text, ctx.language, args)
  throw new Fault(refusal, args, [{ field, rule: field, message }])
}

/** What stands for an empty cell is what its column takes. */
function demandInitials(ctx: Ctx, all: readonly SheetColumn[], columns: readonly TemplateColumn[]): void {
  for (const { name, initial } of columns) {
    const column = all.find((c) => c.name === name)
    if (!initial || !column) continue
    const parsed = parseCell(initial, column.field, { language: ctx.language, zone: ctx.org.timeZone })
    if (!('problem' in parsed)) continue
    const problem = say(parsed.problem, ctx.language, parsed.args)
    wrong(ctx, importTemplateFaults.initial, { title: column.title, problem })
  }
}

/** It asks for all that the entity asks for, and each of its headings is one column's and no other's. */
function demandSound(ctx: Ctx, e: AnyEntity, columns: readonly TemplateColumn[]): void {
  const all = importColumns(e)
  const given = new Map(columns.map((c) => [c.name, c]))
  const twice = columns.find((c, i) => columns.findIndex((d) => d.name === c.name) !== i)
  if (twice) wrong(ctx, importTemplateFaults.headingTaken, { title: twice.name })
  for (const { name } of columns) if (!all.some((c) => c.name === name)) wrong(ctx, sheetFaults.noSuchColumn, { name })
  for (const c of all)
    if (mustStand(e, c) && !given.has(c.name)) wrong(ctx, importTemplateFaults.needed, { title: c.title })
  demandInitials(ctx, all, columns)
  const holders = new Map<string, string>()
  for (const c of all) for (const name of namesOf(c)) if (!holders.has(name)) holders.set(name, c.name)
  const own = new Map<string, string>()
  for (const { name, zh, en } of columns)
    for (const title of [zh, en]) {
      if (!title) continue
      if (/[*/]/.test(title)) wrong(ctx, importTemplateFaults.heading, { title })
      const key = normal(title)
      if ((holders.get(key) ?? name) !== name || (own.get(key) ?? name) !== name)
        wrong(ctx, importTemplateFaults.headingTaken, { title })
      own.set(key, name)
    }
}

/** What its rows permit: those that no key tells apart are only ever added. */
function demandMode(ctx: Ctx, e: AnyEntity, mode: TemplateRules['mode']): void {
  if (mode && !modesOf(e).includes(mode))
    wrong(ctx, importTemplateFaults.modeOf, { title: e.title, mode: importModes[mode] }, 'mode')
}

async function write(ctx: Ctx, e: AnyEntity, version: number, to: Own | null) {
  const t = ctx.tenantId
  await ctx.tx.run(sql`
    insert into sys_import_template (tenant_id, id, created_at, created_by, subject)
    values (${t}, ${ctx.newId()}, ${ctx.now()}, ${ctx.userId}, ${e.key}) on conflict do nothing`)
  const row = await ctx.tx.one<Stored>(sql`
    select ${storedColumns} from sys_import_template d
    where tenant_id = ${t} and subject = ${e.key} for update`)
  if (row.version !== version) refuse(faults.stale)
  const columns =
    to?.columns.map((c) => ({
      ...c,
      zh: c.zh || null,
      en: c.en || null,
      note: c.note || null,
      initial: c.initial || null,
      sample: c.sample || null,
    })) ?? null
  const rules = to ? ruled(to) : noRules
  await ctx.tx.run(sql`
    update sys_import_template set columns = ${columns && JSON.stringify(columns)}, mode = ${rules.mode}, only_mode = ${rules.onlyMode},
      rows = ${rules.rows}, max_rows = ${rules.maxRows}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${t} and id = ${row.id}`)
  ctx.audit({
    subject: importTemplate.key,
    subjectId: row.id,
    subjectNo: row.subject,
    action: to ? 'update' : 'restore',
    before: { columns: row.columns, ...rulesIn(row) },
    after: { columns, ...rules },
  })
  return { version: row.version + 1 }
}

/** That no other mode may be chosen says something only where there is one. */
const ruled = ({ mode, onlyMode, rows, maxRows }: Own): TemplateRules => ({
  mode,
  onlyMode: onlyMode && mode !== null,
  rows,
  maxRows,
})

/** 导入模板 @param served all calls, of which imports are some */
export const importTemplateServed = (served: () => readonly Served[]): Served[] => [
  serve(calls.list, (ctx) => list(ctx, served())),
  serve(calls.get, (ctx, { subject }) => one(ctx, subjectOf(served(), subject))),
  serve(calls.set, (ctx, { subject, version, ...to }) => {
    const e = subjectOf(served(), subject)
    demandSound(ctx, e, to.columns)
    demandMode(ctx, e, to.mode)
    return write(ctx, e, version, to)
  }),
  serve(calls.rules, async (ctx, { subject }) => {
    const { e, one } = importedOf(served(), subject)
    demand(ctx, one.call.permission)
    return { ...(await templateRules(ctx, e)), modes: modesOf(e) }
  }),
  serveOutside(calls.test, async (request, { subject, draft, mode, maxRows }, upload) => {
    const e = subjectOf(served(), subject)
    const { one } = importedOf(served(), subject)
    await request.perform(async (ctx) => {
      demand(ctx, one.call.permission)
      demandSound(ctx, e, draft)
      demandMode(ctx, e, mode)
    })
    return testTemplate(request, e, { columns: draft, mode, maxRows }, upload, rulesOf(one))
  }),
  serve(calls.restore, (ctx, { subject, version }) => write(ctx, subjectOf(served(), subject), version, null)),
  serve(calls.download, (ctx, { subject, format }) => template(ctx, subjectOf(served(), subject), format)),
]
