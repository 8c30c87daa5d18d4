import * as work from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOf, openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.put('P-01', 'A', '500')
})
afterAll(() => desk.server.close())

const lineOf = async () => {
  const { id, lines } = await desk.pick({ A: '15' })
  return { id, taskLineId: lines[0]?.id ?? '' }
}
const three = (taskLineId: string) => ({ taskLineId, qty: '3', partial: true })
/** As after seven days, when the answers that were kept are cleared. */
const forgetAnswers = () => desk.server.db.owner.query('delete from sys_idempotency')

test('two users may use one key on one line: what each confirms is moved', async () => {
  const { id, taskLineId } = await lineOf()
  await desk.clerk.call(work.confirmLine, three(taskLineId), { key: '1' })
  const other = await desk.server.as('admin', 'DC01')
  await other.call(work.takeOverTask, { id })
  await other.call(work.confirmLine, three(taskLineId), { key: '1' })
  expect(await bookOf(desk, taskLineId)).toEqual({ done: '6', moved: '6' })
  await desk.sound()
})

test('one user may use one key on two calls: what each confirms is moved', async () => {
  const { id, taskLineId } = await lineOf()
  await desk.clerk.call(work.confirmLine, three(taskLineId), { key: 'both' })
  await desk.clerk.call(work.confirmSheet, { id, lines: [{ taskLineId, qty: '12' }] } as never, { key: 'both' })
  expect(await bookOf(desk, taskLineId)).toEqual({ done: '15', moved: '15' })
  await desk.sound()
})

test('a confirm that comes again after its answer was cleared is refused, and moves nothing', async () => {
  const { taskLineId } = await lineOf()
  await desk.clerk.call(work.confirmLine, three(taskLineId), { key: 'late' })
  await forgetAnswers()
  const again = desk.clerk.call(work.confirmLine, three(taskLineId), { key: 'late' })
  await expect(again).rejects.toMatchObject({ code: 40901 })
  expect(await bookOf(desk, taskLineId)).toEqual({ done: '3', moved: '3' })
  await desk.sound()
})
