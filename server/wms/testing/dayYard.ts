import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { dock } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert as insertRows } from '../../kernel/insert.ts'
import type { StockKey } from '../stock/key.ts'
import type { PostLine } from '../stock/post.ts'
import { setTaskRules } from './taskRules.ts'
import { buildYard, keyOf, type Yard } from './yard.ts'

/** Expiry dates of the walk-through's lots. */
export const lots = { A: '2027-08-01', B: '2029-02-28', C: '2027-11-10', D: '2029-09-30' } as const

export interface Spot {
  readonly bin: string
  readonly product: string
  readonly lot?: keyof typeof lots
  readonly owner?: string
  readonly type?: StockKey['stockType']
  /** Code of the container; loose without. */
  readonly in?: string
}
export interface Day extends Yard {
  readonly vendors: Map<string, string>
  readonly stores: Map<string, string>
  readonly containers: Map<string, string>
  /** Types of container. */
  readonly types: Map<string, string>
  /** The one at which things arrive. */
  readonly dockId: string
}

const bins = {
  'PB-01-01': 'PICK',
  'SB-02-01': 'PICK',
  'R-01-02': 'STORAGE',
  'R-01-03': 'STORAGE',
  'R-01-04': 'STORAGE',
  'R-02-02': 'STORAGE',
  'R-02-03': 'STORAGE',
  'R-03-01': 'STORAGE',
  'TABLE-01': 'PROCESS',
  'D-01': 'DOCK',
  'VR-01': 'DEFECT',
  'RTN-01': 'RTN_RECEIVE',
  'VC-01': 'VENDOR_COLLECT',
  'SOW-01': 'SOW',
  'SOW-02': 'SOW',
  'SOW-03': 'SOW',
  'CB-01': 'COLLECT',
  'CB-02': 'COLLECT',
  'CB-03': 'COLLECT',
}
const boxes = {
  PALLET: ['PL001', 'PL002', 'PL101', 'PL102', 'PL103'],
  CAGE: ['CG01', 'CG02', 'CG03'],
  TOTE: ['B001', 'T001', 'T002', 'T003'],
}

