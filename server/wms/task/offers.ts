import { say, type Text } from '@lading/contract/kernel/text.ts'
import { equipment, pickArea } from '@lading/contract/wms/place.ts'
import { task } from '@lading/contract/wms/task.ts'
import { type TaskType, taskPermission } from '@lading/contract/wms/taskTypes.ts'
import type { taskOffers } from '@lading/contract/wms/waitCalls.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { type Fitness, fitnessOf, lackedBy } from '../worker/fit.ts'
import { taskKinds } from './kinds.ts'

type Why = 'SKILL' | 'LICENCE' | 'AREA' | 'HANDED' | 'OTHERS'
interface Ready {
  taskType: TaskType
  /** Null of what he may take. */
  why: Why | null
  what: string | null
  n: number
}

/** What is ready of these types, by what keeps this worker from taking it. */
const readyOf = (ctx: Ctx, types: readonly TaskType[], f: Fitness): Promise<Ready[]> =>
  ctx.tx.query<Ready>(sql`
    select t.task_type, y.why, case y.why when 'SKILL' then t.queue
      when 'LICENCE' then (select min(e) from unnest(t.equipment) e where e = any(${lackedBy(f)}::text[]))
      when 'AREA' then (select a.code from ${named(ctx, pickArea, 'a')} where a.id = t.pick_area_id) end as what, count(*)::integer as n
    from ${fromHere(ctx, task, 't')} cross join lateral (select ${whyNot(ctx, types, f)} as why) y
    where t.state = 'READY' and t.task_type = any(${[...types]}::text[])
    group by 1, 2, 3 order by count(*) desc, 2, 3`)

/** As `fronts` chooses, told apart. */
const whyNot = (ctx: Ctx, types: readonly TaskType[], f: Fitness): Sql => sql`case
  when ${f.queues.length > 0} and not t.queue = any(${[...f.queues]}::text[]) then 'SKILL'
  when t.equipment && ${lackedBy(f)}::varchar[] then 'LICENCE'
  when ${f.pickAreaIds.length > 0} and t.pick_area_id is not null and not t.pick_area_id = any(${[...f.pickAreaIds]}::bigint[]) then 'AREA'
  when t.dispatch = 'MANUAL' then 'HANDED'
  when t.not_by_id = ${ctx.userId} or not (true ${barredFrom(ctx, types)}) then 'OTHERS' end`

/** Of types whose kind bars somebody, the tasks that this worker must not do. */
export const barredFrom = (ctx: Ctx, types: readonly TaskType[]): Sql =>
  types.reduce((all, type) => {
    const barred = taskKinds[type].barred?.(ctx)
    return barred ? sql`${all} and (t.task_type <> ${type} or not ${barred})` : all
  }, empty)

const whys: Readonly<Record<Why, Text>> = {
  SKILL: ['缺少作业资质[{what}]', 'qualification {what} is missing'],
  LICENCE: ['缺少设备资质：{what}', 'licence is missing: {what}'],
  AREA: ['拣货分区[{what}]不在您的作业范围', 'pick area [{what}] is not one of yours'],
  HANDED: ['由主管派工', 'a supervisor hands them out'],
  OTHERS: ['须由他人作业', 'somebody else must do them'],
}
const none: Text = ['暂无可领取的任务', 'No task is waiting']
const waiting: Text = ['{n}个任务待领取；{why}', '{n} wait; {why}']
const toText = (say: (at: 0 | 1) => string): Text => [say(0), say(1)]

/** What is ready, and why none of it is for him. */
function told(rows: readonly Ready[]): Text {
  const n = rows.reduce((sum, r) => sum + r.n, 0)
  return toText((at) => {
    const language = at === 0 ? 'zh-CN' : 'en-US'
    const reasons = rows.map(
      ({ why, what }) => why && say(whys[why], language, { what: why === 'LICENCE' ? licence(what) : what }),
    )
    return say(waiting, language, { n, why: [...new Set(reasons)].join(at === 0 ? '；' : '; ') })
  })
}
const licence = (what: string | null): Text => equipment[what as keyof typeof equipment] ?? [what ?? '', what ?? '']

/** Why a worker gets nothing of these types: there is none, or none that he may take. */
export async function whyNothing(ctx: Ctx, types: readonly TaskType[], f: Fitness): Promise<Text> {
  const rows = (await readyOf(ctx, types, f)).filter((r) => r.why !== null)
  return rows.length === 0 ? none : told(rows)
}

/** Types of work of which others are ready and none is his, with the reason: he is not offered to begin them. */
export async function offersOf(
  ctx: Ctx,
  input: { taskTypes: readonly TaskType[] },
): Promise<z.output<typeof taskOffers.output>> {
  // Elsewhere nobody takes any: who has just changed his organisation may still ask.
  if (ctx.org.type !== 'DC') return { barred: [] }
  const types = input.taskTypes.filter((t) => allowed(ctx, taskPermission(t, 'run')))
  const [f, own] = await Promise.all([
    fitnessOf(ctx, ctx.userId),
    ctx.tx.query<{ taskType: TaskType }>(sql`
      select distinct t.task_type from ${fromHere(ctx, task, 't')} where t.assignee_id = ${ctx.userId} and t.state in ('RUNNING', 'ASSIGNED')`),
  ])
  const ready = Map.groupBy(await readyOf(ctx, types, f), (r) => r.taskType)
  const barred = [...ready].flatMap(([taskType, rows]) => {
    if (rows.some((r) => r.why === null) || own.some((o) => o.taskType === taskType)) return []
    return [{ taskType, ready: rows.reduce((sum, r) => sum + r.n, 0), why: say(told(rows), ctx.language) }]
  })
  return { barred }
}
