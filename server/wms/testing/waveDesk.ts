import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { addToWave } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from './yard.ts'

const operate = documentCalls(operateBill)
const waves = documentCalls(waveBill)

/** The centre of wms.md chapter 12: cases of P1 and pieces of P2 are picked from one face each, the rest is in reserve. */
export interface WaveDesk {
  readonly server: TestServer
  readonly clerk: Client
  readonly yard: Yard
  readonly stores: ReadonlyMap<string, string>
  inside<T>(act: (ctx: Ctx) => Promise<T>): Promise<T>
  put(bin: string, product: string, qty: string, expire: string): Promise<void>
  /** An approved order. @returns its id */
  order(store: string, plan: Readonly<Record<string, string>>, more?: object): Promise<string>
  /** A wave of these orders, saved. @returns its id */
  wave(orders: readonly string[], more?: object): Promise<string>
  /** A step of the wave as it is now, and what the outbox makes of it. */
  step(id: string, step: string): Promise<void>
  read(id: string): Promise<Record<string, unknown>>
  /** Lines of an order: product, booked, short. */
  lines(orderId: string): Promise<string[]>
  /** Tasks of a type that are not over: state, and of each line from, to and quantity. */
  tasks(type: string): Promise<string[]>
  /** Confirms all open lines of the next task of the type, as they are planned. */
  work(type: 'RPL_DOWN' | 'RPL_UP' | 'PUTAWAY' | 'PICK', more?: object): Promise<void>
  sound(): Promise<void>
}

const areas = { PA: 'CASE', SA: 'SPLIT' } as const
const faces = { P1: 'PB-01-01', P2: 'SB-02-01' } as const

export async function openWaveDesk(): Promise<WaveDesk> {
  const server = await openTestServer()
  const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)
  const { yard, stores } = await inside(build)
  const clerk = await server.as('clerk', 'DC01')
  const seen = async (calls: Record<string, unknown>, id: string) =>
    clerk.call<{ id: string; version: number }>(calls.getById as never, { id })
  let posted = 0
  const desk: WaveDesk = {
    server,
    clerk,
    yard,
    stores,
    inside,
    put: (bin, product, qty, expire) =>
      inside(async (ctx) => {
        const to = await keyOf(ctx, yard, { bin, product, expire })
        const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '' }
        posted += 1
        await post(ctx, {
          bizType: 'ADJ_INC',
          idemKey: `put:${posted}`,
          lines: [
            { key: from, delta: -parseQty(qty) },
            { key: to, delta: parseQty(qty) },
          ],
        })
      }),
    order: async (store, plan, more = {}) => {
      const made = await clerk.call<{ id: string; version: number }>(operate.create as never, {
        ownerId: yard.owners.get('O1'),
        storeId: stores.get(store),
        bizDate: '2026-11-20',
        lines: Object.entries(plan).map(([code, planQty]) => ({ productId: yard.products.get(code)?.id, planQty })),
        ...more,
      })
      expect(await clerk.call(operate.approve as never, { rows: [made] })).toMatchObject({ ok: 1 })
      return made.id
    },
    wave: async (orders, more = {}) => {
      const made = await clerk.call<{ id: string; version: number }>(waves.create as never, { title: 'W', ...more })
      const rows = []
      for (const id of orders) rows.push(await seen(operate, id))
      if (rows.length > 0)
        await clerk.call(addToWave, { ...made, rows: rows.map(({ id, version }) => ({ id, version })) })
      return made.id
    },
    step: async (id, step) => {
      const { version } = await seen(waves, id)
      const answer = await clerk.call<{ failed: { message: string }[] }>(waves[step] as never, {
        rows: [{ id, version }],
      })
      if (answer.failed[0]) throw new Error(answer.failed[0].message)
      await server.relay.drain()
    },
    read: (id) => clerk.call(waves.getById as never, { id }),
    ...readings(inside),
    work: async (type, more = {}) => {
      const { task, lines } = await clerk.call(work.nextTask, { taskTypes: [type] })
      for (const line of lines) {
        const bin = type === 'PICK' ? line.fromBin?.code : line.toBin?.code
        await clerk.call(work.confirmLine, { taskLineId: line.id, qty: line.planQty, scans: { bin }, ...more } as never)
      }
      expect(task.taskType).toBe(type)
      await server.relay.drain()
    },
    sound: async () => expect(await inside(reconcile)).toEqual([]),
  }
  return desk
}

