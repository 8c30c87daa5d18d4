import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { mergeWayBills, orderPrints, splitWayBill } from '@lading/contract/tms/orderCalls.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { takeDeliveryBill } from '@lading/contract/tms/takeDeliveryBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { tms } from './manifest.ts'
import { wayBillOnce } from './wayBill/make.ts'
import { moveWayBills } from './wayBill/move.ts'

type Seen = { id: string; version: number }
type Line = Seen & { lineNo: number; planQty: string; weight: string; volume: string; sourceNo: string | null }
type Row = Seen &
  Record<string, unknown> & { billNo: string; state: string; lines: Line[]; refs: Record<string, { code: string }> }
type Bulk = {
  ok: number
  failed: { code: number; message: string }[]
  made?: { key: string; id: string; no: string }[]
}
const bills = documentCalls(wayBill)
const papers = documentCalls(takeDeliveryBill)

let server: TestServer
let tc: Client
let chain = ''
let depot = ''
let stores: string[] = []
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date('2026-11-28T02:00:00Z') })
  const group = await server.as('admin', 'G')
  const make = async (e: AnyEntity, input: object) => (await group.call<Seen>(crudCalls(e).create, input)).id
  chain = await make(client, { code: 'C1', name: 'chain' })
  const at = { clientId: chain, lng: '120.5', lat: '31.5' }
  depot = await make(clientShipment, { ...at, code: 'DC', name: 'depot', isDepot: true })
  const windows = [
    { days: ['6'], opensAt: '06:00', closesAt: '10:00' },
    { days: ['1'], opensAt: '05:00', closesAt: '08:00' },
  ]
  stores = [
    await make(clientStore, { ...at, code: 'S1', name: 'one', windows, route: 'A' }),
    await make(clientStore, { ...at, code: 'S2', name: 'two' }),
    await make(clientStore, { clientId: chain, code: 'S3', name: 'nowhere' }),
  ]
  tc = await server.as('admin', 'TC01')
})
afterAll(() => server.close())

const goods = (planQty = '10', weight = '100', volume = '1') => ({ productName: '水', planQty, weight, volume })
const input = (more: object = {}) => ({
  clientId: chain,
  fromSiteId: depot,
  toSiteId: stores[0],
  lines: [goods(), { ...goods('3', '10', '0.5'), productCode: 'X' }],
  ...more,
})
const get = (id: string) => tc.call<Row>(bills.getById, { id })
const create = async (more: object = {}) => get((await tc.call<Seen>(bills.create, input(more))).id)
const step = (name: string, rows: readonly Seen[], more: object = {}) =>
  tc.call<Bulk>(bills[name], { rows: rows.map(({ id, version }) => ({ id, version })), ...more })
async function confirmed(more: object = {}): Promise<Row> {
  const made = await create(more)
  expect(await step('approve', [made])).toMatchObject({ ok: 1 })
  return get(made.id)
}
const stateOf = async (id: string) => (await get(id)).state

