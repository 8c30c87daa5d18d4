import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { bulkInsert } from './bulk.ts'
import { type Ctx, found } from './ctx.ts'
import { parentColumn, readRecord } from './listQuery.ts'
import { allEntities, entityByKey } from './registry.ts'
import { demandWriter, visible } from './scope.ts'
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
/** What a file may get wrong: the value taken instead, and what is told. */
export interface Leniency {
  readonly instead: unknown
  readonly message: Text
}

/** Rules of an entity's own, as named functions; each may refuse. At most these. */
export interface Rules {
  /** Fills in what follows from other values, before anything is checked. */
  readonly complete?: (input: Input, creating: boolean) => void
  readonly warn?: (input: Input) => readonly Warning[]
  /** By column as `qpcs.qpc`: cells of a file whose wrong or missing value has a substitute. */
  readonly lenient?: Readonly<Record<string, Leniency>>
  readonly beforeCreate?: (ctx: Ctx, input: Input) => Promise<void>
  /** Many new rows of a file at once; without it each is asked of `beforeCreate`. */
  readonly beforeCreateMany?: (ctx: Ctx, inputs: readonly Input[]) => Promise<void>
  readonly beforeUpdate?: (ctx: Ctx, input: Input & Seen, before: Input) => Promise<void>
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

const unique = /^duplicate key value/
/** A broken unique key becomes the refusal that names the field. */
export function explainDuplicate(error: unknown, e: AnyEntity, input: Input): never {
  const code = (error as { code?: string }).code
  const constraint = (error as { constraint?: string }).constraint ?? ''
  if (code === '23505' && error instanceof Error && unique.test(error.message)) {
    const key = e.unique.find((u) => constraint.includes(u.map(snake).join('_'))) ?? e.unique[0] ?? []
    const fields = key.map((k) => e.fields[k]).filter((f): f is Field => f !== undefined)
    throw new Fault(
      faults.duplicate,
      {
        field: [fields.map((f) => f.title[0]).join('+'), fields.map((f) => f.title[1]).join(' + ')],
        value: key.map((k) => String(input[k] ?? '')).join(' '),
      },
      key.map((field) => ({ field, rule: 'unique', message: 'duplicate' })),
    )
  }
  throw error
}

function refuseWarned(ctx: Ctx, rules: Rules, input: Input): void {
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
  demandWriter(e, ctx)
  rules.complete?.(input, true)
  refuseWarned(ctx, rules, input)
  await checkRefs(ctx, e, [input])
  const id = ctx.newId()
  // Rules may need to know it: the path of a tree ends with it.
  input.id = id
  if (rules.beforeCreate) await rules.beforeCreate(ctx, input)
  else await rules.beforeCreateMany?.(ctx, [input])
  const values = Object.fromEntries(columnsOf(e, input).map(([name]) => [name, input[name]]))
  try {
    await bulkInsert(ctx.tx, tableOf(e), [{ ...base(ctx, e, id), ...values }])
  } catch (error) {
    explainDuplicate(error, e, input)
  }
  for (const [name, f] of Object.entries(e.fields))
    if (f.rows) await writeRows(ctx, e, f.rows.entity, id, (input[name] ?? []) as readonly Input[])
  ctx.audit({ subject: e.key, subjectId: id, subjectNo: labelOf(e, input), action: 'create', after: input })
  return { id, version: 0 }
}

export const labelOf = (e: AnyEntity, row: Input): string | null =>
  row[e.label.code] === undefined ? null : String(row[e.label.code])

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
  if (x === y) return true
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
  demandWriter(e, ctx)
  const before = await lockSeen(ctx, e, input)
  rules.complete?.(input, false)
  refuseWarned(ctx, rules, input)
  const changes = () => columnsOf(e, input).filter(([name]) => !same(before[name], input[name]))
  const asked = changes()
  const frozen = asked.find(([, f]) => f.frozen)
  if (frozen) refuse(faults.frozen, { field: frozen[1].title })
  await checkRefs(ctx, e, [Object.fromEntries(asked.map(([name]) => [name, input[name]]))])
  await rules.beforeUpdate?.(ctx, input, before)
  // What the rule derived from what was asked is written with it.
  const changed = changes()
  const set = changed.map(
    ([name, f]) => sql`${raw(snake(name))} = ${f.kind === 'json' ? JSON.stringify(input[name]) : input[name]}`,
  )
  try {
    await ctx.tx.run(sql`update ${raw(tableOf(e))} set ${join([...set, ...touch(ctx)])}
      where tenant_id = ${ctx.tenantId} and id = ${input.id}`)
  } catch (error) {
    explainDuplicate(error, e, { ...before, ...input })
  }
  for (const [name, f] of Object.entries(e.fields))
    if (f.rows && input[name] !== undefined)
      await writeRows(ctx, e, f.rows.entity, input.id, input[name] as readonly Input[])
  const pick = (row: Input) => Object.fromEntries(changed.map(([name]) => [name, row[name] ?? null]))
  const rowsChanged = Object.fromEntries(
    Object.entries(e.fields)
      .filter(([n, f]) => f.rows && input[n] !== undefined)
      .map(([n]) => [n, input[n]]),
  )
  ctx.audit({
    subject: e.key,
    subjectId: input.id,
    subjectNo: labelOf(e, before),
    action: 'update',
    before: pick(before),
    after: { ...pick(input), ...rowsChanged },
  })
  return { id: input.id, version: before.version + 1 }
}

