import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type Flow, refusal, type Step } from '@lading/contract/kernel/flow.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import type { Seen, StoredRow } from '../../kernel/rules.ts'
import { demandAt, visible } from '../../kernel/scope.ts'
import { sumAnew } from '../../kernel/sums.ts'
import { snake } from '../../kernel/tx.ts'

/** A bill, or what has a header and a flow like one. */
export interface AnyHeader {
  readonly header: AnyEntity
  readonly flow: Flow
  /** Its lines, where it has any of goods. */
  readonly line?: AnyEntity
}
/** Its header as the database tells it. */
export type BillRow<B extends AnyHeader = AnyHeader> = StoredRow<B['header']> & { billNo: string; state: string }

/**
 * Locks a bill's header for a person's act on it; a confirm never comes here. Its number and id stay: work that is made for
 * it meanwhile, and refers to it, need not wait.
 */
export async function lockBill<B extends AnyHeader>(ctx: Ctx, b: B, id: string, version?: number): Promise<BillRow<B>> {
  demandAt(b.header, ctx)
  const row = await ctx.tx.maybe<BillRow<B>>(sql`
    select t.* from ${raw(b.header.table)} t where ${visible(b.header, ctx, 't')} and t.id = ${id} for no key update`)
  const bill = found(row, b.header.title)
  if (version !== undefined && bill.version !== version) refuse(faults.stale)
  return bill
}

/** A bill's header to look at only. */
export async function readBill<B extends AnyHeader>(ctx: Ctx, b: B, id: string): Promise<BillRow<B>> {
  const row = await ctx.tx.maybe<BillRow<B>>(sql`
    select t.* from ${raw(b.header.table)} t where ${visible(b.header, ctx, 't')} and t.id = ${id}`)
  return found(row, b.header.title)
}

export function demandStep(b: AnyHeader, step: string, bill: Pick<BillRow, 'billNo' | 'state'>): void {
  const no = refusal(b.flow, step, bill.state, bill.billNo)
  if (no) refuse(no.refusal, no.args)
}

/** Writes a header's state and further columns. */
export async function setBill(
  ctx: Ctx,
  b: AnyHeader,
  bill: Pick<BillRow, 'id'>,
  state: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const set: Sql[] = [
    sql`state = ${state}`,
    ...Object.entries(more).map(([name, v]) => sql`${raw(snake(name))} = ${v}`),
    sql`version = version + 1`,
    sql`updated_at = ${ctx.now()}`,
    sql`updated_by = ${ctx.userId}`,
  ]
  await ctx.tx.run(
    sql`update ${raw(b.header.table)} set ${join(set)} where tenant_id = ${ctx.tenantId} and id = ${bill.id}`,
  )
}

/** What a step does on a paper with such a header. */
export interface WorkOver<Row> {
  /**
   * What the step does besides what its declaration says; may refuse. It adds what it makes to `made`, and answers with
   * further columns of the header.
   */
  effect?(ctx: Ctx, bill: Row, made: MadeRecord[], input: StepInput): Promise<Columns | undefined>
  /** Whether its maker may take it after all, where the declaration leaves it to somebody else. */
  byMaker?(ctx: Ctx, bill: Row): Promise<boolean>
  /** What the step could not do of what was wanted, though it is taken: asked when it is written. */
  partly?(ctx: Ctx, bill: Row): Promise<Partly | undefined>
}
/** Methods, as rules are: {@link takeStep} takes the work of any paper, who serves a paper only its own. */
export type StepWork<B extends AnyHeader = AnyHeader> = WorkOver<BillRow<B>>
/** The work of a paper's steps, by their names. */
export type StepWorks<B extends AnyHeader = AnyHeader> = Readonly<Record<string, StepWork<B>>>
/** A text about what was only partly done, and what it names. */
export interface Partly {
  readonly text: Text
  readonly args: Readonly<Record<string, unknown>>
}
type Columns = Readonly<Record<string, unknown>>
/** What was given with the step, of what its declaration asks. */
export type StepInput = Readonly<Record<string, unknown>>

