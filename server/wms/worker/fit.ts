// engine: asks what a worker may do, and who has the least in hand, over the work of all owners

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
  /** Tasks that he has in hand. */
  readonly open: number
}
/** Who is not kept as a worker here is bound by his rights alone, and by what one person can have in hand. */
const anybody: Omit<Fitness, 'open'> = {
  queues: [],
  pickAreaIds: [],
  licences: ['FORKLIFT', 'REACH'],
  maxOpen: 20,
  onDuty: true,
  disabled: false,
}

/** @param beside a task that does not count as one that he has in hand */
export async function fitnessOf(ctx: Ctx, userId: string | null, beside: string | null = null): Promise<Fitness> {
  const { open, worker } = await ctx.tx.one<{ open: number; worker: Omit<Fitness, 'open'> | null }>(sql`
    select (
      select count(*)::integer from wms_task k where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.assignee_id = ${userId}
        and k.state in ('ASSIGNED', 'RUNNING') and k.id is distinct from ${beside}::bigint) as open, (
      select jsonb_build_object('pickAreaIds', w.pick_area_ids::text[], 'licences', w.licences, 'maxOpen', w.max_open, 'onDuty', w.on_duty, 'disabled', w.disabled,
        'queues', coalesce((select jsonb_agg(s.queue order by s.queue) from wms_worker_skill s where s.tenant_id = w.tenant_id and s.org_id = w.org_id and s.worker_id = w.id), '[]'))
      from wms_worker w where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.user_id = ${userId}) as worker`)
  return { ...(worker ?? anybody), open }
}

/**
 * Tasks `t` of one of his queues that he may do. Told by what he lacks: of that the planner rightly expects few, and so
 * reads a queue from its front.
 */
export const fits = (f: Fitness): Sql => sql`
  ${f.pickAreaIds.length === 0 ? sql`true` : sql`(t.pick_area_id is null or t.pick_area_id = any(${[...f.pickAreaIds]}::bigint[]))`}
  and not t.equipment && ${lackedBy(f)}::varchar[]`

/** What he holds no licence for. */
export const lackedBy = ({ licences }: Fitness): Equipment[] =>
  (Object.keys(equipment) as Equipment[]).filter((e) => e !== 'HAND' && !licences.includes(e))

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
  await demandFitness(ctx, await fitnessOf(ctx, ctx.userId, task.id), task)
}
/** As `demandFit`, by whoever has looked at the worker already. */
export async function demandFitness(ctx: Ctx, f: Fitness, task: Asking): Promise<void> {
  demandPresent(f)
  const unfit = (await unfitness(ctx, f, task)) ?? overload(f)
  if (unfit) refuse(unfit.refusal, unfit.args)
}

/** Somebody is given a task by another: whether he is here yet is theirs to know. @throws Fault unfit, tooManyTasks */
export async function demandFitFor(ctx: Ctx, task: Asking, user: { readonly id: string; readonly name: string }) {
  const f = await fitnessOf(ctx, user.id, task.id)
  const off = f.disabled ? { refusal: workerFaults.isDisabled, args: {} } : undefined
  const unfit = off ?? (await unfitness(ctx, f, task)) ?? overload(f)
  if (!unfit) return
  const { text } = unfit.refusal
  const why: Text = [say(text, 'zh-CN', unfit.args), say(text, 'en-US', unfit.args)]
  refuse(workerFaults.unfit, { user: user.name, why })
}

const overload = ({ open, maxOpen }: Fitness): Unfit | undefined =>
  open >= maxOpen ? { refusal: wmsFaults.tooManyTasks, args: { n: maxOpen } } : undefined
