// engine: what people do at the rack, behind the locks of its tasks

import * as calls from '@lading/contract/dps/calls.ts'
import { command } from '@lading/contract/dps/command.ts'
import { controller, type LightColour, lightColours, tag, tagKinds } from '@lading/contract/dps/equipment.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { dpsException } from '@lading/contract/dps/light.ts'
import { jobpoint, line, operator } from '@lading/contract/dps/line.ts'
import { dasPickTask, dpsPickTask, dpsTask } from '@lading/contract/dps/task.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { tableOf } from '../../kernel/tables.ts'
import { demandStep, type StepWorks } from '../../platform/document/steps.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { arrive, complete, full, pointByCode } from './bind.ts'
import { isOfLastCart, takeOff } from './cart.ts'
import { scanCart } from './cartScan.ts'
import { goOn } from './goOn.ts'
import { induct } from './induct.ts'
import { confirmPick, lockPick } from './press.ts'
import { rackOf } from './rack.ts'
import { here, type Jobpoint, lockTask, readJobpoints, readLine, tellLights } from './read.ts'
import { shine } from './shine.ts'

/** A row as its caller saw it, locked. */
async function lockSeen(ctx: Ctx, e: AnyEntity, { id, version }: SeenRow): Promise<{ code: string; state: string }> {
  const row = found(
    await ctx.tx.maybe<{ version: number; code: string; state: string }>(sql`
      select t.version, t.code, t.state from ${fromHere(ctx, e, 't')} where t.id = ${id}`),
    e.title,
  )
  if (row.version !== version) refuse(faults.stale)
  return row
}
/** What is not lit at a job point yet is a handheld's. @throws Fault pointLit: what is lit, or was taken in part, is finished there */
async function openToHandhelds(ctx: Ctx, w: Warehouse, jobpointId: string, point: string): Promise<void> {
  const open = await ctx.tx.query<{ taskLineId: string; isBegun: boolean }>(sql`
    select task_line_id, state = 'LIT' or done_qty > 0 as is_begun from dps_pick
    where ${here(ctx)} and state in ('WAIT', 'LIT') and (jobpoint_id = ${jobpointId} or ${isOfLastCart(ctx, jobpointId)}) order by id`)
  const begun = open.filter((p) => p.isBegun)
  if (begun.length > 0) refuse(dpsFaults.pointLit, { point, n: begun.length })
  await w.linesToHandhelds(
    ctx,
    open.map((p) => p.taskLineId),
  )
}
const setRunning =
  (e: AnyEntity, action: string, state: string, w?: Warehouse) =>
  async (ctx: Ctx, row: SeenRow): Promise<void> => {
    const { code, state: before } = await lockSeen(ctx, e, row)
    if (w) await openToHandhelds(ctx, w, row.id, code)
    await ctx.tx.run(sql`
      update ${raw(tableOf(e))} set state = ${state}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${row.id}`)
    ctx.audit({
      subject: e.key,
      subjectId: row.id,
      subjectNo: code,
      action,
      before: { state: before },
      after: { state },
    })
    const points = await readJobpoints(ctx, e.key === line.key ? sql`line_id = ${row.id}` : sql`id = ${row.id}`)
    await shine(
      ctx,
      points.map((p) => p.id),
    )
  }

/** Where a colour stands for a picker, two at one point have not the same. */
async function demandOwnColour(ctx: Ctx, point: Jobpoint, colour: LightColour): Promise<void> {
  if ((await readLine(ctx, point.lineId)).colourOf !== 'PERSON') return
  const other = await ctx.tx.maybe<{ who: string }>(sql`
    select u.real_name as who from dps_operator o join ${named(ctx, user, 'u')} on u.id = o.user_id
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.jobpoint_id = ${point.id} and o.colour = ${colour} and o.user_id <> ${ctx.userId} limit 1`)
  if (other) refuse(dpsFaults.colourTaken, { colour: lightColours[colour], who: other.who })
}

