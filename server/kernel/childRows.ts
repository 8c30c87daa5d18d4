import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import sql, { join, raw } from 'sql-template-tag'
import { bulkInsert } from './bulk.ts'
import { explained } from './constraints.ts'
import type { Ctx } from './ctx.ts'
import { parentColumn } from './listQuery.ts'
import { base, checkRefs, same, touch } from './rowParts.ts'
import type { Input, Seen } from './rules.ts'
import { visible } from './scope.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

export interface MergedRows {
  readonly name: string
  readonly child: AnyEntity
  readonly change: RowsChange
  readonly sent: readonly Input[]
}
/** Rules are asked of what the row will be: whatever child rows are sent stands in the input with those that stay. */
export async function mergeAllRows(ctx: Ctx, e: AnyEntity, input: Input & Seen) {
  const merged: MergedRows[] = []
  const changes: Input = input
  for (const [name, f] of Object.entries(e.fields)) {
    if (!f.rows || changes[name] === undefined) continue
    const child = f.rows.entity
    const sent = changes[name] as readonly Input[]
    const change = await mergeRows(ctx, e, child, input.id, sent)
    changes[name] = change.rows
    merged.push({ name, child, change, sent })
  }
  /** Names a row by where its sender has it. */
  const sentAs = (field: string): string => {
    const [name = '', index = '', ...rest] = field.split('.')
    const of = merged.find((m) => m.name === name)
    const at = of ? of.sent.indexOf(of.change.rows[Number(index)] ?? {}) : -1
    return at < 0 ? field : [name, at, ...rest].join('.')
  }
  const told = (error: unknown): never => {
    if (!(error instanceof Fault)) throw error
    throw new Fault(
      error.refusal,
      error.args,
      error.errors.map((one) => ({ ...one, field: sentAs(one.field) })),
    )
  }
  return { merged, told }
}

/** The child rows of one parent, as they are and as they shall be. */
interface RowsChange {
  readonly stored: ReadonlyMap<string, Input>
  readonly removed: readonly string[]
  rows: readonly Input[]
}
/** A new parent has no rows yet: whoever names one means another's. */
export function allNew(child: AnyEntity, rows: readonly Input[]): RowsChange {
  const named = rows.find((row) => row.id !== undefined)
  if (named) refuse(faults.notFound, { subject: child.title, no: named.id })
  return { stored: new Map(), removed: [], rows }
}

/** Applies what was sent to what is there, as far as the sender may see it; the order is the sender's if he names all. */
async function mergeRows(
  ctx: Ctx,
  parent: AnyEntity,
  child: AnyEntity,
  parentId: string,
  sent: readonly Input[],
): Promise<RowsChange> {
  const order = raw(child.fields.lineNo ? 't.line_no, t.id' : `t.${snake(child.sort)}, t.id`)
  const there = await ctx.tx.query<Input & Seen>(sql`
    select t.* from ${raw(tableOf(child))} t
    where ${visible(child, ctx, 't')} and t.${raw(parentColumn(child, parent))} = ${parentId} order by ${order}`)
  const stored = new Map(there.map((row) => [row.id, row]))
  const gone = sent.find((row) => typeof row.id === 'string' && !stored.has(row.id))
  if (gone) refuse(faults.notFound, { subject: child.title, no: gone.id })
  const removed = sent.flatMap((row) => (row.removed === true ? [String(row.id)] : []))
  const named = sent.filter((row) => row.removed !== true)
  const changed = new Map(named.flatMap((row) => (row.id === undefined ? [] : [[row.id, row]])))
  const kept = there.filter((row) => !removed.includes(row.id))
  if (kept.every((row) => changed.has(row.id))) return { stored, removed, rows: named }
  const rows = kept.map((row) => changed.get(row.id) ?? { ...writableOf(child, row), id: row.id })
  return { stored, removed, rows: [...rows, ...named.filter((row) => row.id === undefined)] }
}

const writableOf = (e: AnyEntity, row: Input): Input =>
  Object.fromEntries(
    Object.entries(e.fields).flatMap(([name, f]) =>
      f.derived || f.computed || f.kind === 'rows' ? [] : [[name, row[name] ?? null]],
    ),
  )

/** What a rule has worked out for a row and put into it. A caller cannot: what is derived is dropped from what he sends. */
const derivedOf = (e: AnyEntity, row: Input, parentField: string): Input =>
  Object.fromEntries(
    Object.entries(e.fields).flatMap(([name, f]) =>
      f.derived && !f.computed && name !== parentField && name !== 'lineNo' && row[name] !== undefined
        ? [[name, row[name]]]
        : [],
    ),
  )

/** Writes what differs. A line keeps its number for good; new ones come behind the last. */
export async function writeRows(
  ctx: Ctx,
  parent: AnyEntity,
  child: AnyEntity,
  parentId: string,
  { stored, removed, rows }: RowsChange,
): Promise<void> {
  await checkRefs(ctx, child, rows)
  const table = raw(tableOf(child))
  const column = parentColumn(child, parent)
  if (removed.length > 0)
    await ctx.tx.run(sql`delete from ${table} where tenant_id = ${ctx.tenantId} and id = any(${removed}::bigint[])`)
  await stepAside(ctx, child, stored, rows)
  const parentField = Object.keys(child.fields).find((key) => snake(key) === column) ?? ''
  const kept = [...stored.values()].filter((row) => !removed.includes(String(row.id)))
  let lineNo = kept.reduce((last, row) => Math.max(last, Number(row.lineNo ?? 0)), 0)
  const fresh: Input[] = []
  for (const row of rows) {
    const values = { ...writableOf(child, row), ...derivedOf(child, row, parentField) }
    const before = stored.get(String(row.id))
    if (before === undefined) {
      lineNo += 1
      const own = { [parentField]: parentId, ...values, ...(child.fields.lineNo && { lineNo }) }
      fresh.push({ ...base(ctx, child, ctx.newId()), ...own })
      continue
    }
    const set = Object.entries(values).filter(([name, value]) => !same(before[name], value))
    if (set.length === 0) continue
    const columns = set.map(([name, value]) => sql`${raw(snake(name))} = ${value}`)
    await ctx.tx.run(sql`update ${table} set ${join([...columns, ...touch(ctx)])}
      where tenant_id = ${ctx.tenantId} and id = ${String(row.id)}`)
  }
  await bulkInsert(ctx.tx, tableOf(child), fresh).catch((error: unknown) => explained(error, fresh[0]))
}

/** Beyond every number that a row may have in its order. */
const aside = 1_000_000
/** Rows that change places would meet on the way, where no two may stand: those that move leave their places first. */
async function stepAside(ctx: Ctx, child: AnyEntity, stored: RowsChange['stored'], rows: readonly Input[]) {
  if (child.sort === 'id') return
  const column = raw(snake(child.sort))
  const moved = rows.flatMap(({ id, [child.sort]: place }) => {
    const before = stored.get(String(id))
    return before && before[child.sort] !== place ? [String(id)] : []
  })
  if (moved.length < 2) return
  await ctx.tx.run(sql`update ${raw(tableOf(child))} set ${column} = ${column} + ${aside}::int
    where tenant_id = ${ctx.tenantId} and id = any(${moved}::bigint[])`)
}
