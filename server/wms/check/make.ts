// engine: looks into containers whose locks it holds: who sees a check sees all that is in its container

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import { type CheckWhy, containerCheck as type } from '@lading/contract/wms/taskTypes/containerCheck.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { SeenRow } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { lockContainers } from '../stock/containers.ts'
import { createTasks } from '../task/create.ts'
import { isTypeOn } from '../task/typeConfig.ts'
import { checksFor, hasChecks } from '../taskRule/policy.ts'
import { pickedInto } from './facts.ts'
import { type Picked, whyChecked } from './rule.ts'

interface NewCheck {
  readonly containerId: string
  readonly binId: string | null
  readonly storeId: string | null
  /** Whose goods it holds; none where they are several owners'. */
  readonly ownerId: string | null
  readonly pickAreaId: string | null
  readonly why: CheckWhy
  readonly byOther: boolean
  /** Who must not do it. */
  readonly notById: string | null
  /** As far as its weight may be off. */
  readonly weighGrams: number
  readonly weighPct: string
  readonly pickers: string | null
}

/** Makes checks, each a task with its container as the one line. */
export async function makeChecks(ctx: Ctx, list: readonly NewCheck[]): Promise<void> {
  if (list.length === 0) return
  const tasks = await createTasks(
    ctx,
    list.map((c) => ({
      taskType: 'CONTAINER_CHECK' as const,
      containerId: c.containerId,
      storeId: c.storeId,
      ownerId: c.ownerId,
      notById: c.notById,
      pickAreaId: c.pickAreaId,
      lines: [
        {
          fromBinId: c.binId,
          fromContainerId: c.containerId,
          storeId: c.storeId,
          ownerId: c.ownerId,
          planQty: 0n,
        },
      ],
    })),
  )
  await insert(
    ctx,
    containerCheck,
    list.map((c, i) => ({
      taskId: tasks[i]?.id ?? '',
      taskLineId: tasks[i]?.lineIds[0] ?? '',
      containerId: c.containerId,
      storeId: c.storeId,
      pickAreaId: c.pickAreaId,
      why: c.why,
      byOther: c.byOther,
      weighGrams: c.weighGrams,
      weighPct: c.weighPct,
      pickers: c.pickers,
    })),
  )
}

const soleOwner = sql`(
  select case when count(distinct s.owner_id) = 1 then min(s.owner_id) end from wms_stock s
  where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0)`
/** Who picked into `c`. */
const pickersOf = (ctx: Ctx) => sql`(
  select left(string_agg(u.real_name, ' ' order by u.id), 200) from sys_user u where u.tenant_id = c.tenant_id
    and u.id in (select l.confirmed_by from ${pickedInto(ctx)} and s.container_id = c.id))`
type Box = Pick<NewCheck, 'binId' | 'storeId' | 'ownerId' | 'pickers' | 'pickAreaId'>

/** Containers that a pick has filled: those that the rules of the centre name are checked. */
export async function checkPicked(ctx: Ctx, taskId: string, containerIds: readonly string[]): Promise<void> {
  if (containerIds.length === 0 || !(await isTypeOn(ctx, 'CONTAINER_CHECK'))) return
  // Most centres have no rule for it: then nothing is asked of the containers.
  if (!(await hasChecks(ctx))) return
  const boxes = await ctx.tx.query<Picked & Box>(sql`
    select c.id, c.uses, c.bin_id, c.store_id, ${soleOwner} as owner_id, ${pickersOf(ctx)} as pickers, k.pick_area_id,
      exists (select 1 from wms_task_line l where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.short_qty > 0) as is_short,
      coalesce((select sum(s.qty * p.price) from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
        where s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0), 0)::text as value,
      (select floor(extract(epoch from ${ctx.now()}::timestamptz - u.created_at) / 86400)::integer from sys_user u
        where u.tenant_id = c.tenant_id and u.id = ${ctx.userId}) as picker_days
    from wms_container c
    join wms_task k on k.tenant_id = c.tenant_id and k.org_id = c.org_id and k.id = ${taskId}
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${containerIds}::bigint[])
      and not exists (select 1 from wms_container_check x where x.tenant_id = c.tenant_id and x.org_id = c.org_id and x.container_id = c.id and x.state in ('OPEN', 'FAILED'))`)
  const rules = await checksFor(ctx, boxes)
  await makeChecks(
    ctx,
    boxes.flatMap((b, i): NewCheck[] => {
      const rule = rules[i]
      const why = rule && whyChecked(rule, b)
      if (!why) return []
      const { id: containerId, binId, storeId, ownerId, pickers, pickAreaId } = b
      const { checkByOther, weighGrams, weighPct } = rule
      const own = { containerId, binId, storeId, ownerId, pickers, pickAreaId, byOther: checkByOther }
      return [{ ...own, weighGrams, weighPct, why, notById: checkByOther ? ctx.userId : null }]
    }),
  )
}

