import { toCaseText } from '@lading/contract/kernel/caseText.ts'
import { type crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { takeDiffs } from '@lading/contract/wms/stockTakeCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { type PostInput, post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { balance, buildDay, type Day, footprint, lots, type Spot, sides } from './dayYard.ts'
import { typedRow } from './typedRow.ts'

export let server: TestServer
export let clerk: Client
export let day: Day
const opened = Date.now()
let morning = Date.parse('2026-11-20T07:00:00+08:00')
export const order = documentCalls(orderBill)
export const operate = documentCalls(operateBill)
// A shipment has a header and a flow like a bill.
export const ship = documentCalls(shipBill as never)

export async function openDay(): Promise<void> {
  server = await openTestServer({ now: () => new Date(morning + Date.now() - opened) })
  day = await server.inside('DC01', buildDay)
  clerk = await server.as('clerk', 'DC01')
}

/** It is so many minutes later. */
export async function later(minutes: number): Promise<void> {
  morning += minutes * 60_000
  clerk = await server.as('clerk', 'DC01')
}

export const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)
export const at = (s: Spot) =>
  inside(async (ctx) => `${(await balance(ctx, day, s)).qty}/${(await balance(ctx, day, s)).reserved}`)
export const clean = async () => expect(await inside(reconcile)).toEqual([])
export const productId = (code: string) => day.products.get(code)?.id ?? ''
export const boxId = (code: string) => day.containers.get(code) ?? ''

const reused = { refusal: faults.keyReused }
export type Facts = Omit<PostInput, 'bizType' | 'idemKey'>
/** Posts twice: the second time is refused and changes nothing. */
async function posts(
  bizType: PostInput['bizType'],
  idemKey: string,
  build: (ctx: Ctx) => Promise<Facts>,
): Promise<void> {
  const once = () => inside(async (ctx) => post(ctx, { bizType, idemKey, ...(await build(ctx)) }))
  await once()
  const before = await inside(footprint)
  await expect(once()).rejects.toMatchObject(reused)
  expect(await inside(footprint)).toEqual(before)
}
export const moves = (
  bizType: PostInput['bizType'],
  key: string,
  from: Spot,
  to: Spot,
  units: number,
  containers: Facts['containers'] = [],
) => posts(bizType, key, async (ctx) => ({ lines: await sides(ctx, day, from, to, units), containers }))
/** Sends a writing call twice under one key, as a handheld does when the network dropped. */
let keys = 0
export async function twice<R>(call: unknown, input: object, look = true, who: Client = clerk): Promise<R> {
  const key = `day-${++keys}`
  const first = await who.call<R>(call as never, input, { key })
  const before = look && (await inside(footprint))
  expect(await who.call<R>(call as never, input, { key })).toEqual(first)
  if (look) expect(await inside(footprint)).toEqual(before)
  return first
}
export type Row = Record<string, never> & { id: string; version: number }
export const rowOf = async (calls: ReturnType<typeof crudCalls>, id: string): Promise<Row> =>
  (await clerk.call<{ records: Row[] }>(calls.query, { filter: { id: [id] } })).records[0] as Row
export const step = async (calls: { readonly [verb: string]: unknown }, verb: string, id: string) => {
  const { version } = await rowOf(calls as never, id)
  return twice<{ ok: number; failed: { message: string }[] }>(calls[verb], { rows: [{ id, version }] })
}
export const done = { ok: 1, failed: [] }
/** What a step answers that makes tasks of a page's own kind. */
export const making = (key: string) => ({
  ...done,
  made: expect.arrayContaining([
    { key, id: expect.stringMatching(/^\d+$/), no: expect.stringMatching(/^[A-Z]{2}\d+/) },
  ]),
})
export const next = (type: TaskType) => clerk.call(work.nextTask, { taskTypes: [type] })
export const confirm = (input: object, look = true) => twice<{ task: { state: string } }>(work.confirmLine, input, look)

export const PB: Spot = { bin: 'PB-01-01', product: 'P1', lot: 'A' }
export const SB: Spot = { bin: 'SB-02-01', product: 'P2', lot: 'B' }
const R0102: Spot = { bin: 'R-01-02', product: 'P1', lot: 'A', in: 'PL001' }
export const R0103: Spot = { bin: 'R-01-03', product: 'P1', lot: 'C', in: 'PL101' }
export const R0104: Spot = { bin: 'R-01-04', product: 'P1', lot: 'C', in: 'PL102' }
export const R0202: Spot = { bin: 'R-02-02', product: 'P2', lot: 'B', in: 'PL002' }
export const RCV2: Spot = { bin: 'D-01', product: 'P2', lot: 'D', in: 'PL103' }
export const out = (s: Spot, bin: string): Spot => {
  const { in: _, ...rest } = s
  return { ...rest, bin }
}

export const boxStates = () =>
  inside(async (ctx) => {
    const rows = await ctx.tx.query<{ code: string; state: string }>(sql`
      select code, state from wms_container where tenant_id = ${ctx.tenantId} and code <> 'LOOSE' and state <> 'STORED' order by code`)
    return rows.filter((r) => r.state !== 'IDLE').map((r) => `${r.code} ${r.state}`)
  })