/** What the database says of orders and tasks. */
const readings = (inside: WaveDesk['inside']): Pick<WaveDesk, 'lines' | 'tasks'> => ({
  lines: (orderId) =>
    inside(async (ctx) => {
      const rows = await ctx.tx.query<{ code: string; booked: string; short: string | null }>(sql`
          select p.code, trim_scale(l.booked_qty)::text as booked, trim_scale(l.short_qty)::text as short from wms_operate_bill_line l
          join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id where l.tenant_id = ${ctx.tenantId} and l.bill_id = ${orderId} order by l.line_no`)
      return rows.map((r) => `${r.code} ${r.booked}${r.short === null ? '' : ` short ${r.short}`}`)
    }),
  tasks: (type) =>
    inside(async (ctx) => {
      const rows = await ctx.tx.query<{ text: string }>(sql`
          select k.state || ' ' || string_agg(concat_ws(' ', f.code, g.code, trim_scale(l.plan_qty)), ', ' order by l.seq, l.line_no) as text
          from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id and l.state = 'OPEN'
          left join wms_bin f on f.tenant_id = l.tenant_id and f.id = l.from_bin_id left join wms_bin g on g.tenant_id = l.tenant_id and g.id = l.to_bin_id
          where k.tenant_id = ${ctx.tenantId} and k.task_type = ${type} and k.state not in ('DONE', 'CANCELED') group by k.id, k.state order by k.id`)
      return rows.map((r) => r.text)
    }),
})

async function build(ctx: Ctx) {
  const yard = await buildYard(ctx, {
    bins: {
      [faces.P1]: 'PICK',
      [faces.P2]: 'PICK',
      'R-01-02': 'STORAGE',
      'R-01-03': 'STORAGE',
      'R-01-04': 'STORAGE',
      'R-02-02': 'STORAGE',
      'R-02-03': 'STORAGE',
    },
    products: [
      { code: 'P1', qpc: '24', palletTi: 10, palletHi: 5 },
      { code: 'P2', qpc: '12', mid: '6', palletTi: 10, palletHi: 4 },
      { code: 'P3' },
    ],
  })
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  const area = await ctx.tx.one<{ id: string }>(
    sql`select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
  )
  for (const [code, pickType] of Object.entries(areas)) {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_pick_area', [{ ...at, id, code, name: code, areaId: area.id, pickType }])
    const bin = code === 'PA' ? faces.P1 : faces.P2
    await ctx.tx.run(
      sql`update wms_bin set pick_area_id = ${id} where tenant_id = ${ctx.tenantId} and id = ${yard.bins.get(bin)}`,
    )
  }
  for (const [product, bin] of Object.entries(faces))
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      { ...at, id: ctx.newId(), productId: yard.products.get(product)?.id, binId: yard.bins.get(bin), role: 'PICK' },
    ])
  const stores = new Map<string, string>()
  for (const [i, code] of ['S1', 'S2', 'S3'].entries()) {
    const id = ctx.newId()
    stores.set(code, id)
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id, code, name: code, priority: i + 1 }])
  }
  const typeId = ctx.newId()
  await bulkInsert(ctx.tx, 'wms_container_type', [
    { tenantId: ctx.tenantId, id: typeId, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
  ])
  await bulkInsert(
    ctx.tx,
    'wms_container',
    Array.from({ length: 20 }, (_, i) => ({ ...at, id: ctx.newId(), code: `T${i + 1}`, typeId })),
  )
  return { yard, stores }
}

/** The stock of step 7 of the walk-through. */
export async function stepSeven({ put }: WaveDesk): Promise<void> {
  await put('PB-01-01', 'P1', '480', '2027-08-01')
  await put('R-01-02', 'P1', '1200', '2027-08-01')
  await put('R-01-03', 'P1', '1200', '2027-11-10')
  await put('R-01-04', 'P1', '1152', '2027-11-10')
  await put('SB-02-01', 'P2', '30', '2029-02-28')
  await put('R-02-02', 'P2', '480', '2029-02-28')
  await put('R-02-03', 'P2', '468', '2029-09-30')
}
