import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { type feeAgreement, feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip, tripMoney } from '@lading/contract/tms/feeCalls.ts'
import { explainText } from '@lading/contract/tms/feeExplain.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { arrangePlan, drawPlan, generatePlan } from '@lading/contract/tms/planCalls.ts'
import { correctLeg } from '@lading/contract/tms/roadNet.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { tellEvents } from '@lading/contract/tms/tripCalls.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { forgetOptions } from '../platform/option.ts'
import { type HandShake, openHandShake, type Row } from './testing/handShake.ts'
import { brokenMoney } from './testing/moneyRules.ts'
import { ruleOf, usualRules } from './testing/moneyWorld.ts'
import { broken, replayed } from './testing/tripRules.ts'

/** S1 to S6: pieces, kg and m³ of one, window. 3,400 kg and 23 m³ in all. */
const given = [
  [100, '6', '0.04', '06:00', '09:00'],
  [50, '10', '0.06', '06:00', '09:00'],
  [100, '7', '0.05', '07:00', '10:00'],
  [100, '4', '0.03', '06:00', '08:00'],
  [100, '9', '0.06', '08:00', '11:00'],
  [100, '3', '0.02', '06:00', '12:00'],
] as const
const stores = given.map((_, i) => `S${i + 1}`)
/** In km, by the numbers of both ends; the depot is 0. Every other pair: 14. */
const legs: Readonly<Record<string, number>> = {
  ...{ '01': 6, '02': 8, '03': 10, '04': 5, '05': 12, '06': 4 },
  ...{ '12': 3, '23': 3, '13': 5, '45': 8, '56': 9, '46': 2 },
}
const bizDate = '2026-11-29'
const on = (hhmm: string): string => `${bizDate}T${hhmm}:00+08:00`

/** Six stores with goods of their own weight, two trucks of 1,800 kg, and the ways between all of them. */
async function openDay(flow: string, mortal: boolean) {
  const w = await openHandShake(
    { products: stores.map((code) => ({ code: `G${code}`, qpc: '1' })), stores },
    { mortal },
  )
  await w.setOrg('DC01', {
    transportOrgId: w.orgId('TC01'),
    longitude: '120.1551',
    latitude: '30.2741',
    address: '仓库路1号',
  })
  await w.server.inside('G', async (ctx) => {
    for (const [i, [, kg, m3, from, to]] of given.entries()) {
      await ctx.tx.run(
        sql`update mdm_product set weight_kg = ${kg}, volume_m3 = ${m3} where tenant_id = ${ctx.tenantId} and code = ${`GS${i + 1}`}`,
      )
      await ctx.tx.run(
        sql`update wms_store set window_from = ${from}, window_to = ${to} where tenant_id = ${ctx.tenantId} and code = ${`S${i + 1}`}`,
      )
    }
  })
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(
      sql`insert into sys_option (tenant_id, id, org_id, key, value) values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.org.id}, 'tms_trip_flow', ${flow})`,
    ),
  )
  forgetOptions()
  const type = await w.group.call<Row>(crudCalls(truckType).getById, { id: w.truckTypeId })
  const costs = { loadKg: '1800', volumeM3: '15', costFixed: '200', costPerKm: '3' }
  await w.group.call(crudCalls(truckType).update, { id: type.id, version: type.version, ...costs })
  await w.server.inside('G', (ctx) =>
    ctx.tx.run(sql`update tms_truck set load_kg = null, volume_m3 = null where tenant_id = ${ctx.tenantId}`),
  )
  const configId = (
    await w.tc().call<Row>(crudCalls(vrpConfig).create, {
      ...{ name: 'day', departFrom: '06:00', departTo: '10:00', volumeFill: '100', minFill: '0', wCompact: '0' },
    })
  ).id
  return { ...w, configId }
}

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
/** In one of the flows the server is killed when the release has been answered, and another goes on. */
const isKilled = (flow: string): boolean => flow === 'SHORT' && onPostgres