describe('运单', () => {
  test('its totals are those of its lines, its window that of the store on that day', async () => {
    const made = await create({ bizDate: '2026-11-28' })
    expect(made).toMatchObject({ state: 'DRAFT', source: 'MANUAL', lineCount: 2, pieces: '13.000', weight: '110.000' })
    expect(made).toMatchObject({ volume: '1.500000', windowText: '06:00-10:00', route: 'A', overdue: false })
    await tc.call(bills.update, {
      id: made.id,
      version: made.version,
      lines: [{ id: made.lines[1]?.id, removed: true }],
    })
    expect(await get(made.id)).toMatchObject({ pieces: '10.000', weight: '100.000' })
    const page = await tc.call<{ sums: Record<string, string> }>(bills.query, { filter: { bizDate: '2026-11-28' } })
    expect(page.sums).toMatchObject({ weight: '100.000' })
  })

  test.each([
    ['no way', { toSiteId: 'depot' }, 42337],
    [
      'a window that ends first',
      { windowFrom: '2026-11-28T09:00:00+08:00', windowTo: '2026-11-28T08:00:00+08:00' },
      42338,
    ],
    ['no lines', { lines: [] }, 42209],
    ['a line of nothing', { lines: [goods('0')] }, 40000],
  ])('%s is refused', async (_, more, code) => {
    const given = 'toSiteId' in more ? { toSiteId: depot } : more
    await expect(tc.call(bills.create, input(given))).rejects.toMatchObject({ code })
  })

  test('it is confirmed when it can be planned, many at once each by itself', async () => {
    const light = await create({ lines: [goods('1', '0', '0')] })
    const lost = await create({ toSiteId: stores[2] })
    const good = await create()
    expect(await step('approve', [light, lost, good])).toMatchObject({
      ok: 1,
      failed: [{ message: `运单【${light.billNo}】没有重量体积，不能确认` }, { message: '站点【S3】未定位，不能确认' }],
    })
    expect(await stateOf(light.id)).toBe('DRAFT')
    expect(await step('approve', [await get(good.id)])).toMatchObject({ ok: 0, failed: [{ code: 42201 }] })
    // What is confirmed is not typed into any more.
    const after = await get(good.id)
    await expect(tc.call(bills.update, { id: good.id, version: after.version, note: 'x' })).rejects.toMatchObject({
      code: 42201,
    })
  })

  test('day and window are changed of many, and what is left empty stays', async () => {
    const [a, b] = [await confirmed(), await create()]
    const windowFrom = '2026-11-30T06:00:00+08:00'
    const answer = await step('change', [a, b], { input: { bizDate: '2026-11-30', windowFrom } })
    expect(answer).toMatchObject({ ok: 2, failed: [] })
    expect(await get(a.id)).toMatchObject({
      state: 'CONFIRMED',
      bizDate: '2026-11-30',
      windowTo: null,
      windowText: '06:00-',
    })
    const wrong = await step('change', [await get(a.id)], { input: { windowTo: '2026-11-30T05:00:00+08:00' } })
    expect(wrong).toMatchObject({ ok: 0, failed: [{ code: orderFaults.windowOrder.code }] })
    expect(await get(a.id)).toMatchObject({ windowTo: null, bizDate: '2026-11-30' })
  })

  test('it is called off with a reason, and on a trip not at all', async () => {
    const bill = await confirmed()
    expect(await step('cancel', [bill])).toMatchObject({ failed: [{ code: 42202 }] })
    await server.inside('TC01', async (ctx) => {
      await moveWayBills(ctx, 'assign', [{ id: bill.id }])
      await moveWayBills(ctx, 'dispatch', [{ id: bill.id }])
    })
    expect(await step('cancel', [await get(bill.id)], { reason: 'x' })).toMatchObject({
      failed: [{ message: '运单已派车，不能取消，请先从派车单移除' }],
    })
    await server.inside('TC01', (ctx) => moveWayBills(ctx, 'takeOff', [{ id: bill.id }], { reason: '换车' }))
    expect(await step('cancel', [await get(bill.id)], { reason: '门店停业' })).toMatchObject({ ok: 1 })
    expect(await get(bill.id)).toMatchObject({ state: 'CANCELLED', reason: '门店停业' })
  })

  test('a hand-over that is told twice is one way bill, also after it was called off', async () => {
    const handed = { ...input(), source: 'WMS_SHIP', sourceNo: 'ZC1' } as const
    const told = () => server.inside('TC01', (ctx) => wayBillOnce(ctx, handed))
    const first = await told()
    expect(await get(first.id)).toMatchObject({ state: 'CONFIRMED', source: 'WMS_SHIP', weight: '110.000' })
    expect(await step('cancel', [await get(first.id)], { reason: 'x' })).toMatchObject({ ok: 1 })
    expect(await told()).toEqual(first)
    await expect(create({ sourceNo: 'A1' })).resolves.toMatchObject({ sourceNo: 'A1' })
    await expect(create({ sourceNo: 'A1' })).rejects.toMatchObject({ code: 42203 })
  })

  test('the engine moves all or none, and only what it was shown', async () => {
    const [a, b] = [await confirmed(), await create()]
    const move = (rows: readonly object[]) => server.inside('TC01', (ctx) => moveWayBills(ctx, 'assign', rows as never))
    await expect(move([a, b].map(({ id }) => ({ id })))).rejects.toMatchObject({
      refusal: orderFaults.changed,
      args: { nos: b.billNo },
    })
    await expect(move([{ id: a.id, version: a.version - 1 }])).rejects.toMatchObject({ refusal: { code: 40900 } })
    await expect(move([{ id: '1' }])).rejects.toMatchObject({ refusal: { code: 40400 } })
    expect(await stateOf(a.id)).toBe('CONFIRMED')
    await server.inside('TC01', async (ctx) => {
      await moveWayBills(ctx, 'assign', [{ id: a.id, version: a.version }])
      await moveWayBills(ctx, 'dispatch', [{ id: a.id }])
      await moveWayBills(ctx, 'loaded', [{ id: a.id, set: { actWeight: '90' } }])
      await expect(moveWayBills(ctx, 'takeOff', [{ id: a.id }])).rejects.toMatchObject({
        refusal: orderFaults.noReason,
      })
    })
    expect(await get(a.id)).toMatchObject({ state: 'LOADED', actWeight: '90.000', weight: '110.000' })
    const dc = await server.as('admin', 'DC01')
    expect((await dc.call<{ records: Row[] }>(bills.query, {})).records).toEqual([])
  })

  test('what a file brings is marked so, with its lines', async () => {
    const { data } = await tc.bytes(bills.importTemplate, { format: 'csv' })
    const heads =
      data
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .split(/\r?\n/)[0]
        ?.split(',') ?? []
    const row =
      '类型=配送 客户=C1 发货点=DC 收货点=S2 温层=冷藏 来源单号=F1 品名=鲜奶 单位=箱 数量=4 重量(kg)=20 体积(m³)=0.2'
    const said: Record<string, string> = Object.fromEntries(row.split(' ').map((one) => one.split('=')))
    const cell = (head: string) =>
      Object.entries(said).find(([title]) => head.includes(title) && !head.includes('编码'))?.[1] ?? ''
    const file = { name: 'f.csv', data: `${heads.join(',')}\n${heads.map(cell).join(',')}\n` }
    expect(await tc.call(bills.import, { dryRun: 'false' }, { file } as never)).toMatchObject({
      created: 1,
      errors: [],
    })
    const page = await tc.call<{ records: Row[] }>(bills.query, { filter: { sourceNo: 'F1' } })
    expect(page.records).toMatchObject([{ source: 'IMPORT', tempZone: 'CHILL', weight: '20.000', state: 'DRAFT' }])
  })
})

