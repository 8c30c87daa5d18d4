// engine: asks what a worker may do, and who has the least in hand, over the work of all owners

import type { equipment } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

type Equipment = keyof typeof equipment
/** New work that somebody is to be given at once. */
export interface Giving {
  readonly queue: string
  readonly pickAreaId: string | null | undefined
  readonly equipment: readonly Equipment[]
  readonly notById: string | null | undefined
  readonly lines: number
}
interface Present {
  readonly userId: string
  readonly skills: Readonly<Record<string, number>>
  readonly pickAreaIds: readonly string[]
  readonly licences: readonly Equipment[]
  readonly maxOpen: number
  readonly efficiency: number
  readonly open: number
  /** Lines that he still has to do. */
  readonly lines: number
}

/**
 * Who does each piece of new work: of those who are here and may do it, whoever has the least in hand by his own pace; of
 * two with as much the more skilled. Nobody where all have their hands full: then it is taken as all other work is.
 */
export async function assignees(ctx: Ctx, list: readonly Giving[]): Promise<readonly (string | null)[]> {
  if (list.length === 0) return []
  const present = await ctx.tx.query<Present>(sql`
    select w.user_id, w.pick_area_ids, w.licences, w.max_open, w.efficiency, coalesce(o.n, 0)::integer as open, coalesce(o.lines, 0)::integer as lines,
      coalesce((select jsonb_object_agg(s.queue, s.level) from wms_worker_skill s where s.tenant_id = w.tenant_id and s.org_id = w.org_id and s.worker_id = w.id), '{}'::jsonb) as skills
    from wms_worker w
    left join (
      select t.assignee_id, count(*) as n, sum(t.line_count - t.done_lines) as lines from wms_task t
      where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.state in ('ASSIGNED', 'RUNNING') group by 1) o on o.assignee_id = w.user_id
    where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.on_duty and not w.disabled order by w.id`)
  const loads = new Map(present.map((p) => [p.userId, { open: p.open, lines: p.lines }]))
  return list.map((work) => {
    const [chosen] = present
      .filter((p) => mayDo(p, work) && (loads.get(p.userId)?.open ?? 0) < p.maxOpen)
      .map((p) => ({ p, load: ((loads.get(p.userId)?.lines ?? 0) * 100) / p.efficiency }))
      .sort((a, b) => a.load - b.load || (b.p.skills[work.queue] ?? 0) - (a.p.skills[work.queue] ?? 0))
    if (!chosen) return null
    const { open, lines } = loads.get(chosen.p.userId) ?? { open: 0, lines: 0 }
    loads.set(chosen.p.userId, { open: open + 1, lines: lines + work.lines })
    return chosen.p.userId
  })
}

const mayDo = (p: Present, work: Giving): boolean =>
  p.userId !== work.notById &&
  (Object.keys(p.skills).length === 0 || p.skills[work.queue] !== undefined) &&
  (!work.pickAreaId || p.pickAreaIds.length === 0 || p.pickAreaIds.includes(work.pickAreaId)) &&
  work.equipment.every((e) => e === 'HAND' || p.licences.includes(e))

/** What whoever works at these bins must be able to drive, by their types; nothing for those that are reached by hand. */
export async function equipmentOf(ctx: Ctx, binIds: readonly string[]): Promise<ReadonlyMap<string, Equipment>> {
  if (binIds.length === 0) return new Map()
  const rows = await ctx.tx.query<{ id: string; equipment: Equipment }>(sql`
    select b.id, y.equipment from wms_bin b join wms_bin_type y on y.tenant_id = b.tenant_id and y.id = b.bin_type_id and y.equipment <> 'HAND'
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = any(${[...new Set(binIds)]}::bigint[])`)
  return new Map(rows.map((r) => [r.id, r.equipment]))
}

/** What a task needs once its lines have their bins: those that are still to be done say it. */
export const renewEquipment = (ctx: Ctx, taskId: string): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_task k set equipment = coalesce((
      select array_agg(distinct y.equipment) from wms_task_line l
      join wms_bin b on b.tenant_id = l.tenant_id and b.id in (l.from_bin_id, l.to_bin_id)
      join wms_bin_type y on y.tenant_id = b.tenant_id and y.id = b.bin_type_id and y.equipment <> 'HAND'
      where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state in ('OPEN', 'INHAND')), '{}')
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = ${taskId}`)