async function signOn(ctx: Ctx, { pointCode, colour }: { pointCode: string; colour?: string | undefined }) {
  const point = await pointByCode(ctx, pointCode)
  if (point.state === 'CLOSED') refuse(dpsFaults.pointClosed, { point: point.code })
  if (colour !== undefined) await demandOwnColour(ctx, point, colour as LightColour)
  await insert(
    ctx,
    operator,
    [{ jobpointId: point.id, userId: ctx.userId, colour: (colour ?? null) as never, since: ctx.now() }],
    sql`on conflict (tenant_id, org_id, jobpoint_id, user_id) do update set colour = excluded.colour`,
  )
  ctx.audit({ subject: jobpoint.key, subjectId: point.id, subjectNo: point.code, action: 'signOn' })
  await shine(ctx, [point.id])
  return { id: point.id, code: point.code, name: point.code }
}
async function signOff(ctx: Ctx, { pointCode }: { pointCode: string }) {
  const point = await pointByCode(ctx, pointCode)
  await ctx.tx.run(
    sql`delete from dps_operator where ${here(ctx)} and jobpoint_id = ${point.id} and user_id = ${ctx.userId}`,
  )
  ctx.audit({ subject: jobpoint.key, subjectId: point.id, subjectNo: point.code, action: 'signOff' })
  return {}
}

/** A pick whose task a warehouse user may see. */
const seePick = async (
  ctx: Ctx,
  of: AnyEntity,
  id: string,
): Promise<{ taskId: string; taskLineId: string; state: string; tagId: string | null }> =>
  found(
    await ctx.tx.maybe<{ taskId: string; taskLineId: string; state: string; tagId: string | null }>(sql`
      select p.task_id, p.task_line_id, p.state, p.tag_id from ${fromHere(ctx, of, 'p')} where p.id = ${id}`),
    of.title,
  )

const confirmHand =
  (w: Warehouse, of: AnyEntity) => async (ctx: Ctx, input: z.output<typeof calls.confirmPickByHand.input>) => {
    const { taskLineId, taskId } = await seePick(ctx, of, input.pickId)
    const isByLight = await w.holdTask(ctx, taskLineId)
    await lockTask(ctx, taskId)
    const [pick, taken] = [await lockPick(ctx, input.pickId), parseQty(input.qty)]
    await confirmPick(ctx, w, pick, { taken, isShort: input.isShort, isByLight, by: 'HAND' })
    ctx.audit({
      subject: dpsTask.header.key,
      subjectId: taskId,
      action: 'confirm',
      after: { qty: input.qty, isShort: input.isShort },
    })
    return { id: input.pickId }
  }

/** A light that somebody does not see is sent once more, after it was made dark. */
const relight =
  (of: AnyEntity) =>
  async (ctx: Ctx, row: SeenRow): Promise<void> => {
    const { taskId, state } = await seePick(ctx, of, row.id)
    if (state !== 'LIT' && state !== 'WAIT') refuse(dpsFaults.pickClosed)
    await lockTask(ctx, taskId)
    await ctx.tx.run(sql`
    update dps_light set state = 'QUEUED', style = 'RECHECK', version = version + 1 where ${here(ctx)} and pick_id = ${row.id} and state = 'LIT'`)
    ctx.audit({ subject: dpsTask.header.key, subjectId: taskId, action: 'light' })
    tellLights(ctx)
    await goOn(ctx, [taskId])
  }

async function rank(ctx: Ctx, row: SeenRow): Promise<void> {
  // Of another owner's task nobody is told that it is there.
  found(
    await ctx.tx.maybe(sql`select 1 from ${fromHere(ctx, dpsTask.header, 't')} where t.id = ${row.id}`),
    dpsTask.header.title,
  )
  const task = await lockTask(ctx, row.id)
  if (dpsTask.flow.final.some((s) => s === task.state)) demandStep(dpsTask, 'suspend', task)
  const priority = row.input?.priority
  if (priority === undefined) refuse(faults.required, { field: dpsTask.header.fields.priority.title })
  await ctx.tx.run(sql`
    update dps_task set priority = ${priority}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${row.id}`)
  ctx.audit({
    subject: dpsTask.header.key,
    subjectId: row.id,
    subjectNo: task.billNo,
    action: 'update',
    after: { priority },
  })
}

