import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { mergeOperate, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboundTopic } from '../../wms/transport/tell.ts'
import { day, type HandShake, openHandShake, type Row } from '../testing/handShake.ts'

let w: HandShake
beforeAll(async () => {
  w = await openHandShake()
})
afterAll(() => w.server.close())
const only = (rows: readonly Row[]): Row => {
  expect(rows).toHaveLength(1)
  return rows[0] as Row
}
const goods = (bill: Row) =>
  (bill.lines as Record<string, unknown>[]).map((l) => [l.sourceNo, l.productCode, l.planQty])

test('a warehouse that names nobody ships as ever', async () => {
  const o = await w.order('S1', { MILK: '12' })
  await w.approve(o.id)
  expect(await w.waybills()).toEqual([])
  const told = await w.server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`select 1 from sys_outbox where tenant_id = ${ctx.tenantId} and topic like 'wms.outbound'`),
  )
  expect(told).toEqual([])
  await w.cancelOrder(o.id)
})

test('a logistics centre, and nobody else, names a transport centre of its enterprise', async () => {
  const refusal = { code: sysFaults.orgTransport.code }
  expect(await w.setOrg('DC01', { transportOrgId: w.orgId('DC02') })).toMatchObject(refusal)
  expect(await w.setOrg('TC01', { transportOrgId: w.orgId('TC01') })).toMatchObject(refusal)
  const other = w.server.two.orgs.get('G')?.id
  expect(await w.setOrg('DC01', { transportOrgId: other })).toMatchObject({ code: 40400 })
  const place = { longitude: '120.5', latitude: '31.4', address: '仓库路1号' }
  expect(await w.setOrg('DC01', { transportOrgId: w.orgId('TC01'), ...place })).toMatchObject({ code: 0 })
})

