import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { bulkInsert } from './bulk.ts'
import { isSameMoment } from './clock.ts'
import { explained } from './constraints.ts'
import { type Ctx, found } from './ctx.ts'
import { fillTyped } from './initials.ts'
import { labelsOf } from './labels.ts'
import { parentColumn, readRecord } from './listQuery.ts'
import { allEntities, entityByKey } from './registry.ts'
import { demandAt, visible } from './scope.ts'
import { summing } from './sums.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

export type Input = Record<string, unknown>
export interface Seen {
  readonly id: string
  readonly version: number
}

/** Something odd about a value: refused where a person types it, told where a file brings it. */
export interface Warning {
  /** `barcodes.0.code` for a child row's field. */
  readonly field: string
  readonly message: Text
}
/** What a file may leave empty: the value taken instead, and what is told. What it says is never replaced. */
export interface Leniency {
  readonly instead: unknown
  readonly message: Text
}

/** Rules of an entity's own, as named functions; each may refuse. At most these. */
export interface Rules {
  /** Fills in what follows from other values, before anything is checked. */
  readonly complete?: (input: Input, creating: boolean) => void
  readonly warn?: (input: Input) => readonly Warning[]
  /** By column as `qpcs.qpc`: empty cells of a file that have a substitute. */
  readonly lenient?: Readonly<Record<string, Leniency>>
  readonly beforeCreate?: (ctx: Ctx, input: Input) => Promise<void>
  /** Many new rows of a file at once; without it each is asked of `beforeCreate`. */
  readonly beforeCreateMany?: (ctx: Ctx, inputs: readonly Input[]) => Promise<void>
  readonly beforeUpdate?: (ctx: Ctx, input: Input & Seen, before: Input) => Promise<void>
  readonly beforeEnable?: (ctx: Ctx, row: Input & Seen) => Promise<void>
  readonly beforeDisable?: (ctx: Ctx, row: Input & Seen) => Promise<void>
  readonly beforeRemove?: (ctx: Ctx, row: Input & Seen) => Promise<void>
}

export const columnsOf = (e: AnyEntity, input: Input): [string, Field][] =>
  Object.entries(e.fields).filter(
    ([name, f]) => f.kind !== 'rows' && Object.hasOwn(input, name) && input[name] !== undefined,
  )

const stamp = (ctx: Ctx) => ({
  createdAt: ctx.now(),
  createdBy: ctx.userId,
  updatedAt: ctx.now(),
  updatedBy: ctx.userId,
})
/** What every new row has. */
export const base = (ctx: Ctx, e: AnyEntity, id: string) => ({
  tenantId: ctx.tenantId,
  ...(e.scope === 'org' && { orgId: ctx.org.id }),
  id,
  ...stamp(ctx),
})

/** Refs must name rows that the caller may see and that are in use. */
export async function checkRefs(ctx: Ctx, e: AnyEntity, inputs: readonly Input[]): Promise<void> {
  for (const [name, f] of Object.entries(e.fields)) {
    if ((f.kind !== 'ref' && f.kind !== 'refs') || f.to === undefined || f.derived) continue
    const ids = [...new Set(inputs.flatMap((i) => i[name]).filter((v): v is string => typeof v === 'string'))]
    if (ids.length === 0) continue
    const target = entityByKey(f.to)
    const off = target.actions.includes('enable_disable') ? 't.disabled' : 'false'
    const rows = await ctx.tx.query<{ id: string; off: boolean; name: string }>(sql`
      select t.id, ${raw(off)} as off, t.${raw(snake(target.label.name))} as name from ${raw(tableOf(target))} t
      where ${visible(target, ctx, 't')} and t.id = any(${ids}::bigint[])`)
    const known = new Set(rows.map((r) => r.id))
    const missing = ids.find((id) => !known.has(id))
    if (missing)
      throw new Fault(faults.notFound, { subject: target.title, no: '' }, [
        { field: name, rule: 'ref', message: missing },
      ])
    const disabled = rows.find((r) => r.off)
    if (disabled) throw new Fault(faults.disabled, { name: disabled.name })
  }
}