const touch = (ctx: Ctx): Sql[] => [
  sql`version = version + 1`,
  sql`updated_at = ${ctx.now()}`,
  sql`updated_by = ${ctx.userId}`,
]

/** Makes the child rows equal to `rows`: rows with an id are kept and changed, the others are new, the rest goes. */
async function writeRows(
  ctx: Ctx,
  parent: AnyEntity,
  child: AnyEntity,
  parentId: string,
  rows: readonly Input[],
): Promise<void> {
  await checkRefs(ctx, child, rows)
  const table = raw(tableOf(child))
  const column = parentColumn(child, parent)
  const kept = rows.map((r) => r.id).filter((id): id is string => typeof id === 'string')
  try {
    await ctx.tx.run(
      sql`delete from ${table} where tenant_id = ${ctx.tenantId} and ${raw(column)} = ${parentId} and not (id = any(${kept}::bigint[]))`,
    )
  } catch (error) {
    explainReference(error, child)
  }
  const parentField = Object.keys(child.fields).find((key) => snake(key) === column) ?? ''
  const fresh: Input[] = []
  const names = Object.entries(child.fields)
    .filter(([, f]) => !f.derived && f.kind !== 'rows')
    .map(([name]) => name)
  for (const [i, row] of rows.entries()) {
    const values = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
    const extra = child.fields.lineNo ? { lineNo: i + 1 } : {}
    if (row.id === undefined) {
      fresh.push({ ...base(ctx, child, ctx.newId()), [parentField]: parentId, ...values, ...extra })
      continue
    }
    const set = Object.entries({ ...values, ...extra }).map(([name, v]) => sql`${raw(snake(name))} = ${v}`)
    const n = await ctx.tx.run(sql`update ${table} set ${join([...set, ...touch(ctx)])}
      where tenant_id = ${ctx.tenantId} and id = ${row.id} and ${raw(column)} = ${parentId}`)
    if (n !== 1) refuse(faults.notFound, { subject: child.title, no: row.id })
  }
  try {
    await bulkInsert(ctx.tx, tableOf(child), fresh)
  } catch (error) {
    explainDuplicate(error, child, fresh[0] ?? {})
  }
}

/** A row that others refer to stays. */
export function explainReference(error: unknown, e: AnyEntity): never {
  if ((error as { code?: string }).code !== '23503') throw error
  const table = String((error as { table?: string }).table ?? '')
  throw new Fault(faults.inUse, { name: e.title, ref: table.replace(/^[a-z]+_/, '') })
}

export async function switchRow(
  ctx: Ctx,
  e: AnyEntity,
  seen: Seen,
  disabled: boolean,
  rules: Rules = {},
): Promise<Seen> {
  demandWriter(e, ctx)
  const row = await lockSeen(ctx, e, seen)
  if (row.disabled === disabled) return { id: row.id, version: row.version }
  if (disabled) await rules.beforeDisable?.(ctx, row)
  await ctx.tx.run(sql`update ${raw(tableOf(e))} set ${join([sql`disabled = ${disabled}`, ...touch(ctx)])}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({
    subject: e.key,
    subjectId: row.id,
    subjectNo: labelOf(e, row),
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
  demandWriter(e, ctx)
  const row = await lockSeen(ctx, e, seen)
  await rules.beforeRemove?.(ctx, row)
  await demandUnlisted(ctx, e, row.id)
  try {
    await ctx.tx.run(sql`delete from ${raw(tableOf(e))} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  } catch (error) {
    explainReference(error, e)
  }
  ctx.audit({ subject: e.key, subjectId: row.id, subjectNo: labelOf(e, row), action: 'remove', before: row })
}

/** The record for a detail page, or a refusal. */
export const getRow = async (ctx: Ctx, e: AnyEntity, id: string): Promise<Input> =>
  found(await readRecord(ctx, e, id), e.title)
