import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { freeHands, makeOutbound, setDuty, step, stocked, tasksOf } from './desk.ts'
import { asked, enterStation, press, sees, station } from './station.ts'
import { type Running, start } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'picker')
})
afterAll(() => lading?.close())

test('who has not come to work yet checks in where he stands, and goes on with the task', async () => {
  const [product = ''] = await stocked(desk, 1)
  const order = await makeOutbound(desk, 'S012', [[product, '6']], 1)
  await step(desk, 'operateBill', order.id, 'allocate')
  const [task] = await tasksOf(desk, 'pickTask', order.id)
  await setDuty(desk, 'picker', false)
  const { page, troubles } = await lading.open('picker', { width: 390, height: 844 })
  await enterStation(page, 'wms/pickTaskList')
  await station(page)
    .getByLabel('扫描任务号')
    .fill(task?.taskNo ?? '')
  await page.keyboard.press('Enter')
  await sees(page, '请先签到')
  await press(page, '签到')
  await asked(page, '去货位')
  await freeHands(desk, 'picker')
  expect(troubles().filter((said) => !/400|409|422/.test(said))).toEqual([])
})
