import { crudCalls } from '@lading/contract/kernel/crud.ts'
import {
  arriveTasks,
  collectTask,
  failTasks,
  takeDeliveryTask,
  taskLines,
} from '@lading/contract/tms/takeDeliveryTask.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askServed } from '../../kernel/http/serve.ts'
import type { Client } from '../../testing/server.ts'
import { openTrips, type Seen, type TripWorld } from '../testing/tripWorld.ts'
import { tasksServed } from './tasks.ts'

type Task = Seen & Record<string, string | null>
let world: TripWorld
beforeAll(async () => {
  world = await openTrips()
})
afterEach(() => world.clear())
afterAll(() => world.server.close())

const list = async (filter: object = {}) =>
  (await world.tc().call<{ records: Task[] }>(crudCalls(takeDeliveryTask).query, { filter })).records
/** A released trip that brings something to the first store and fetches something there and at the second. */
async function fetching() {
  const out = await world.wayBillAt(0)
  const [a, b] = [await world.wayBillAt(0, { kind: 'RETURN' }), await world.wayBillAt(1, { kind: 'PICKUP' })]
  const trip = await world.makeTrip({ stops: [world.stop(0, out, a), world.stop(1, b)] })
  await world.step('release', trip.id)
  const tasks = await list({ billId: trip.id })
  const taskOf = (wayBillId: string) => tasks.find((t) => t.wayBillId === wayBillId) as Task
  return { trip: trip.id, out, a, b, taskA: taskOf(a), taskB: taskOf(b), n: tasks.length }
}
const rows = (...of: Seen[]) => ({ rows: of.map(({ id, version }) => ({ id, version })) })
const lineOf = async (id: string, qty: string) => {
  const { lines } = await world.tc().call<{ lines: { id: string }[] }>(taskLines, { id })
  return [{ lineId: lines[0]?.id ?? '', qty }]
}
const collect = async (task: Seen, qty: string, more: object = {}, who: Client = world.tc()) =>
  who.call<Seen>(collectTask, { id: task.id, version: task.version, lines: await lineOf(task.id, qty), ...more })

test('what is fetched is listed with its trip and site, what is brought is not; arriving twice is arriving once', async () => {
  const { taskA, taskB, a, out, n } = await fetching()
  expect(n).toBe(2)
  expect(taskA).toMatchObject({
    kind: 'RETURN',
    state: 'OPEN',
    goods: '水',
    tripState: 'RELEASED',
    pieces: '10.000',
    diffPieces: null,
  })
  expect(taskB).toMatchObject({ kind: 'PICKUP' })
  const tc = world.tc()
  expect(await tc.call(arriveTasks, rows(taskA))).toMatchObject({ ok: 1, failed: [] })
  expect(await tc.call(arriveTasks, rows(taskA))).toMatchObject({ ok: 1, failed: [] })
  expect(await world.states(a, out)).toEqual(['ARRIVED', 'ARRIVED'])
  expect(await list({ id: [taskA.id] })).toMatchObject([{ tripState: 'IN_TRANSIT', stopState: 'ARRIVED' }])
})

test('less is fetched only with a reason, more only by right, and nothing twice', async () => {
  const { taskA, taskB, a, b, trip } = await fetching()
  await expect(collect(taskA, '9')).rejects.toMatchObject({ code: 42369 })
  await collect(taskA, '9', { reason: '破损', signer: '店长' })
  expect(await world.states(a)).toEqual(['PARTIAL'])
  expect(await list({ id: [taskA.id] })).toMatchObject([
    { state: 'PARTIAL', donePieces: '9.000', diffPieces: '-1.000', reason: '破损' },
  ])
  await expect(collect(taskA, '9')).rejects.toMatchObject({ code: 40900 })
  const [now] = await list({ id: [taskA.id] })
  await expect(collect(now as Task, '9')).rejects.toMatchObject({ code: 42366 })
  await collect(taskB, '11')
  expect(await world.states(b)).toEqual(['SIGNED'])
  expect(await list({ id: [taskB.id] })).toMatchObject([{ state: 'SIGNED', donePieces: '11.000', diffPieces: '1.000' }])
  expect((await world.onRoad(trip)).stops[1]).toMatchObject({ state: 'DONE' })
})

test('who has no right to permit is refused more than was ordered, and nothing of it is kept', async () => {
  const { taskB, b } = await fetching()
  const lines = await lineOf(taskB.id, '11')
  const served = tasksServed().find((s) => s.call.path === collectTask.path)
  const asClerk = world.server.inside('TC01', (ctx) =>
    askServed(served as never, { ...ctx, permissions: new Set() }, { id: taskB.id, version: taskB.version, lines }),
  )
  await expect(asClerk).rejects.toMatchObject({ refusal: tripFaults.overPicked })
  expect(await world.states(b)).toEqual(['DISPATCHED'])
})

test('what could not be fetched waits for another trip, or is over; why is said', async () => {
  const { taskA, taskB, a, b } = await fetching()
  const tc = world.tc()
  expect(await tc.call(failTasks, rows(taskA))).toMatchObject({ ok: 0, failed: [{ code: 42369 }] })
  expect(await world.states(a, b)).toEqual(['DISPATCHED', 'DISPATCHED'])
  expect(await tc.call(failTasks, { ...rows(taskA), reason: '门店无人' })).toMatchObject({ ok: 1 })
  expect(await tc.call(failTasks, { ...rows(taskB), reason: '订单取消', input: { isOver: true } })).toMatchObject({
    ok: 1,
  })
  expect(await world.states(a, b)).toEqual(['CONFIRMED', 'REJECTED'])
  expect(await list({ id: [taskA.id] })).toMatchObject([{ state: 'FAILED' }])
  expect(await list({ id: [taskB.id] })).toMatchObject([{ state: 'REJECTED', donePieces: '0.000' }])
  // Its way bill comes onto another trip; the task that failed stays as it was.
  await world.makeTrip({ crew: 1, stops: [world.stop(0, a)] })
  expect(await list({ wayBillId: a })).toHaveLength(2)
})

test('a draft trip fetches nothing yet', async () => {
  const a = await world.wayBillAt(0, { kind: 'RETURN' })
  const trip = await world.makeTrip({ stops: [world.stop(0, a)] })
  const [task] = await list({ billId: trip.id })
  await expect(collect(task as Task, '10')).rejects.toMatchObject({ code: 42373 })
  expect(await world.states(a)).toEqual(['PLANNED'])
})
