// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { assert, Fault } from '@lading/contract/kernel/fault.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { type WaveStep, waveBill } from '@lading/contract/wms/waveBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { type BillRow, setBill } from '../../platform/document/steps.ts'
import type { Listeners, StoredEvent } from '../../platform/outbox/relay.ts'
import { leaveStaging, unstagedTopic } from '../collect/make.ts'
import { lookAtStore, storeStagedTopic } from '../collect/storeCheck.ts'
import { refreshFaces } from '../pickBin/carryOut.ts'
import { pickBinTopic } from '../pickBin/tell.ts'
import { refetch } from '../pickDiff/refetch.ts'
import { wakeSowing, wallTopic } from '../sow/wake.ts'
import { faceTopic, shortTopic, wakeTopic } from '../stock/topics.ts'
import { takeTopic } from '../stockTake/bins.ts'
import { refreshTake } from '../stockTake/steps.ts'
import { allocateNext } from './allocate.ts'
import { lookAtFace } from './face.ts'
import type { Goods } from './lines.ts'
import { startTopic, waveTopic } from './members.ts'
import { refreshWave } from './steps.ts'
import { makeNextPicks } from './tasks.ts'
import { wakePicks } from './wake.ts'

type Wave = BillRow<typeof waveBill>

/** So long one delivery works on a wave before others have their turn. */
const turnMs = 1_000
/** So many parts of a start are worked on at once: one that waits for the database leaves room for another. */
const lanes = 4
/** A start that fails for no reason of its own is tried so often before somebody has to look. */
const triesMost = 3

/** Locks a wave as the product itself works on it: alone, or beside others who each do a part of the same step. */
const lockWave = (ctx: Ctx, id: string, how: Sql = sql`for no key update`): Promise<Wave | undefined> =>
  ctx.tx.maybe<Wave>(sql`
    select t.* from wms_wave_bill t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = ${id} ${how}`)

/**
 * The next part of a wave's start, in one transaction. What is done is told by what there is: orders that were taken,
 * lines that got goods or are short, promises that have their task. So a start that was cut off anywhere goes on from
 * there, and never does a thing twice. Source: wms.md 7.4.
 * @returns whether there is more to do
 */
export async function advance(ctx: Ctx, id: string, ahead: Ahead = { goods: [], orders: [] }): Promise<boolean> {
  const wave = await lockWave(ctx, id)
  if (wave?.state !== 'STARTING') return false
  const step = (wave.step ?? 'FREEZE') as WaveStep
  const isBusy = await work[step](ctx, wave, ahead)
  if (isBusy) return true
  const next = after[step]
  if (next) {
    await setStep(ctx, wave, next)
    return true
  }
  await publish(ctx, wave)
  return false
}
/**
 * A part of what is known to come next, beside others who do the same. Nobody goes on to the next step here: that is
 * done alone, by whoever has looked at all of it.
 */
export async function advanceBeside(ctx: Ctx, id: string, ahead: Ahead): Promise<void> {
  const wave = await lockWave(ctx, id, sql`for share`)
  const isKnown = { FREEZE: false, ALLOCATE: ahead.goods.length > 0, TASKS: ahead.orders.length > 0 }
  const step = (wave?.step ?? 'FREEZE') as WaveStep
  if (wave?.state !== 'STARTING' || !isKnown[step]) {
    ahead.goods.length = 0
    ahead.orders.length = 0
    return
  }
  await work[step](ctx, wave, ahead)
}
/**
 * What one delivery found to come next. Only a hint that saves looking: each part looks at what it takes, under the lock of
 * the wave, and the last look at the end is at all of it.
 */
interface Ahead {
  readonly goods: Goods[]
  readonly orders: string[]
}
const isAhead = ({ goods, orders }: Ahead): boolean => goods.length + orders.length > 0
/** Each lane does one; all are over, whatever became of one, before the next begin: who wants the wave gets it between. */
async function inLanes(work: () => Promise<void>): Promise<void> {
  const done = await Promise.allSettled(Array.from({ length: lanes }, work))
  const failed = done.find((d) => d.status === 'rejected')
  if (failed) throw failed.reason
}
const after: Readonly<Record<WaveStep, WaveStep | undefined>> = {
  FREEZE: 'ALLOCATE',
  ALLOCATE: 'TASKS',
  TASKS: undefined,
}
/** Each does a part of its step and says whether it found any. */
const work: Readonly<Record<WaveStep, (ctx: Ctx, wave: Wave, ahead: Ahead) => Promise<boolean>>> = {
  FREEZE: freezeNext,
  ALLOCATE: (ctx, wave, { goods }) => allocateNext(ctx, wave, goods),
  TASKS: (ctx, wave, { orders }) => makeNextPicks(ctx, wave, orders),
}