describe.each(['SHORT', 'FULL'])('the day of the blueprint, %s', (flow) => {
  let w: HandShake & { configId: string }
  const orders: Row[] = []
  let bills: Row[] = []
  let trip: Row
  let child: Row
  beforeAll(async () => {
    w = await openDay(flow, isKilled(flow))
  })
  afterAll(() => w.close())

  const shipment = async (): Promise<Row> => (await w.ships())[0] as Row
  type Look = z.output<typeof drawPlan.output>
  async function computed(more: object = {}): Promise<Look & { id: string }> {
    const asked = { bizDate, depotId: bills[0]?.fromSiteId, configId: w.configId, wayBillIds: bills.map((b) => b.id) }
    const truckIds = w.fleet.slice(0, 2).map((f) => f.truck)
    const { id } = await w.tc().call<Row>(generatePlan, { ...asked, truckIds, seconds: 1, ...more } as never)
    await w.server.others[routePlan.header.key]?.tick()
    return { id, ...(await w.tc().call<Look>(drawPlan, { id })) }
  }
  const no = (l: Look) =>
    l.trips.map((t) => t.stops.map((s) => `S${bills.findIndex((b) => b.toSiteId === s.siteId) + 1}`).join('-')).sort()

  test('1: six orders are six way bills, told twice too', async () => {
    for (const [i, [pieces]] of given.entries()) {
      const order = await w.order(`S${i + 1}`, { [`GS${i + 1}`]: String(pieces) }, { bizDate })
      await w.approve(order.id)
      orders.push(order)
    }
    await w.again()
    bills = await w.waybills()
    expect(bills.map((b) => [b.state, b.weight, b.volume])).toEqual(
      given.map(([n, kg, m3]) => ['CONFIRMED', (n * Number(kg)).toFixed(3), (n * Number(m3)).toFixed(6)]),
    )
    const sites = [bills[0]?.fromSiteId, ...bills.map((b) => b.toSiteId)]
    for (const [i, fromId] of sites.entries())
      for (const [j, toId] of sites.entries()) {
        if (i >= j) continue
        const distanceM = (legs[`${i}${j}`] ?? 14) * 1000
        for (const profile of ['TRUCK_SMALL', 'TRUCK_LARGE'])
          await w.group.call(correctLeg, {
            fromId,
            toId,
            distanceM,
            durationS: distanceM * 0.12,
            both: true,
            profile,
          } as never)
      }
  })

  test('2, 3: two trips, 48 km, 544.00; the times are those of the road', async () => {
    const plan = await computed()
    expect(plan).toMatchObject({ left: [], kpi: { trips: 2, metres: 48_000, cost: '544.00', orders: 6 } })
    expect(no(plan)).toContain('S1-S2-S3')
    const a = plan.trips.find((t) => t.metres === 22_000)
    expect(a).toMatchObject({ weightRate: 100, volumeRate: 80, depart: 22_140, finish: 27_300 })
    expect(plan.trips.find((t) => t !== a)).toMatchObject({ metres: 26_000 })
  })

  test('4: S3 stays on the truck that it is locked to', async () => {
    const plan = await computed()
    const third = plan.trips.findIndex((t) => t.stops.some((s) => s.siteId === bills[2]?.toSiteId))
    const trips = plan.trips.map(({ turn, locked, stops }, i) => ({
      ...{ truckId: w.fleet[i === third ? 1 : 0]?.truck, turn, locked },
      visits: stops.flatMap((s) => s.visits).map((v) => (v.wayBillId === bills[2]?.id ? { ...v, lock: 'TRIP' } : v)),
    }))
    const kept = await w.tc().call<Look>(arrangePlan, { id: plan.id, version: plan.version, trips } as never)
    const again = await computed({ from: { id: plan.id, version: kept.version } })
    const its = again.trips.find((t) => t.stops.some((s) => s.siteId === bills[2]?.toSiteId))
    expect([its?.truckId, again.left]).toEqual([w.fleet[1]?.truck, []])
    expect(again.trips.every((t) => t.weightRate <= 100)).toBe(true)
  })

  test('5: one truck takes four; S3 and S5 say why they stay', async () => {
    const plan = await computed({ truckIds: [w.fleet[0]?.truck] })
    expect(plan.kpi).toMatchObject({ orders: 4, metres: 29_000 })
    expect(plan.left.map((l) => [bills.findIndex((b) => b.id === l.wayBillId) + 1, l.reason])).toEqual([
      [3, 'CAPACITY'],
      [5, 'CAPACITY'],
    ])
  })

  test('6: confirmed, two trips; a licence that has ended stops the release; released, the warehouse has its truck', async () => {
    const plan = await computed()
    const confirm = await w.tc().call<{ ok: number }>(documentCalls(routePlan).approve as never, {
      rows: [{ id: plan.id, version: plan.version }],
    })
    expect(confirm.ok).toBe(1)
    const { records } = await w
      .tc()
      .call<{ records: Row[] }>(documentCalls(shipPlanBill).query, { filter: { state: 'DRAFT' } })
    expect(records.map((r) => r.planDistanceM).sort()).toEqual([22_000, 26_000])
    expect((await w.waybills()).map((b) => b.state)).toEqual(Array(6).fill('PLANNED'))
    const a = records.find((r) => r.planDistanceM === 22_000)
    const seen = await w.tc().call<Row>(documentCalls(shipPlanBill).getById, { id: a?.id })
    const driver = seen.driverId
    await w.server.inside('G', (ctx) =>
      ctx.tx.run(sql`
      update tms_staff set user_id = case when id = ${driver} then ${w.server.one.users.get('admin')}::bigint end where tenant_id = ${ctx.tenantId}`),
    )
    const licence = async (licenceTo: string) => {
      const person = await w.group.call<Row>(crudCalls(staff).getById, { id: driver })
      await w.group.call(crudCalls(staff).update, { id: person.id, version: person.version, licenceTo })
    }
    await licence('2026-11-27')
    const now = await w.getTrip(seen.id)
    const refused = await w.tc().call<{ failed: { message: string }[] }>(documentCalls(shipPlanBill).release as never, {
      rows: [{ id: now.id, version: now.version }],
    })
    expect(refused.failed[0]?.message).toContain('驾驶证')
    await licence('2027-12-31')
    if (isKilled(flow)) await w.moveOut()
    await w.tripStep('release', seen.id)
    trip = await w.getTrip(seen.id)
    expect(trip.state).toBe('RELEASED')
    const ship = await shipment()
    expect(ship).toMatchObject({ state: 'APPROVED', tripNo: trip.billNo })
    expect((ship.stops as Row[]).map((s) => s.storeId)).toEqual(['S1', 'S2', 'S3'].map((s) => w.stores.get(s)))
    if (flow === 'FULL') for (const step of ['accept', 'checkIn']) await w.tripStep(step, trip.id)
  })

  test('7: fifty kilograms of S2 are missing: they wait again as a way bill of their own', async () => {
    const ship = await shipment()
    for (const [i, qty] of ['100', '45', '100'].entries()) await w.stage(`L${i}`, orders[i] as Row, qty, `GS${i + 1}`)
    expect(await w.load(ship.id)).toEqual(['S3', 'S2', 'S1'])
    await w.settle()
    await w.shipStep('finish', ship.id)
    await w.again()
    expect(await w.getTrip(trip.id)).toMatchObject({ state: 'LOADED', weight: '1750.000' })
    expect(await w.waybills({ id: [bills[1]?.id] })).toMatchObject([{ state: 'LOADED', actWeight: '450.000' }])
    await w.travel(on('06:01'))
    await w.shipStep('despatch', ship.id, { input: { sealNo: 'FQ-7' } })
    expect(await w.getTrip(trip.id)).toMatchObject({ state: 'IN_TRANSIT' })
    const waiting = await w.waybills({ state: 'CONFIRMED' })
    expect(waiting).toMatchObject([{ weight: '50.000', pieces: '5.000', toSiteId: bills[1]?.toSiteId }])
    child = waiting[0] as Row
  })

  test('8: the phone tells of 06:13, and of two pieces that were refused; the warehouse has it signed so', async () => {
    await w.travel(on('08:00'))
    const [s1, s2, s3] = (await w.onRoad(trip.id)).stops
    const lineId = s2?.items[0]?.lines[0]?.id
    const told = [
      { kind: 'ARRIVE', at: on('06:13'), stopId: s1?.id },
      { kind: 'SIGN', at: on('06:25'), stopId: s1?.id, wayBillId: bills[0]?.id, signer: '王店' },
      { kind: 'ARRIVE', at: on('06:33'), stopId: s2?.id },
      {
        kind: 'SIGN',
        at: on('06:45'),
        stopId: s2?.id,
        wayBillId: bills[1]?.id,
        signer: '李店',
        lines: [{ lineId, qty: '43' }],
        reason: '破损',
      },
      { kind: 'ARRIVE', at: on('07:00'), stopId: s3?.id },
      { kind: 'SIGN', at: on('07:15'), stopId: s3?.id, wayBillId: bills[2]?.id, signer: '赵店' },
    ].map((e, i) => ({ ...e, uid: `the-phone-${i}`, tripId: trip.id }))
    const { events } = await w.tc().call(tellEvents, { events: told.toReversed() } as never)
    expect(events.map((e) => e.answer)).toEqual(Array(6).fill('applied'))
    await w.settle()
    await w.again()
    const road = await w.onRoad(trip.id)
    expect(road.stops[0]).toMatchObject({ onTime: 'ON' })
    expect(new Date(String(road.stops[0]?.actArriveAt))).toEqual(new Date(on('06:13')))
    const states = (await w.waybills({ id: bills.slice(0, 3).map((b) => b.id) })).map((b) => [b.state, b.signWeight])
    expect(states).toEqual([
      ['SIGNED', '600.000'],
      ['PARTIAL', '430.000'],
      ['SIGNED', '700.000'],
    ])
    const ship = await shipment()
    expect(ship).toMatchObject({ state: 'FINISHED' })
    expect((ship.signs as Row[]).map((s) => [s.signedQty, s.refusedQty]).sort()).toEqual([
      ['100.000', '0.000'],
      ['100.000', '0.000'],
      ['43.000', '2.000'],
    ])
    // What was refused is on the truck: nobody brings it again; what was never loaded still waits.
    expect((await w.waybills({ state: 'CONFIRMED' })).map((b) => b.id)).toEqual([child.id])
    // Nothing stands twice, and what stands follows from what was told. Five of S2 were planned on both of its way bills.
    expect((await w.ships()).length).toBe(1)
    expect(await broken(w.server, 555)).toEqual([])
    expect(await replayed(w.server)).toEqual([])
  })

  test('9 to 12: back again, it is charged: 341.70 to the carrier, 311.40 from the client, 110.00 to the driver', async () => {
    await w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set act_distance_m = 22600 where tenant_id = ${ctx.tenantId} and id = ${trip.id}`,
      ),
    )
    const agree = async (d: typeof feeAgreement, of: object, rules: readonly object[]) => {
      const head = { name: 'day', ...of, validFrom: '2026-01-01', validTo: '2026-12-31', priority: 50, taxRate: '0' }
      const { id } = await w.tc().call<Row>(documentCalls(d).create as never, { ...head, rules } as never)
      await w.tc().call(documentCalls(d).approve as never, { rows: [{ id, version: 0 }] } as never)
    }
    const { carrierId, driverId } = await w.getTrip(trip.id)
    await agree(feeAgreements.CARRIER, { carrierId }, usualRules)
    await agree(feeAgreements.CLIENT, { clientId: bills[0]?.clientId }, [
      ruleOf(10, 'FREIGHT', 'WEIGHT_KG', 'UNIT', { price: '0.18', minCharge: '60' }),
    ])
    await w.travel(on('09:00'))
    await w.tripStep('finish', trip.id, { input: { actReturnAt: on('07:35') } })
    if (flow === 'FULL') await w.tripStep('approve', trip.id)
    for (const { id } of bills.slice(0, 3)) {
      const { version } = await w.tc().call<Row>(documentCalls(wayBill).getById as never, { id } as never)
      await w.tc().call(documentCalls(wayBill).close as never, { rows: [{ id, version }] } as never)
    }
    await w.settle()
    await w.again()
    const fees = async (party: Party) => {
      const { records } = await w
        .tc()
        .call<{ records: Row[] }>(documentCalls(feeBills[party]).query, { orderBy: 'billNo' })
      return records.map((r) => [r.feeType, r.amount, explainText(r.explain as never, 'zh-CN').split(' [')[0]])
    }
    const ofCarrier = [
      ['START', '300.0000', '趟 1：300.00 = 300.00'],
      ['KM', '11.7000', '实际公里 22.6：20以内0.00 + 2.6 × 4.5 = 11.70'],
      ['STOP', '30.0000', '点 3：2以内0.00 + 1 × 30 = 30.00'],
    ]
    expect(await fees('CARRIER')).toEqual(ofCarrier)
    expect((await fees('CLIENT')).map(([, amount]) => amount)).toEqual(['108.0000', '77.4000', '126.0000'])
    expect(await w.tc().call(tripMoney, { id: trip.id })).toMatchObject({
      earned: '311.40',
      cost: '341.70',
      margin: '-30.30',
    })
    await agree(feeAgreements.EMPLOYEE, { staffId: driverId }, [
      ruleOf(10, 'PIECE', 'TRIP', 'FLAT', { price: '80' }),
      ruleOf(20, 'STOP', 'STOP', 'UNIT', { price: '10' }),
    ])
    for (let i = 0; i < 2; i++) await w.tc().call(rerateTrip, { tripId: trip.id })
    expect(await fees('CARRIER')).toEqual(ofCarrier)
    expect((await fees('EMPLOYEE')).map(([, amount]) => amount)).toEqual(['80.0000', '30.0000'])
  })

  test('13: the month is settled; an invoice of 341.60 is refused, one of 341.69 taken', async () => {
    const d = settleBills.CARRIER
    const { records } = await w.tc().call<{ records: Row[] }>(documentCalls(feeBills.CARRIER).query, {})
    const seen = (rows: readonly Row[]) => ({ rows: rows.map(({ id, version }) => ({ id, version })) })
    await w.tc().call(documentCalls(feeBills.CARRIER).approve as never, seen(records) as never)
    const { carrierId } = await w.getTrip(trip.id)
    const month = { carrierId, periodFrom: '2026-11-01', periodTo: '2026-11-30' }
    const { id } = await w.tc().call<Row>(documentCalls(d).create as never, month as never)
    const bill = () => w.tc().call<Row>(documentCalls(d).getById as never, { id } as never)
    const take = async (step: string, input?: object) =>
      w
        .tc()
        .call<{ failed: { code: number }[] }>(
          documentCalls(d)[step] as never,
          { ...seen([await bill()]), ...(input && { input }) } as never,
        )
    expect(await bill()).toMatchObject({ net: '341.7000' })
    await take('submit')
    // Its maker does not approve it.
    expect((await take('approve')).failed[0]?.code).toBe(42210)
    await w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_settle_bill set created_by = null, submitter_id = null where tenant_id = ${ctx.tenantId} and id = ${id}`,
      ),
    )
    await take('approve')
    await take('agree')
    const invoice = (invoiceAmount: string) => take('invoice', { invoiceNo: 'F1', invoiceAmount, invoicedOn: bizDate })
    expect((await invoice('341.60')).failed[0]?.code).toBe(feeFaults.invoice.code)
    expect((await invoice('341.69')).failed).toEqual([])
    expect(await bill()).toMatchObject({ state: 'INVOICED' })
    expect(await brokenMoney(w.server)).toEqual([])
  })
})