async function commandTags(ctx: Ctx, { ids, verb }: { ids: readonly string[]; verb: 'ADDRESS' | 'LAMP' | 'RESET' }) {
  const tags = await ctx.tx.query<{ controllerId: string; bus: number; node: number }>(sql`
    select g.controller_id, g.bus, g.node from ${fromHere(ctx, tag, 'g')} where g.id = any(${ids}::bigint[])`)
  // All of them or none: of another centre's nobody is told that it is there, and no log names it.
  found(tags.length === new Set(ids).size ? tags : undefined, tag.title)
  await insert(
    ctx,
    command,
    tags.map((t) => ({ ...t, verb })),
  )
  ctx.audit({ subject: tag.key, subjectId: ids[0] ?? null, action: 'command', after: { verb, count: tags.length } })
  tellLights(ctx)
  return { sent: tags.length }
}
async function commandController(ctx: Ctx, { id, verb }: { id: string; verb: 'ASK' | 'RELIGHT' }) {
  const row = found(
    await ctx.tx.maybe<{ code: string; isHeld: boolean }>(sql`
      select c.code, exists (select 1 from dps_link k where k.tenant_id = c.tenant_id and k.controller_id = c.id and k.state in ('ONLINE', 'DEGRADED', 'SYNCING')) as is_held
      from ${fromHere(ctx, controller, 'c')} where c.id = ${id}`),
    controller.title,
  )
  if (!row.isHeld) refuse(dpsFaults.notLinked, { code: row.code })
  await insert(ctx, command, [{ controllerId: id, verb }])
  ctx.audit({ subject: controller.key, subjectId: id, subjectNo: row.code, action: 'command', after: { verb } })
  tellLights(ctx)
  return { sent: 1 }
}

async function simulate(ctx: Ctx, input: z.output<typeof calls.simulate.input>) {
  const { controllerId = null, tagId = null, verb, qty = null } = input
  const at = found(
    await ctx.tx.maybe<{ id: string; code: string; driver: string; bus: number | null; node: number | null }>(sql`
      select c.id, c.code, c.driver, g.bus, g.node from ${fromHere(ctx, controller, 'c')} left join ${fromHere(ctx, tag, 'g')} on g.controller_id = c.id and g.id = ${tagId}::bigint
      where (${tagId}::bigint is null or g.id is not null) and (${controllerId}::bigint is null or c.id = ${controllerId}::bigint) and (g.id is not null or c.id = ${controllerId}::bigint)`),
    controller.title,
  )
  if (at.driver !== 'SIM') refuse(dpsFaults.notSimulated, { code: at.code })
  await insert(ctx, command, [{ controllerId: at.id, verb, bus: at.bus, node: at.node, qty }])
  ctx.audit({ subject: controller.key, subjectId: at.id, subjectNo: at.code, action: 'simulate', after: { verb } })
  tellLights(ctx)
  return { sent: 1 }
}

