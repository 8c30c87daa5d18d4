import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { parentColumn } from '../../kernel/listQuery.ts'
import { same } from '../../kernel/rowParts.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { tableOf } from '../../kernel/tables.ts'
import type { Draft, DraftRow } from './importDrafts.ts'

type Line = Input & Seen

/** What a person may say of a line, as it stands in the database. */
const sayable = (child: AnyEntity, stored: Line): Input =>
  Object.fromEntries(
    Object.entries(child.fields).flatMap(([name, f]) =>
      f.derived || f.computed || f.kind === 'rows' ? [] : [[name, stored[name] ?? null]],
    ),
  )

/**
 * Whether a line of the file says what is there: as far as the file has columns for it. What else stands in the line was
 * filled in here, as the usual pack, and is no difference.
 */
const saysTheSame = (child: AnyEntity, names: readonly string[], row: DraftRow, stored: Line): boolean =>
  names.every((name) => same(stored[name], row.values[name] ?? child.fields[name]?.initial ?? null))

/**
 * Puts the lines of a file in the place of those that a paper has: the first for the first, and so on. A line that says
 * nothing new stays as it is; of another the one that was there goes. Where no line differs the paper is asked nothing,
 * so that one that is in work already may be delivered again.
 */
export async function replaceLines(
  ctx: Ctx,
  e: AnyEntity,
  child: AnyEntity,
  field: string,
  drafts: readonly Draft[],
): Promise<void> {
  const known = drafts.filter((d) => d.before && (d.children.get(field)?.length ?? 0) > 0)
  if (known.length === 0) return
  const column = parentColumn(child, e)
  const ids = known.map((d) => d.id)
  const rows = await ctx.tx.query<Line & { theParent: string }>(sql`
    select t.*, t.${raw(column)} as the_parent from ${raw(tableOf(child))} t
    where t.tenant_id = ${ctx.tenantId} and t.${raw(column)} = any(${ids}::bigint[]) order by t.id for update`)
  const storedOf = Map.groupBy(rows, (row) => row.theParent)
  for (const d of known) replaceIn(child, field, d, storedOf.get(d.id) ?? [])
}

function replaceIn(child: AnyEntity, field: string, d: Draft, stored: readonly Line[]): void {
  const names = [...d.columns].flatMap((name) => (name.startsWith(`${field}.`) ? [name.slice(field.length + 1)] : []))
  const byNo = new Map(stored.map((line, i) => [Number(line.lineNo ?? i + 1), line]))
  const sent = d.children.get(field) ?? []
  const kept = new Set<string>()
  for (const [i, row] of sent.entries()) {
    const line = byNo.get(i + 1)
    if (!line || !saysTheSame(child, names, row, line)) continue
    kept.add(line.id)
    row.id = line.id
    row.before = line
    Object.assign(row.values, sayable(child, line), { id: line.id })
  }
  const gone = stored.filter((line) => !kept.has(line.id)).map(({ id }) => id)
  if (gone.length === 0 && kept.size === sent.length) d.children.set(field, [])
  else d.gone.set(field, gone)
}