/** The warehouse of the walk-through: two products and a gift set, three stores, their bins and containers. */
export async function buildDay(ctx: Ctx): Promise<Day> {
  const yard = await buildYard(ctx, {
    bins,
    owners: ['O1', 'O2'],
    products: [
      { code: 'P1', qpc: '24', mid: '24', shelfLifeDays: 365, acceptDays: 244, palletTi: 10, palletHi: 5 },
      { code: 'P2', qpc: '12', mid: '6', shelfLifeDays: 1095, acceptDays: 730, palletTi: 10, palletHi: 4 },
      { code: 'G1', qpc: '1' },
    ],
  })
  const { tenantId } = ctx
  const insert = async (table: string, codes: readonly string[], more: (code: string, i: number) => object) => {
    const rows = codes.map((code, i) => ({ tenantId, id: ctx.newId(), code, ...more(code, i) }))
    await bulkInsert(ctx.tx, table, rows)
    return new Map(rows.map((r) => [r.code, r.id]))
  }
  const vendors = await insert('wms_vendor', ['V01', 'V02'], (name) => ({ name, unloadMinutes: 2 }))
  const stores = await insert('wms_store', ['S1', 'S2', 'S3'], (name, i) => ({ name, priority: i + 1 }))
  const types = await insert('wms_container_type', Object.keys(boxes), (code) => ({
    name: code,
    category: code,
    prefix: code,
    deposit: { CAGE: '200', TOTE: '30' }[code] ?? null,
  }))
  const containers = new Map<string, string>()
  for (const [type, codes] of Object.entries(boxes))
    for (const [code, id] of await insert('wms_container', codes, () => ({
      orgId: ctx.org.id,
      typeId: types.get(type),
    })))
      containers.set(code, id)
  const area = await ctx.tx.one<{ id: string }>(
    sql`select id from wms_area where tenant_id = ${tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
  )
  const faces = await insert('wms_pick_area', ['CASES', 'PIECES'], (name) => ({
    orgId: ctx.org.id,
    name,
    areaId: area.id,
    pickType: 'BOTH',
  }))
  // What is short waits for the leader, as chapter 12 has it.
  await setTaskRules(ctx, 'PICK', { rule: { refetch: false } })
  for (const [bin, face] of [
    ['PB-01-01', 'CASES'],
    ['SB-02-01', 'PIECES'],
  ] as const)
    await ctx.tx.run(sql`
      update wms_bin set pick_area_id = ${faces.get(face)} where tenant_id = ${tenantId} and org_id = ${ctx.org.id} and code = ${bin}`)
  const at = { tenantId, orgId: ctx.org.id, role: 'PICK' }
  for (const [code, bin] of Object.entries({ P1: 'PB-01-01', P2: 'SB-02-01' }))
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      { ...at, id: ctx.newId(), productId: yard.products.get(code)?.id, binId: yard.bins.get(bin) },
    ])
  await buildLanes(ctx, yard, stores, faces.get('PIECES') ?? '')
  const { ids } = await insertRows(ctx, dock, [
    {
      ...{ code: 'D01', name: 'D01', binId: yard.bins.get('D-01') ?? '', direction: 'IN', temperature: 'AMBIENT' },
      ...{ openFrom: '08:00', openTo: '18:00', slotVehicles: 1 },
    },
  ])
  return { ...yard, vendors, stores, containers, types, dockId: ids[0] ?? '' }
}

/** Pieces are picked in batches and sorted at a wall of three; each store has its lane. */
async function buildLanes(
  ctx: Ctx,
  { bins: places }: Yard,
  stores: ReadonlyMap<string, string>,
  pieces: string,
): Promise<void> {
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  const [wall, lanes] = [ctx.newId(), ctx.newId()]
  await bulkInsert(ctx.tx, 'wms_sowing_scheme', [{ ...at, id: wall, code: 'WALL', name: 'wall' }])
  await bulkInsert(ctx.tx, 'wms_collect_bin_scheme', [{ ...at, id: lanes, code: 'LANES', name: 'lanes' }])
  for (const [i, storeId] of [...stores.values()].entries()) {
    const row = { ...at, seq: i + 1 }
    const binOf = (code: string) => ({ id: ctx.newId(), binId: places.get(`${code}-0${i + 1}`) })
    await bulkInsert(ctx.tx, 'wms_sow_position', [{ ...row, ...binOf('SOW'), schemeId: wall }])
    await bulkInsert(ctx.tx, 'wms_collect_row', [{ ...row, ...binOf('CB'), schemeId: lanes, storeId }])
  }
  await ctx.tx.run(sql`
    update wms_pick_area set pick_mode = 'BATCH', sowing_scheme_id = ${wall} where tenant_id = ${ctx.tenantId} and id = ${pieces}`)
}

const keyAt = (ctx: Ctx, day: Day, s: Spot): Promise<StockKey> =>
  keyOf(ctx, day, {
    bin: s.bin,
    product: s.product,
    owner: s.owner ?? 'O1',
    expire: s.lot === undefined ? null : lots[s.lot],
    type: s.type ?? 'GOOD',
    container: s.in === undefined ? day.loose : (day.containers.get(s.in) ?? ''),
  })

/** Both sides of a move of whole units. */
export async function sides(ctx: Ctx, day: Day, from: Spot, to: Spot, units: number): Promise<[PostLine, PostLine]> {
  const qty = wholeQty(units)
  return [
    { key: await keyAt(ctx, day, from), delta: -qty },
    { key: await keyAt(ctx, day, to), delta: qty },
  ]
}

interface Balance {
  id: string
  qty: string
  reserved: string
}
export async function balance(ctx: Ctx, day: Day, s: Spot): Promise<Balance> {
  const k = await keyAt(ctx, day, s)
  const row = await ctx.tx.maybe<Balance>(sql`
    select id, qty::float::text as qty, reserved_qty::float::text as reserved from wms_stock
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${k.binId} and container_id = ${k.containerId} and product_id = ${k.productId}
      and lot_id = ${k.lotId} and qpc_id = ${k.qpcId} and stock_type = ${k.stockType} and owner_id = ${k.ownerId}`)
  return row ?? { id: '', qty: '0', reserved: '0' }
}

/** What must not change when something is sent a second time. */
export const footprint = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.one(sql`
    select (select count(*) from wms_ledger where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}) as lines,
      (select count(*) from wms_posting where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}) as postings,
      (select string_agg(concat_ws('/', id, qty, reserved_qty, bin_id), ',' order by id) from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}) as stock,
      (select string_agg(concat_ws('/', id, state, qty, used_qty, freed_qty), ',' order by id) from wms_reservation where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}) as promises,
      (select string_agg(concat_ws('/', id, state, bin_id), ',' order by id) from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}) as containers`)
