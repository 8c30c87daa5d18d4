import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypeNames, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import { aisleNumberOf } from '../putAway/snapshot.ts'

/** What somebody did last: where it left him, and for which wave or document. */
export interface LastWork {
  readonly taskType: TaskType
  readonly binId: string
  readonly billId: string | null
  readonly waveId: string | null
}

/** Whoever did nothing for so long may stand anywhere. */
const rememberedMs = 4 * 3_600_000
/** Types that end where their goods are brought. */
const bringing = taskTypeNames.filter((type) => taskTypes[type].at === 'to')

/** @returns nothing when he has just come, or when what he did has no bin */
export const lastWorkOf = (ctx: Ctx): Promise<LastWork | undefined> =>
  ctx.tx.maybe<LastWork>(sql`
    select k.task_type, k.bill_id, o.wave_id, l.bin_id from (
      select t.id, t.task_type, t.bill_id from ${named(ctx, task, 't')}
      where t.org_id = ${ctx.org.id} and t.assignee_id = ${ctx.userId} and t.state = 'DONE'
        and t.finished_at > ${new Date(ctx.now().getTime() - rememberedMs)}
      order by t.finished_at desc limit 1) k
    cross join lateral (
      select case when k.task_type = any(${bringing}::text[]) then l.to_bin_id else l.from_bin_id end as bin_id from ${named(ctx, taskLine, 'l')}
      where l.org_id = ${ctx.org.id} and l.task_id = k.id and l.confirmed_at is not null
      order by l.confirmed_at desc, l.seq desc limit 1) l
    left join ${named(ctx, operateBill.header, 'o')} on o.org_id = ${ctx.org.id} and o.id = k.bill_id
    where l.bin_id is not null`)

/** Metres from one aisle to the next, where bins have no place on the plan. */
const aisleM = 5
/** Metres that a way counts at most, and one that nobody can tell. */
const [farM, unknownM] = [200, 100]
/** So many metres count as one minute that a task is due sooner: haste comes before a short way, a short way before none. */
const metresPerPoint = 5
/** What going on with the same wave is worth, and what work of another type is that begins where the last one ended. */
const [sameWork, noEmptyWay] = [20, 20]
/** Within so many metres nobody has gone anywhere. */
const hereM = 15

/**
 * What a task `t` costs whoever stands where his last work left him, in points of a minute: the way to its first open
 * line, less when it belongs to the same wave or document, and less when another type begins right here, so that nobody
 * drives back with an empty fork. Source: wms.md 6.5.
 * @returns what to join to `t`, and the points
 */
export function wayFrom(ctx: Ctx, last: LastWork): { readonly joins: Sql; readonly points: Sql } {
  const hasPlace = (b: Sql) => sql`(${b}.x is not null and ${b}.y is not null or ${b}.aisle is not null)`
  const joins = sql`
    join ${named(ctx, bin, 'here')} on here.id = ${last.binId}
    left join lateral (
      select coalesce(f.id, g.id) as bin_id from ${named(ctx, taskLine, 'l')}
      left join ${named(ctx, bin, 'f')} on f.id = l.from_bin_id and ${hasPlace(sql`f`)}
      left join ${named(ctx, bin, 'g')} on g.id = l.to_bin_id and ${hasPlace(sql`g`)}
      where l.org_id = t.org_id and l.task_id = t.id and l.state in ('OPEN', 'INHAND')
      order by l.seq, l.line_no limit 1) begins on true
    left join ${named(ctx, bin, 'there')} on there.id = begins.bin_id
    left join ${named(ctx, operateBill.header, 'o')} on o.org_id = t.org_id and o.id = t.bill_id
    cross join lateral (select least(${farM}::numeric, case
      when here.id = there.id then 0
      when here.x is not null and here.y is not null and there.x is not null and there.y is not null
        then abs(here.x - there.x) + abs(here.y - there.y)
      when here.area_id = there.area_id and here.aisle is not null and there.aisle is not null
        then abs(${aisleNumberOf(sql`here.aisle`)} - ${aisleNumberOf(sql`there.aisle`)}) * ${aisleM}::numeric
      else ${unknownM}::numeric end) as metres) way`
  const points = sql`way.metres / ${metresPerPoint}::numeric
    - case when t.bill_id = ${last.billId}::bigint or o.wave_id = ${last.waveId}::bigint or o.wave_id = ${last.billId}::bigint or t.bill_id = ${last.waveId}::bigint
        then ${sameWork}::numeric else 0 end
    - case when t.task_type <> ${last.taskType} and way.metres <= ${hereM}::numeric then ${noEmptyWay}::numeric else 0 end`
  return { joins, points }
}
