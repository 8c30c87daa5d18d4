import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { myTrips, type RoadTrip, recordTrip, tellEvents } from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOptions } from '../platform/option.ts'
import type { Client } from '../testing/server.ts'
import { at, type Bulk, openTrips, type Seen, type TripWorld } from './testing/tripWorld.ts'

let w: TripWorld
beforeAll(async () => {
  w = await openTrips()
})
afterAll(() => w.server.close())

describe('在途', () => {
  const record = async (id: string, more: object) =>
    w.tc().call<Seen>(recordTrip, { id, version: (await w.get(id)).version, ...more })

  test('SHORT: released, on the road, closed; what was signed stands on the way bill', async () => {
    const { id, a, b } = await w.twoStops()
    await w.step('release', id)
    await w.travel(at('12:05'))
    expect(await w.step('depart', id, { input: { odoStart: 100, sealNo: 'F1' } })).toMatchObject({ ok: 1 })
    expect(await w.states(a, b)).toEqual(['IN_TRANSIT', 'IN_TRANSIT'])
    expect(await w.get(id)).toMatchObject({ state: 'IN_TRANSIT', odoStart: 100, sealNo: 'F1', dots: '○○' })
    expect(await w.step('finish', id)).toMatchObject({ failed: [{ message: '还有2个站点未完成，不能回场' }] })
    await w.travel(at('15:00'))
    const { stops } = await w.onRoad(id)
    const [s1, s2] = stops
    const lineId = s2?.items[0]?.lines[0]?.id
    await record(id, { stops: [{ stopId: s1?.id, arriveAt: at('13:10'), items: [{ wayBillId: a, signer: '王店' }] }] })
    const part = (qty: string, reason?: string) =>
      record(id, {
        stops: [{ stopId: s2?.id, arriveAt: at('14:00'), items: [{ wayBillId: b, lines: [{ lineId, qty }], reason }] }],
      })
    await expect(part('8')).rejects.toMatchObject({ code: tripFaults.noReason.code })
    await expect(part('10.001', '多')).rejects.toMatchObject({ message: '签收数量不能大于装车数量' })
    await part('8', '破损')
    expect(await w.bill(a)).toMatchObject({
      state: 'SIGNED',
      signer: '王店',
      signPieces: '10.000',
      signWeight: '100.000',
      actWeight: '100.000',
    })
    const b2 = await w.bill(b)
    expect(b2).toMatchObject({ state: 'PARTIAL', signPieces: '8.000', signWeight: '80.000' })
    expect(b2.lines).toMatchObject([
      { loadedQty: '10.000', signedQty: '8.000', rejectedQty: '2.000', rejectReason: '破损' },
    ])
    expect(await w.get(id)).toMatchObject({ state: 'DELIVERED', dots: '●✕', isLate: true })
    expect(await w.step('finish', id, { input: { odoEnd: 140 } })).toMatchObject({ ok: 1 })
    expect(await w.get(id)).toMatchObject({ state: 'CLOSED', odoEnd: 140 })
    // The receipts are looked through: what is closed so is corrected no more, though the trip is opened again.
    const receipt = async (one: string) =>
      w.tc().call<Bulk>(documentCalls(wayBill).close as never, {
        rows: [{ id: one, version: (await w.bill(one)).version }],
      })
    expect(await receipt(b)).toMatchObject({ ok: 1 })
    expect(await receipt(b)).toMatchObject({ ok: 0, failed: [{ code: 42201 }] })
    expect(await w.states(a, b)).toEqual(['SIGNED', 'CLOSED'])
    await w.step('reopen', id, { reason: '回单更正' })
    await expect(part('10')).rejects.toMatchObject({ code: 42201 })
    expect(await w.states(a, b)).toEqual(['SIGNED', 'CLOSED'])
    expect(await w.step('finish', id)).toMatchObject({ ok: 1 })
  })

  test('the whole trip is entered at once, checked as one; opened again it is corrected', async () => {
    const { id, a, b } = await w.twoStops()
    await w.step('release', id)
    await w.travel(at('19:00'))
    const [s1, s2] = (await w.onRoad(id)).stops
    const whole = (arriveAt: string) => ({
      ...{ departAt: at('12:00'), odoStart: 10, returnAt: at('17:00'), odoEnd: 60 },
      stops: [
        { stopId: s1?.id, arriveAt: at('13:00'), leaveAt: at('13:20'), items: [{ wayBillId: a }] },
        { stopId: s2?.id, arriveAt, leaveAt: at('14:20'), items: [{ wayBillId: b, lines: [], reason: '门店无人' }] },
      ],
    })
    await expect(record(id, whole(at('11:00')))).rejects.toMatchObject({ code: tripFaults.timeOrder.code })
    await expect(record(id, { ...whole(at('14:00')), stops: [] })).rejects.toMatchObject({
      code: tripFaults.stopsOpen.code,
    })
    await expect(record(id, { ...whole(at('14:00')), returnAt: at('23:00') })).rejects.toMatchObject({
      code: tripFaults.tooEarly.code,
    })
    expect(await w.states(a, b)).toEqual(['DISPATCHED', 'DISPATCHED'])
    await record(id, whole(at('14:00')))
    expect(await w.states(a, b)).toEqual(['SIGNED', 'REJECTED'])
    expect(await w.get(id)).toMatchObject({
      state: 'CLOSED',
      odoEnd: 60,
      actReturnAt: expect.stringContaining('2026-11-28T'),
    })
    expect(await w.step('reopen', id)).toMatchObject({ failed: [{ code: 42202 }] })
    expect(await w.step('reopen', id, { reason: '回单更正' })).toMatchObject({ ok: 1 })
    expect(await w.get(id)).toMatchObject({ state: 'DELIVERED', actReturnAt: null, round: 1 })
    // It is corrected, not driven: its truck and driver may be on the road again.
    const next = await w.twoStops({ from: at('19:10'), to: at('21:00') })
    for (const name of ['release', 'depart']) expect(await w.step(name, next.id), name).toMatchObject({ ok: 1 })
    // Whoever is on the road cannot take over another trip on the road, however late his own is.
    const other = await w.twoStops({ crew: 1, from: at('19:10'), to: at('21:00') })
    for (const name of ['release', 'depart']) expect(await w.step(name, other.id), name).toMatchObject({ ok: 1 })
    await w.travel(at('22:30'))
    const [late] = [w.fleet[1]]
    const later = await w.twoStops({ crew: 0, from: at('22:40'), to: at('23:50') })
    expect(await w.step('release', later.id)).toMatchObject({ ok: 1 })
    const change = { truckId: late?.truck, driverId: late?.driver, reason: '坏' }
    expect(await w.step('changeTruck', next.id, { input: change })).toMatchObject({
      failed: [{ code: tripFaults.truckBusy.code }],
    })
    for (const one of [next, other, later])
      await w.server.inside('TC01', (ctx) =>
        ctx.tx.run(
          sql`update tms_ship_plan_bill set state = 'CLOSED' where tenant_id = ${ctx.tenantId} and id = ${one.id}`,
        ),
      )
    await record(id, { stops: [{ stopId: s2?.id, arriveAt: at('14:00'), items: [{ wayBillId: b }] }] })
    expect(await w.states(a, b)).toEqual(['SIGNED', 'SIGNED'])
    expect((await w.bill(b)).lines).toMatchObject([{ signedQty: '10.000', rejectedQty: '0.000', rejectReason: null }])
    expect(await w.step('finish', id)).toMatchObject({ ok: 1 })
    expect(await w.get(id)).toMatchObject({ state: 'CLOSED' })
  })

  test('FULL: each stage is recorded, in its turn', async () => {
    const set = (value: string) =>
      w.server.inside('TC01', async (ctx) => {
        await ctx.tx.run(sql`delete from sys_option where tenant_id = ${ctx.tenantId} and key = 'tms_trip_flow'`)
        await ctx.tx.run(
          sql`insert into sys_option (tenant_id, id, org_id, key, value) values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.org.id}, 'tms_trip_flow', ${value})`,
        )
        forgetOptions()
      })
    await set('FULL')
    const { id, a, b } = await w.twoStops()
    await w.step('release', id)
    expect(await w.step('depart', id)).toMatchObject({ failed: [{ code: 42201 }] })
    for (const name of ['accept', 'checkIn', 'loadStart']) expect(await w.step(name, id), name).toMatchObject({ ok: 1 })
    expect(await w.states(a, b)).toEqual(['LOADING', 'LOADING'])
    expect(await w.step('cancel', id, { reason: 'x' })).toMatchObject({ failed: [{ message: '已开始装车，请先卸车' }] })
    expect(await w.step('loadFinish', id)).toMatchObject({ ok: 1 })
    expect(await w.step('depart', id)).toMatchObject({ ok: 1 })
    const { stops } = await w.onRoad(id)
    await w.travel(new Date(w.now().getTime() + 3_600_000).toISOString())
    const items = stops.map((s) => ({
      stopId: s.id,
      arriveAt: w.now().toISOString(),
      items: s.items.map(({ wayBillId }) => ({ wayBillId })),
    }))
    await record(id, { stops: items })
    expect(await w.step('finish', id)).toMatchObject({ ok: 1 })
    expect(await w.get(id)).toMatchObject({ state: 'RETURNED' })
    expect(await w.step('approve', id)).toMatchObject({ ok: 1 })
    expect(await w.get(id)).toMatchObject({ state: 'CLOSED' })
    await set('SHORT')
  })
})

