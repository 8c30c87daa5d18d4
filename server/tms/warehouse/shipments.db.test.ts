import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { businessMessage } from '@lading/contract/sys/businessEvent.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { abnormal } from '@lading/contract/tms/abnormal.ts'
import { carrierFeeBill } from '@lading/contract/tms/feeBill.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { shipFaults } from '@lading/contract/wms/shipFaults.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, day, type HandShake, openHandShake, type Row } from '../testing/handShake.ts'

let w: HandShake
beforeAll(async () => {
  w = await openHandShake()
  const place = { longitude: '120.5', latitude: '31.4', address: '仓库路1号' }
  await w.setOrg('DC01', { transportOrgId: w.orgId('TC01'), ...place })
})
afterAll(() => w.server.close())
const anomalies = documentCalls(abnormal)
const only = (rows: readonly Row[]): Row => {
  expect(rows).toHaveLength(1)
  return rows[0] as Row
}
const goods = (bill: Row) =>
  (bill.lines as Record<string, unknown>[]).map((l) => [l.sourceNo, l.productCode, l.planQty])

test('a released trip has one shipment; withdrawn before loading it has none', async () => {
  const [a, b] = [await w.order('S1', { MILK: '10' }), await w.order('S2', { MILK: '20' })]
  await w.approve(a.id)
  await w.approve(b.id)
  const waiting = await w.waybills({ state: 'CONFIRMED' })
  const made = await w.trip(waiting, 1)
  expect(await w.ships()).toEqual([])
  await w.tripStep('release', made.id)
  await w.again()
  const bill = only(await w.ships())
  expect(bill).toMatchObject({
    state: 'APPROVED',
    vehicleNo: '沪A00001',
    driverName: 'driver1',
    driverPhone: '13800000001',
    maxWeightKg: '1000.000',
    bizDate: day,
    tripNo: made.billNo,
  })
  expect(new Date(String(bill.planDepartAt))).toEqual(new Date(at('12:00')))
  expect((bill.stops as Row[]).map((s) => [s.seq, s.storeId])).toEqual([
    [1, w.stores.get('S1')],
    [2, w.stores.get('S2')],
  ])
  const cancel = await w
    .clerk()
    .call<{ failed: { code: number }[] }>(documentCalls(shipBill as never).cancel as never, {
      rows: [bill],
      reason: '不装',
    })
  expect(cancel.failed).toMatchObject([{ code: shipFaults.ofTrip.code }])
  // Another truck.
  await w.tripStep('changeTruck', made.id, {
    input: { truckId: w.fleet[0]?.truck, driverId: w.fleet[0]?.driver, reason: '换车' },
  })
  expect(only(await w.ships())).toMatchObject({ vehicleNo: '沪A00000', driverName: 'driver0' })
  await w.tripStep('recall', made.id, { reason: '改单' })
  await w.again()
  expect(only(await w.ships())).toMatchObject({ id: bill.id, state: 'CANCELED' })
  // Now the warehouse has a shipment that waits for a truck.
  const own = await w.clerk().call<Row>(documentCalls(shipBill as never).create as never, {
    bizDate: day,
    stops: [{ seq: 1, storeId: w.stores.get('S2') }],
  })
  await w.tripStep('release', made.id)
  const filled = only(await w.ships({ id: [own.id] }))
  expect(filled).toMatchObject({ state: 'APPROVED', vehicleNo: '沪A00000', tripNo: made.billNo })
  expect((filled.stops as Row[]).map((s) => s.storeId)).toEqual([w.stores.get('S1'), w.stores.get('S2')])
  await w.tripStep('recall', made.id, { reason: '改单' })
  await w.again()
  expect(only(await w.ships({ id: [own.id] }))).toMatchObject({ state: 'APPROVED', vehicleNo: null, tripNo: null })
  expect(await w.ships()).toHaveLength(2)
  await w.shipStep('cancel', own.id, { reason: '不用了' })
  await w.tripStep('cancel', made.id, { reason: '不走了' })
  await w.cancelOrder(a.id)
  await w.cancelOrder(b.id)
})

