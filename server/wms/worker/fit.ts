import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName, say, type Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { equipment, pickArea } from '@lading/contract/wms/place.ts'
import { workerFaults } from '@lading/contract/wms/worker.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { TaskRow } from '../task/read.ts'

type Equipment = keyof typeof equipment
/** Somebody as far as it matters what work he may do. */
export interface Fitness {
  readonly queues: readonly string[]
  readonly pickAreaIds: readonly string[]
  readonly licences: readonly Equipment[]
  readonly maxOpen: number
  readonly onDuty: boolean
  readonly disabled: boolean
}
/** Who is not kept as a worker here is bound by his rights alone, and by what one person can have in hand. */
const anybody: Fitness = {
  queues: [],
  pickAreaIds: [],
  licences: ['FORKLIFT', 'REACH'],
  maxOpen: 20,
  onDuty: true,
  disabled: false,
}

export async function fitnessOf(ctx: Ctx, userId: string | null): Promise<Fitness> {
  const row = await ctx.tx.maybe<Fitness>(sql`
    select w.pick_area_ids, w.licences, w.max_open, w.on_duty, w.disabled, coalesce((
      select array_agg(s.queue order by s.queue) from wms_worker_skill s where s.tenant_id = w.tenant_id and s.org_id = w.org_id and s.worker_id = w.id), '{}') as queues
    from wms_worker w where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.user_id = ${userId}`)
  return row ?? anybody
}

/** Tasks `t` that he may do. */
export const fits = (f: Fitness): Sql => sql`
  ${f.queues.length === 0 ? sql`true` : sql`t.queue = any(${[...f.queues]}::text[])`}
  and ${f.pickAreaIds.length === 0 ? sql`true` : sql`(t.pick_area_id is null or t.pick_area_id = any(${[...f.pickAreaIds]}::bigint[]))`}
  and t.equipment <@ ${['HAND', ...f.licences]}::varchar[]`

/** Only who is here takes work. @throws Fault offDuty, isDisabled */
export function demandPresent(f: Fitness): void {
  if (f.disabled) refuse(workerFaults.isDisabled)
  if (!f.onDuty) refuse(workerFaults.offDuty)
}

type Asking = Pick<TaskRow, 'id' | 'queue' | 'pickAreaId' | 'equipment'>
interface Unfit {
  readonly refusal: Refusal
  readonly args: Readonly<Record<string, unknown>>
}
async function unfitness(ctx: Ctx, f: Fitness, task: Asking): Promise<Unfit | undefined> {
  if (f.queues.length > 0 && !f.queues.includes(task.queue))
    return { refusal: workerFaults.noSkill, args: { queue: task.queue } }
  const lacks = task.equipment.find((e) => e !== 'HAND' && !f.licences.includes(e))
  if (lacks) return { refusal: workerFaults.noLicence, args: { what: equipment[lacks] } }
  const { pickAreaId } = task
  if (pickAreaId === null || f.pickAreaIds.length === 0 || f.pickAreaIds.includes(pickAreaId)) return undefined
  const { code } = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_pick_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${pickAreaId}`)
  return { refusal: workerFaults.otherArea, args: { area: rowName(pickArea, pickAreaId, code) } }
}

/** He is here, and may do this task beside what he has in hand. @throws Fault */
export async function demandFit(ctx: Ctx, task: Asking): Promise<void> {
  const f = await fitnessOf(ctx, ctx.userId)
  demandPresent(f)
  const unfit = (await unfitness(ctx, f, task)) ?? (await overload(ctx, f, ctx.userId, task.id))
  if (unfit) refuse(unfit.refusal, unfit.args)
}

/** Somebody is given a task by another: whether he is here yet is theirs to know. @throws Fault unfit, tooManyTasks */
export async function demandFitFor(ctx: Ctx, task: Asking, user: { readonly id: string; readonly name: string }) {
  const f = await fitnessOf(ctx, user.id)
  const off = f.disabled ? { refusal: workerFaults.isDisabled, args: {} } : undefined
  const unfit = off ?? (await unfitness(ctx, f, task)) ?? (await overload(ctx, f, user.id, task.id))
  if (!unfit) return
  const { text } = unfit.refusal
  const why: Text = [say(text, 'zh-CN', unfit.args), say(text, 'en-US', unfit.args)]
  refuse(workerFaults.unfit, { user: user.name, why })
}

/** @param beside the task itself, which does not count */
async function overload(ctx: Ctx, f: Fitness, userId: string | null, beside: string): Promise<Unfit | undefined> {
  const { n } = await ctx.tx.one<{ n: string }>(sql`
    select count(*) as n from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and assignee_id = ${userId} and state in ('ASSIGNED', 'RUNNING') and id <> ${beside}`)
  return Number(n) >= f.maxOpen ? { refusal: wmsFaults.tooManyTasks, args: { n: f.maxOpen } } : undefined
}