describe('拆单, 合单', () => {
  const split = (bill: Row, lines: readonly { lineId: string; qty: string }[]) =>
    tc.call<{ made: Seen & { billNo: string } }>(splitWayBill, { id: bill.id, version: bill.version, lines })
  const merge = (...rows: readonly Row[]) =>
    tc.call<Seen & { lineCount: number }>(mergeWayBills, { rows: rows.map(({ id, version }) => ({ id, version })) })
  const lineOf = (bill: Row, i = 0) => bill.lines[i]?.id ?? ''

  test('a part becomes a way bill of its own; the source’s number stays on the first, each line says where it was', async () => {
    const bill = await confirmed({ sourceNo: 'Q1', containers: 5 })
    await expect(split(bill, [{ lineId: lineOf(bill), qty: '10.001' }])).rejects.toMatchObject({ code: 42340 })
    const all = bill.lines.map((l) => ({ lineId: l.id, qty: l.planQty }))
    await expect(split(bill, all)).rejects.toMatchObject({ code: 42339 })
    const { made } = await split(bill, [
      { lineId: lineOf(bill), qty: '3' },
      { lineId: lineOf(bill, 1), qty: '3' },
    ])
    const [kept, gone] = [await get(bill.id), await get(made.id)]
    expect(kept).toMatchObject({ weight: '70.000', volume: '0.700000', sourceNo: 'Q1', containers: 5, lineCount: 1 })
    expect(gone).toMatchObject({
      weight: '40.000',
      volume: '0.800000',
      state: 'CONFIRMED',
      parentId: bill.id,
      containers: null,
    })
    expect(gone.lines).toMatchObject([
      { sourceNo: 'Q1', sourceLine: 1 },
      { sourceNo: 'Q1', sourceLine: 2 },
    ])
    await expect(split(bill, [{ lineId: lineOf(bill), qty: '1' }])).rejects.toMatchObject({ code: 40900 })
  })

  test('only what goes the same way at the same time becomes one', async () => {
    const [a, b, other] = [
      await confirmed({ priority: 80, containers: 2 }),
      await confirmed({ containers: 1 }),
      await confirmed({ toSiteId: stores[1] }),
    ]
    const text = { message: '只能合并同一门店同一时间窗的待排线运单' }
    await expect(merge(a, other)).rejects.toMatchObject(text)
    await expect(merge(a, await create())).rejects.toMatchObject(text)
    await expect(merge(a)).rejects.toMatchObject({ code: 42341 })
    const kept = await merge(b, a)
    expect(kept).toMatchObject({ id: a.id, lineCount: 4 })
    expect(await get(a.id)).toMatchObject({ weight: '220.000', containers: 3, priority: 80 })
    expect(await get(b.id)).toMatchObject({
      state: 'CANCELLED',
      mergedIntoId: a.id,
      weight: '110.000',
      reason: `→ ${a.billNo}`,
    })
  })

  test('W2: whatever is split and merged, what is to be carried stays the same', async () => {
    let seed = 20261128
    const next = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * n)
    }
    const day = { bizDate: '2026-12-24' }
    for (let i = 0; i < 3; i++)
      await confirmed({ ...day, lines: [goods('7', '9.999', '0.123457'), goods('2', '0.001', '0.000001')] })
    const live = async () =>
      (
        await tc.call<{ records: Row[] }>(bills.query, {
          filter: { bizDate: '2026-12-24', state: 'CONFIRMED' },
          orderBy: 'billNo',
        })
      ).records
    const total = async () =>
      server.inside('TC01', (ctx) =>
        ctx.tx.one<{ head: string; line: string }>(sql`
          select (select concat_ws(' ', sum(pieces), sum(weight), sum(volume)) from tms_way_bill where biz_date = '2026-12-24' and state = 'CONFIRMED') as head,
            concat_ws(' ', sum(l.plan_qty), sum(l.weight), sum(l.volume)) as line from tms_way_bill_line l
            join tms_way_bill t on t.tenant_id = l.tenant_id and t.id = l.bill_id where t.biz_date = '2026-12-24' and t.state = 'CONFIRMED'`),
      )
    const before = await total()
    expect(before).toEqual({ head: '27.000 30.000 0.370374', line: '27.000 30.000 0.370374' })
    for (let i = 0; i < 40; i++) {
      const rows = await live()
      const bill = await get(rows[next(rows.length)]?.id ?? '')
      if (rows.length > 4 || (rows.length > 1 && next(3) === 0))
        await merge(bill, ...rows.filter(({ id }) => id !== bill.id).slice(0, 1 + next(2)))
      else {
        const line = bill.lines[next(bill.lines.length)]
        const part = BigInt(1 + next(Number(parseQty(line?.planQty ?? '1'))))
        if (bill.lines.length > 1 || part < parseQty(line?.planQty ?? '0'))
          await split(bill, [{ lineId: line?.id ?? '', qty: formatQty(part) }])
      }
      expect(await total()).toEqual(before)
    }
  })
})