/** What may be looked into: it is filled, and does not stand on a truck. */
const checkable = ['PICKED', 'COLLECTED', 'CHECKED'] as const

/** 指定复核: a container that no rule names. One that was checked before is looked into again. */
export async function checkContainer(ctx: Ctx, row: SeenRow): Promise<void> {
  demandDc(ctx)
  const seen = found(
    await ctx.tx.maybe<{ id: string; version: number }>(sql`
      select c.id, c.version from ${fromHere(ctx, container, 'c')} where c.id = ${row.id} for no key update of c`),
    container.title,
  )
  if (seen.version !== row.version) refuse(faults.stale)
  await beginCheck(ctx, row.id, 'ASKED', null)
}

/** Where no rule says otherwise. */
const usualTolerance = { weighGrams: 20, weighPct: '1' }

/** @param notById who must not do it, beside those who picked into it */
export async function beginCheck(ctx: Ctx, id: string, why: CheckWhy, notById: string | null): Promise<void> {
  const box = found((await lockContainers(ctx, [id])).get(id), container.title)
  const code = rowName(container, box.id, box.code)
  if (!checkable.some((s) => s === box.state))
    refuse(wmsFaults.containerState, { code, state: containerFlow.states[box.state], action: type.title })
  // A batch is everybody's until it is sorted: what is missing of it is told there, store by store.
  if (box.storeId === null) refuse(sowFaults.toBeSown)
  await demandNoCheck(ctx, [id])
  const { by, ...facts } = await ctx.tx.one<
    Pick<NewCheck, 'ownerId' | 'pickers' | 'pickAreaId'> & { by: readonly string[] }
  >(sql`
    select ${soleOwner} as owner_id, ${pickersOf(ctx)} as pickers,
      coalesce((select jsonb_agg(distinct l.confirmed_by::text) from ${pickedInto(ctx)} and s.container_id = c.id), '[]'::jsonb) as by,
      (select max(k.pick_area_id) from ${pickedInto(ctx)} and s.container_id = c.id) as pick_area_id
    from wms_container c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = ${id}`)
  const [picker, ...others] = by
  const { binId, storeId } = box
  const not = notById ?? (others.length === 0 ? (picker ?? null) : null)
  const [rule] = await checksFor(ctx, [{ ...facts, storeId }])
  const { weighGrams, weighPct } = rule ?? usualTolerance
  const own = { containerId: id, binId, storeId, why, byOther: true, notById: not }
  await makeChecks(ctx, [{ ...facts, ...own, weighGrams, weighPct }])
}

/** Nobody changes what is in a container while somebody looks into it. @throws Fault isChecked */
export async function demandNoCheck(ctx: Ctx, containerIds: readonly string[]): Promise<void> {
  if (containerIds.length === 0) return
  const open = await ctx.tx.maybe<{ id: string; code: string; taskId: string; taskNo: string }>(sql`
    select c.id, c.code, k.id as task_id, k.task_no from wms_container_check x
    join wms_container c on c.tenant_id = x.tenant_id and c.org_id = x.org_id and c.id = x.container_id
    join wms_task k on k.tenant_id = x.tenant_id and k.org_id = x.org_id and k.id = x.task_id
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.container_id = any(${containerIds}::bigint[]) and x.state in ('OPEN', 'FAILED') limit 1`)
  if (open)
    refuse(checkFaults.isChecked, {
      c: rowName(container, open.id, open.code),
      no: rowName(viewOf('CONTAINER_CHECK'), open.taskId, open.taskNo),
    })
}