/** Ledger sums of a place outside the warehouse, by product. */
export async function outside(code: string): Promise<Record<string, number>> {
  const rows = await inside((ctx) =>
    ctx.tx.query<{ code: string; units: number }>(sql`
      select p.code, sum(l.delta)::float as units from wms_ledger l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bin_id = ${day.bins.get(code)} group by p.code having sum(l.delta) <> 0 order by p.code`),
  )
  return Object.fromEntries(rows.map((r) => [r.code, r.units]))
}

const packs = {
  P1: { qpc: wholeQty(24), mid: wholeQty(24) },
  P2: { qpc: wholeQty(12), mid: wholeQty(6) },
  G1: { qpc: wholeQty(1), mid: wholeQty(1) },
}
/** The least and the most of the two pick faces, in cases. */
export async function limitFaces(ctx: Ctx): Promise<void> {
  for (const [bin, least, most] of [
    ['PB-01-01', 10, 60],
    ['SB-02-01', 1, 5],
  ] as const)
    await ctx.tx.run(sql`
      update wms_product_bin set min_cases = ${least}, max_cases = ${most} where tenant_id = ${ctx.tenantId} and bin_id = ${day.bins.get(bin)}`)
}
/** Every balance that is left, as `bin container product/lot owner type units cases`, and the units by product. */
export async function endOfDay(): Promise<{ cells: string[]; total: (product: string) => number }> {
  const rows = await inside((ctx) =>
    ctx.tx.query<{
      bin: string
      product: keyof typeof packs
      expire: string | null
      owner: string
      type: string
      qty: string
      box: string
    }>(sql`
      select b.code as bin, p.code as product, l.expire_date as expire, o.code as owner, s.stock_type as type, s.qty, c.code as box
      from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id join wms_owner o on o.tenant_id = s.tenant_id and o.id = s.owner_id
      join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by b.code, c.code, p.code, o.code`),
  )
  const lotOfDate = new Map<string | null, string>(Object.entries(lots).map(([lot, expire]) => [expire, lot]))
  const cells = rows.map((r) => {
    const lot = lotOfDate.get(r.expire)
    const qty = parseQty(r.qty)
    const goods = lot === undefined ? r.product : `${r.product}/${lot}`
    return [r.bin, r.box, goods, r.owner, r.type, Number(qty) / 1000, toCaseText(qty, packs[r.product])].join(' ')
  })
  const total = (product: string) => rows.filter((r) => r.product === product).reduce((n, r) => n + Number(r.qty), 0)
  return { cells, total }
}

/** What stands in the warehouse in the morning. */
export async function openStock(): Promise<void> {
  const stored = (code: string, bin: string) => [
    { id: boxId(code), from: ['IDLE'] as const, state: 'STORED' as const, binId: day.bins.get(bin) ?? '' },
  ]
  await moves('ADJ_INC', 'open1', out(PB, 'V_ADJUST'), PB, 480)
  await moves('ADJ_INC', 'open2', out(R0102, 'V_ADJUST'), R0102, 1200, stored('PL001', 'R-01-02'))
  await moves('ADJ_INC', 'open3', out(SB, 'V_ADJUST'), SB, 30)
  await moves('ADJ_INC', 'open4', out(R0202, 'V_ADJUST'), R0202, 480, stored('PL002', 'R-02-02'))
  await clean()
}

const inspection = documentCalls(qualityBill)
/** The one inspection of the day: begun, filled in and decided. */
export async function judge(said: object): Promise<void> {
  const { records } = await clerk.call<{ records: Row[] }>(inspection.query, { filter: { state: ['SAVED'] } })
  const { id } = records[0] as Row
  await twice(inspection.start, { rows: [{ id, version: 0 }] })
  const read = () => clerk.call<Row & { version: number; lines: Row[] }>(inspection.getById, { id })
  const begun = await read()
  const lines = begun.lines.map((line) => ({ ...typedRow(line, qualityBill.line), ...said }))
  await twice(inspection.update, { id, version: begun.version, lines })
  await twice(inspection.approve, { rows: [{ id, version: (await read()).version }] })
}

const take = documentCalls(stockTakeBill)
/** The open count of a doubt: by the one, by another, and settled. */
export async function countEmpty(): Promise<void> {
  await server.relay.drain()
  const { records } = await clerk.call<{ records: Row[] }>(take.query, { filter: { state: ['INPROGRESS'] } })
  const { id } = records[0] as Row
  for (const who of [clerk, await server.as('admin', 'DC01')]) {
    const { lines } = await who.call(work.nextTask, { taskTypes: ['STOCK_TAKE'] })
    await twice(work.confirmLine, { taskLineId: lines[0]?.id, qty: '0', reason: 'GONE' }, true, who)
  }
  await server.relay.drain()
  expect(await rowOf(take as never, id)).toMatchObject({ state: 'AUDITING' })
  expect(await clerk.call(takeDiffs.call, { id })).toMatchObject([{ diffQty: '-7.000', diffCases: '-(0+1+1)' }])
  expect(await step(take, 'settle', id)).toEqual(done)
}

export const openClaims = () =>
  inside((ctx) => ctx.tx.query(sql`select 1 from wms_bin_claim where tenant_id = ${ctx.tenantId} and state = 'ACTIVE'`))

export const openPromises = () =>
  inside((ctx) =>
    ctx.tx.query(
      sql`select id from wms_reservation where tenant_id = ${ctx.tenantId} and state in ('ACTIVE', 'PENDING')`,
    ),
  )