test('approved orders become one way bill for each temperature, day and store, however often they are told', async () => {
  const first = await w.order('S1', { MILK: '24', ICE: '6' })
  await w.approve(first.id)
  const [milk, ice] = await w.waybills()
  expect(milk).toMatchObject({
    state: 'CONFIRMED',
    source: 'WMS_SHIP',
    bizDate: day,
    tempZone: 'AMBIENT',
    pieces: '24.000',
    weight: '12.000',
    volume: '0.024000',
  })
  expect(ice).toMatchObject({ state: 'CONFIRMED', tempZone: 'FROZEN', pieces: '6.000', weight: '3.000' })
  const second = await w.order('S1', { MILK: '12' })
  await w.approve(second.id)
  await w.again()
  expect(await w.waybills()).toHaveLength(2)
  const [joined] = await w.waybills()
  expect(joined).toMatchObject({ id: milk?.id, pieces: '36.000', weight: '18.000', lineCount: 2 })
  expect(goods(joined as Row)).toEqual([
    [first.billNo, 'MILK', '24.000'],
    [second.billNo, 'MILK', '12.000'],
  ])
  // Nobody is made twice: one client, one depot, one site for the store.
  const made = await w.server.inside('TC01', (ctx) =>
    ctx.tx.query(
      sql`select code, store_ref is not null as store, org_ref is not null as org from tms_client_site where tenant_id = ${ctx.tenantId} and (store_ref is not null or org_ref is not null) order by code`,
    ),
  )
  expect(made).toEqual([
    { code: 'DC01', store: false, org: true },
    { code: 'S1', store: true, org: false },
  ])
  // Another day is another way bill.
  const later = await w.order('S1', { MILK: '3' }, { bizDate: '2026-11-29' })
  await w.approve(later.id)
  expect((await w.waybills()).map((b) => [b.bizDate, b.tempZone])).toEqual([
    [day, 'AMBIENT'],
    [day, 'FROZEN'],
    ['2026-11-29', 'AMBIENT'],
  ])
  // Called off it takes its goods away; a way bill without any goes with it.
  await w.cancelOrder(second.id)
  await w.cancelOrder(later.id)
  await w.again()
  const after = await w.waybills()
  expect(after.map((b) => [b.state, b.pieces])).toEqual([
    ['CONFIRMED', '24.000'],
    ['CONFIRMED', '6.000'],
    ['CANCELLED', '3.000'],
  ])
  expect(after[2]?.reason).toContain(later.billNo)
  await w.cancelOrder(first.id)
  expect((await w.waybills()).map((b) => b.state)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
})

test('what cannot be planned says why, and can be as soon as that is mended', async () => {
  const o = await w.order('S9', { MILK: '10' })
  await w.approve(o.id)
  const bill = only(await w.waybills({ state: 'DRAFT' }))
  expect(bill).toMatchObject({ reason: '站点【S9】未定位，不能确认', pieces: '10.000' })
  await w.server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update tms_client_site set lng = 120.7, lat = 31.5 where tenant_id = ${ctx.tenantId} and code = 'S9'`,
    ),
  )
  const more = await w.order('S9', { MILK: '2' })
  await w.approve(more.id)
  expect(only(await w.waybills({ toSiteId: bill.toSiteId }))).toMatchObject({
    state: 'CONFIRMED',
    reason: null,
    pieces: '12.000',
  })
  await w.cancelOrder(more.id)
  await w.cancelOrder(o.id)
})

test('planned goods stay: what comes later goes on a way bill of its own', async () => {
  const o = await w.order('S2', { MILK: '10' })
  await w.approve(o.id)
  const first = only(await w.waybills({ state: 'CONFIRMED' }))
  const made = await w.trip([first], 1)
  const more = await w.order('S2', { MILK: '5' })
  await w.approve(more.id)
  const second = only(await w.waybills({ state: 'CONFIRMED' }))
  expect(goods(second)).toEqual([[more.billNo, 'MILK', '5.000']])
  await w.cancelOrder(o.id)
  await w.again()
  expect(only(await w.waybills({ id: [first.id] }))).toMatchObject({ state: 'PLANNED', pieces: '10.000' })
  // The trip is off: its goods wait again, and an order that is off takes them away.
  await w.tripStep('cancel', made.id, { reason: '不走了' })
  expect(only(await w.waybills({ id: [first.id] }))).toMatchObject({ state: 'CANCELLED' })
  await w.cancelOrder(more.id)
})

test('an order that is divided when its goods are planned already does not bring them twice', async () => {
  const o = await w.order('S2', { MILK: '10' })
  await w.approve(o.id)
  const bill = only(await w.waybills({ state: 'CONFIRMED' }))
  const made = await w.trip([bill], 1)
  const { version } = await w.clerk().call<Row>(documentCalls(operateBill).getById, { id: o.id })
  const lines = [{ lineId: (o.lines as Row[])[0]?.id, qty: '4' }]
  const { made: part } = await w.clerk().call(splitOperate, { id: o.id, version, lines } as never)
  await w.again()
  expect(await w.waybills({ state: 'CONFIRMED' })).toEqual([])
  const divided = only(await w.waybills({ id: [bill.id] }))
  expect(divided).toMatchObject({ state: 'PLANNED', pieces: '10.000', weight: '5.000' })
  expect(goods(divided)).toEqual([
    [o.billNo, 'MILK', '6.000'],
    [part.billNo, 'MILK', '4.000'],
  ])
  // Made one again, they are one.
  const seen = await Promise.all(
    [o.id, part.id].map((id) => w.clerk().call<Row>(documentCalls(operateBill).getById, { id })),
  )
  await w.clerk().call(mergeOperate, { rows: seen.map(({ id, version: v }) => ({ id, version: v })) } as never)
  await w.again()
  expect(await w.waybills({ state: 'CONFIRMED' })).toEqual([])
  expect(goods(only(await w.waybills({ id: [bill.id] })))).toEqual([
    [o.billNo, 'MILK', '6.000'],
    [o.billNo, 'MILK', '4.000'],
  ])
  await w.tripStep('cancel', made.id, { reason: '不走了' })
  await w.cancelOrder(o.id)
  expect(only(await w.waybills({ id: [bill.id] }))).toMatchObject({ state: 'CANCELLED' })
})

test.each([
  ['last', 'part', 'whole'],
  ['part', 'last', 'whole'],
  ['whole', 'part', 'last'],
] as const)('an order that is divided twice brings its goods once, when it is told of %s, %s, %s', async (...told) => {
  const o = await w.order('S2', { MILK: '10' })
  await w.approve(o.id)
  const bill = only(await w.waybills({ state: 'CONFIRMED' }))
  const made = await w.trip([bill], 1)
  const divide = async (id: string, qty: string): Promise<Row> => {
    const of = await w.clerk().call<Row>(documentCalls(operateBill).getById, { id })
    const lines = [{ lineId: (of.lines as Row[])[0]?.id, qty }]
    const { made: part } = await w.clerk().call(splitOperate, { id, version: of.version, lines } as never)
    return part as unknown as Row
  }
  const part = await divide(o.id, '4')
  const last = await divide(part.id, '1')
  // What was not told yet never is, but in this order.
  await w.server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`delete from sys_outbox where tenant_id = ${ctx.tenantId} and topic = ${outboundTopic}`),
  )
  for (const which of told) {
    await w.server.inside('DC01', async (ctx) =>
      ctx.emit({ topic: outboundTopic, key: { whole: o, part, last }[which].id }),
    )
    await w.settle()
  }
  expect(await w.waybills({ state: 'CONFIRMED' })).toEqual([])
  expect(goods(only(await w.waybills({ id: [bill.id] }))).sort()).toEqual(
    [
      [o.billNo, 'MILK', '6.000'],
      [part.billNo, 'MILK', '3.000'],
      [last.billNo, 'MILK', '1.000'],
    ].sort(),
  )
  await w.tripStep('cancel', made.id, { reason: '不走了' })
  for (const id of [last.id, part.id, o.id]) await w.cancelOrder(id)
  expect(only(await w.waybills({ id: [bill.id] }))).toMatchObject({ state: 'CANCELLED' })
})
