import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { checkDigit } from '@lading/contract/mdm/gs1.ts'
import { product, productBarcode, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { initialsOf } from '../../kernel/initials.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { billRules } from '../bill/billServed.ts'
import { operateSteps } from '../operate/steps.ts'
import { lotOf } from '../stock/lot.ts'
import { post } from '../stock/post.ts'
import { advance } from '../wave/pipeline.ts'
import { waveSteps } from '../wave/steps.ts'
import type { DemoMasters } from './masters.ts'
import { at, step } from './orders.ts'
import { wave } from './waves.ts'

/** A shelf of the demo centre: its goods are `X01` and so on at `L-01` and so on, a bin each. */
export interface Shelf {
  readonly area: string
  readonly name: string
  readonly method: 'LIGHT' | 'RF'
  readonly bins: string
  readonly prefix: string
  /** The barcode without the number of the goods. */
  readonly barcode: string
  /** Picked in this order, behind all of the others. */
  readonly seq: number
  readonly goods: readonly (readonly [string, string, string])[]
}
/** Small goods that many shops want a few of. */
const goods = [
  ['润唇膏', 'Lip balm', '支'],
  ['护手霜', 'Hand cream', '支'],
  ['棉签', 'Cotton buds', '盒'],
  ['创可贴', 'Plasters', '盒'],
  ['牙线', 'Dental floss', '盒'],
  ['剃须刀', 'Razor', '把'],
  ['发圈', 'Hair band', '个'],
  ['指甲钳', 'Nail clipper', '把'],
  ['口香糖', 'Chewing gum', '瓶'],
  ['薄荷糖', 'Mints', '盒'],
  ['中性笔', 'Gel pen', '支'],
  ['便利贴', 'Sticky notes', '本'],
  ['五号电池', 'AA battery', '卡'],
  ['数据线', 'Data cable', '条'],
  ['耳塞', 'Ear plugs', '盒'],
  ['打火机', 'Lighter', '个'],
] as const
const two = (n: number): string => String(n).padStart(2, '0')

const small: Shelf = {
  ...{ area: 'PK-L', name: '电子标签区 Pick to light', method: 'LIGHT', bins: 'L', prefix: 'X', seq: 9_000, goods },
  barcode: '69012340',
}

/** A shelf of small goods that is picked by light, and orders of shops for them, the last two in a wave. */
export async function seedLights(run: Run, m: DemoMasters): Promise<void> {
  await run((ctx) => seedShelf(ctx, m, small))
  const orders: string[] = []
  for (let i = 0; i < 6; i++) orders.push(await run((ctx) => orderFrom(ctx, m, small, i)))
  for (const id of orders.slice(0, 4)) await run((ctx) => step(ctx, operateBill, id, 'allocate', operateSteps))
  const late = await run((ctx) => wave(ctx, '晚班 小件', businessDay(ctx), 'INTURN', orders.slice(4)))
  await run((ctx) => step(ctx, waveBill, late, 'start', waveSteps))
  while (await run((ctx) => advance(ctx, late)));
}

const newGoods = (ctx: Ctx, { prefix, barcode: first, goods: list }: Shelf) =>
  list.map(([zh, en, unit], i) => {
    const barcode = `${first}${String(1 + i).padStart(4, '0')}`
    return {
      zh,
      en,
      unit,
      code: `${prefix}${two(i + 1)}`,
      barcode: `${barcode}${checkDigit(barcode)}`,
      id: ctx.newId(),
      qpcId: ctx.newId(),
      binId: ctx.newId(),
    }
  })

export async function seedShelf(ctx: Ctx, m: DemoMasters, shelf: Shelf): Promise<void> {
  const { areaId, loose, outside, categoryId } = await ctx.tx.one<
    Record<'areaId' | 'loose' | 'outside' | 'categoryId', string>
  >(sql`
    select (select area_id from ${fromHere(ctx, pickArea, 'a')} where code = 'PK-A') as area_id, (select id from ${fromHere(ctx, container, 'c')} where code = 'LOOSE') as loose,
      (select id from ${fromHere(ctx, bin, 'b')} where code = 'V_ADJUST') as outside, (select category_id from ${named(ctx, product, 'p')} order by code desc limit 1) as category_id`)
  const ownerId = m.owners.get('O1') ?? ''
  const area = ctx.newId()
  await insert(ctx, pickArea, [
    { id: area, code: shelf.area, name: shelf.name, areaId, method: shelf.method, pickType: 'SPLIT' },
  ])
  const rows = newGoods(ctx, shelf)
  await insert(
    ctx,
    bin,
    rows.map((r, i) => ({
      id: r.binId,
      code: `${shelf.bins}-${two(i + 1)}`,
      usage: 'PICK' as const,
      areaId,
      pickAreaId: area,
      aisle: shelf.bins,
      pickSeq: shelf.seq + i,
      mixProduct: false,
    })),
  )
  await insert(
    ctx,
    product,
    rows.map((r) => ({
      id: r.id,
      code: r.code,
      name: r.zh,
      initials: initialsOf(r.zh),
      nameEn: r.en,
      baseUnit: r.unit,
      categoryId,
      weightKg: '0.06',
      volumeM3: '0.00008',
    })),
  )
  await insert(
    ctx,
    qpc,
    rows.map((r) => ({ id: r.qpcId, productId: r.id, name: '1*24', qpc: '24', caseUnit: '箱', isDefault: true })),
  )
  await insert(
    ctx,
    productBarcode.entity,
    rows.map((r) => ({ productId: r.id, code: r.barcode })),
  )
  await insert(
    ctx,
    productOwner.entity,
    rows.map((r) => ({ productId: r.id, ownerId })),
  )
  await insert(
    ctx,
    productBin,
    rows.map((r) => ({ productId: r.id, binId: r.binId, role: 'PICK' as const, minCases: 2, maxCases: 20 })),
  )
  for (const r of rows) await stockIn(ctx, { ownerId, loose, outside, ...r })
}

interface Good {
  readonly ownerId: string
  readonly loose: string
  readonly outside: string
  readonly id: string
  readonly qpcId: string
  readonly binId: string
}
/** Twenty cases as they stood there this morning. */
async function stockIn(ctx: Ctx, { ownerId, id, qpcId, binId, loose, outside }: Good): Promise<void> {
  const noDates = { productionDate: null, expireDate: null, productionBatch: null, vendorId: null }
  const lotId = await lotOf(ctx, ownerId, id, noDates, [])
  const key = { ownerId, productId: id, qpcId, stockType: 'GOOD' as const, lotId, binId, containerId: loose }
  const delta = wholeQty(480)
  const lines = [
    { key: { ...key, binId: outside }, delta: -delta },
    { key, delta },
  ]
  await post(ctx, { bizType: 'ADJ_INC', idemKey: `opening:${id}`, reason: 'OPENING', note: '期初', lines })
}

/** What one shop wants of them. */
export async function orderFrom(ctx: Ctx, m: DemoMasters, { prefix }: Shelf, i: number): Promise<string> {
  const store = m.stores[(i * 5 + 3) % m.stores.length]
  const ids = await ctx.tx.query<{ id: string }>(sql`
    select p.id from ${named(ctx, product, 'p')} where p.code like ${`${prefix}__`} order by p.code`)
  const lines = ids
    .filter((_, n) => (n * 7 + i * 3) % 5 < 3)
    .map(({ id }, n) => ({ productId: id, planQty: String(1 + ((n * 5 + i * 7) % 12)), gift: false }))
  const day = businessDay(ctx)
  const { id } = await createRow(
    ctx,
    operateBill.header,
    {
      ...{
        ownerId: m.owners.get('O1'),
        storeId: store?.id,
        mode: 'SUPPLY',
        delivery: 'URGENT',
        route: store?.route,
        bizDate: day,
        deadlineAt: at(day, 20),
        priority: 40 + i,
      },
      upstreamNo: `${prefix}P${day.replaceAll('-', '')}${two(i + 1)}`,
      lines,
    },
    billRules(operateBill),
  )
  await step(ctx, operateBill, id, 'approve', operateSteps)
  return id
}
