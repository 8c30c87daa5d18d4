// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { qpc } from '@lading/contract/mdm/product.ts'
import { operateBill, operateFlow } from '@lading/contract/wms/operateBill.ts'
import { waveBill, waveFlow } from '@lading/contract/wms/waveBill.ts'
import {
  type addToWave,
  type makeWave,
  type removeFromWave,
  type waveOffer,
  waveOrdersMax,
} from '@lading/contract/wms/waveCalls.ts'
import { waveFaults } from '@lading/contract/wms/waveFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, lockBill, readBill, setBill } from '../../platform/document/steps.ts'
import { caseSum, packed } from '../computed/cases.ts'
import { byId } from '../stock/key.ts'

type Changed = z.output<typeof addToWave.output>
type Seen = { readonly id: string; readonly version: number }

/** A wave is to be started, or to go on: its key is the wave. */
export const startTopic = 'wms.waveStart'
/** Work of a wave has gone on: its key is the wave. */
export const waveTopic = 'wms.wave'

export const waveRules = documentRules(waveBill)

/** States in which orders may join: late ones are allocated at once. */
const open = ['SAVED', 'STARTED', 'INPROGRESS']

export async function addOrders(ctx: Ctx, input: z.output<typeof addToWave.input>): Promise<Changed> {
  demandDc(ctx)
  const wave = await lockBill(ctx, waveBill, input.id, input.version)
  if (!open.includes(wave.state)) refuseState(wave, waveBill.header.verbs?.addOrders ?? ['加入', 'Add'])
  await join(ctx, wave, input.rows)
  const isLate = wave.state !== 'SAVED'
  await setBill(ctx, waveBill, wave, isLate ? 'STARTING' : wave.state, isLate ? { step: 'FREEZE' } : {})
  if (isLate) ctx.emit({ topic: startTopic, key: wave.id })
  ctx.audit({
    subject: waveBill.header.key,
    subjectId: wave.id,
    subjectNo: wave.billNo,
    action: 'addOrders',
    after: { orders: input.rows.length },
  })
  return { id: wave.id, version: wave.version + 1, orders: input.rows.length }
}

/** Orders go into a wave, each as the caller saw it. */
async function join(
  ctx: Ctx,
  wave: Pick<BillRow<typeof waveBill>, 'id' | 'billNo'>,
  rows: readonly Seen[],
): Promise<void> {
  for (const row of [...rows].sort((a, b) => byId(a.id, b.id))) {
    const order = await lockBill(ctx, operateBill, row.id, row.version)
    const no = rowName(operateBill.header, order.id, order.billNo)
    if (order.waveId) refuse(waveFaults.inWave, { no, wave: await waveName(ctx, order.waveId) })
    if (order.state !== 'APPROVED') refuse(waveFaults.orderState, { no, state: operateFlow.states[order.state] })
    await setBill(ctx, operateBill, order, order.state, { waveId: wave.id })
    logMember(ctx, order, 'joinWave', { before: null, after: wave.id })
  }
}
const logMember = (
  ctx: Ctx,
  order: BillRow<typeof operateBill>,
  action: string,
  { before, after }: Record<'before' | 'after', string | null>,
) =>
  ctx.audit({
    subject: operateBill.header.key,
    subjectId: order.id,
    subjectNo: order.billNo,
    action,
    before: { waveId: before },
    after: { waveId: after },
  })

