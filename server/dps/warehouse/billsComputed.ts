import { jobpoint } from '@lading/contract/dps/line.ts'
import { lightOrder } from '@lading/contract/dps/operateBill.ts'
import { dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { lightWave } from '@lading/contract/dps/waveBill.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import { task } from '@lading/contract/wms/task.ts'
import { waveFlow } from '@lading/contract/wms/waveBill.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computations, Computed, Extents } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'

const isOpenPick = sql`p.state in ('WAIT', 'LIT')`
const tasks = dpsTask.header
/** Picks of tasks `k`, without what was handed back. */
const lines = (ctx: Ctx, value: Sql, whose: Sql): Sql => sql`(select ${value} from ${from(ctx, tasks, 'k')}
  join ${from(ctx, dpsPick, 'p')} on p.task_id = k.id and p.state <> 'CANCELLED' where ${whose})`
/** Picks by handheld that nobody has begun, of areas that are picked by light. */
const byHand = (ctx: Ctx, whose: Sql): Sql => sql`(select count(*)::integer from ${from(ctx, task, 'h')}
  join ${named(ctx, pickArea, 'a')} on a.id = h.pick_area_id and a.method = 'LIGHT'
  where h.task_type = 'PICK' and h.mode = 'RF' and h.state in ('NEW', 'WAIT', 'READY') and h.done_lines = 0 and ${whose})`

const isClosed = sql`p.state in ('DONE', 'SHORT')`
/** @param whose of tasks of the rack `k`  @param hands of the warehouse's tasks `h` */
const figures = (whose: Sql, hands: (ctx: Ctx) => Sql): Readonly<Record<string, Computed>> => {
  const of = (value: Sql): Computed => ({ value: (ctx) => lines(ctx, value, whose) })
  return {
    stage: of(sql`case when count(*) = 0 then 'NONE' when bool_and(${isClosed}) then 'DONE'
      when bool_or(${isClosed}) or bool_or(k.state not in ('WAIT', 'READY')) then 'RUNNING' else 'READY' end`),
    lightLines: of(sql`count(*)::integer`),
    lightDone: of(sql`(count(*) filter (where ${isClosed}))::integer`),
    lightShort: of(sql`(count(*) filter (where p.short_qty > 0))::integer`),
    lightPct: of(sql`round(100.0 * count(*) filter (where ${isClosed}) / nullif(count(*), 0), 1)`),
    byHand: { value: (ctx) => byHand(ctx, hands(ctx)) },
  }
}

const taskWords = (ctx: Ctx): Sql => {
  const states = Object.entries(dpsTask.flow.states)
  const of = (value: (i: number) => Sql) =>
    join(
      states.map(([state], i) => sql`when ${state}::text then ${value(i)}`),
      ' ',
    )
  const called = of((i) => sql`${say(states[i]?.[1] ?? ['', ''], ctx.language)}::text`)
  return sql`(select string_agg((case x.state ${called} end) || ' ' || x.n, ' · ' order by case x.state ${of((i) => sql`${i}::integer`)} end)
    from (select k.state, count(*) as n from ${from(ctx, tasks, 'k')} where k.wave_id = t.id group by k.state) x)`
}
/** The work that waits at each point of a wave, most of it first. */
const atPoints = (ctx: Ctx, value: Sql): Sql => sql`(select ${value} from (
  select j.id, j.code, round(count(*) * j.seconds_per_pick / 60, 1) as minutes from ${from(ctx, tasks, 'k')}
  join ${from(ctx, dpsPick, 'p')} on p.task_id = k.id and ${isOpenPick} join ${named(ctx, jobpoint, 'j')} on j.id = p.jobpoint_id
  where k.wave_id = t.id group by j.id, j.code, j.seconds_per_pick) x)`
const most = sql`order by x.minutes desc, x.code`

const ofOrder = (which: Sql): Computed => ({
  value: (ctx) => sql`(select count(*)::integer from ${from(ctx, tasks, 'k')} where k.order_id = t.id and ${which})`,
})
/** What DPS says of the warehouse's orders and waves. */
export const billViewsComputed: Computations = {
  [lightOrder.table]: {
    ...figures(sql`k.order_id = t.id`, () => sql`h.bill_id = t.id`),
    openTasks: ofOrder(sql`k.state not in ('PICKED', 'DONE', 'CANCELLED')`),
    freeTasks: ofOrder(sql`k.state in ('WAIT', 'READY')`),
  },
  [lightWave.table]: {
    ...figures(
      sql`k.wave_id = t.id`,
      (ctx) =>
        sql`(h.bill_id = t.id or h.bill_id in (select o.id from ${named(ctx, operateBill.header, 'o')} where o.wave_id = t.id))`,
    ),
    taskStates: { value: taskWords },
    minutes: { value: (ctx) => atPoints(ctx, sql`max(x.minutes)`) },
    bottleneckId: { value: (ctx) => atPoints(ctx, sql`(array_agg(x.id ${most}))[1]`) },
    pointMinutes: { value: (ctx) => atPoints(ctx, sql`string_agg(x.code || ' ' || x.minutes, ' · ' ${most})`) },
  },
}

/** Which orders and waves have to do with lights. */
export const billExtents: Extents = {
  [lightOrder.key]: (who, t) => sql`(exists (select 1 from ${named(who, tasks, 'xk')} where xk.order_id = ${t}.id)
    or exists (select 1 from ${named(who, task, 'xh')} join ${named(who, pickArea, 'xa')} on xa.id = xh.pick_area_id and xa.method = 'LIGHT'
      where xh.bill_id = ${t}.id and xh.task_type = 'PICK' and xh.state <> 'CANCELED'))`,
  // A wave that is under way may yet be released.
  [lightWave.key]: (who, t) => sql`(${t}.state <> all(${waveFlow.final}::text[])
    or exists (select 1 from ${named(who, tasks, 'xk')} where xk.wave_id = ${t}.id))`,
}
