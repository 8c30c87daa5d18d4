import { parseQty } from '@lading/contract/kernel/qty.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { type Counted, countedAs } from '@lading/contract/mdm/units.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { reservation } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import type { taskWaits, WaitCause } from '@lading/contract/wms/waitCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { demandOn } from './guards.ts'

/** So many causes of a task are told, and so much work behind each. */
const causesMost = 20
const tasksMost = 5

/** What a task waits for that cannot be begun yet; nothing of any other. */
export async function waitsOf(ctx: Ctx, input: { id: string }): Promise<z.output<typeof taskWaits.output>> {
  demandDc(ctx)
  const { taskType, state, suspendedFrom, pickAreaId } = await getRow(ctx, task, input.id)
  const type = taskType as TaskType // Its choice.
  demandOn(ctx, { taskType: type }, 'view')
  if (state !== 'WAIT' && (state !== 'SUSPENDED' || suspendedFrom !== 'WAIT')) return { causes: [] }
  const asked = questions(ctx, input.id, pickAreaId as string | null)[type]
  const causes = asked ? await ctx.tx.query<Asked>(sql`${asked} limit ${causesMost}`) : []
  return { causes: causes.map(({ counted, ...cause }) => ({ ...cause, cases: counted && casesIn(ctx, counted) })) }
}

/** A cause, and how much of its goods is to come. */
interface Asked extends Omit<WaitCause, 'cases'> {
  readonly counted:
    | (Pick<Counted, 'unit' | 'isWeigh'> & { qty: string; qpc: string | null; caseUnit: string | null })
    | null
}
const casesIn = (ctx: Ctx, { qty, qpc, caseUnit, ...goods }: NonNullable<Asked['counted']>): string =>
  countedAs(parseQty(qty), {
    ...goods,
    qpc: qpc === null ? undefined : parseQty(qpc),
    caseUnit: caseUnit ?? undefined,
  })[ctx.language === 'en-US' ? 1 : 0]
const countedJson = (qty: Sql): Sql => sql`
  jsonb_build_object('qty', (${qty})::text, 'unit', p.base_unit, 'isWeigh', p.is_weigh, 'qpc', q.qpc::text, 'caseUnit', q.case_unit)`

const openTasks = sql`k.state not in ('DONE', 'CANCELED')`
/** The work that ends a wait, of tasks `k`, the first to come first. */
const worked = (which: Sql): Sql => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', e.id::text, 'taskNo', e.task_no, 'taskType', e.task_type, 'worker', e.worker) order by e.id) from (
    select k.id, k.task_no, k.task_type, (select u.real_name from sys_user u where u.tenant_id = k.tenant_id and u.id = k.assignee_id) as worker
    ${which} order by k.id limit ${tasksMost}) e), '[]'::jsonb) as tasks`
const binJson = sql`jsonb_build_object('id', b.id::text, 'code', b.code) as bin`
const productJson = (ctx: Ctx): Sql =>
  sql`jsonb_build_object('id', p.id::text, 'code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}) as product`

/** Of each type that can wait: what for. */
const questions = (ctx: Ctx, id: string, pickAreaId: string | null): Partial<Record<TaskType, Sql>> => ({
  /** Goods that are not at its pick face yet, and whatever brings some there. */
  PICK: sql`
    select 'GOODS' as kind, ${binJson}, ${productJson(ctx)}, ${countedJson(sql`w.qty`)} as counted, ${worked(sql`
      from ${fromHere(ctx, task, 'k')} where ${openTasks} and k.task_type in ('RPL_UP', 'RPL_DOWN', 'MOVE', 'PUTAWAY') and k.id in (
        select x.task_id from ${fromHere(ctx, taskLine, 'x')} where x.state in ('OPEN', 'INHAND') and x.product_id = w.product_id
          and coalesce(x.face_bin_id, x.to_bin_id) = w.bin_id)`)}
    from (select r.bin_id, r.product_id, min(r.qpc_id) as qpc_id, sum(r.qty - r.used_qty - r.freed_qty) as qty
      from ${fromHere(ctx, taskLine, 'l')} join ${fromHere(ctx, reservation, 'r')} on r.task_line_id = l.id and r.state = 'PENDING'
      where l.task_id = ${id} and l.state = 'OPEN' group by 1, 2) w
    join ${named(ctx, bin, 'b')} on b.id = w.bin_id join ${named(ctx, product, 'p')} on p.id = w.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = w.qpc_id order by b.code, p.code`,
  /** Room at the pick face, and the picks that make some. */
  RPL_DOWN: sql`
    select 'ROOM' as kind, ${binJson}, ${productJson(ctx)}, ${countedJson(sql`l.plan_qty`)} as counted, ${worked(sql`
      from ${fromHere(ctx, task, 'k')} where ${openTasks} and k.state <> 'WAIT' and k.task_type = 'PICK' and k.id in (
        select x.task_id from ${fromHere(ctx, taskLine, 'x')} where x.state = 'OPEN' and x.product_id = l.product_id
          and x.from_bin_id = coalesce(l.face_bin_id, l.to_bin_id))`)}
    from ${fromHere(ctx, taskLine, 'l')}
    join ${named(ctx, bin, 'b')} on b.id = coalesce(l.face_bin_id, l.to_bin_id) join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where l.task_id = ${id} and l.state = 'OPEN' order by b.code, p.code`,
  /** The verdict on goods that are under inspection. */
  PUTAWAY: sql`
    select 'VERDICT' as kind, ${binJson}, ${productJson(ctx)}, ${countedJson(sql`l.plan_qty`)} as counted, '[]'::jsonb as tasks
    from ${fromHere(ctx, taskLine, 'l')}
    join ${named(ctx, bin, 'b')} on b.id = l.from_bin_id join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    where l.task_id = ${id} and l.state = 'OPEN' and l.stock_type = 'QC' order by b.code, p.code`,
  /** Positions of the wall, and the sorting that holds them. */
  SOW: sql`
    select 'WALL' as kind, null as bin, null as product, null as counted, ${worked(sql`
      from ${fromHere(ctx, task, 'k')} where ${openTasks} and k.state <> 'WAIT' and k.task_type = 'SOW' and k.pick_area_id = ${pickAreaId}`)}`,
})
