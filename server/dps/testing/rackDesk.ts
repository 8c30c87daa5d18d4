import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../../wms/stock/post.ts'
import { reconcile } from '../../wms/stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../../wms/testing/yard.ts'
import { SimController, type SimOptions } from '../sim/controller.ts'
import { connect, type Hands, insertRack, rackAgainstBook } from './wire.ts'

export interface RackSpec {
  /** Tags with a bin each, by job point. Behind them each point has a completer; behind all are spare tags. */
  readonly points: readonly number[]
  /** Bins of the pick area at which no tag stands. */
  readonly untagged?: number
  readonly orders?: number
  readonly hasCompleter?: boolean
  readonly maxVolumeM3?: string
  readonly sim?: Partial<SimOptions>
  readonly qty?: string
  /** Totes `C001` and so on; 80, unless it says more. */
  readonly containers?: number
}

/** One line at DC01 on a simulated controller: bin `L-01` with product `P01` at node 1, and so on. */
export interface RackDesk extends Hands {
  readonly server: TestServer
  readonly clerk: Client
  readonly yard: Yard
  readonly sim: SimController
  readonly lineId: string
  /** Ids by code, `S01` to `S60`. */
  readonly stores: ReadonlyMap<string, string>
  inside<T>(act: (ctx: Ctx) => Promise<T>): Promise<T>
  /** An approved and allocated order of these quantities, its tasks at the rack. @returns its id */
  order(store: string, plan: Readonly<Record<string, string>>): Promise<string>
  /** Brings more of a product to the bin at the n-th tag. */
  put(bin: number, product: string, qty: string): Promise<void>
  /** The node of the n-th point's completer. */
  completer(point: number): number
  /** Every rule of the book and of the rack holds. */
  sound(): Promise<void>
  close(): Promise<void>
}

const operate = documentCalls(operateBill)

export async function openRackDesk(spec: RackSpec): Promise<RackDesk> {
  const server = await openTestServer()
  const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)
  const { sim: simulated, ...rest } = spec
  const bins = spec.points.reduce((n, c) => n + c, 0)
  const sim = new SimController({ nodes: bins + spec.points.length * 2, ...simulated })
  const port = await sim.listen()
  const built = await inside((ctx) => build(ctx, rest, port))
  for (let n = 1; n <= bins + (spec.untagged ?? 0); n++)
    await inside((ctx) => stock(ctx, built.yard, n, spec.qty ?? '500'))
  const clerk = await server.as('admin', 'DC01')
  const hands = await connect(server, inside, sim)
  return {
    ...{ server, clerk, sim, inside, ...hands, ...built },
    order: async (store, plan) => {
      const made = await clerk.call<{ id: string; version: number }>(operate.create, {
        ownerId: built.yard.owners.get('O1'),
        storeId: built.stores.get(store),
        lines: Object.entries(plan).map(([code, planQty]) => ({
          productId: built.yard.products.get(code)?.id,
          planQty,
        })),
      })
      await clerk.call(operate.approve, { rows: [made] })
      await clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
      await hands.settle()
      return made.id
    },
    put: (bin, product, qty) => inside((ctx) => stock(ctx, built.yard, bin, qty, product)),
    completer: (point) => spec.points.slice(0, point).reduce((n, c) => n + c + 1, 0),
    sound: async () => {
      expect(await inside(reconcile)).toEqual([])
      expect(await inside(rackAgainstBook)).toEqual([])
    },
    close: async () => {
      await hands.gateway.stop()
      await sim.close()
      await server.close()
    },
  }
}

const two = (n: number) => String(n).padStart(2, '0')

async function build(ctx: Ctx, spec: Omit<RackSpec, 'sim'>, port: number) {
  const tagged = spec.points.reduce((n, c) => n + c, 0)
  const all = tagged + (spec.untagged ?? 0)
  const numbers = Array.from({ length: all }, (_, i) => i + 1)
  const yard = await buildYard(ctx, {
    bins: { ...Object.fromEntries(numbers.map((n) => [`L-${two(n)}`, 'PICK'])), 'S-01': 'STORAGE', DEF: 'DEFECT' },
    products: numbers.map((n) => ({ code: `P${two(n)}`, qpc: '12' })),
  })
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  const areaId = ctx.newId()
  const { zone } = await ctx.tx.one<{ zone: string }>(
    sql`select area_id as zone from wms_bin where id = ${yard.bins.get('L-01')}`,
  )
  await bulkInsert(ctx.tx, 'wms_pick_area', [
    {
      ...at,
      id: areaId,
      code: 'LA',
      name: 'lights',
      areaId: zone,
      method: 'LIGHT',
      maxLines: 60,
      maxVolumeM3: spec.maxVolumeM3 ?? null,
    },
  ])
  await ctx.tx.run(
    sql`update wms_bin set pick_area_id = ${areaId} where tenant_id = ${ctx.tenantId} and code like 'L-%'`,
  )
  const stores = new Map<string, string>(Array.from({ length: 60 }, (_, i) => [`S${two(i + 1)}`, ctx.newId()] as const))
  await bulkInsert(
    ctx.tx,
    'wms_store',
    [...stores].map(([code, id]) => ({ tenantId: ctx.tenantId, id, code, name: `store ${code}` })),
  )
  const tote = ctx.newId()
  await bulkInsert(ctx.tx, 'wms_container_type', [
    { tenantId: ctx.tenantId, id: tote, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'C' },
  ])
  await bulkInsert(
    ctx.tx,
    'wms_container',
    Array.from({ length: spec.containers ?? 80 }, (_, i) => ({
      ...at,
      id: ctx.newId(),
      code: `C${String(i + 1).padStart(3, '0')}`,
      typeId: tote,
      state: 'IDLE',
    })),
  )
  let first = 0
  const points = spec.points.map((count) => {
    first += count
    return Array.from({ length: count }, (_, k) => yard.bins.get(`L-${two(first - count + k + 1)}`) ?? '')
  })
  const { orders, hasCompleter } = spec
  const lineId = await insertRack(ctx, { mode: 'DPS', points, port, orders, hasCompleter })
  return { yard, stores, lineId }
}

/** Brings goods of the n-th product to its bin. */
async function stock(ctx: Ctx, yard: Yard, n: number, qty: string, product = `P${two(n)}`): Promise<void> {
  const to = await keyOf(ctx, yard, { bin: `L-${two(n)}`, product })
  const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
  const delta = parseQty(qty)
  await post(ctx, {
    bizType: 'ADJ_INC',
    idemKey: `put:${n}:${product}:${formatQty(delta)}`,
    lines: [
      { key: from, delta: -delta },
      { key: to, delta },
    ],
  })
}
