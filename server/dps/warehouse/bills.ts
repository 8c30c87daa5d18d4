// engine: brings picks of orders and waves to the rack and back, behind the locks of the warehouse's tasks

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { lightOrder, ordersToHandhelds, ordersToLights } from '@lading/contract/dps/operateBill.ts'
import { boundStates, dpsTask, openStates } from '@lading/contract/dps/task.ts'
import { lightWave, rankWaves, wavesToLights } from '@lading/contract/dps/waveBill.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serveEach } from '../../kernel/http/serve.ts'
import { demandAt, fromHere } from '../../kernel/scope.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { createFollow } from '../rack/follow.ts'
import { here, lockTasks, worksOf } from '../rack/read.ts'
import type { Warehouse } from './asks.ts'

/** A row of the page. Its work has locks of its own, so that nothing of the paper itself is held. */
async function paper(ctx: Ctx, e: AnyEntity, id: string): Promise<{ id: string; billNo: string }> {
  demandAt(e, ctx)
  return found(
    await ctx.tx.maybe<{ id: string; billNo: string }>(
      sql`select b.id, b.bill_no from ${fromHere(ctx, e, 'b')} where b.id = ${id}`,
    ),
    e.title,
  )
}
const note = (ctx: Ctx, e: AnyEntity, { id, billNo }: { id: string; billNo: string }, action: string, after: object) =>
  ctx.audit({ subject: e.key, subjectId: id, subjectNo: billNo, action, after: { ...after } })

const orderToLights = (w: Warehouse) => async (ctx: Ctx, row: SeenRow) => {
  const order = await paper(ctx, lightOrder, row.id)
  const count = await w.toLights(ctx, [order.id])
  if (count === 0) refuse(dpsFaults.nothingToLight)
  note(ctx, lightOrder, order, 'toLights', { count })
}

const isBegun = (state: string): boolean => boundStates.some((s) => s === state)
const orderToHandhelds = (w: Warehouse) => async (ctx: Ctx, row: SeenRow) => {
  const order = await paper(ctx, lightOrder, row.id)
  const open = await ctx.tx.query<{ id: string; workId: string }>(sql`
    select k.id, k.wms_task_id as work_id from ${fromHere(ctx, dpsTask.header, 'k')} where k.order_id = ${order.id} and k.state not in ('DONE', 'CANCELLED')`)
  const works = [
    ...open,
    ...(await worksOf(
      ctx,
      open.map(({ id }) => id),
    )),
  ]
  await w.workOf(
    ctx,
    works.map(({ workId }) => workId),
  )
  const tasks = await lockTasks(ctx, sql`order_id = ${order.id} and state not in ('DONE', 'CANCELLED')`)
  const begun = new Set(
    works.flatMap(({ id, workId }) => (tasks.some((t) => t.id === id && isBegun(t.state)) ? workId : [])),
  )
  // What was split off into another container goes with the task that it was split off from.
  const free = [...new Set(works.map(({ workId }) => workId))].filter((id) => !begun.has(id))
  if (free.length === 0) refuse(begun.size > 0 ? dpsFaults.picksBegun : dpsFaults.noOpenTasks)
  await w.toHandhelds(ctx, free)
  await createFollow(w)(ctx, free)
  note(ctx, lightOrder, order, 'toHandhelds', { count: free.length })
  if (begun.size === 0) return undefined
  const stays = [
    '{no}：{n}个任务已开始拣货，仍由电子标签完成',
    '{no}: {n} tasks have begun and stay with the lights',
  ] as const
  return { partly: say(stays, ctx.language, { no: order.billNo, n: begun.size }) }
}

const waveToLights = (w: Warehouse) => async (ctx: Ctx, row: SeenRow) => {
  const wave = await paper(ctx, lightWave, row.id)
  const orders = await ctx.tx.query<{ id: string; isAllocated: boolean }>(sql`
    select b.id, b.booked_qty > 0 as is_allocated from ${fromHere(ctx, operateBill.header, 'b')} where b.wave_id = ${wave.id}`)
  if (!orders.some((o) => o.isAllocated)) refuse(dpsFaults.notAllocated)
  // Picks for many stores at once are those of the wave itself.
  const count = await w.toLights(ctx, [wave.id, ...orders.map((o) => o.id)])
  if (count === 0) refuse(dpsFaults.nothingToLight)
  note(ctx, lightWave, wave, 'toLights', { count })
}

async function rank(ctx: Ctx, row: SeenRow): Promise<void> {
  const wave = await paper(ctx, lightWave, row.id)
  const priority = row.input?.priority
  if (priority === undefined) refuse(faults.required, { field: dpsTask.header.fields.priority.title })
  const seen = await ctx.tx.query<{ id: string }>(sql`
    select k.id from ${fromHere(ctx, dpsTask.header, 'k')} where k.wave_id = ${wave.id} and k.state = any(${openStates}::text[])`)
  const tasks = await lockTasks(
    ctx,
    sql`id = any(${seen.map(({ id }) => id)}::bigint[]) and state = any(${openStates}::text[])`,
  )
  if (tasks.length === 0) refuse(dpsFaults.noOpenTasks)
  await ctx.tx.run(sql`
    update dps_task set priority = ${priority}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${here(ctx)} and id = any(${tasks.map((t) => t.id)}::bigint[])`)
  note(ctx, lightWave, wave, 'rank', { priority, count: tasks.length })
}

/** 配单, 波次 */
export const billsServed = (w: Warehouse): Served[] => [
  ...masterServed(lightOrder),
  ...masterServed(lightWave),
  serveEach(ordersToLights, orderToLights(w)),
  serveEach(ordersToHandhelds, orderToHandhelds(w)),
  serveEach(wavesToLights, waveToLights(w)),
  serveEach(rankWaves, rank),
]