const setStep = (ctx: Ctx, wave: Wave, step: WaveStep): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_wave_bill set step = ${step}, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${wave.id}`)

const ordersMost = 200
/** Orders that wait are the wave's from here on. */
async function freezeNext(ctx: Ctx, wave: Wave): Promise<boolean> {
  const orders = await ctx.tx.query<{ id: string; billNo: string }>(sql`
    select id, bill_no from wms_operate_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and wave_id = ${wave.id} and state = 'APPROVED'
    order by id limit ${ordersMost} for no key update`)
  if (orders.length === 0) return false
  const ids = orders.map((o) => o.id)
  await ctx.tx.run(sql`
    update wms_operate_bill set state = 'INPROGRESS', started_at = coalesce(started_at, ${ctx.now()}), version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`)
  for (const o of orders)
    ctx.audit({
      subject: operateBill.header.key,
      subjectId: o.id,
      subjectNo: o.billNo,
      action: 'allocate',
      before: { state: 'APPROVED' },
      after: { state: 'INPROGRESS', waveId: wave.id },
    })
  return true
}

/** All is given and made: the wave is on the floor. */
async function publish(ctx: Ctx, wave: Wave): Promise<void> {
  const orders = await ctx.tx.query<{ id: string; done: boolean }>(sql`
    select b.id, bool_or(l.done_qty > 0) as done from wms_operate_bill b
    join wms_operate_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.wave_id = ${wave.id} group by b.id`)
  const state = orders.some((o) => o.done) ? 'INPROGRESS' : 'STARTED'
  await setBill(ctx, waveBill, wave, state, { step: null, problem: null })
  ctx.audit({
    subject: waveBill.header.key,
    subjectId: wave.id,
    subjectNo: wave.billNo,
    action: 'started',
    before: { state: 'STARTING' },
    after: { state },
  })
  for (const { id } of orders) ctx.emit({ topic: 'bill.refresh', key: `${operateBill.header.key}:${id}` })
}

/** What stopped a start stands on the wave, until somebody goes on or rolls it back. */
async function stumble(ctx: Ctx, id: string, problem: string): Promise<void> {
  const wave = await lockWave(ctx, id)
  if (wave?.state !== 'STARTING') return
  await setBill(ctx, waveBill, wave, 'STARTEXCEPTION', { problem: problem.slice(0, 400) })
  ctx.audit({
    subject: waveBill.header.key,
    subjectId: id,
    subjectNo: wave.billNo,
    action: 'startFailed',
    before: { state: 'STARTING' },
    after: { state: 'STARTEXCEPTION', problem: problem.slice(0, 400) },
  })
}

const within = (
  kernel: Kernel,
  tenantId: string,
  [event]: readonly StoredEvent[],
): (<T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>) => {
  assert(event, 'a delivery has an event')
  return (work) => perform(kernel, tenantId, systemOrigin(event.id), (tx) => systemAt(tx, tenantId, event.orgId), work)
}

/** One turn of a start: its parts, in lanes, until others have their turn or all is done. */
async function workOnStart(kernel: Kernel, tenantId: string, events: readonly StoredEvent[]): Promise<void> {
  const run = within(kernel, tenantId, events)
  const [id, tries] = [events[0]?.key ?? '', events[0]?.tries ?? 0]
  const until = kernel.now().getTime() + turnMs
  try {
    const ahead: Ahead = { goods: [], orders: [] }
    while (await run((ctx) => advance(ctx, id, ahead))) {
      const isLate = () => kernel.now().getTime() > until
      while (isAhead(ahead) && !isLate()) await inLanes(() => run((ctx) => advanceBeside(ctx, id, ahead)))
      if (isLate()) {
        await run(async (ctx) => ctx.emit({ topic: startTopic, key: id }))
        return
      }
    }
  } catch (error) {
    if (!(error instanceof Fault) && tries < triesMost) throw error
    kernel.log.error({ err: error, wave: id }, 'a wave could not be started')
    const problem = error instanceof Fault ? error.in('zh-CN') : '系统异常，请继续启动或回滚'
    await run((ctx) => stumble(ctx, id, problem))
  }
}

/** What the outbox brings to waves: starts, goods that came, faces where something has happened. */
export const waveListeners = (kernel: Kernel): Listeners => ({
  [startTopic]: { long: (tenantId, events) => workOnStart(kernel, tenantId, events) },
  [waveTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => refreshWave(ctx, events[0]?.key ?? ''))
  },
  [shortTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => refetch(ctx, events[0]?.key ?? ''))
  },
  [wakeTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => wakePicks(ctx, [...new Set(events.map((e) => String(e.payload?.lineId ?? '')))]))
  },
  [unstagedTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => leaveStaging(ctx, events[0]?.key ?? ''))
  },
  [storeStagedTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => lookAtStore(ctx, events[0]?.key ?? ''))
  },
  [wallTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => wakeSowing(ctx, events[0]?.key ?? ''))
  },
  [takeTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => refreshTake(ctx, events[0]?.key ?? ''))
  },
  [pickBinTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => refreshFaces(ctx, events[0]?.key ?? ''))
  },
  [faceTopic]: async (tenantId, events) => {
    const run = within(kernel, tenantId, events)
    await run((ctx) => lookAtFace(ctx, events[0]?.key ?? ''))
  },
})
