import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import sql, { join, raw } from 'sql-template-tag'
import { bulkInsert } from './bulk.ts'
import { allNew, type MergedRows, mergeAllRows, writeRows } from './childRows.ts'
import { explained } from './constraints.ts'
import { type Ctx, found } from './ctx.ts'
import { fillTyped } from './initials.ts'
import { labelsOf } from './labels.ts'
import { readRecord } from './listQuery.ts'
import { allEntities } from './registry.ts'
import { base, checkRefs, columnsOf, same, touch } from './rowParts.ts'
import type { Input, Rules, Seen, StoredRow } from './rules.ts'
import { demandAt, demandCarried, visible } from './scope.ts'
import { summing } from './sums.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

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
export async function createRow<E extends AnyEntity>(
  ctx: Ctx,
  e: E,
  input: Input,
  rules?: Rules<NoInfer<E>>,
): Promise<Seen>
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
  // A driver takes a list for an array of the database.
  const values = Object.fromEntries(
    columnsOf(e, input).map(([name, f]) => [name, f.kind === 'json' ? JSON.stringify(input[name]) : input[name]]),
  )
  await bulkInsert(ctx.tx, tableOf(e), [{ ...base(ctx, e, id), ...values }]).catch((error: unknown) =>
    explained(error, input),
  )
  for (const [name, f] of Object.entries(e.fields))
    if (f.rows) {
      const child = f.rows.entity
      await writeRows(ctx, e, child, id, allNew(child, (input[name] ?? []) as readonly Input[]))
    }
  await demandCarried(ctx, e, [id])
  const noOf = await labelsOf(ctx, e, [input])
  ctx.audit({ subject: e.key, subjectId: id, subjectNo: noOf(input), action: 'create', after: input })
  return { id, version: 0 }
}

/** Locks the row as the caller saw it, or refuses: gone, or changed by somebody else. */
export async function lockSeen<E extends AnyEntity>(ctx: Ctx, e: E, seen: Seen): Promise<StoredRow<E>> {
  const rows = await ctx.tx.query<StoredRow<E>>(sql`
    select t.* from ${raw(tableOf(e))} t where ${visible(e, ctx, 't')} and t.id = ${seen.id} for update`)
  const row = found(rows[0], e.title)
  if (row.version !== seen.version) refuse(faults.stale)
  return row
}

/** Changes the given fields of a row, when it is still as the caller saw it. */
export async function updateRow<E extends AnyEntity>(
  ctx: Ctx,
  e: E,
  input: Input & Seen,
  rules?: Rules<NoInfer<E>>,
): Promise<Seen>
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
  await demandCarried(ctx, e, [input.id])
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
