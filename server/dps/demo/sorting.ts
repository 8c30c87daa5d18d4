import { arriveAt, inductAt } from '@lading/contract/dps/calls.ts'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { jobpoint, line, operator, slot } from '@lading/contract/dps/line.ts'
import { openDest } from '@lading/contract/dps/sowing.ts'
import { dpsPick } from '@lading/contract/dps/task.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { sowingScheme } from '@lading/contract/wms/sowingScheme.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Site } from '../../platform/demo/site.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { press } from './press.ts'

const pointCode = 'S1'
/** What a handheld calls to confirm a line. */
const handheld = '/wms/api/task/confirmLine'
/** Those of the shelf come before. */
const firstEvent = 10

/** A wall of lights; of two batches that came to it one is half sown, and the other waits; a third is still to be picked. */
export async function seedSorting(site: Site, warehouse: Warehouse): Promise<void> {
  const { run, server, ask } = site
  for (const [i, binCode] of (await run(seedWall)).entries())
    await ask(openDest.path, { binCode, containerCode: await run((ctx) => idle(ctx, 'ZX', i)) })
  const batches = await run(batchPicks)
  const cages: string[] = []
  for (const lines of batches.slice(0, 2)) {
    const cage = await run((ctx) => idle(ctx, 'LC', 0))
    cages.push(cage)
    for (const { id, qty } of lines) await ask(handheld, { taskLineId: id, qty, toContainer: cage })
  }
  await server.relay.drain()
  const at = (await ask(arriveAt.path, { pointCode, containerCode: cages[0] })) as { taskId: string }
  let heard = firstEvent
  const tell = (kind: 'CONFIRM' | 'SHORT') => run((ctx) => press(ctx, warehouse, 'DAS', heard++, { kind }))
  const goods = await run((ctx) => goodsOf(ctx, at.taskId))
  for (const [i, { code, stores }] of goods.slice(0, 3).entries()) {
    await ask(inductAt.path, { taskId: at.taskId, goods: code })
    // Of the second goods nothing is left for the last store; the third are being put.
    for (let n = 1; n <= stores && (i < 2 || n < 2); n++) await tell(i === 1 && n === stores ? 'SHORT' : 'CONFIRM')
  }
}

/** @returns the codes of its positions */
async function seedWall(ctx: Ctx): Promise<string[]> {
  const bins = await ctx.tx.query<{ id: string; code: string }>(sql`
    select b.id, b.code from ${fromHere(ctx, bin, 'b')} where b.usage = 'SOW' and b.code like 'D-0%' order by b.code`)
  const { ids: controllers } = await insert(ctx, controller, [
    { code: 'SIM2', name: '模拟播种墙 Simulated wall', driver: 'SIM', port: 4661 },
  ])
  const { ids: lines } = await insert(ctx, line, [
    { code: 'L2', name: '日用品播种线 Sorting of goods', mode: 'DAS', relay: 'PARALLEL' },
  ])
  const { ids: tags } = await insert(
    ctx,
    tag,
    bins.map((_, i) => ({
      ...{ code: `SIM2-${i + 1}`, controllerId: controllers[0], bus: 1, node: i + 1, kind: 'PICK' as const, digits: 3 },
      colours: ['RED', 'GREEN', 'ORANGE'] as const,
    })),
  )
  const { ids: points } = await insert(ctx, jobpoint, [
    {
      lineId: lines[0],
      seq: 1,
      code: pointCode,
      name: '播种墙 Wall',
      kind: 'SOW',
      orders: 2,
      colours: ['GREEN', 'ORANGE'],
    },
  ])
  await insert(
    ctx,
    slot.entity,
    bins.map(({ id }, i) => ({ jobpointId: points[0], seq: (i + 1) * 10, tagId: tags[i], binId: id })),
  )
  const { userId } = await as(ctx, 'admin')
  await insert(ctx, operator, [{ jobpointId: points[0], userId, since: ctx.now() }])
  return bins.map((b) => b.code)
}

/** Picks of the batches that are sorted there: what one bin gives to all of the orders is one line for its picker. */
async function batchPicks(ctx: Ctx): Promise<{ id: string; qty: string }[][]> {
  const lines = await ctx.tx.query<{ taskId: string; id: string; qty: string }>(sql`
    select k.id as task_id, min(l.id) as id, sum(l.plan_qty) as qty from ${fromHere(ctx, task, 'k')} join ${fromHere(ctx, pickArea, 'a')} on a.id = k.pick_area_id
    join ${fromHere(ctx, sowingScheme, 's')} on s.id = a.sowing_scheme_id and s.mode = 'LIGHT'
    join ${fromHere(ctx, taskLine, 'l')} on l.task_id = k.id and l.state = 'OPEN' where k.task_type = 'PICK' and k.state = 'READY'
    group by k.id, l.from_bin_id, l.product_id order by k.id, min(l.seq)`)
  return [...Map.groupBy(lines, (l) => l.taskId).values()]
}

const idle = async (ctx: Ctx, prefix: string, n: number): Promise<string> =>
  (
    await ctx.tx.one<{ code: string }>(sql`
      select c.code from ${fromHere(ctx, container, 'c')} where c.state = 'IDLE' and not c.hold and c.code like ${`${prefix}%`} order by c.code offset ${n} limit 1`)
  ).code

const goodsOf = (ctx: Ctx, taskId: string): Promise<{ code: string; stores: number }[]> =>
  ctx.tx.query(sql`
    select m.code, count(*)::integer as stores from ${fromHere(ctx, dpsPick, 'p')} join ${named(ctx, product, 'm')} on m.id = p.product_id
    where p.task_id = ${taskId} group by m.code order by m.code`)
