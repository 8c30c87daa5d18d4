import { containerType } from '@lading/contract/wms/container.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { notePrinted } from '../../platform/print/printLog.ts'
import { assign, rebind } from '../pickContainer/assign.ts'
import { countContainerPrints } from '../print/pickContainerLabels.ts'

/** Cartons are what shops get their goods in, where no tote or cage is scanned. */
const inCartons = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_pick_area a set container_type_id = t.id, version = a.version + 1 from ${named(ctx, containerType, 't')}
    where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id} and t.code = 'CTN'`)

/** Picks of one store that wait, the most urgent first: a batch is picked into one tote for its wall. */
const waiting = (ctx: Ctx): Promise<{ id: string }[]> =>
  ctx.tx.query<{ id: string }>(sql`
    select id from ${fromHere(ctx, task, 'k')} where task_type = 'PICK' and state = 'READY'
      and store_id is not null order by priority, due_at nulls last, id limit 2`)

/** Prints labels as the desk does, the file apart. */
async function printed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await notePrinted(ctx, 'CONTAINER_LABEL', pickContainer.key, ids, undefined)
  await countContainerPrints(ctx, ids)
}

/** Picks with their containers, some of whose labels are printed; one carton got wet and was replaced. */
export async function seedPickContainers(run: Run): Promise<void> {
  await run(inCartons)
  const tasks = await run(waiting)
  for (const [n, { id }] of tasks.entries())
    await run(async (system) => {
      const ctx = await as(system, 'picker')
      const { containers } = await assign(ctx, { taskIds: [id] })
      if (n > 0)
        await printed(
          ctx,
          containers.map((c) => c.id),
        )
      const [first] = containers
      if (n !== 1 || !first) return
      const { version } = await ctx.tx.one<{ version: number }>(sql`
        select version from ${fromHere(ctx, pickContainer, 'c')} where id = ${first.id}`)
      await rebind(ctx, { id: first.id, version, reason: '纸箱受潮' })
    })
}