/** What stood at a tag stands at the other from now on, lights and all. */
async function replaceTag(ctx: Ctx, { id, version, byId }: { id: string; version: number; byId: string }) {
  const own = found(
    await ctx.tx.maybe<{ version: number; code: string; kind: string }>(
      sql`select g.version, g.code, g.kind from ${fromHere(ctx, tag, 'g')} where g.id = ${id}`,
    ),
    tag.title,
  )
  if (own.version !== version) refuse(faults.stale)
  const by = found(
    await ctx.tx.maybe<{ code: string; kind: string; bin: string | null }>(sql`
      select g.code, g.kind, (select coalesce(b.code, j.code || ' ' || s.seq) from dps_slot s join dps_jobpoint j on j.tenant_id = s.tenant_id and j.id = s.jobpoint_id
        left join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id where s.tenant_id = g.tenant_id and s.tag_id = g.id and s.enabled limit 1) as bin from ${fromHere(ctx, tag, 'g')} where g.id = ${byId} and not g.disabled`),
    tag.title,
  )
  if (by.bin !== null) refuse(dpsFaults.tagTaken, { tag: by.code, bin: by.bin })
  if (by.kind !== own.kind)
    refuse(dpsFaults.wrongKind, { tag: by.code, kind: tagKinds[own.kind as keyof typeof tagKinds] })
  const tasks = await ctx.tx.query<{ id: string }>(sql`
    select distinct task_id as id from dps_pick where ${here(ctx)} and tag_id = ${id} and state in ('WAIT', 'LIT')`)
  await ctx.tx.run(
    sql`update dps_slot set tag_id = ${byId}, version = version + 1 where ${here(ctx)} and tag_id = ${id} and enabled`,
  )
  await ctx.tx.run(sql`
    update dps_task_point set tag_id = ${byId}, version = version + 1 where ${here(ctx)} and tag_id = ${id} and state not in ('DONE', 'SKIPPED')`)
  await ctx.tx.run(sql`
    update dps_jobpoint set display_tag_id = case when display_tag_id = ${id} then ${byId} else display_tag_id end, completer_tag_id = case when completer_tag_id = ${id} then ${byId} else completer_tag_id end,
      lane_tag_id = case when lane_tag_id = ${id} then ${byId} else lane_tag_id end, version = version + 1
    where ${here(ctx)} and (display_tag_id = ${id} or completer_tag_id = ${id} or lane_tag_id = ${id})`)
  await ctx.tx.run(sql`
    update dps_light set state = 'CANCELLED', closed_at = ${ctx.now()}, version = version + 1 where ${here(ctx)} and tag_id = ${id} and state in ('QUEUED', 'LIT')`)
  await ctx.tx.run(sql`
    update dps_pick set tag_id = ${byId}, state = 'WAIT', version = version + 1 where ${here(ctx)} and tag_id = ${id} and state in ('WAIT', 'LIT')`)
  await ctx.tx.run(
    sql`update dps_tag set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId} where ${here(ctx)} and id = ${id}`,
  )
  ctx.audit({ subject: tag.key, subjectId: id, subjectNo: own.code, action: 'replace', after: { by: by.code } })
  tellLights(ctx)
  await goOn(
    ctx,
    tasks.map((t) => t.id),
  )
  // What a display or a completer said is said by the other.
  const points = await readJobpoints(ctx, sql`${byId} in (display_tag_id, completer_tag_id, lane_tag_id)`)
  await shine(
    ctx,
    points.map((p) => p.id),
  )
  return { id, version: version + 1 }
}

async function handle(ctx: Ctx, row: SeenRow): Promise<void> {
  const own = found(
    await ctx.tx.maybe<{ version: number; kind: string; state: string }>(
      sql`select x.version, x.kind, x.state from ${from(ctx, dpsException, 'x')} where x.id = ${row.id}`,
    ),
    dpsException.title,
  )
  if (own.version !== row.version) refuse(faults.stale)
  await ctx.tx.run(sql`
    update dps_exception set state = 'CLOSED', handler_id = ${ctx.userId}, closed_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where ${here(ctx)} and id = ${row.id} and state = 'OPEN'`)
  ctx.audit({ subject: dpsException.key, subjectId: row.id, subjectNo: own.kind, action: 'handle' })
}