test('what is loaded, left behind, gone and signed for is known on both sides, whenever and however often it is told', async () => {
  const [a, b, c] = [
    await w.order('S1', { MILK: '10' }),
    await w.order('S2', { MILK: '20' }),
    await w.order('S2', { ICE: '6' }),
  ]
  for (const o of [a, b, c]) await w.approve(o.id)
  const [wa, wb, wc] = await w.waybills({ state: 'CONFIRMED' })
  const made = await w.trip([wa as Row, wb as Row, wc as Row])
  await w.tripStep('release', made.id)
  const bill = only(await w.ships({ state: 'APPROVED' }))
  // Nobody listens there: what is told stands in the queue.
  const hook = { callbackUrl: 'http://127.0.0.1:9/hook', callbackEvents: ['signed'] }
  const account = await w.group.call<Row>(openAccountCalls.create, {
    name: '上游系统',
    orgIds: [w.orgId('DC01')],
    scopes: [],
    ...hook,
  } as never)
  await w.group.call(openAccountCalls.webhookSecret, { id: account.id, version: account.version })
  // Of the second order eight are missing, of the third all.
  await w.stage('L1', a, '10')
  await w.stage('L2', b, '12')
  expect(await w.load(bill.id)).toEqual(['S2', 'S1'])
  await w.settle()
  expect(await w.getTrip(made.id)).toMatchObject({ state: 'LOADING', checkinAt: expect.anything() })
  expect((await w.waybills({ id: [wa?.id, wb?.id, wc?.id] })).map((x) => x.state)).toEqual([
    'LOADING',
    'LOADING',
    'LOADING',
  ])
  await w.shipStep('finish', bill.id)
  await w.again()
  const loaded = async () =>
    (await w.waybills({ id: [wa?.id, wb?.id, wc?.id] })).map((x) => [x.state, x.actPieces, x.actWeight])
  expect(await w.getTrip(made.id)).toMatchObject({
    state: 'LOADED',
    wayBillCount: 2,
    weight: '11.000',
    peakWeight: '11.000',
  })
  expect(await loaded()).toEqual([
    ['LOADED', '10.000', '5.000'],
    ['LOADED', '12.000', '6.000'],
    ['CONFIRMED', null, null],
  ])
  // What is missing is an abnormal, once for each way bill.
  const abnormals = async (kind: string) => {
    const { records } = await w
      .tc()
      .call<{ records: Row[] }>(anomalies.query, { filter: { kind: [kind] }, orderBy: 'billNo' })
    return records
  }
  expect((await abnormals('SHORT')).map((x) => [x.wayBillId, x.what, x.source])).toEqual([
    [wb?.id, '装车短少 8', 'AUTO'],
    [wc?.id, '装车短少 6', 'AUTO'],
  ])
  // Loading goes on, and ends as it was.
  await w.shipStep('reopen', bill.id)
  expect(await w.getTrip(made.id)).toMatchObject({ state: 'LOADING' })
  await w.shipStep('finish', bill.id)
  expect(await loaded()).toEqual([
    ['LOADED', '10.000', '5.000'],
    ['LOADED', '12.000', '6.000'],
    ['CONFIRMED', null, null],
  ])
  await w.travel(at('12:10'))
  await w.shipStep('despatch', bill.id, { input: { sealNo: 'FQ-7', odometerKm: '5200.4' } })
  const gone = await w.getTrip(made.id)
  expect(gone).toMatchObject({ state: 'IN_TRANSIT', odoStart: 5200, sealNo: 'FQ-7' })
  expect(new Date(String(gone.actDepartAt))).toEqual(new Date(at('12:10')))
  // What was left behind is to be brought again.
  const rest = only((await w.waybills({ state: 'CONFIRMED' })).filter((x) => x.tempZone === 'AMBIENT'))
  expect(goods(rest)).toEqual([[b.billNo, 'MILK', '8.000']])
  await w.again()
  const departs = () =>
    w.server.inside('TC01', (ctx) =>
      ctx.tx.query(
        sql`select source from tms_trip_event where tenant_id = ${ctx.tenantId} and bill_id = ${made.id} and kind = 'DEPART'`,
      ),
    )
  expect(await departs()).toEqual([{ source: 'WAREHOUSE' }])
  expect(await w.waybills({ state: 'CONFIRMED' })).toHaveLength(2)

  const road = await w.onRoad(made.id)
  expect(road.stops.flatMap((s) => s.items.map((i) => i.lines.map((l) => l.planQty)))).toEqual([['10.000'], ['12.000']])
  await w.travel(at('14:40'))
  const [s1, s2] = road.stops
  const item = s2?.items[0]
  await w.record(made.id, {
    stops: [
      {
        stopId: s1?.id,
        arriveAt: at('13:00'),
        items: [{ wayBillId: wa?.id, signer: '小何', empties: [{ typeId: w.typeId, qty: 2 }] }],
      },
    ],
  })
  // What the store gave back waits to be counted, however often it is told.
  await w.again()
  const empties = () =>
    w.server.inside('DC01', (ctx) =>
      ctx.tx.query(sql`
        select h.state, h.store_id, h.ship_id, l.plan_qty, l.qty from wms_rti_in h join wms_rti_in_line l on l.bill_id = h.id`),
    )
  const given = { state: 'SAVED', storeId: w.stores.get('S1'), shipId: bill.id, planQty: 2, qty: 2 }
  expect(await empties()).toEqual([given])
  expect(only(await w.ships({ id: [bill.id] }))).toMatchObject({
    state: 'DESPATCHED',
    signs: [{ signedQty: '10.000', refusedQty: '0.000', signer: '小何' }],
  })
  const short = { wayBillId: wb?.id, signer: '小王', reason: '破损', lines: [{ lineId: item?.lines[0]?.id, qty: '9' }] }
  await w.record(made.id, { stops: [{ stopId: s2?.id, arriveAt: at('14:00'), items: [short] }] })
  await w.again()
  expect(await empties()).toEqual([given])
  const signed = only(await w.ships({ id: [bill.id] }))
  expect(signed).toMatchObject({ state: 'FINISHED', stops: [{ signer: '小何' }, { signer: '小王' }] })
  expect((signed.signs as Row[]).map((s) => [s.orderId, s.loadedQty, s.signedQty, s.refusedQty, s.reason])).toEqual([
    [a.id, '10.000', '10.000', '0.000', null],
    [b.id, '12.000', '9.000', '3.000', '破损'],
  ])
  const told = await w.server.inside('DC01', (ctx) =>
    ctx.tx.query<{ body: string }>(
      sql`select body from sys_open_delivery where tenant_id = ${ctx.tenantId} and account_id = ${account.id} order by id`,
    ),
  )
  const messages = told.map(({ body }) => businessMessage.parse(JSON.parse(body)))
  expect(messages.map((m) => [m.store, ...m.lines.map((l) => l.qty)])).toEqual([
    ['S1', '10'],
    ['S2', '9'],
  ])
  // What was refused comes home by the truck, and is asked about: once, however often it is told.
  const here = async (of: typeof sjReturn | typeof diffBill) => {
    const calls = documentCalls(of as never) as { query: never; getById: never }
    const { records } = await w.clerk().call<{ records: Row[] }>(calls.query, { filter: { shipBillId: [bill.id] } })
    return Promise.all(records.map(({ id }) => w.clerk().call<Row>(calls.getById, { id })))
  }
  const refused = { planQty: '3.000', cause: '破损' }
  expect(await here(sjReturn)).toMatchObject([
    { state: 'SAVED', lines: [{ ...refused, storeId: w.stores.get('S2'), orderId: b.id }] },
  ])
  expect(await here(diffBill)).toMatchObject([
    { state: 'SAVED', kind: 'DELIVERY', lines: [{ ...refused, side: 'REFUSED', verdict: 'BACK' }] },
  ])
  // Which line of the order it is about is kept, and told to nobody.
  expect(JSON.stringify(await here(diffBill))).not.toContain('sourceLineId')
  const about = await w.server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`
      select o.bill_id from wms_diff_bill_line l join wms_operate_bill_line o on o.tenant_id = l.tenant_id and o.id = l.source_line_id where l.tenant_id = ${ctx.tenantId}`),
  )
  expect(about).toEqual([{ billId: b.id }])
  // Decided that the carrier pays, it is a charge of his; taken back, it is none.
  const fees = async () =>
    (
      await w
        .tc()
        .call<{ records: Row[] }>(
          documentCalls(carrierFeeBill as never).query as never,
          { filter: { tripId: made.id } } as never,
        )
    ).records.map((f) => [f.feeType, f.source, f.amount, f.note])
  const claim = (await here(diffBill))[0] as Row
  const line = (claim.lines as Row[])[0]
  const seen = async () => (await here(diffBill))[0] as Row
  await w.clerk().call(
    documentCalls(diffBill as never).update as never,
    {
      ...{ id: claim.id, version: claim.version },
      lines: [
        {
          ...{ id: line?.id, productId: line?.productId, planQty: line?.planQty, side: line?.side },
          liable: 'CARRIER',
          verdict: 'DEDUCT',
          charge: '36.5',
        },
      ],
    } as never,
  )
  const decide = async (step: string) =>
    w.clerk().call<{ ok: number }>(
      documentCalls(diffBill as never)[step] as never,
      {
        rows: [{ id: claim.id, version: (await seen()).version }],
        reason: '复核',
      } as never,
    )
  expect(await decide('approve')).toMatchObject({ ok: 1 })
  await w.again()
  expect(await fees()).toEqual([['DEDUCT', 'ABNORMAL', '-36.5000', claim.billNo]])
  expect(await decide('cancel')).toMatchObject({ ok: 1 })
  await w.again()
  expect(await fees()).toEqual([])
  // It is still on the trip, and nobody brings it again.
  expect(await w.getTrip(made.id)).toMatchObject({
    state: 'DELIVERED',
    items: [{ state: 'PARTIAL', donePieces: '9.000' }, { state: 'SIGNED' }],
  })
  expect(await w.waybills({ state: 'CONFIRMED' })).toHaveLength(2)
  const [log] = await w
    .clerk()
    .call<{ action: string }[]>(documentCalls(shipBill as never).log as never, { id: bill.id })
  expect(log?.action).toBe('sign')
  expect(await abnormals('SHORT')).toHaveLength(2)
  expect(await abnormals('REJECT')).toMatchObject([{ wayBillId: wb?.id, what: `${String(wb?.billNo)} 破损` }])
  // What turned out to be broken afterwards becomes a discrepancy of the warehouse's, once.
  const { id } = await w
    .tc()
    .call<Row>(anomalies.create, { kind: 'DAMAGE', level: 'L3', what: '开箱破损', wayBillId: wa?.id })
  const step = async (name: string, input?: object) => {
    const { version } = await w.tc().call<Row>(anomalies.getById, { id })
    const { failed } = await w
      .tc()
      .call<{ failed: { code: number }[] }>(anomalies[name], { rows: [{ id, version }], ...(input && { input }) })
    await w.settle()
    return failed.map((f) => f.code)
  }
  await step('handle', { progress: '已拍照' })
  expect(await step('toWmsDiff')).toEqual([42202])
  expect(await step('toWmsDiff', { lineNo: 1, qty: '2' })).toEqual([])
  expect(await step('toWmsDiff', { lineNo: 1, qty: '2' })).toEqual([])
  expect((await here(diffBill)).flatMap((d) => d.lines)).toMatchObject([
    { side: 'DAMAGED', planQty: '2.000', cause: '开箱破损', liable: 'UNKNOWN' },
    { side: 'REFUSED' },
  ])
})

