import * as calls from '@lading/contract/dps/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countJourneys } from '../../testing/journeys.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'

/** What is asked, the locks, the line, the posting, what is written and followed, the rack's rows and lights, the commit. */
const most = 11

let desk: RackDesk
const told: (readonly (readonly string[])[])[] = []
beforeAll(async () => {
  desk = await openRackDesk({ points: [12, 2], orders: 2 })
  countJourneys(desk.server.db.pool, (journeys) => told.push(journeys))
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  await desk.clerk.call(calls.signOn, { pointCode: 'P2' })
})
afterAll(() => desk.close())

/** Journeys of the transaction that booked a press. */
async function pressOf(node: number): Promise<readonly (readonly string[])[]> {
  told.length = 0
  await desk.press(node)
  return told.find((journeys) => journeys.flat().some((text) => text.startsWith('insert into dps_event'))) ?? []
}
const arrive = async (containerCode: string) => {
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode })
  await desk.settle()
}

test('a press takes few journeys to the database, whatever is lit beside it', async () => {
  await desk.order('S01', { P01: '2', P02: '3', P03: '4', P13: '5' })
  await arrive('C001')
  const counts = []
  // The first confirm learns what is looked up once; the last of a point lights its completer.
  for (const node of [1, 2, 3]) counts.push((await pressOf(node)).length)
  expect(counts.slice(1).every((n) => n > 0 && n <= most)).toBe(true)

  await desk.press(desk.completer(1))
  await desk.order('S02', Object.fromEntries([1, 2, 4, 5, 6, 7, 8, 9].map((n) => [`P0${n}`, '2'])))
  await desk.order('S03', { P02: '2', P10: '3', P11: '4' })
  await arrive('C002')
  await arrive('C003')
  // The first of a container also asks where that is to stand.
  expect((await pressOf(4)).length).toBeLessThanOrEqual(most + 1)
  // Where two want the same tag the second is lit in the same transaction.
  expect((await pressOf(2)).length).toBeLessThanOrEqual(most)
  expect(desk.lit()).toContain('2:2')
  await desk.sound()
})

test('a press locks the warehouse’s task, then the pick, then its light', async () => {
  const texts = (await pressOf(5)).flat()
  const locks = [/ from wms_task t .* for update$/s, / from dps_pick p .* for update of p$/s, /^\s*update dps_light /]
  const at = locks.map((lock) => texts.findIndex((text) => lock.test(text)))
  expect(at.every((i) => i >= 0)).toBe(true)
  expect(at).toEqual([...at].sort((a, b) => a - b))
})
