import * as calls from '@lading/contract/dps/calls.ts'
import { controller } from '@lading/contract/dps/equipment.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { connect } from '../testing/wire.ts'

let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [2] })
})
afterAll(() => desk.close())

test('whoever looks at the rack is told when a light that was asked for is on', async () => {
  const told = vi.spyOn(desk.server.kernel, 'committed')
  const toldOfRack = () =>
    told.mock.calls.filter(([, topics]) => topics.has(jobpoint.key) && !topics.has(controller.key)).length
  const shown = async () => (await desk.clerk.call(calls.rackOf, {})).tags.map((t) => t.light?.state ?? null)
  await desk.order('S01', { P01: '5' })
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  await desk.gateway.stop()
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })
  expect(await shown()).toContain('QUEUED')
  const before = toldOfRack()
  const again = await connect(desk.server, desk.inside, desk.sim)
  await again.settle()
  expect(await shown()).toContain('LIT')
  expect(toldOfRack()).toBeGreaterThan(before)
  await again.gateway.stop()
})
