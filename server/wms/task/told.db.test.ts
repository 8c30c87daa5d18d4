import { type MessageRecord, messageCalls } from '@lading/contract/sys/message.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
})
afterAll(() => desk.server.close())

const heardOf = async (who: Client, kind: string) => {
  await desk.server.relay.drain()
  const { records } = await who.call<{ records: MessageRecord[] }>(messageCalls.query, {})
  return records.filter(({ key }) => key === kind)
}

test('who may change orders hears of a short pick once, with the way to the order; who reported it and who only looks do not', async () => {
  const [admin, viewer] = [await desk.server.as('admin', 'DC01'), await desk.server.as('viewer', 'DC01')]
  await desk.put('P-01', 'A', '20')
  const { id, billId, lines } = await desk.pick({ A: '8' })
  const told = { taskLineId: lines[0]?.id, qty: '5', reason: 'DAMAGED', toContainer: 'T1' }
  await admin.call(work.takeTask, { id, device: 'X' })
  await admin.call(work.confirmLine, told as never, { key: 'short' })
  await admin.call(work.confirmLine, told as never, { key: 'short' })
  const [heard, ...more] = await heardOf(desk.clerk, 'SHORT_PICK')
  expect(more).toEqual([])
  expect(heard).toMatchObject({ link: `wms.operateBill?id=${billId}`, args: { qty: '3' } })
  for (const other of [admin, viewer]) expect(await heardOf(other, 'SHORT_PICK')).toEqual([])
  // Another centre's people have nothing to do with it.
  expect(await heardOf(await desk.server.as('admin', 'G', 'two'), 'SHORT_PICK')).toEqual([])
})

test('a refused confirm tells nobody', async () => {
  await desk.put('P-01', 'B', '20', { expire: '2027-06-01' })
  const { lines } = await desk.pick({ B: '8' })
  const before = (await heardOf(desk.clerk, 'SHORT_PICK')).length
  await expect(
    desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '9', reason: 'DAMAGED' } as never),
  ).rejects.toThrow()
  expect(await heardOf(desk.clerk, 'SHORT_PICK')).toHaveLength(before)
})