describe('提货单', () => {
  const paperOf = (id: string) => tc.call<Row>(papers.getById, { id })
  const make = async (more: object = {}) => {
    const given = {
      clientId: chain,
      fromSiteId: stores[0],
      toSiteId: depot,
      vendorRef: 'V1',
      lines: [goods()],
      ...more,
    }
    return paperOf((await tc.call<Seen>(papers.create, given)).id)
  }
  const take = (name: string, { id, version }: Seen, more: object = {}) =>
    tc.call<Bulk>(papers[name], { rows: [{ id, version }], ...more })
  async function approved(): Promise<Row> {
    const paper = await make()
    await take('submit', paper)
    expect(await take('approve', await paperOf(paper.id))).toMatchObject({ ok: 1, made: [{ key: 'tms.wayBill' }] })
    return paperOf(paper.id)
  }

  test('approved, it is exactly one way bill, which goes back to where it was asked from', async () => {
    const paper = await approved()
    expect(paper).toMatchObject({ state: 'APPROVED', weight: '100.000' })
    const bill = await get(String(paper.wayBillId))
    expect(bill).toMatchObject({
      kind: 'PICKUP',
      state: 'CONFIRMED',
      sourceNo: paper.billNo,
      fromSiteId: stores[0],
      weight: '100.000',
    })
    expect(await take('approve', paper)).toMatchObject({ ok: 0, failed: [{ code: 42201 }] })
    const { records } = await tc.call<{ records: Row[] }>(bills.query, { filter: { sourceNo: paper.billNo } })
    expect(records).toHaveLength(1)
  })

  test('what weighs nothing, or lies nowhere, is neither approved nor carried', async () => {
    const light = await make({ lines: [goods('1', '0', '0')] })
    await take('submit', light)
    expect(await take('approve', await paperOf(light.id))).toMatchObject({
      failed: [{ code: orderFaults.noGoods.code }],
    })
    const rejected = await paperOf(light.id)
    expect(await take('reject', rejected)).toMatchObject({ failed: [{ code: 42202 }] })
    expect(await take('reject', rejected, { reason: '没有重量' })).toMatchObject({ ok: 1 })
    expect(await paperOf(light.id)).toMatchObject({ state: 'DRAFT', reason: '没有重量', wayBillId: null })
  })

  test('once it is a task it is neither changed nor called off; taken off the plan it is, and its way bill with it', async () => {
    const { id, wayBillId } = await approved()
    const way = [{ id: String(wayBillId) }]
    await server.inside('TC01', (ctx) => moveWayBills(ctx, 'assign', way))
    const tasked = await paperOf(id)
    expect(tasked.state).toBe('TASKED')
    expect(await take('cancel', tasked, { reason: 'x' })).toMatchObject({
      failed: [{ message: '提货单已生成任务，不能取消' }],
    })
    await expect(tc.call(papers.update, { id, version: tasked.version, note: 'x' })).rejects.toMatchObject({
      message: expect.stringContaining('提货单已生成任务，不能修改'),
    })
    await server.inside('TC01', (ctx) => moveWayBills(ctx, 'unassign', way))
    expect(await take('cancel', await paperOf(id), { reason: '供应商缺货' })).toMatchObject({ ok: 1 })
    expect(await stateOf(String(wayBillId))).toBe('CANCELLED')
  })

  test('it is copied with its lines', async () => {
    const paper = await approved()
    const { made } = await take('copy', paper)
    const copy = await paperOf(made?.[0]?.id ?? '')
    expect(copy).toMatchObject({ state: 'DRAFT', vendorRef: 'V1', weight: '100.000', wayBillId: null })
    expect((await paperOf(paper.id)).state).toBe('APPROVED')
  })

  test('both print, and are printed again for a reason', async () => {
    const paper = await approved()
    for (const [call, id] of [
      [orderPrints.takeDeliveryBill, paper.id],
      [orderPrints.wayBill, String(paper.wayBillId)],
    ] as const) {
      const { data } = await tc.bytes(call, { rows: [{ id }] })
      expect(data.subarray(0, 5).toString()).toBe('%PDF-')
      await expect(tc.bytes(call, { rows: [{ id }] })).rejects.toMatchObject({ code: 42211 })
    }
  })
})

test('a centre with orders that are not at their end stays open', async () => {
  const orgs = server.one.orgs
  const holds = (org: string) =>
    server.inside('G', async (ctx) => (await tms.holds?.(ctx, orgs.get(org)?.id ?? '')) ?? [])
  expect((await holds('TC01')).map((h) => h.kind[1])).toEqual(['Waybill', 'Collection order'])
  expect(await holds('DC01')).toEqual([])
})
