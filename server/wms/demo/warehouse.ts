import { addDays } from '@lading/contract/kernel/day.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { container } from '@lading/contract/wms/container.ts'
import { area, type BinUsage, bin, binType, dock, pickArea, storageArea } from '@lading/contract/wms/place.ts'
import { productBin, productStorageScheme, putAwayRules } from '@lading/contract/wms/scheme.ts'
import { checkRules, taskConfig, taskRules } from '@lading/contract/wms/taskConfig.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { hashNumber } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { StockKey } from '../stock/key.ts'
import { lotOf } from '../stock/lot.ts'
import { type PostLine, post } from '../stock/post.ts'
import type { DemoMasters } from './masters.ts'
import { frozenLabel } from './printers.ts'

interface Zone {
  readonly code: string
  readonly name: string
  readonly en: string
  readonly temperature: 'AMBIENT' | 'CHILLED' | 'FROZEN'
  readonly aisles: number
  readonly bays: number
  /** Where its first aisle stands, in metres. */
  readonly x: number
  readonly fill: 'LOW' | 'NEAR_DOCK' | null
}
const zones: readonly Zone[] = [
  { code: 'A', name: '常温库', en: 'Ambient', temperature: 'AMBIENT', aisles: 12, bays: 24, x: 0, fill: null },
  { code: 'C', name: '冷藏库', en: 'Chilled', temperature: 'CHILLED', aisles: 4, bays: 16, x: 42, fill: 'NEAR_DOCK' },
  { code: 'F', name: '冷冻库', en: 'Frozen', temperature: 'FROZEN', aisles: 2, bays: 16, x: 60, fill: 'LOW' },
]
/** Docks stand along the front, before the first bay. */
const front = -6
const levels = 5
const two = (n: number): string => String(n).padStart(2, '0')

export interface MadeZone {
  readonly zone: Zone
  readonly picks: string[]
  readonly reserves: string[]
}

/** Areas, bins and docks of a logistics centre. `size` scales the number of aisles. */
export async function seedWarehouse(ctx: Ctx, size: number): Promise<MadeZone[]> {
  // A pick that somebody took over lunch is not waited for; people walk about four kilometres an hour.
  await ctx.tx.run(sql`
    update wms_sys_task_config set timeout_min = 30, walk_ms = case when task_type = 'PICK' then 1.1 end
    where tenant_id = ${ctx.tenantId} and task_type in ('PICK', 'RPL_DOWN', 'PUTAWAY')`)
  const house = { id: ctx.newId(), code: 'W1', name: '一号库 Building 1', kind: 'WAREHOUSE' as const }
  await insert(ctx, area, [house])
  const rack = {
    id: ctx.newId(),
    code: 'RACK',
    name: '横梁货架位 Rack',
    maxWeightKg: '1200',
    maxVolumeM3: '1.8',
    maxPallets: 1,
    equipment: 'FORKLIFT' as const,
    lengthCm: '120',
    widthCm: '100',
    heightCm: '150',
  }
  await insert(ctx, binType, [rack])
  const made: MadeZone[] = []
  for (const [z, zone] of zones.entries())
    made.push(
      await seedZone(ctx, { ...zone, aisles: Math.max(1, Math.round(zone.aisles * size)) }, house.id, rack.id, z),
    )
  await seedStages(ctx, house.id)
  await seedSchemes(ctx)
  await seedTaskRules(ctx)
  return made
}

async function seedZone(ctx: Ctx, zone: Zone, upperId: string, binTypeId: string, index: number): Promise<MadeZone> {
  const [areaId, storageAreaId, pickAreaId] = [ctx.newId(), ctx.newId(), ctx.newId()]
  await insert(ctx, area, [
    {
      id: areaId,
      code: zone.code,
      name: `${zone.name} ${zone.en}`,
      kind: 'ZONE',
      upperId,
      temperature: zone.temperature,
      usage: 'STORAGE',
      floor: 1,
      x: String(zone.x),
      y: '0',
      squareMetres: String(zone.aisles * 3 * zone.bays * 1.4),
    },
  ])
  await insert(ctx, storageArea, [
    {
      id: storageAreaId,
      code: `ST-${zone.code}`,
      name: `${zone.name}存储区 ${zone.en} storage`,
      areaId,
      temperature: zone.temperature,
      searchOrder: 10 * (index + 1),
      fill: zone.fill,
      equipment: 'FORKLIFT',
    },
  ])
  await insert(ctx, pickArea, [
    {
      id: pickAreaId,
      code: `PK-${zone.code}`,
      name: `${zone.name}拣货区 ${zone.en} picking`,
      areaId,
      pickType: 'BOTH',
      method: 'RF',
      maxLines: 30,
      rplTransitId: await seedHandOver(ctx, zone, areaId),
    },
  ])
  return { zone, ...(await seedBins(ctx, zone, index, { areaId, storageAreaId, pickAreaId, binTypeId })) }
}

