// engine: divides what was picked for many orders among them, and gives their stores positions of a wall

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { tellLights } from '../lights.ts'
import { logTasks } from '../task/log.ts'
import { fits, readPositions, takenFor } from './positions.ts'

/** Positions of a wall may have become free: its key is the sorting scheme. */
export const wallTopic = 'wms.wall'

interface Waiting {
  id: string
  storeIds: string[]
}

/** Sorting that waits for room at a wall begins as soon as all of its stores have a position, the most urgent first. */
export async function wakeSowing(ctx: Ctx, schemeId: string): Promise<void> {
  const here = sql`k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id}`
  const locked = await ctx.tx.query<{ id: string }>(sql`
    select k.id from wms_task k join wms_pick_area a on a.tenant_id = k.tenant_id and a.id = k.pick_area_id and a.sowing_scheme_id = ${schemeId}
    where ${here} and k.task_type = 'SOW' and k.state = 'WAIT' order by k.id for update of k`)
  if (locked.length === 0) return
  const waiting = await ctx.tx.query<Waiting>(sql`
    select k.id, (select array_agg(distinct l.store_id order by l.store_id) from wms_task_line l
      where l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state = 'OPEN') as store_ids
    from wms_task k where ${here} and k.id = any(${locked.map((t) => t.id)}::bigint[]) order by k.priority, k.due_at nulls last, k.id`)
  let positions = await readPositions(ctx, schemeId)
  const begun: string[] = []
  for (const task of waiting) {
    const given = fits(positions, task.storeIds ?? [])
    if (!given) continue
    positions = takenFor(positions, given)
    begun.push(task.id)
    await ctx.tx.run(sql`
      update wms_task_line l set to_bin_id = n.bin, version = l.version + 1, updated_at = ${ctx.now()}
      from unnest(${[...given.keys()]}::bigint[], ${[...given.values()]}::bigint[]) as n(store, bin)
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = ${task.id} and l.state = 'OPEN' and l.store_id = n.store`)
  }
  if (begun.length === 0) return
  await ctx.tx.run(sql`
    update wms_task k set state = 'READY', version = version + 1, updated_at = ${ctx.now()} where ${here} and k.id = any(${begun}::bigint[])`)
  await tellLights(ctx, begun)
  logTasks(
    ctx,
    begun.map((taskId) => ({ taskId, action: 'release', from: 'WAIT', to: 'READY' })),
  )
}