test('a trip that says first that it has left, and what was signed, is believed', async () => {
  for (const { id } of await w.waybills({ state: 'CONFIRMED' })) await w.billStep('cancel', id, { reason: '不送了' })
  const o = await w.order('S1', { MILK: '10' })
  await w.approve(o.id)
  const of = only(await w.waybills({ state: 'CONFIRMED' }))
  const made = await w.trip([of], 1)
  await w.tripStep('release', made.id)
  const bill = only(await w.ships({ state: 'APPROVED' }))
  await w.stage('L3', o, '7')
  await w.load(bill.id)
  await w.travel(at('15:30'))
  await w.tripStep('depart', made.id, { input: { actDepartAt: at('14:45') } })
  await w.shipStep('finish', bill.id)
  expect(only(await w.waybills({ id: [of.id] }))).toMatchObject({
    state: 'IN_TRANSIT',
    actPieces: '7.000',
    lines: [{ loadedQty: '7.000' }],
  })
  const [stop] = (await w.onRoad(made.id)).stops
  await w.record(made.id, {
    stops: [{ stopId: stop?.id, arriveAt: at('15:00'), items: [{ wayBillId: of.id, signer: '小何' }] }],
  })
  expect(only(await w.ships({ id: [bill.id] }))).toMatchObject({
    state: 'LOADED',
    signs: [{ signedQty: '7.000', refusedQty: '0.000' }],
  })
  await w.shipStep('despatch', bill.id)
  await w.again()
  expect(only(await w.ships({ id: [bill.id] }))).toMatchObject({ state: 'FINISHED' })
  const trip = await w.getTrip(made.id)
  expect(trip).toMatchObject({ state: 'DELIVERED', items: [{ state: 'SIGNED', donePieces: '7.000' }] })
  expect(new Date(String(trip.actDepartAt))).toEqual(new Date(at('14:45')))
  expect(goods(only(await w.waybills({ state: 'CONFIRMED' })))).toEqual([[o.billNo, 'MILK', '3.000']])
})

test('no row of one organisation is written in the name of the other', async () => {
  const foreign = await w.server.inside('G', (ctx) =>
    ctx.tx.query(sql`
      select 1 from tms_way_bill where tenant_id = ${ctx.tenantId} and org_id <> ${w.orgId('TC01')} union all
      select 1 from tms_trip_event where tenant_id = ${ctx.tenantId} and org_id <> ${w.orgId('TC01')} union all
      select 1 from wms_ship_bill where tenant_id = ${ctx.tenantId} and org_id <> ${w.orgId('DC01')} union all
      select 1 from wms_ship_sign where tenant_id = ${ctx.tenantId} and org_id <> ${w.orgId('DC01')} union all
      select 1 from sys_audit_log where tenant_id = ${ctx.tenantId} and ((subject like 'tms.wayBill' and org_id <> ${w.orgId('TC01')}) or (subject = 'wms.shipBill' and org_id <> ${w.orgId('DC01')}))`),
  )
  expect(foreign).toEqual([])
})