/** Where a zone hands goods over, each with a label of its own: what comes down for its faces, and what was picked there. */
async function seedHandOver(ctx: Ctx, zone: Zone, areaId: string): Promise<string> {
  const mixed = { mixProduct: true, mixLot: true, mixOwner: true }
  const at = (code: string, usage: BinUsage, beside: number) => ({
    id: ctx.newId(),
    code: `${zone.code}-${code}`,
    usage,
    areaId,
    x: String(zone.x + beside),
    y: '0',
    checkDigit: two(hashNumber(`${zone.code}${code}`) % 100),
    ...mixed,
  })
  const [down, picked] = [at('RT-01', 'RPL_TRANSIT', 1), at('PT-01', 'PICK_TRANSIT', 2)]
  await insert(ctx, bin, [down, picked])
  return down.id
}

interface ZoneIds {
  readonly areaId: string
  readonly storageAreaId: string
  readonly pickAreaId: string
  readonly binTypeId: string
}
/** Level 1 is picked from, the levels above keep reserves, the topmost those that come mixed. */
async function seedBins(
  ctx: Ctx,
  zone: Zone,
  index: number,
  ids: ZoneIds,
): Promise<{ picks: string[]; reserves: string[] }> {
  const [picks, reserves]: [string[], string[]] = [[], []]
  const bins: NewRow<typeof bin.fields>[] = []
  for (let aisle = 1; aisle <= zone.aisles; aisle++)
    for (let step = 1; step <= zone.bays; step++) {
      // Down one aisle, up the next: the walk order is a serpentine.
      const bay = aisle % 2 === 1 ? step : zone.bays + 1 - step
      for (let level = 1; level <= levels; level++) {
        const id = ctx.newId()
        const isPick = level === 1
        ;(isPick ? picks : reserves).push(id)
        const seq = ((index * 100 + aisle) * 100 + step) * 10 + level
        bins.push({
          id,
          code: `${zone.code}-${two(aisle)}-${two(bay)}-${level}`,
          usage: isPick ? 'PICK' : 'STORAGE',
          areaId: ids.areaId,
          storageAreaId: isPick ? null : ids.storageAreaId,
          pickAreaId: isPick ? ids.pickAreaId : null,
          binTypeId: ids.binTypeId,
          aisle: two(aisle),
          bay,
          level,
          pos: 1,
          x: String(zone.x + aisle * 3),
          y: String(bay * 1.4),
          pickSeq: seq,
          putawaySeq: seq,
          abc: aisle <= zone.aisles / 3 ? 'A' : aisle <= (zone.aisles * 2) / 3 ? 'B' : 'C',
          // Pallets of several goods go to the top.
          mixProduct: level === levels,
          mixLot: isPick || level === levels,
          mixOwner: false,
          checkDigit: two(hashNumber(`${zone.code}${aisle}${bay}${level}`) % 100),
        })
      }
    }
  await insert(ctx, bin, bins)
  return { picks, reserves }
}

