import { store } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { collectBinScheme, collectRow } from '@lading/contract/wms/collectScheme.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { sowingScheme, type sowModes, sowPosition } from '@lading/contract/wms/sowingScheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task } from '@lading/contract/wms/task.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { billRules } from '../bill/billServed.ts'
import { makeContainers } from '../masters/containers.ts'
import { operateSteps } from '../operate/steps.ts'
import { confirmLine } from '../task/confirm.ts'
import { readWork } from '../task/read.ts'
import { advance } from '../wave/pipeline.ts'
import { waveSteps } from '../wave/steps.ts'
import { pickerFor } from './crew.ts'
import type { DemoMasters } from './masters.ts'
import { at, step } from './orders.ts'
import { wave } from './waves.ts'

interface WallRows {
  readonly area: string
  /** Codes of its positions begin so. */
  readonly bins: string
  readonly scheme: {
    readonly code: string
    readonly name: string
    readonly mode: keyof typeof sowModes
    readonly maxStores: number
  }
}
const positions = [1, 2, 3, 4, 5, 6, 7, 8]
const chilled = {
  area: 'PK-C',
  bins: 'SW-0',
  scheme: { code: 'WALL-C', name: '冷藏分播墙 Chilled wall', mode: 'RF', maxStores: 5 },
} as const

/** A wall for the goods of a pick area: what few pieces many shops want is picked at once from now on. */
export async function wall(ctx: Ctx, o: WallRows): Promise<void> {
  const { areaId } = await ctx.tx.one<{ areaId: string }>(sql`
    select area_id from ${fromHere(ctx, pickArea, 'a')} where code = ${o.area}`)
  const places = positions.map((n) => ({
    id: ctx.newId(),
    code: `${o.bins}${n}`,
    usage: 'SOW' as const,
    areaId,
    mixOwner: true,
    mixProduct: true,
    checkDigit: `${n}${n}`,
  }))
  await insert(ctx, bin, places)
  const schemeId = ctx.newId()
  await insert(ctx, sowingScheme, [{ id: schemeId, ...o.scheme }])
  await insert(
    ctx,
    sowPosition.entity,
    places.map(({ id }, i) => ({ schemeId, seq: (i + 1) * 10, binId: id })),
  )
  await ctx.tx.run(sql`
    update wms_pick_area set pick_mode = 'BATCH', sowing_scheme_id = ${schemeId}, version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${o.area}`)
}

