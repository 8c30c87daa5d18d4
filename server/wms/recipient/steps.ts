import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { recipientFaults } from '@lading/contract/wms/recipientFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { lockBill, readBill, type StepWorks } from '../../platform/document/steps.ts'
import { billRules } from '../bill/billServed.ts'
import { demandEnabled } from '../bill/demandEnabled.ts'
import { binByCode, looseContainer, stageBin } from '../masters/facts.ts'
import { startTasks } from '../putAway/start.ts'
import { freeEmptied } from '../stock/emptied.ts'
import { bareKey, keyText } from '../stock/key.ts'
import { type PostLine, post } from '../stock/post.ts'
import { openQty, release, reservationsOf } from '../stock/reservations.ts'
import { lockIds } from '../stock/rows.ts'
import { madeRecords } from '../task/create.ts'
import { comingBack, hold, type Line, type Paper, readLines } from './draw.ts'

const { beforeCreate, beforeUpdate, beforeRemove } = billRules(recipientBill) as Rules
/** Somebody takes them; what comes back was taken. */
async function demandSense(ctx: Ctx, said: Input, lines: readonly Line[]): Promise<void> {
  if (!said.userId && !said.deptId) refuse(recipientFaults.nobody)
  if (said.kind === 'BACK') await demandBack(ctx, String(said.sourceId ?? ''), String(said.ownerId), lines)
}
async function demandBack(ctx: Ctx, sourceId: string, ownerId: string, lines: readonly Line[]) {
  if (sourceId === '') refuse(recipientFaults.noSource)
  const source = await readBill(ctx, recipientBill, sourceId)
  if (source.kind !== 'USE' || source.state !== 'FINISHED' || source.ownerId !== ownerId)
    refuse(recipientFaults.noSource)
  return comingBack(ctx, sourceId, lines)
}
async function typed(ctx: Ctx, lines: readonly Input[]): Promise<Line[]> {
  const rows = await ctx.tx.query<{ id: string; code: string }>(sql`
    select p.id, p.code from ${named(ctx, product, 'p')} where p.id = any(${lines.map((l) => String(l.productId))}::bigint[])`)
  const codes = new Map(rows.map((r) => [r.id, r.code]))
  return lines.map((l) => ({ ...l, code: codes.get(String(l.productId)) ?? '' }) as unknown as Line)
}

export const recipientRules: Rules<typeof recipientBill.header> = {
  beforeCreate: async (ctx, input) => {
    await beforeCreate?.(ctx, input)
    await demandSense(ctx, input, await typed(ctx, input.lines as readonly Input[]))
  },
  beforeUpdate: async (ctx, input, before) => {
    await beforeUpdate?.(ctx, input, before)
    const lines = input.lines ? await typed(ctx, input.lines as readonly Input[]) : await readLines(ctx, input.id)
    await demandSense(ctx, { ...before, ...input }, lines)
  },
  ...(beforeRemove && { beforeRemove }),
}

async function approve(ctx: Ctx, bill: Paper): Promise<undefined> {
  await demandEnabled(ctx, recipientBill, bill)
  const lines = await readLines(ctx, bill.id)
  if (bill.kind === 'BACK') await demandBack(ctx, bill.sourceId ?? '', bill.ownerId, lines)
  else await hold(ctx, bill, lines)
  await ctx.tx.run(sql`
    update wms_recipient_bill_line set booked_qty = plan_qty where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
}

const posting = (bill: Paper, lines: readonly PostLine[]) => ({
  ...{ bizType: 'USE' as const, idemKey: `use:${bill.id}`, source: { type: recipientBill.header.noun, id: bill.id } },
  ...{ note: bill.purpose, lines },
})

async function finish(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<Record<string, unknown>> {
  const lines = await readLines(ctx, bill.id)
  await (bill.kind === 'BACK' ? giveBack(ctx, bill, lines, made) : use(ctx, bill, lines))
  await ctx.tx.run(sql`
    update wms_recipient_bill_line set done_qty = plan_qty, sent_qty = plan_qty, state = 'DONE'
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  const { planQty } = bill
  return { bookedQty: planQty, doneQty: planQty, sentQty: planQty }
}

/** What was promised leaves the book. */
async function use(ctx: Ctx, bill: Paper, lines: readonly Line[]): Promise<void> {
  const promised = await reservationsOf(
    ctx,
    'demand_line_id',
    lines.map((l) => l.id),
  )
  const rows = await lockIds(
    ctx,
    promised.flatMap((r) => r.stockId ?? []),
  )
  const place = { binId: await binByCode(ctx, 'V_USE'), containerId: await looseContainer(ctx) }
  const taken = promised.flatMap((r) => {
    const row = rows.get(r.stockId ?? '')
    return row ? [{ row, qty: openQty(r), id: r.id }] : []
  })
  const moves = taken.flatMap(({ row, qty }): PostLine[] => [
    { key: bareKey(row), delta: -qty },
    { key: { ...bareKey(row), ...place }, delta: qty },
  ])
  await post(ctx, { ...posting(bill, moves), consume: taken.map(({ id, qty }) => ({ reservationId: id, qty })) })
  await freeEmptied(
    ctx,
    [...new Set(taken.map((t) => t.row.containerId))].filter((id) => id !== place.containerId),
  )
}

/** What was not used stands where returns are received, and is put away. The requisition is held: nobody gives it back twice. */
async function giveBack(ctx: Ctx, bill: Paper, lines: readonly Line[], made: MadeRecord[]): Promise<void> {
  const source = await lockBill(ctx, recipientBill, bill.sourceId ?? '')
  const coming = await comingBack(ctx, source.id, lines)
  const loose = await looseContainer(ctx)
  const [from, to] = [
    { binId: await binByCode(ctx, 'V_USE'), containerId: loose },
    { binId: await stageBin(ctx, 'RTN_RECEIVE'), containerId: loose },
  ]
  const moves = coming.flatMap(({ key, qty }): PostLine[] => [
    { key: { ...key, ...from }, delta: -qty },
    { key: { ...key, ...to }, delta: qty },
  ])
  const posted = await post(ctx, posting(bill, moves))
  const ids = new Set(coming.flatMap(({ key }) => posted.rowIds.get(keyText({ ...key, ...to })) ?? []))
  const of = { key: recipientBill.header.key, id: bill.id, no: bill.billNo }
  const { tasks } = await startTasks(ctx, { stockIds: [...ids] }, of)
  made.push(
    ...madeRecords(
      'PUTAWAY',
      tasks.map((t) => ({ ...t, lineIds: [] })),
    ),
  )
}

async function cancel(ctx: Ctx, bill: Paper): Promise<Record<string, unknown>> {
  const lines = await readLines(ctx, bill.id)
  await release(
    ctx,
    await reservationsOf(
      ctx,
      'demand_line_id',
      lines.map((l) => l.id),
    ),
  )
  await ctx.tx.run(sql`
    update wms_recipient_bill_line set cancel_qty = plan_qty, booked_qty = 0, state = 'CANCELED'
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  return { cancelQty: bill.planQty, bookedQty: '0' }
}

export const recipientSteps: StepWorks<typeof recipientBill> = {
  approve: { effect: async (ctx, bill) => (await approve(ctx, bill)) ?? { bookedQty: bill.planQty } },
  finish: { effect: finish },
  cancel: { effect: cancel },
}
