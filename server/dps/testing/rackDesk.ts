import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import {
  confirmByLight,
  handheldsToLight,
  holdLightTask,
  lightContainer,
  lightToHandhelds,
  lightWork,
} from '../../wms/light/offers.ts'
import { post } from '../../wms/stock/post.ts'
import { reconcile } from '../../wms/stock/reconcile.ts'
import { isTakenBack } from '../../wms/stock/taken.ts'
import { buildYard, keyOf, type Yard } from '../../wms/testing/yard.ts'
import { openDriver } from '../driver/open.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { SimController, type SimOptions } from '../sim/controller.ts'
import type { Warehouse } from '../warehouse/asks.ts'

/** As `server/areas.ts` connects the two. */
export const warehouse: Warehouse = {
  ...{ workOf: lightWork, holdTask: holdLightTask, confirm: confirmByLight },
  ...{ containerOf: lightContainer, toHandhelds: lightToHandhelds, toLights: handheldsToLight },
}

export interface RackSpec {
  /** Tags with a bin each, by job point. Behind them each point has a completer and an order display. */
  readonly points: readonly number[]
  /** Bins of the pick area at which no tag stands. */
  readonly untagged?: number
  readonly orders?: number
  readonly hasCompleter?: boolean
  readonly maxVolumeM3?: string
  readonly sim?: Partial<SimOptions>
  readonly qty?: string
}

/** One line at DC01 on a simulated controller: bin `L-01` with product `P01` at node 1, and so on. */
export interface RackDesk {
  readonly server: TestServer
  readonly clerk: Client
  readonly yard: Yard
  readonly sim: SimController
  readonly gateway: Gateway
  readonly lineId: string
  inside<T>(act: (ctx: Ctx) => Promise<T>): Promise<T>
  /** An approved and allocated order of these quantities, its tasks at the rack. @returns its id */
  order(store: string, plan: Readonly<Record<string, string>>): Promise<string>
  /** Until nobody has anything more to do: outbox, lights, presses. */
  settle(): Promise<void>
  /** What tags show: `1:12`, `25:-02`, by node. */
  lit(): string
  press(node: number): Promise<void>
  /** Presses − until the tag shows so much. */
  less(node: number, to: number): void
  short(node: number): Promise<void>
  tasks(): Promise<string[]>
  /** The node of the n-th point's completer. */
  completer(point: number): number
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
  const clerk = await server.as('admin', 'DC01')
  const gateway = createGateway({
    kernel: server.kernel,
    warehouse,
    open: (c) => openDriver({ driver: c.driver, host: c.host ?? '127.0.0.1', port: c.port, options: {} }),
  })
  await gateway.tick()
  await until(async () => (await stateOf(inside)) === 'ONLINE')
  const settle = settler(server, gateway, inside)
  const lit = () =>
    sim
      .snapshot()
      .filter((t) => t.text.trim() !== '')
      .map((t) => `${t.node}:${t.text.trim()}`)
      .join(' ')
  const heard = async () =>
    (
      await inside((ctx) =>
        ctx.tx.one<{ n: string }>(sql`select count(*) as n from dps_event where tenant_id = ${ctx.tenantId}`),
      )
    ).n
  /** A key that tells something. */
  const act = async (node: number, key: () => void) => {
    await until(async () => sim.snapshot()[node - 1]?.text !== '')
    const before = await heard()
    key()
    await until(async () => (await heard()) !== before)
    await settle()
  }
  return {
    ...{ server, clerk, sim, gateway, inside, settle, lit, ...built },
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
      await settle()
      return made.id
    },
    press: (node) => act(node, () => sim.press({ bus: 1, node })),
    short: (node) => act(node, () => sim.short({ bus: 1, node })),
    less: (node, to) => {
      for (let n = 0; n < 1000 && Number(sim.snapshot()[node - 1]?.text) > to; n++) sim.minus({ bus: 1, node })
    },
    tasks: () => inside(tasksOf),
    completer: (point) => bins + point,
    sound: async () => {
      expect(await inside(reconcile)).toEqual([])
      expect(await inside(rackAgainstBook)).toEqual([])
    },
    close: async () => {
      await gateway.stop()
      await sim.close()
      await server.close()
    },
  }
}

const tasksOf = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.tx.query<{ text: string }>(sql`
      select concat_ws(' ', t.state, s.code, c.code, j.code, t.done_lines || '/' || t.line_count) as text from dps_task t
      left join wms_store s on s.tenant_id = t.tenant_id and s.id = t.store_id left join wms_container c on c.tenant_id = t.tenant_id and c.id = t.container_id
      left join dps_jobpoint j on j.tenant_id = t.tenant_id and j.id = t.jobpoint_id where t.tenant_id = ${ctx.tenantId} order by t.id`)
  ).map((r) => r.text)