/** Fills in what follows from an input alone, and refuses what makes no sense. */
function demandSense(ctx: Ctx, e: AnyEntity, rules: Rules, input: Input, creating: boolean): void {
  fillTyped(e, input)
  rules.complete?.(input, creating)
  const warnings = rules.warn?.(input) ?? []
  if (warnings.length > 0)
    throw new Fault(
      faults.invalid,
      {},
      warnings.map(({ field, message }) => ({ field, rule: 'warn', message: say(message, ctx.language) })),
    )
}

/** Inserts a row with its child rows. @returns its id and version */
export async function createRow(ctx: Ctx, e: AnyEntity, input: Input, rules: Rules = {}): Promise<Seen> {
  demandAt(e, ctx)
  demandSense(ctx, e, rules, input, true)
  await checkRefs(ctx, e, [input])
  const id = ctx.newId()
  // Rules may need to know it: the path of a tree ends with it.
  input.id = id
  const own = summing(e, rules)
  if (own.beforeCreate) await own.beforeCreate(ctx, input)
  else await own.beforeCreateMany?.(ctx, [input])
  const values = Object.fromEntries(columnsOf(e, input).map(([name]) => [name, input[name]]))
  await bulkInsert(ctx.tx, tableOf(e), [{ ...base(ctx, e, id), ...values }]).catch((error: unknown) =>
    explained(error, input),
  )
  for (const [name, f] of Object.entries(e.fields))
    if (f.rows) {
      const child = f.rows.entity
      await writeRows(ctx, e, child, id, allNew(child, (input[name] ?? []) as readonly Input[]))
    }
  const noOf = await labelsOf(ctx, e, [input])
  ctx.audit({ subject: e.key, subjectId: id, subjectNo: noOf(input), action: 'create', after: input })
  return { id, version: 0 }
}

/** Locks the row as the caller saw it, or refuses: gone, or changed by somebody else. */
export async function lockSeen(ctx: Ctx, e: AnyEntity, seen: Seen): Promise<Input & Seen> {
  const rows = await ctx.tx.query<Input & Seen>(sql`
    select t.* from ${raw(tableOf(e))} t where ${visible(e, ctx, 't')} and t.id = ${seen.id} for update`)
  const row = found(rows[0], e.title)
  if (row.version !== seen.version) refuse(faults.stale)
  return row
}

export const same = (a: unknown, b: unknown): boolean => {
  const plain = (v: unknown) => (v instanceof Date ? v.toISOString() : v)
  const [x, y] = [plain(a ?? null), plain(b ?? null)]
  if (x === y || isSameMoment(a, b) || isSameMoment(b, a)) return true
  if (typeof x === 'object' || typeof y === 'object') return JSON.stringify(x) === JSON.stringify(y)
  return (
    typeof x === 'string' &&
    typeof y === 'string' &&
    x !== '' &&
    y !== '' &&
    /^-?[\d.]+$/.test(x) &&
    /^-?[\d.]+$/.test(y) &&
    Number(x) === Number(y) &&
    x.length < 16
  )
}

/** Changes the given fields of a row, when it is still as the caller saw it. */
export async function updateRow(ctx: Ctx, e: AnyEntity, input: Input & Seen, rules: Rules = {}): Promise<Seen> {
  demandAt(e, ctx)
  const before = await lockSeen(ctx, e, input)
  const { merged, told } = await mergeAllRows(ctx, e, input)
  return changeRow(ctx, e, input, { rules, before, merged }).catch(told)
}

interface Changing {
  readonly rules: Rules
  readonly before: Input & Seen
  readonly merged: readonly MergedRows[]
}
async function changeRow(ctx: Ctx, e: AnyEntity, input: Input & Seen, { rules, before, merged }: Changing) {
  demandSense(ctx, e, rules, input, false)
  const changes = () => columnsOf(e, input).filter(([name]) => !same(before[name], input[name]))
  const asked = changes()
  const frozen = asked.find(([, f]) => f.frozen)
  if (frozen) refuse(faults.frozen, { field: frozen[1].title })
  await checkRefs(ctx, e, [Object.fromEntries(asked.map(([name]) => [name, input[name]]))])
  await summing(e, rules).beforeUpdate?.(ctx, input, before)
  // What the rule derived from what was asked is written with it.
  const changed = changes()
  const set = changed.map(
    ([name, f]) => sql`${raw(snake(name))} = ${f.kind === 'json' ? JSON.stringify(input[name]) : input[name]}`,
  )
  const write = sql`update ${raw(tableOf(e))} set ${join([...set, ...touch(ctx)])}
    where tenant_id = ${ctx.tenantId} and id = ${input.id}`
  await ctx.tx.run(write).catch((error: unknown) => explained(error, { ...before, ...input }))
  for (const { name, child, change } of merged)
    await writeRows(ctx, e, child, input.id, { ...change, rows: input[name] as readonly Input[] })
  const pick = (row: Input) => Object.fromEntries(changed.map(([name]) => [name, row[name] ?? null]))
  const rowsChanged = Object.fromEntries(
    Object.entries(e.fields)
      .filter(([n, f]) => f.rows && input[n] !== undefined)
      .map(([n]) => [n, input[n]]),
  )
  const noOf = await labelsOf(ctx, e, [before])
  ctx.audit({
    subject: e.key,
    subjectId: input.id,
    subjectNo: noOf(before),
    action: 'update',
    before: pick(before),
    after: { ...pick(input), ...rowsChanged },
  })
  return { id: input.id, version: before.version + 1 }
}

