import { Fault } from '@lading/contract/kernel/fault.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { qpc } from '@lading/contract/mdm/product.ts'
import { containerType } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import type { Preparable, preparable } from '@lading/contract/wms/pickContainerCalls.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { caseSum, packed } from '../computed/cases.ts'
import { linesOf } from './assign.ts'
import { type PlannedLine, planBoxes, type TypeRoom } from './plan.ts'

/** So many are shown at once, the most urgent first; the others come up when these have their containers. */
const most = 200

type Row = Omit<Preparable, 'needed' | 'type'> & {
  type: (TypeRoom & { id: string; isScanned: boolean }) | null
}

/** 待分配任务: with how many containers each fills of what its pick area fills. */
export async function preparableNow(
  ctx: Ctx,
  { pickAreaId, waveId, storeId }: z.output<typeof preparable.input>,
): Promise<z.output<typeof preparable.output>> {
  demandDc(ctx)
  const rows = await ctx.tx.query<Row>(sql`
    select k.id, k.task_no, k.state, k.bill_no, case when s.id is not null then jsonb_build_object('code', s.code, 'name', s.name) end as store, s.route,
      case when a.id is not null then jsonb_build_object('code', a.code, 'name', a.name) end as area, k.line_count as lines, k.volume, k.weight,
      ${caseSum(sql`
        select l.plan_qty as qty, ${packed(ctx)} from ${fromHere(ctx, taskLine, 'l')} left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
        where l.task_id = k.id and l.state <> 'CANCELED'`)} as cases,
      case when y.id is not null then jsonb_build_object('id', y.id::text, 'name', y.name, 'isScanned', y.returnable, 'volumeM3', y.volume_m3::text,
        'maxWeightKg', y.max_weight_kg::text, 'maxFillPct', y.max_fill_pct) end as type
    from ${fromHere(ctx, task, 'k')} left join ${named(ctx, store, 's')} on s.id = k.store_id
    left join ${named(ctx, pickArea, 'a')} on a.id = k.pick_area_id left join ${named(ctx, containerType, 'y')} on y.id = a.container_type_id
    left join ${named(ctx, operateBill.header, 'o')} on k.bill_key = ${operateBill.header.key} and o.id = k.bill_id
    where k.task_type = 'PICK' and k.state in ('NEW', 'WAIT', 'READY', 'ASSIGNED')
      and (${pickAreaId ?? null}::bigint is null or k.pick_area_id = ${pickAreaId ?? null}) and (${storeId ?? null}::bigint is null or k.store_id = ${storeId ?? null})
      and (${waveId ?? null}::bigint is null or o.wave_id = ${waveId ?? null} or k.bill_id = ${waveId ?? null})
      and not exists (select 1 from ${fromHere(ctx, pickContainer, 'x')} where x.task_id = k.id and x.state in ('BOUND', 'USED'))
    order by k.priority, k.due_at nulls last, k.id limit ${most}`)
  const lines = await linesOf(ctx, rows)
  return {
    tasks: rows.map(({ type, ...row }) => ({
      ...row,
      type: type && { id: type.id, name: type.name, isScanned: type.isScanned },
      needed: type && neededOf(lines.get(row.id) ?? [], type),
    })),
  }
}

/** Null where it cannot be worked out: assigning says why. */
function neededOf(lines: readonly PlannedLine[], type: TypeRoom): number | null {
  try {
    return planBoxes(lines, type).length
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