/** Until the outbox is empty, all that was told is booked and nothing waits to be sent. */
const settler = (server: TestServer, gateway: Gateway, inside: RackDesk['inside']) => async (): Promise<void> => {
  await server.relay.drain()
  await new Promise((resolve) => setTimeout(resolve, 15))
  await until(async () => {
    gateway.nudge()
    await gateway.settled()
    const waits = await inside((ctx) =>
      ctx.tx.maybe(sql`
        select 1 from dps_light l join dps_link k on k.tenant_id = l.tenant_id and k.controller_id = l.controller_id and k.state = 'ONLINE'
        where l.tenant_id = ${ctx.tenantId} and l.state = 'QUEUED' limit 1`),
    )
    return waits === undefined
  })
  await new Promise((resolve) => setTimeout(resolve, 15))
  await gateway.settled()
  await server.relay.drain()
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it does not come about')
}
const stateOf = (inside: RackDesk['inside']): Promise<string | undefined> =>
  inside(
    async (ctx) =>
      (await ctx.tx.maybe<{ state: string }>(sql`select state from dps_link where tenant_id = ${ctx.tenantId}`))?.state,
  )

/** Picks whose goods the ledger moved by another quantity than they say, or that more than one light shows. */
export const rackAgainstBook = (ctx: Ctx): Promise<object[]> =>
  ctx.tx.query(sql`
    select p.id, p.done_qty, m.moved from dps_pick p cross join lateral (
      select coalesce(sum(g.delta), 0) as moved from wms_posting o join wms_ledger g on g.tenant_id = o.tenant_id and g.posting_id = o.id and g.delta > 0
      where o.tenant_id = p.tenant_id and o.task_line_id = p.task_line_id and o.biz_type in ('PICK', 'SOW') and not ${isTakenBack('o')}) m
    where p.tenant_id = ${ctx.tenantId} and p.state <> 'CANCELLED' and (p.done_qty <> m.moved or p.done_qty + p.short_qty > p.plan_qty
      or (p.state in ('DONE', 'SHORT') and p.done_qty + p.short_qty <> p.plan_qty)
      or (p.state = 'LIT') <> exists (select 1 from dps_light l where l.tenant_id = p.tenant_id and l.pick_id = p.id and l.state in ('QUEUED', 'LIT')))`)

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
    Array.from({ length: 80 }, (_, i) => ({
      ...at,
      id: ctx.newId(),
      code: `C${String(i + 1).padStart(3, '0')}`,
      typeId: tote,
      state: 'IDLE',
    })),
  )
  for (const n of numbers) await stock(ctx, yard, n, spec.qty ?? '500')
  const lineId = await buildRack(ctx, spec, yard, port)
  return { yard, stores, lineId }
}

/** Brings goods of the n-th product to its bin. */
async function stock(ctx: Ctx, yard: Yard, n: number, qty: string): Promise<void> {
  const to = await keyOf(ctx, yard, { bin: `L-${two(n)}`, product: `P${two(n)}` })
  const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
  const delta = parseQty(qty)
  await post(ctx, {
    bizType: 'ADJ_INC',
    idemKey: `put:${n}:${formatQty(delta)}`,
    lines: [
      { key: from, delta: -delta },
      { key: to, delta },
    ],
  })
}

async function buildRack(ctx: Ctx, spec: Omit<RackSpec, 'sim'>, yard: Yard, port: number): Promise<string> {
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  const [controllerId, lineId] = [ctx.newId(), ctx.newId()]
  const tagged = spec.points.reduce((n, c) => n + c, 0)
  await bulkInsert(ctx.tx, 'dps_controller', [
    { ...at, id: controllerId, code: 'K1', name: 'rack', driver: 'SIM', host: '127.0.0.1', port, editable: true },
  ])
  await bulkInsert(ctx.tx, 'dps_line', [{ ...at, id: lineId, code: 'L1', name: 'line', mode: 'DPS' }])
  const tagId = new Map<number, string>()
  const tags = Array.from({ length: tagged + spec.points.length * 2 }, (_, i) => {
    const kind = i < tagged ? 'PICK' : i < tagged + spec.points.length ? 'COMPLETER' : 'ORDER_DISPLAY'
    const id = ctx.newId()
    tagId.set(i + 1, id)
    return {
      ...at,
      id,
      code: `K1-${i + 1}`,
      controllerId,
      bus: 1,
      node: i + 1,
      kind,
      digits: kind === 'PICK' ? 3 : 6,
      colours: ['RED', 'GREEN', 'ORANGE'],
      health: 'OK',
    }
  })
  await bulkInsert(ctx.tx, 'dps_tag', tags)
  let first = 0
  for (const [i, count] of spec.points.entries()) {
    const id = ctx.newId()
    const completer = spec.hasCompleter === false ? null : (tagId.get(tagged + i + 1) ?? null)
    await bulkInsert(ctx.tx, 'dps_jobpoint', [
      {
        ...{
          ...at,
          id,
          lineId,
          seq: i + 1,
          code: `P${i + 1}`,
          name: `point ${i + 1}`,
          kind: 'PICK',
          orders: spec.orders ?? 1,
        },
        ...{ colours: ['GREEN', 'RED', 'ORANGE'], completerTagId: completer },
      },
    ])
    await bulkInsert(
      ctx.tx,
      'dps_slot',
      Array.from({ length: count }, (_, k) => ({
        ...at,
        id: ctx.newId(),
        jobpointId: id,
        seq: k + 1,
        tagId: tagId.get(first + k + 1),
        binId: yard.bins.get(`L-${two(first + k + 1)}`),
      })),
    )
    first += count
  }
  return lineId
}