/** What a step writes of its own accord: when it was taken, and what was given with it that the record has a place for. */
function columnsOf(ctx: Ctx, b: AnyHeader, step: Step | undefined, given: StepInput): Columns {
  const kept = Object.entries(given).filter(([name]) => name in b.header.fields)
  return { ...Object.fromEntries(kept), ...(step?.stamp && { [step.stamp]: ctx.now() }) }
}
const filled = (input: StepInput = {}): StepInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

/** How a line is settled. One of goods says what was planned and what was dropped of that; one over stock names what there is. */
const settled = {
  goods: {
    DONE: sql`done_qty = plan_qty - cancel_qty, booked_qty = plan_qty - cancel_qty`,
    CANCELED: sql`cancel_qty = plan_qty - done_qty, booked_qty = done_qty`,
  },
  stock: { DONE: sql`done_qty = qty`, CANCELED: sql`done_qty = 0` },
} as const

/** All that was planned of each line is done; of a paper that is cancelled what is not done is off. @returns totals of the header */
async function closeLines(ctx: Ctx, { header, line }: AnyHeader, bill: Seen, to: string): Promise<Columns> {
  if (!line) throw new Error(`${header.key} has a step that closes lines, and no lines`)
  const state = to === 'CANCELED' ? to : 'DONE'
  const kind = 'planQty' in line.fields ? 'goods' : 'stock'
  const table = raw(line.table)
  const own = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`
  await ctx.tx.run(sql`
    update ${table} set ${settled[kind][state]}, state = ${state}, updated_at = ${ctx.now()} where ${own} and state <> 'CANCELED'`)
  if (kind === 'stock') return {}
  return ctx.tx.one<Columns>(sql`
    select coalesce(sum(booked_qty), 0) as booked_qty, coalesce(sum(done_qty), 0) as done_qty, coalesce(sum(cancel_qty), 0) as cancel_qty
    from ${table} where ${own}`)
}

/** One step of a bill's flow: lock, look, do, write, leave a trace. */
export async function takeStep(
  ctx: Ctx,
  b: AnyHeader,
  step: string,
  row: SeenRow,
  work: StepWork = {},
): Promise<Seen & { made?: readonly MadeRecord[]; partly?: string }> {
  const bill = await lockBill(ctx, b, row.id, row.version)
  demandStep(b, step, bill)
  const spec = b.flow.steps[step]
  if (spec?.reason && !row.reason) refuse(faults.required, { field: ['原因', 'Reason'] })
  if (spec?.notByMaker && bill.createdBy === ctx.userId && !(await work.byMaker?.(ctx, bill)))
    refuse(faults.notByMaker, { action: spec.title })
  const made: MadeRecord[] = []
  const given = filled(row.input)
  const more = { ...columnsOf(ctx, b, spec, given), ...(await work.effect?.(ctx, bill, made, given)) }
  if (work.effect) await sumAnew(ctx, b.header, [bill.id])
  const to = spec?.to ?? bill.state
  const totals = spec?.closesLines ? await closeLines(ctx, b, bill, to) : {}
  await setBill(ctx, b, bill, to, { ...totals, ...(row.reason !== undefined && { reason: row.reason }), ...more })
  ctx.audit({
    subject: b.header.key,
    subjectId: bill.id,
    subjectNo: bill.billNo,
    action: step,
    before: { state: bill.state, ...Object.fromEntries(Object.keys(given).map((name) => [name, bill[name] ?? null])) },
    after: { state: to, ...(row.reason !== undefined && { reason: row.reason }), ...given },
  })
  const partly = await work.partly?.(ctx, bill)
  return {
    id: bill.id,
    version: bill.version + 1,
    ...(made.length > 0 && { made }),
    ...(partly && { partly: say(partly.text, ctx.language, partly.args) }),
  }
}
