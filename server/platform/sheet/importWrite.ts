import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import sql, { join, raw } from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { labelsOf } from '../../kernel/labels.ts'
import { parentColumn } from '../../kernel/listQuery.ts'
import { base, columnsOf } from '../../kernel/rowParts.ts'
import type { Input } from '../../kernel/rules.ts'
import { demandCarried } from '../../kernel/scope.ts'
import { columnType, tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import type { Draft, DraftRow } from './importDrafts.ts'
import { changesOf } from './importMatch.ts'

const chunk = 100

/** Changes many rows, each to values of its own, in few statements. */
async function bulkUpdate(ctx: Ctx, e: AnyEntity, rows: readonly { id: string; values: Input }[]): Promise<void> {
  const names = [...new Set(rows.flatMap((r) => Object.keys(r.values)))].filter((name) => e.fields[name])
  if (names.length === 0) return
  const type = (name: string) => raw(columnType(e.fields[name] ?? { kind: 'text', title: ['', ''], required: false }))
  const sets = names.map((name) => sql`${raw(snake(name))} = v.${raw(snake(name))}`)
  for (let from = 0; from < rows.length; from += chunk) {
    const values = rows
      .slice(from, from + chunk)
      .map((r) => sql`(${r.id}::bigint, ${join(names.map((name) => sql`${r.values[name] ?? null}::${type(name)}`))})`)
    await ctx.tx.once(sql`
      update ${raw(tableOf(e))} t set ${join(sets)}, version = t.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      from (values ${join(values)}) as v (id, ${raw(names.map(snake).join(', '))})
      where t.tenant_id = ${ctx.tenantId} and t.id = v.id returning t.id`)
  }
}

/** The rows as one multi-row insert wants them: the first has the keys of all. */
function uniform([first, ...others]: readonly Input[]): Input[] {
  if (!first) return []
  const all: Input = { ...first }
  for (const row of others) for (const name of Object.keys(row)) all[name] ??= null
  return [all, ...others]
}

const insert = (ctx: Ctx, e: AnyEntity, rows: readonly Input[]): Promise<number> =>
  bulkInsert(ctx.tx, tableOf(e), uniform(rows))

/** The values that a row ends up with where only some of a column's rows change it. */
const afterwards = (row: DraftRow, names: readonly string[]): Input =>
  Object.fromEntries(
    names.map((name) => [name, row.values[name] === undefined ? row.before?.[name] : row.values[name]]),
  )

async function change(ctx: Ctx, e: AnyEntity, rows: readonly DraftRow[]): Promise<void> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(changesOf(e, row))))]
  await bulkUpdate(
    ctx,
    e,
    rows.map((row) => ({ id: row.id, values: afterwards(row, names) })),
  )
}

const isChanged = (e: AnyEntity, row: DraftRow): boolean =>
  row.before !== undefined && Object.keys(changesOf(e, row)).length > 0

/** Writes checked drafts: parents, then the child rows of each kind. @returns how many were made and changed */
export async function writeDrafts(
  ctx: Ctx,
  e: AnyEntity,
  drafts: readonly Draft[],
): Promise<{ created: number; updated: number }> {
  const fresh = drafts.filter((d) => !d.before)
  await insert(
    ctx,
    e,
    fresh.map((d) => ({
      ...base(ctx, e, d.id),
      ...Object.fromEntries(columnsOf(e, d.values).map(([name]) => [name, d.values[name]])),
    })),
  )
  const touched = new Set(drafts.filter((d) => isChanged(e, d)))
  for (const [field, f] of Object.entries(e.fields)) if (f.rows) await writeChildren(ctx, e, field, drafts, touched)
  await change(
    ctx,
    e,
    [...touched].filter((d) => isChanged(e, d)),
  )
  await touchVersions(
    ctx,
    e,
    [...touched].filter((d) => !isChanged(e, d)),
  )
  await demandCarried(
    ctx,
    e,
    [...fresh, ...touched].map((d) => d.id),
  )
  const named = [...fresh, ...touched].map((d) => d.before ?? d.values)
  const noOf = await labelsOf(ctx, e, named)
  for (const d of fresh) auditNew(ctx, e, d, noOf(d.values))
  for (const d of touched) auditChange(ctx, e, d, noOf(d.before ?? {}))
  return { created: fresh.length, updated: touched.size }
}

async function writeChildren(
  ctx: Ctx,
  e: AnyEntity,
  field: string,
  drafts: readonly Draft[],
  touched: Set<Draft>,
): Promise<void> {
  const child = e.fields[field]?.rows?.entity
  if (!child) return
  const column = parentColumn(child, e)
  const parentField = Object.keys(child.fields).find((name) => snake(name) === column) ?? ''
  const gone = drafts.flatMap((d) => d.gone.get(field) ?? [])
  if (gone.length > 0)
    await ctx.tx.run(sql`
      delete from ${raw(tableOf(child))} where tenant_id = ${ctx.tenantId} and id = any(${gone}::bigint[])`)
  const added: Input[] = []
  const changed: DraftRow[] = []
  for (const d of drafts) {
    let lineNo = 0
    if ((d.gone.get(field)?.length ?? 0) > 0) touched.add(d)
    for (const row of d.children.get(field) ?? []) {
      lineNo += 1
      if (row.before) {
        if (!isChanged(child, row)) continue
        changed.push(row)
      } else {
        const numbered = child.fields.lineNo ? { lineNo } : {}
        added.push({ ...base(ctx, child, row.id), [parentField]: d.id, ...row.values, ...numbered })
      }
      if (d.before) touched.add(d)
    }
  }
  await insert(ctx, child, added)
  await change(ctx, child, changed)
}

/** A form that shows the children must notice that they changed. */
async function touchVersions(ctx: Ctx, e: AnyEntity, drafts: readonly Draft[]): Promise<void> {
  const ids = drafts.map((d) => d.id)
  if (ids.length > 0)
    await ctx.tx.run(sql`
      update ${raw(tableOf(e))} set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
}

const childrenOf = (d: Draft): Input =>
  Object.fromEntries(
    [...d.children].filter(([, rows]) => rows.length > 0).map(([n, rows]) => [n, rows.map((r) => r.values)]),
  )

const auditNew = (ctx: Ctx, e: AnyEntity, d: Draft, no: string | null): void =>
  ctx.audit({
    subject: e.key,
    subjectId: d.id,
    subjectNo: no,
    action: 'import',
    after: { ...d.values, ...childrenOf(d) },
  })

function auditChange(ctx: Ctx, e: AnyEntity, d: Draft, no: string | null): void {
  const after = changesOf(e, d)
  ctx.audit({
    subject: e.key,
    subjectId: d.id,
    subjectNo: no,
    action: 'import',
    before: Object.fromEntries(Object.keys(after).map((name) => [name, d.before?.[name] ?? null])),
    after: { ...after, ...childrenOf(d) },
  })
}
