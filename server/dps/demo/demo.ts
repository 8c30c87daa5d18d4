import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { jobpoint, line, operator, slot } from '@lading/contract/dps/line.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import type { Demo } from '../../platform/manifest.ts'
import { arrive, pointByCode } from '../rack/bind.ts'
import type { Told } from '../rack/press.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { goWithCart, seedCart } from './cart.ts'
import { press } from './press.ts'
import { seedSorting } from './sorting.ts'

const pointCount = 2

/** A simulated rack over the shelf that is picked by light, with two workers and the first containers on it, a wall and a cart. */
export const demoOver = (warehouse: Warehouse): Demo => ({
  DC: async (site) => {
    const { run, server } = site
    if (!(await run(seedRack))) return
    await run(seedCart)
    await run(async (ctx) => void (await warehouse.toLights(ctx, null)))
    await server.relay.drain()
    for (let i = 0; i < pointCount; i++) await run((ctx) => firstContainer(ctx, warehouse, i))
    for (const [i, told] of firstPresses.entries()) await run((ctx) => press(ctx, warehouse, 'DPS', i, told))
    await seedSorting(site, warehouse)
    await goWithCart(site)
  },
})

/** @returns whether the centre has a shelf for it */
async function seedRack(ctx: Ctx): Promise<boolean> {
  const bins = await ctx.tx.query<{ id: string }>(sql`
    select b.id from ${fromHere(ctx, bin, 'b')} join ${fromHere(ctx, pickArea, 'a')} on a.id = b.pick_area_id and a.code = 'PK-L' order by b.pick_seq, b.code`)
  if (bins.length === 0) return false
  const { ids: controllers } = await insert(ctx, controller, [
    { code: 'SIM1', name: '模拟货架 Simulated rack', driver: 'SIM', port: 4660 },
  ])
  const { ids: lines } = await insert(ctx, line, [{ code: 'L1', name: '小件拣选线 Small goods', mode: 'DPS' }])
  const [controllerId = '', lineId = ''] = [controllers[0], lines[0]]
  const kinds = [
    ...bins.map(() => 'PICK' as const),
    ...Array(pointCount).fill('COMPLETER'),
    ...Array(pointCount).fill('ORDER_DISPLAY'),
  ] as const
  const { ids: tags } = await insert(
    ctx,
    tag,
    kinds.map((kind, i) => ({
      code: `SIM1-${i + 1}`,
      controllerId,
      bus: 1,
      node: i + 1,
      kind,
      digits: kind === 'PICK' ? 3 : 6,
      colours: ['RED', 'GREEN', 'ORANGE'] as const,
    })),
  )
  const each = Math.ceil(bins.length / pointCount)
  for (let i = 0; i < pointCount; i++) {
    const { ids } = await insert(ctx, jobpoint, [
      {
        ...{
          lineId,
          seq: i + 1,
          code: `A${i + 1}`,
          name: `${i + 1}号作业点 Point ${i + 1}`,
          orders: 2,
          colours: ['GREEN', 'ORANGE', 'RED'] as const,
        },
        ...{ completerTagId: tags[bins.length + i], displayTagId: tags[bins.length + pointCount + i] },
      },
    ])
    const own = bins.slice(i * each, (i + 1) * each)
    await insert(
      ctx,
      slot.entity,
      own.map(({ id }, k) => ({ jobpointId: ids[0], seq: (k + 1) * 10, tagId: tags[i * each + k], binId: id })),
    )
    const { userId } = await as(ctx, i === 0 ? 'picker' : 'picker2')
    await insert(ctx, operator, [
      { jobpointId: ids[0], userId: userId ?? (await as(ctx, 'admin')).userId, since: ctx.now() },
    ])
  }
  return true
}

/** An empty tote is scanned at the first point. */
async function firstContainer(ctx: Ctx, warehouse: Warehouse, i: number): Promise<void> {
  const box = await ctx.tx.maybe<{ code: string }>(sql`
    select c.code from ${fromHere(ctx, container, 'c')} where c.state = 'IDLE' and c.code like 'ZX%' order by c.code desc offset ${i} limit 1`)
  if (box) await arrive(await as(ctx, 'picker'), warehouse, await pointByCode(ctx, 'A1'), box.code)
}

/** What tags have told so far: the first lights were picked, and somebody called for help. */
const firstPresses: readonly Told[] = [{ kind: 'CONFIRM' }, { kind: 'CONFIRM' }, { kind: 'KEY', key: 'FN', long: true }]