interface MergedRows {
  readonly name: string
  readonly child: AnyEntity
  readonly change: RowsChange
  readonly sent: readonly Input[]
}
/** Rules are asked of what the row will be: whatever child rows are sent stands in the input with those that stay. */
async function mergeAllRows(ctx: Ctx, e: AnyEntity, input: Input & Seen) {
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

const touch = (ctx: Ctx): Sql[] => [
  sql`version = version + 1`,
  sql`updated_at = ${ctx.now()}`,
  sql`updated_by = ${ctx.userId}`,
]

/** The child rows of one parent, as they are and as they shall be. */
interface RowsChange {
  readonly stored: ReadonlyMap<string, Input>
  readonly removed: readonly string[]
  rows: readonly Input[]
}
/** A new parent has no rows yet: whoever names one means another's. */
function allNew(child: AnyEntity, rows: readonly Input[]): RowsChange {
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
async function writeRows(
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

export async function switchRow(
  ctx: Ctx,
  e: AnyEntity,
  seen: Seen,
  disabled: boolean,
  rules: Rules = {},
): Promise<Seen> {
  demandAt(e, ctx)
  const row = await lockSeen(ctx, e, seen)
  if (row.disabled === disabled) return { id: row.id, version: row.version }
  await (disabled ? rules.beforeDisable : rules.beforeEnable)?.(ctx, row)
  await ctx.tx.run(sql`update ${raw(tableOf(e))} set ${join([sql`disabled = ${disabled}`, ...touch(ctx)])}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const noOf = await labelsOf(ctx, e, [row])
  ctx.audit({
    subject: e.key,
    subjectId: row.id,
    subjectNo: noOf(row),
    action: disabled ? 'disable' : 'enable',
    before: { disabled: !disabled },
    after: { disabled },
  })
  return { id: row.id, version: row.version + 1 }
}

/** What foreign keys do for a ref, for lists of refs: the row that one of them names stays. */
async function demandUnlisted(ctx: Ctx, e: AnyEntity, id: string): Promise<void> {
  for (const other of allEntities())
    for (const [name, f] of Object.entries(other.fields))
      if (f.kind === 'refs' && f.to === e.key) {
        const isListed = await ctx.tx.maybe(sql`select 1 as found from ${raw(tableOf(other))}
          where tenant_id = ${ctx.tenantId} and ${id}::bigint = any(${raw(snake(name))}) limit 1`)
        if (isListed) refuse(faults.inUse, { name: e.title, ref: other.title })
      }
}

export async function removeRow(ctx: Ctx, e: AnyEntity, seen: Seen, rules: Rules = {}): Promise<void> {
  demandAt(e, ctx)
  const row = await lockSeen(ctx, e, seen)
  await rules.beforeRemove?.(ctx, row)
  await demandUnlisted(ctx, e, row.id)
  await ctx.tx.run(sql`delete from ${raw(tableOf(e))} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const noOf = await labelsOf(ctx, e, [row])
  ctx.audit({ subject: e.key, subjectId: row.id, subjectNo: noOf(row), action: 'remove', before: row })
}

/** The record for a detail page, or a refusal. */
export const getRow = async (ctx: Ctx, e: AnyEntity, id: string): Promise<Input> =>
  found(await readRecord(ctx, e, id), e.title)
