import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { addWayBills, takeOffWayBills } from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, type Making, openTrips, type Seen, type TripWorld } from './testing/tripWorld.ts'

const trips = documentCalls(shipPlanBill)

let w: TripWorld
beforeAll(async () => {
  w = await openTrips()
})
afterAll(() => w.server.close())

describe('派车单', () => {
  test('of way bills that wait: all are planned or nothing is; what is delivered last is loaded first', async () => {
    const { id, a, b } = await w.twoStops()
    expect(await w.states(a, b)).toEqual(['PLANNED', 'PLANNED'])
    const trip = await w.get(id)
    expect(trip).toMatchObject({
      state: 'DRAFT',
      stopCount: 2,
      wayBillCount: 2,
      weight: '200.000',
      peakWeight: '200.000',
    })
    expect(trip).toMatchObject({ loadRate: '20.0', volumeRate: '20.0', dots: '○○', source: 'VRP', carrierId: w.owner })
    expect((trip.items as { wayBillId: string; loadSeq: number }[]).map((i) => [i.wayBillId, i.loadSeq])).toEqual([
      [b, 1],
      [a, 2],
    ])
    await expect(w.makeTrip({ stops: [w.stop(0, a, await w.wayBillAt(0))] })).rejects.toMatchObject({
      refusal: { code: 42335 },
    })
    await expect(w.makeTrip({ stops: [w.stop(1, await w.wayBillAt(0))] })).rejects.toMatchObject({
      refusal: tripFaults.notOnTrip,
    })
    await expect(w.makeTrip({ from: at('16:00'), to: at('12:00') })).rejects.toMatchObject({
      refusal: tripFaults.dayOrder,
    })
  })

  test('a person types one, and puts way bills on it and takes them off', async () => {
    const typed = {
      departSiteId: w.depot,
      truckId: w.fleet[1]?.truck,
      planDepartAt: at('12:00'),
      planReturnAt: at('16:00'),
    }
    const made = await w.tc().call<Seen>(trips.create, typed)
    expect(await w.get(made.id)).toMatchObject({
      driverId: w.fleet[1]?.driver,
      truckTypeId: w.type,
      loadKg: '1000.000',
    })
    expect(await w.step('release', made.id)).toMatchObject({ failed: [{ code: tripFaults.empty.code }] })
    const [a, b, c] = [await w.wayBillAt(0), await w.wayBillAt(1), await w.wayBillAt(2)]
    const add = async (wayBillIds: string[], beforeStopId?: string) =>
      w.tc().call(addWayBills, {
        id: made.id,
        version: (await w.get(made.id)).version,
        wayBillIds,
        ...(beforeStopId && { beforeStopId }),
      })
    await add([a, b])
    const [, second] = (await w.onRoad(made.id)).stops
    await add([c], second?.id)
    expect((await w.onRoad(made.id)).stops.map((s) => [s.seq, s.site.code])).toEqual([
      [1, 'S1'],
      [2, 'S3'],
      [3, 'S2'],
    ])
    await w.tc().call(takeOffWayBills, { id: made.id, version: (await w.get(made.id)).version, wayBillIds: [a] })
    expect((await w.onRoad(made.id)).stops.map((s) => [s.seq, s.site.code])).toEqual([
      [1, 'S3'],
      [2, 'S2'],
    ])
    expect(await w.states(a, b, c)).toEqual(['CONFIRMED', 'PLANNED', 'PLANNED'])
    expect(await w.step('cancel', made.id, { reason: 'x' })).toMatchObject({ ok: 1 })
    expect(await w.states(a, b, c)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    // Let go of, they may be planned anew.
    await w.makeTrip({ stops: [w.stop(0, a), w.stop(1, b)] })
    await w.clear()
  })

  test('released, its way bills are dispatched; withdrawn, planned; cancelled, they wait again', async () => {
    const { id, a, b } = await w.twoStops()
    expect(await w.step('release', id)).toMatchObject({ ok: 1 })
    expect(await w.states(a, b)).toEqual(['DISPATCHED', 'DISPATCHED'])
    await expect(
      w.tc().call(trips.update, { id, version: (await w.get(id)).version, note: 'x' }),
    ).rejects.toMatchObject({
      code: 42201,
    })
    expect(await w.step('recall', id, { reason: '改计划' })).toMatchObject({ ok: 1 })
    expect(await w.states(a, b)).toEqual(['PLANNED', 'PLANNED'])
    await w.step('release', id)
    expect(await w.step('cancel', id)).toMatchObject({ failed: [{ code: 42202 }] })
    expect(await w.step('cancel', id, { reason: '无车' })).toMatchObject({ ok: 1 })
    expect(await w.states(a, b)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await w.get(id)).toMatchObject({ state: 'CANCELLED', reason: '无车' })
  })

  test('Q, weight and volume: what is not fit is not sent, and says why', async () => {
    const message = async (o: Making) => {
      const { id } = await w.makeTrip(o)
      const { failed } = await w.step('release', id)
      return failed[0]?.message
    }
    expect(await message({ crew: 2, stops: [w.stop(0, await w.wayBillAt(0))] })).toBe(
      '资质不符：车辆【沪A00002】交强险2026-11-27到期；车辆【沪A00002】年检2026-11-27到期',
    )
    expect(await message({ crew: 3, stops: [w.stop(0, await w.wayBillAt(0))] })).toBe(
      '资质不符：司机【driver3】准驾车型D不含C1',
    )
    expect(await message({ crew: null, stops: [w.stop(0, await w.wayBillAt(0))] })).toContain('没有车辆或司机')
    expect(await message({ stops: [w.stop(0, await w.wayBillAt(0, { kg: '1000.5' }))] })).toBe('超载：1000.5/1000kg')
    // What is fetched counts from where it is fetched: 600 out, then 500 back on the emptied truck.
    const legs = [
      w.stop(0, await w.wayBillAt(0, { kg: '600' })),
      w.stop(1, await w.wayBillAt(1, { kg: '900', kind: 'RETURN' })),
    ]
    const ok = await w.makeTrip({ stops: legs })
    expect(await w.get(ok.id)).toMatchObject({ peakWeight: '900.000', weight: '1500.000' })
    expect(await w.step('release', ok.id)).toMatchObject({ ok: 1 })
    await w.clear()
    const full = await w.makeTrip({ stops: [w.stop(0, await w.wayBillAt(0, { m3: '10.5' }))] })
    expect(await w.step('release', full.id)).toMatchObject({
      ok: 1,
      partly: [{ message: '体积超出：10.5/10m³，已按放行权限发布' }],
    })
    await w.clear()
  })

  test('T1, T2: no truck and no driver twice at a time', async () => {
    const { id: first } = await w.twoStops()
    expect(await w.step('release', first)).toMatchObject({ ok: 1 })
    const { id: overlap } = await w.twoStops({ from: at('15:00'), to: at('18:00') })
    const { billNo } = await w.get(first)
    const text = `车辆【沪A00000】在11-28 12:00-11-28 16:00已有派车单【${billNo}】`
    expect(await w.step('release', overlap)).toMatchObject({ failed: [{ message: text }] })
    await w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set truck_id = ${w.fleet[1]?.truck} where tenant_id = ${ctx.tenantId} and id = ${overlap}`,
      ),
    )
    expect(await w.step('release', overlap)).toMatchObject({ failed: [{ code: tripFaults.driverBusy.code }] })
    const { id: after } = await w.twoStops({ from: at('16:00'), to: at('18:00') })
    expect(await w.step('release', after)).toMatchObject({ ok: 1 })
    // Changed to a free crew, with a reason, it may go; to a busy one it may not.
    const change = (n: number) =>
      w.step('changeTruck', after, {
        input: { truckId: w.fleet[n]?.truck, driverId: w.fleet[n]?.driver, reason: '故障' },
      })
    expect(await change(2)).toMatchObject({ failed: [{ code: tripFaults.unfit.code }] })
    expect(await change(1)).toMatchObject({ ok: 1 })
    expect(await w.get(after)).toMatchObject({ truckId: w.fleet[1]?.truck, reason: '故障', state: 'RELEASED' })
    await w.clear()
  })

  test('two dispatchers release trips of one truck at once: exactly one wins', async () => {
    for (let i = 0; i < 5; i++) {
      const both = [await w.twoStops(), await w.twoStops()]
      const answers = await Promise.all(both.map(({ id }) => w.step('release', id)))
      expect(answers.map((r) => r.ok).toSorted()).toEqual([0, 1])
      expect(answers.flatMap((r) => r.failed)).toMatchObject([{ code: tripFaults.truckBusy.code }])
      await w.clear()
    }
  })

  test('two dispatchers plan one way bill at once: one trip has it', async () => {
    const one = await w.wayBillAt(0)
    const both = await Promise.allSettled([
      w.makeTrip({ stops: [w.stop(0, one)] }),
      w.makeTrip({ stops: [w.stop(0, one)] }),
    ])
    expect(both.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await w.clear()
  })
})