/** A few pieces of each of some goods, for one shop. */
async function small(ctx: Ctx, m: DemoMasters, day: string, i: number): Promise<string> {
  const ownerId = m.owners.get('O1') ?? ''
  const store = m.stores[(i * 3 + 1) % m.stores.length]
  const there = await ctx.tx.query<{ id: string }>(sql`
    select s.product_id as id from ${fromHere(ctx, stock, 's')} join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'PICK'
    join ${fromHere(ctx, pickArea, 'a')} on a.id = b.pick_area_id and a.code = 'PK-C'
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh and p.split_allowed
    where s.owner_id = ${ownerId} and s.stock_type = 'GOOD' and s.qty - s.reserved_qty >= 60
    group by s.product_id order by s.product_id limit 4`)
  const lines = there.map(({ id }, n) => ({ productId: id, planQty: String(2 + ((i + n) % 5)), gift: false }))
  const { id } = await createRow(
    ctx,
    operateBill.header,
    {
      ownerId,
      storeId: store?.id,
      mode: 'SUPPLY',
      delivery: 'URGENT',
      route: store?.route,
      upstreamNo: `CW${day.replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
      bizDate: day,
      deadlineAt: at(day, 20),
      priority: 45,
      lines,
    },
    billRules(operateBill),
  )
  await step(ctx, operateBill, id, 'approve', operateSteps)
  return id
}

/** Confirms lines of the first task of a wave that waits, so many of it. */
async function work(
  system: Ctx,
  who: string,
  waveId: string,
  type: 'PICK' | 'SOW' | 'PICK_COLLECT',
  most: number,
): Promise<void> {
  const ctx = await as(system, who)
  const tasks = await ctx.tx.query<{ id: string }>(sql`
    select id from ${fromHere(ctx, task, 'k')} where bill_id = ${waveId} and task_type = ${type} and state = 'READY' order by id limit 1`)
  for (const { id } of tasks) {
    const { lines } = await readWork(ctx, id)
    let toContainer: string | undefined
    for (const [i, line] of lines.slice(0, most).entries()) {
      // A batch fills a roll cage; each shop has its tote, whatever goods come next.
      const isNew = type === 'SOW' && lines.findIndex((l) => l.store?.id === line.store?.id) === i
      if (type === 'PICK_COLLECT') toContainer = undefined
      else if (i === 0 || isNew) toContainer = await freeBox(ctx, type === 'SOW' ? 'TOTE' : 'CAGE')
      else if (type === 'SOW') toContainer = undefined
      await confirmLine(ctx, {
        taskLineId: line.id,
        qty: line.planQty,
        partial: false,
        scans: {},
        ...(toContainer && { toContainer }),
      })
    }
  }
}
/** Where picked totes wait: a bin for each line of trucks, and one for what does not fit. */
async function staging(ctx: Ctx): Promise<void> {
  const bins = await ctx.tx.query<{ id: string }>(sql`
    select id from ${fromHere(ctx, bin, 'b')} where code like 'CB-0%' order by code`)
  const routes = await ctx.tx.query<{ route: string }>(sql`
    select distinct route from ${named(ctx, store, 's')} where route is not null order by route limit ${bins.length - 1}`)
  const schemeId = ctx.newId()
  await insert(ctx, collectBinScheme, [
    { id: schemeId, code: 'ROUTE', name: '按线路集货 By route', kind: 'COARSE', storeCheck: true },
  ])
  await insert(
    ctx,
    collectRow.entity,
    bins.map(({ id }, i) => ({
      schemeId,
      seq: (i + 1) * 10,
      binId: id,
      route: routes[i]?.route ?? null,
      capacity: i < routes.length ? 12 : null,
      overflow: i >= routes.length,
    })),
  )
}

/** Cages for pickers and totes for shops. */
async function boxes(ctx: Ctx): Promise<void> {
  for (const [category, count] of [
    ['CAGE', 4],
    ['TOTE', 24],
  ] as const) {
    const { id } = await ctx.tx.one<{ id: string }>(sql`
      select id from ${named(ctx, containerType, 't')} where category = ${category} order by code limit 1`)
    await makeContainers(ctx, { typeId: id, count })
  }
}
const freeBox = async (ctx: Ctx, category: 'CAGE' | 'TOTE'): Promise<string | undefined> =>
  (
    await ctx.tx.maybe<{ code: string }>(sql`
      select c.code from ${fromHere(ctx, container, 'c')} join ${named(ctx, containerType, 't')} on t.id = c.type_id and t.category = ${category}
      where c.state = 'IDLE' and not c.hold order by c.code limit 1`)
  )?.code

/** A wave that was picked in a batch, whose goods are being divided at the wall; a second batch waits for its picker. */
export async function seedSorting(run: Run, m: DemoMasters): Promise<void> {
  const day = await run(async (ctx) => businessDay(ctx))
  await run((ctx) => wall(ctx, chilled))
  await run(boxes)
  await run(staging)
  const orders: string[] = []
  for (let i = 0; i < 13; i++) orders.push(await run((ctx) => small(ctx, m, day, i)))
  const id = await run((ctx) => wave(ctx, '冷藏 批拣', day, 'INTURN', orders))
  await run((ctx) => step(ctx, waveBill, id, 'start', waveSteps))
  while (await run((ctx) => advance(ctx, id)));
  for (const [i, most] of [99, 7].entries()) {
    await run((ctx) => work(ctx, pickerFor(i + 1), id, 'PICK', 99))
    await run((ctx) => work(ctx, pickerFor(1), id, 'SOW', most))
  }
  await run((ctx) => work(ctx, pickerFor(2), id, 'PICK_COLLECT', 2))
}