describe('司机', () => {
  const tell = (who: Client, ...events: object[]) =>
    who.call<{ events: { uid: string; answer: string; code?: number; message?: string }[] }>(tellEvents, { events })
  let uid = 0
  const ev = (tripId: string, kind: string, when: string, more: object = {}) => ({
    uid: `phone-no-${uid++}`,
    tripId,
    kind,
    at: when,
    ...more,
  })

  test('sees his own trips only, and tells of them offline: doubled, late and in any order', async () => {
    await w.travel('2026-11-29T02:00:00Z')
    const day = (hhmm: string) => `2026-11-29T${hhmm}:00+08:00`
    const own = await w.twoStops({ from: day('10:00'), to: day('14:00') })
    const other = await w.twoStops({ crew: 1, from: day('10:00'), to: day('14:00') })
    for (const { id } of [own, other]) expect(await w.step('release', id)).toMatchObject({ ok: 1 })
    let driver = w.tc()
    await expect(driver.call(myTrips, {})).rejects.toMatchObject({ code: tripFaults.noDriver.code })
    await w.server.inside('G', (ctx) =>
      ctx.tx.run(
        sql`update tms_staff set user_id = ${w.server.one.users.get('admin')} where tenant_id = ${ctx.tenantId} and id = ${w.fleet[0]?.driver}`,
      ),
    )
    const { trips: mine } = await driver.call<{ trips: RoadTrip[] }>(myTrips, {})
    expect(mine.map((t) => t.id)).toContain(own.id)
    expect(mine.map((t) => t.id)).not.toContain(other.id)
    const [s1, s2] = mine.find((t) => t.id === own.id)?.stops ?? []
    await w.travel('2026-11-29T06:00:00Z')
    driver = w.tc()
    const at1 = { stopId: s1?.id }
    const at2 = { stopId: s2?.id }
    const told = [
      ev(own.id, 'DEPART', day('10:00'), { odometerKm: 5 }),
      ev(own.id, 'ARRIVE', day('10:30'), at1),
      ev(own.id, 'SIGN', day('10:35'), { ...at1, wayBillId: own.a }),
      ev(own.id, 'ARRIVE', day('11:30'), at2),
      ev(own.id, 'SIGN', day('11:35'), { ...at2, wayBillId: own.b, lines: [], reason: '门店无人' }),
    ]
    // The signature comes first, then the rest, twice.
    expect((await tell(driver, told[2] ?? {})).events).toMatchObject([{ answer: 'applied' }])
    expect(await w.states(own.a, own.b)).toEqual(['SIGNED', 'IN_TRANSIT'])
    const answers = (await tell(driver, ...[...told].reverse())).events.map((e) => e.answer)
    expect(answers).toEqual(['applied', 'applied', 'duplicate', 'applied', 'applied'])
    expect((await tell(driver, ...told)).events.every((e) => e.answer === 'duplicate')).toBe(true)
    expect(await w.states(own.a, own.b)).toEqual(['SIGNED', 'REJECTED'])
    expect(await w.get(own.id)).toMatchObject({
      state: 'DELIVERED',
      odoStart: 5,
      actDepartAt: expect.stringContaining('2026-11-29T02:00'),
    })
    expect((await w.onRoad(own.id)).stops.map((s) => s.state)).toEqual(['DONE', 'REJECTED'])
    const wrong = await tell(
      driver,
      ev(other.id, 'DEPART', day('10:00')),
      ev('77', 'DEPART', day('10:00')),
      ev(own.id, 'RETURN', '2026-11-29T15:00:00+08:00'),
      ev(own.id, 'ARRIVE', '2026-11-28T09:00:00+08:00', at1),
      ev(own.id, 'SIGN', day('12:00'), { ...at1, wayBillId: own.a }),
      ev(own.id, 'RETURN', day('11:00')),
      ev(own.id, 'RETURN', day('13:30'), { odometerKm: 50 }),
    )
    expect(wrong.events.map((e) => e.code)).toEqual([
      ...[tripFaults.notYours.code, tripFaults.notYours.code, tripFaults.tooEarly.code, tripFaults.tooOld.code],
      ...[tripFaults.signed.code, tripFaults.timeOrder.code, undefined],
    ])
    expect(await w.get(own.id)).toMatchObject({ state: 'CLOSED', odoEnd: 50 })
    await w.clear()
  })

  test('who leaves for a second trip before he is back is told so, event by event, and the first trip is heard', async () => {
    const day = (hhmm: string) => `2026-11-29T${hhmm}:00+08:00`
    await w.travel(day('14:00'))
    const first = await w.twoStops({ from: day('14:10'), to: day('15:00') })
    const second = await w.twoStops({ from: day('15:10'), to: day('16:00') })
    for (const { id } of [first, second]) expect(await w.step('release', id)).toMatchObject({ ok: 1 })
    await w.travel(day('15:30'))
    const [s1] = (await w.onRoad(first.id)).stops
    const { events } = await tell(
      w.tc(),
      ev(first.id, 'DEPART', day('14:10')),
      ev(second.id, 'DEPART', day('15:20')),
      ev(first.id, 'ARRIVE', day('14:40'), { stopId: s1?.id }),
    )
    expect(events.map((e) => [e.answer, e.code])).toEqual([
      ['applied', undefined],
      ['refused', tripFaults.truckBusy.code],
      ['applied', undefined],
    ])
    expect([(await w.get(first.id)).state, (await w.get(second.id)).state]).toEqual(['IN_TRANSIT', 'RELEASED'])
    await w.clear()
  })

  test('what is fetched: in part, or not at all, then it waits again', async () => {
    const [a, b] = [await w.wayBillAt(0, { kind: 'RETURN' }), await w.wayBillAt(1, { kind: 'PICKUP' })]
    const { id } = await w.makeTrip({
      from: '2026-11-29T16:00:00+08:00',
      to: '2026-11-29T18:00:00+08:00',
      stops: [w.stop(0, a), w.stop(1, b)],
    })
    await w.step('release', id)
    await w.travel('2026-11-29T10:00:00Z')
    const [s1, s2] = (await w.onRoad(id)).stops
    const lines = (qty: string) => [{ lineId: s1?.items[0]?.lines[0]?.id, qty }]
    const goods = (more: object) => ev(id, 'SIGN', w.now().toISOString(), { stopId: s1?.id, wayBillId: a, ...more })
    const fail = ev(id, 'FAIL', w.now().toISOString(), { stopId: s2?.id, wayBillId: b, reason: '缺货' })
    const { events } = await tell(
      w.tc(),
      goods({ lines: lines('11') }),
      goods({ lines: lines('9'), reason: '少货' }),
      fail,
    )
    expect(events).toMatchObject([
      { message: '实提数量不能大于应提数量' },
      { answer: 'applied' },
      { answer: 'applied' },
    ])
    expect(await w.states(a, b)).toEqual(['PARTIAL', 'CONFIRMED'])
    await w.makeTrip({ stops: [w.stop(1, b)] })
    await w.clear()
  })
})