/** What a person's step does besides the state that it gives. */
export const taskSteps = (w: Warehouse): StepWorks<typeof dpsTask> => ({
  unbind: {
    effect: async (ctx, task) => {
      const picked = await ctx.tx.maybe(
        sql`select 1 from dps_pick where ${here(ctx)} and task_id = ${task.id} and (done_qty > 0 or short_qty > 0) limit 1`,
      )
      if (picked) refuse(dpsFaults.pickedAlready)
      // What is divided stays in its container, whoever begins with it again.
      const none = task.mode === 'DAS' ? {} : { containerId: null }
      await ctx.tx.run(sql`
        update dps_task set state = 'READY', container_id = case when mode = 'DAS' then container_id end where ${here(ctx)} and id = ${task.id}`)
      await takeOff(ctx, [task.id])
      await goOn(ctx, [task.id])
      return { ...none, boundAt: null, jobpointId: null }
    },
  },
  suspend: {
    effect: async (ctx, task) => {
      await ctx.tx.run(sql`update dps_task set state = 'SUSPENDED' where ${here(ctx)} and id = ${task.id}`)
      await goOn(ctx, [task.id])
      return {}
    },
  },
  resume: {
    effect: async (ctx, task) => {
      // What the warehouse has suspended takes no press before it resumes it.
      const held = await ctx.tx.maybe<{ reason: string | null }>(sql`
        select reason from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.wmsTaskId} and state = 'SUSPENDED'`)
      if (held) refuse(dpsFaults.heldByTask, { reason: held.reason ?? '' })
      await ctx.tx.run(sql`update dps_task set state = 'PICKING' where ${here(ctx)} and id = ${task.id}`)
      await goOn(ctx, [task.id])
      return {}
    },
  },
  cancel: {
    effect: async (ctx, task) => {
      const open = await ctx.tx.query<{ taskLineId: string }>(sql`
        select task_line_id from dps_pick where ${here(ctx)} and task_id = ${task.id} and state in ('WAIT', 'LIT') order by id`)
      // Another task of the rack may be at work on the rest of the same order.
      if (open.length > 0)
        await w.linesToHandhelds(
          ctx,
          open.map((p) => p.taskLineId),
        )
      else await w.toHandhelds(ctx, [task.wmsTaskId])
      return { finishedAt: ctx.now() }
    },
  },
  finish: {
    effect: async (ctx, task) => {
      const open = await ctx.tx.query<{ id: string; taskLineId: string }>(sql`
        select id, task_line_id from dps_pick where ${here(ctx)} and task_id = ${task.id} and state in ('WAIT', 'LIT') order by id`)
      for (const pick of open) {
        const isByLight = await w.holdTask(ctx, pick.taskLineId)
        const held = await lockPick(ctx, pick.id)
        await confirmPick(ctx, w, held, { taken: 0n, isShort: true, isByLight, by: 'HAND' })
      }
      await ctx.tx.run(sql`
        update dps_task_point set state = 'DONE', done_at = ${ctx.now()}, version = version + 1 where ${here(ctx)} and task_id = ${task.id} and state in ('ARRIVED', 'LIT')`)
      await goOn(ctx, [task.id])
      return { jobpointId: null, finishedAt: ctx.now() }
    },
  },
})

export const rackServed = (w: Warehouse): Served[] => [
  serveEach(calls.openPoints, setRunning(jobpoint, 'open', 'OPEN')),
  serveEach(calls.pausePoints, setRunning(jobpoint, 'pause', 'PAUSED')),
  serveEach(calls.closePoints, setRunning(jobpoint, 'close', 'CLOSED', w)),
  serveEach(calls.openLines, setRunning(line, 'open', 'OPEN')),
  serveEach(calls.pauseLines, setRunning(line, 'pause', 'PAUSED')),
  serve(calls.signOn, signOn),
  serve(calls.signOff, signOff),
  serve(calls.arriveAt, async (ctx, { pointCode, containerCode, position }) =>
    arrive(ctx, w, await pointByCode(ctx, pointCode), containerCode, position),
  ),
  serve(calls.scanAtCart, async (ctx, { pointCode, code }) =>
    scanCart(ctx, w, await pointByCode(ctx, pointCode), code),
  ),
  serve(calls.inductAt, (ctx, { taskId, goods }) => induct(ctx, taskId, goods)),
  serve(calls.completeAt, async (ctx, { pointCode, taskId }) => {
    await complete(ctx, await pointByCode(ctx, pointCode), taskId === undefined ? {} : { taskId })
    return {}
  }),
  serve(calls.fullTask, (ctx, { taskId }) => full(ctx, taskId)),
  serveEach(calls.rankTasks, rank),
  serve(calls.confirmPickByHand, confirmHand(w, dpsPickTask)),
  serveEach(calls.relightPicks, relight(dpsPickTask)),
  serve(calls.confirmSowByHand, confirmHand(w, dasPickTask)),
  serveEach(calls.relightSows, relight(dasPickTask)),
  serve(calls.rackOf, (ctx, { lineId }) => rackOf(ctx, lineId)),
  serve(calls.commandTags, commandTags),
  serve(calls.commandController, commandController),
  serve(calls.simulate, simulate),
  serve(calls.replaceTag, replaceTag),
  serveEach(calls.handleExceptions, handle),
]