async function seedStages(ctx: Ctx, areaId: string): Promise<void> {
  const stage = (code: string, usage: BinUsage) => ({
    id: ctx.newId(),
    code,
    usage,
    areaId,
    mixProduct: true,
    mixLot: true,
    mixOwner: true,
  })
  const inDock = [1, 2, 3].map((n) => stage(`RCV-${two(n)}`, 'RECEIVE'))
  const outDock = [1, 2, 3].map((n) => stage(`DK-${two(n)}`, 'DOCK'))
  const aside = {
    ...({ 'DEF-01': 'DEFECT', 'QC-01': 'QC', 'PA-01': 'PUTAWAY_TRANSIT', 'EX-01': 'EXCEPTION' } as const),
    'JG-01': 'PROCESS' as const,
    ...({ 'RT-01': 'RTN_RECEIVE', 'VR-01': 'VENDOR_RTN', 'VC-01': 'VENDOR_COLLECT' } as const),
  }
  const others = Object.entries(aside).map(([code, usage]) => stage(code, usage))
  others.push(...[1, 2, 3, 4].map((n) => stage(`CB-${two(n)}`, 'COLLECT')))
  await insert(ctx, bin, [...inDock, ...outDock, ...others])
  const placed = [...inDock, ...outDock].map((b, i) => ({ id: b.id, x: 6 * (i + 1) }))
  for (const { id, x } of placed)
    await ctx.tx.run(sql`
      update wms_bin set x = ${x}, y = ${front} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  const docks = [
    ...inDock.map((b, i) => ({ b, code: `D${two(i + 1)}`, direction: 'IN' as const })),
    ...outDock.map((b, i) => ({ b, code: `D${two(i + 11)}`, direction: 'OUT' as const })),
  ]
  await insert(
    ctx,
    dock,
    docks.map((d) => ({
      code: d.code,
      name: `${d.direction === 'IN' ? '收货月台' : '发货月台'}${d.code} ${d.direction === 'IN' ? 'Receiving' : 'Despatch'} dock`,
      direction: d.direction,
      binId: d.b.id,
      dockGroup: d.direction === 'IN' ? '收货口' : '发货口',
      vehicleLengthM: '9.6',
      slotVehicles: 2,
      slotCases: 800,
      openFrom: '06:00',
      openTo: '22:00',
    })),
  )
}

/** The general rules for good stock, where damaged goods go, and what this centre calls those that are sold off. */
async function seedSchemes(ctx: Ctx): Promise<void> {
  await ctx.tx.run(sql`
    update wms_stock_type set caption = '临期特卖', caption_en = 'Clearance'
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and type = 'NEAR'`)
  const [general, damaged] = [ctx.newId(), ctx.newId()]
  await insert(ctx, productStorageScheme, [
    { id: general, code: 'STD', name: '通用存储方案 General', stockTypes: ['GOOD', 'GIFT'], priority: 90 },
    {
      id: damaged,
      code: 'DEF',
      name: '残次与过期 Damaged and expired',
      stockTypes: ['DAMAGE', 'EXPIRED'],
      priority: 90,
    },
  ])
  const rule = (schemeId: string, seq: number, method: string, usages: readonly string[]) => ({
    schemeId,
    seq,
    method,
    usages,
  })
  await insert(ctx, putAwayRules.entity, [
    rule(general, 10, 'FIXED_PICK', ['PICK', 'PICK_STORAGE']),
    rule(general, 20, 'SAME_LOT', ['STORAGE', 'PICK_STORAGE']),
    rule(general, 30, 'EMPTY', ['STORAGE', 'PICK_STORAGE']),
    rule(damaged, 10, 'OVERFLOW', ['DEFECT']),
  ])
}

/**
 * Work in the cold is a queue of its own and is not let lie: an aisle at a time, what is heavy first, under labels that say
 * how cold it is. Valuable containers are looked into.
 */
async function seedTaskRules(ctx: Ctx): Promise<void> {
  const { cold, label } = await ctx.tx.one<{ cold: string; label: string | null }>(sql`
    select id as cold, (select id from sys_print_template where tenant_id = ${ctx.tenantId} and code = ${frozenLabel}) as label
    from ${fromHere(ctx, pickArea, 'a')} where code = 'PK-F'`)
  const frozen = { groupBy: ['AISLE'], lineOrder: 'HEAVY_FIRST', labelTemplateId: label } as const
  const [picks, checks] = [ctx.newId(), ctx.newId()]
  await insert(ctx, taskConfig, [
    { id: picks, taskType: 'PICK', name: '拣货规则 Picks' },
    { id: checks, taskType: 'CONTAINER_CHECK', name: '复核规则 Checks' },
  ])
  await insert(ctx, taskRules.entity, [
    { schemeId: picks, seq: 10, pickAreaId: [cold], queue: 'COLD', timeoutMin: 15, maxLines: 20, ...frozen },
  ])
  await insert(ctx, taskRules.entity, [{ schemeId: picks, seq: 20, timeoutMin: 30 }])
  await insert(ctx, checkRules.entity, [{ schemeId: checks, seq: 10, checkPct: 0, checkValue: '20000' }])
}

/** Stock as it would lie on an ordinary morning: a pick face per product, reserves with several dates, some near expiry. */
export async function seedStock(ctx: Ctx, products: DemoMasters['products'], made: readonly MadeZone[]): Promise<void> {
  const ids = await ctx.tx.one<{ loose: string; outside: string; stores: string }>(sql`
    select (select id from ${fromHere(ctx, container, 'c')} where code = 'LOOSE') as loose,
      (select id from ${fromHere(ctx, bin, 'b')} where code = 'V_ADJUST') as outside,
      (select id from ${fromHere(ctx, bin, 'b')} where code = 'V_STORE') as stores`)
  const faces: NewRow<typeof productBin.fields>[] = []
  const came = new Map<number, PostLine[]>()
  const left: PostLine[] = []
  for (const p of products) {
    const zone = made.find((z) => z.zone.temperature === p.temperature)
    const face = zone?.picks.shift()
    if (!zone || !face) continue
    const h = hashNumber(p.code)
    // Some faces hold less than they should by now.
    faces.push({ productId: p.id, binId: face, role: 'PICK', minCases: h % 19 === 0 ? 26 : 3, maxCases: 40 })
    const life = p.days ?? 0
    const since = openedAgo[(h >>> 7) % openedAgo.length] ?? 0
    const lines = came.get(since) ?? []
    came.set(since, lines)
    const isSold = since > Math.max(...soldAgo) && (h >>> 11) % 3 > 0
    const cases = 4 + (h % 20)
    const atFace = { binId: face, age: Math.floor(life * 0.3), ...ids }
    lines.push(...(await opening(ctx, p, { ...atFace, cases: cases + (isSold ? soldAgo.length : 0) })))
    if (isSold) left.push(...(await opening(ctx, p, { ...atFace, cases: -1, outside: ids.stores })))
    for (let i = 0; i < h % 3; i++) {
      const binId = zone.reserves.splice((h >>> (i + 3)) % Math.max(1, zone.reserves.length), 1)[0]
      const age = Math.floor(life * (i === 0 ? 0.12 : 0.05))
      if (binId) lines.push(...(await opening(ctx, p, { binId, cases: 20 + ((h >>> (5 + i)) % 20), age, ...ids })))
    }
    const last = life > 0 && h % 9 === 0 ? zone.reserves.pop() : undefined
    if (last)
      lines.push(
        ...(await opening(ctx, p, { binId: last, cases: 3, age: Math.floor(life * 0.88), stockType: 'NEAR', ...ids })),
      )
  }
  await insert(ctx, productBin, faces)
  for (const [days, lines] of [...came].sort(([a], [b]) => b - a))
    await post(daysAgo(ctx, days), {
      bizType: 'ADJ_INC',
      idemKey: `opening:${ctx.newId()}`,
      reason: 'OPENING',
      note: '期初',
      lines,
    })
  if (left.length > 0)
    for (const days of soldAgo)
      await post(daysAgo(ctx, days), {
        bizType: 'SHIP',
        idemKey: `before:${ctx.newId()}`,
        note: '历史发运',
        lines: left,
      })
}

/** Goods have lain here for a while, some longer than others, and of some a case was sold now and then. */
const openedAgo = [100, 75, 45, 20, 5] as const
const soldAgo = [16, 9, 2] as const
const slot = 251
/** Made-up work of an earlier day, with that day's clock and ids. */
function daysAgo(ctx: Ctx, days: number): Ctx {
  const at = new Date(ctx.now().getTime() - days * 86_400_000)
  const base = BigInt(idAt(at)) + (BigInt(slot) << 14n)
  return { ...ctx, now: () => at, newId: () => (base + BigInt(serial++)).toString() }
}
let serial = 0

interface Spot {
  readonly binId: string
  readonly cases: number
  /** Days since production. */
  readonly age: number
  readonly loose: string
  readonly outside: string
  readonly stockType?: StockKey['stockType']
}
/** Both sides of one opening balance. */
async function opening(ctx: Ctx, p: DemoMasters['products'][number], o: Spot): Promise<PostLine[]> {
  const today = businessDay(ctx)
  const dates =
    p.days === undefined
      ? { productionDate: null, expireDate: null }
      : { productionDate: addDays(today, -o.age), expireDate: addDays(today, p.days - o.age) }
  const ownerId = p.owners[0] ?? ''
  const lotId = await lotOf(
    ctx,
    ownerId,
    p.id,
    { ...dates, productionBatch: null, vendorId: null },
    p.days === undefined ? [] : ['EXPIRY'],
  )
  const key: StockKey = {
    ownerId,
    productId: p.id,
    qpcId: p.qpcId,
    lotId,
    stockType: o.stockType ?? 'GOOD',
    binId: o.binId,
    containerId: o.loose,
  }
  const delta = wholeQty(o.cases * p.caseOf)
  return [
    { key, delta },
    { key: { ...key, binId: o.outside }, delta: -delta },
  ]
}
