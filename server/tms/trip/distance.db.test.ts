import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { recordTrip } from '@lading/contract/tms/tripCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoad, place, type RoadWorld, stores } from '../testing/roadWorld.ts'
import { at } from '../testing/tripWorld.ts'

let w: RoadWorld
beforeAll(async () => {
  w = await openRoad()
})
afterAll(() => w.server.close())

const released = async (crew: number) => {
  const { id } = await w.twoStops({ crew, from: at('12:00'), to: at('14:00') })
  await w.step('release', id)
  return id
}
/** All of a trip at once, back at two. */
const record = async (id: string, o: { odoStart?: number; odoEnd?: number } = {}) => {
  const { stops } = await w.onRoad(id)
  await w.tc().call(recordTrip, {
    ...{ id, version: (await w.get(id)).version, departAt: at('12:00'), returnAt: at('14:00'), ...o },
    stops: stops.map((s, i) => ({
      ...{ stopId: s.id, arriveAt: at(`12:${20 + i * 20}`), leaveAt: at(`12:${30 + i * 20}`) },
      items: s.items.map(({ wayBillId }) => ({ wayBillId, signer: '店' })),
    })),
  })
  return w.get(id)
}
/** Eighteen kilometres out and back, at rest until two. */
const drive = (crew: number) =>
  w.drive(crew, '12:00', place(0, 0), [
    { to: stores[2], kmh: 60, stayS: 600 },
    { to: place(0, 0), kmh: 60, stayS: 4_500 },
  ])

test('without two readings and without a track nobody knows what was driven, until it is told', async () => {
  const id = await released(0)
  await w.travel(at('15:00'))
  // Readings in the wrong order are none.
  const unknown = { state: 'CLOSED', actDistanceM: null, trackDistanceM: null }
  expect(await record(id, { odoStart: 90, odoEnd: 9 })).toMatchObject(unknown)
  const told = await released(1)
  const { version, actDistanceM } = await record(told, { odoStart: 100, odoEnd: 140 })
  expect(actDistanceM).toBe(40_000)
  // Opened again, it is on its way.
  await w.tc().call(documentCalls(shipPlanBill).reopen, { rows: [{ id: told, version }], reason: '里程表记错' })
  expect(await w.get(told)).toMatchObject({ ...unknown, state: 'DELIVERED' })
  await w.clear()
})

test('a trip that is back has driven what its odometer says, else what its track says', async () => {
  const [both, track] = [await released(0), await released(1)]
  await drive(0)
  await drive(1)
  const byBoth = await record(both, { odoStart: 5_000, odoEnd: 5_038 })
  expect(byBoth).toMatchObject({ state: 'CLOSED', actDistanceM: 38_000 })
  // One reading alone says nothing.
  const byTrack = await record(track, { odoEnd: 5_038 })
  for (const { trackDistanceM } of [byBoth, byTrack])
    expect(Math.abs(Number(trackDistanceM) - 36_000)).toBeLessThan(300)
  expect(byTrack.actDistanceM).toBe(byTrack.trackDistanceM)
})