/** A wave as a refusal names it. */
export async function waveName(ctx: Ctx, id: string) {
  const wave = await ctx.tx.maybe<{ billNo: string }>(sql`
    select bill_no from wms_wave_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  return rowName(waveBill.header, id, wave?.billNo ?? '')
}

type Offered = z.output<typeof waveOffer.output>['waiting']

/** Orders that could join the wave, the most urgent first, and those of it that may leave. */
export async function offerOrders(ctx: Ctx, input: { id: string }): Promise<z.output<typeof waveOffer.output>> {
  const wave = await readBill(ctx, waveBill, input.id)
  const orders = (which: Sql): Promise<Offered> =>
    ctx.tx.query<Offered[number]>(sql`
      select b.id, b.version, b.bill_no, jsonb_build_object('code', s.code, 'name', s.name) as store, b.route, b.biz_date,
        (select count(*)::integer from ${from(ctx, operateBill.line, 'l')} where l.bill_id = b.id) as lines,
        ${caseSum(sql`select l.plan_qty as qty, ${packed(ctx)} from ${from(ctx, operateBill.line, 'l')}
          left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where l.bill_id = b.id`)} as cases
      from ${fromHere(ctx, operateBill.header, 'b')} join ${named(ctx, store, 's')} on s.id = b.store_id
      where b.state = 'APPROVED' and ${which} order by b.priority, b.biz_date, b.id limit ${waveOrdersMax}`)
  const [waiting, members] = await Promise.all([
    orders(sql`b.wave_id is null`),
    wave.state === 'SAVED' ? orders(sql`b.wave_id = ${wave.id}`) : [],
  ])
  return { waiting, members }
}

export async function removeOrders(ctx: Ctx, input: z.output<typeof removeFromWave.input>): Promise<Changed> {
  demandDc(ctx)
  const wave = await lockBill(ctx, waveBill, input.id, input.version)
  if (wave.state !== 'SAVED') refuseState(wave, waveBill.header.verbs?.removeOrders ?? ['移出', 'Remove'])
  for (const row of [...input.rows].sort((a, b) => byId(a.id, b.id))) {
    const order = await lockBill(ctx, operateBill, row.id, row.version)
    if (order.waveId !== wave.id) continue
    await setBill(ctx, operateBill, order, order.state, { waveId: null })
    logMember(ctx, order, 'leaveWave', { before: wave.id, after: null })
  }
  await setBill(ctx, waveBill, wave, wave.state)
  ctx.audit({
    subject: waveBill.header.key,
    subjectId: wave.id,
    subjectNo: wave.billNo,
    action: 'removeOrders',
    after: { orders: input.rows.length },
  })
  return { id: wave.id, version: wave.version + 1, orders: input.rows.length }
}

/** 生成波次: the chosen orders, in a wave that is saved. */
export async function makeWaveOf(
  ctx: Ctx,
  input: z.output<typeof makeWave.input>,
): Promise<z.output<typeof makeWave.output>> {
  demandDc(ctx)
  const { rows: _, ...header } = input
  const made = await createRow(ctx, waveBill.header, header, waveRules)
  const wave = await lockBill(ctx, waveBill, made.id)
  await join(ctx, wave, input.rows)
  return { id: wave.id, version: wave.version, billNo: wave.billNo, orders: input.rows.length }
}

function refuseState(wave: BillRow<typeof waveBill>, action: readonly [string, string]): never {
  return refuse(waveFaults.waveState, {
    wave: wave.billNo,
    state: waveFlow.states[wave.state],
    action,
  })
}

/**
 * What somebody does to an order of a wave waits until the wave is started, so that both never work on one order. Read
 * for share: a wave that is being started lets go of it in a moment.
 * @throws Fault starting
 */
export async function demandNotStarting(ctx: Ctx, order: BillRow<typeof operateBill>): Promise<void> {
  if (!order.waveId) return
  const wave = await ctx.tx.maybe<{ id: string; billNo: string; state: string }>(sql`
    select id, bill_no, state from wms_wave_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${order.waveId} for share`)
  if (wave?.state === 'STARTING' || wave?.state === 'STARTEXCEPTION')
    refuse(waveFaults.starting, { no: order.billNo, wave: rowName(waveBill.header, wave.id, wave.billNo) })
}
/** An order of a wave gets its goods with it. @throws Fault inWave */
export async function demandOwnAllocation(ctx: Ctx, order: BillRow<typeof operateBill>): Promise<void> {
  await demandNotStarting(ctx, order)
  if (order.waveId && order.state === 'APPROVED')
    refuse(waveFaults.inWave, { no: order.billNo, wave: await waveName(ctx, order.waveId) })
}
