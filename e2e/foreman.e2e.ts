import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { makeOrder, makeOutbound, reconcile, step, stocked, tasksOf } from './desk.ts'
import { act, dialog, panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

/** A receive task of a fresh order. */
async function receiveTask(): Promise<string> {
  const order = await makeOrder(desk, [['600601', '16']])
  await step(desk, 'orderBill', order.id, 'createTask')
  const [task] = await tasksOf(desk, 'receiveTask', order.id)
  return String(task?.taskNo)
}

test('a foreman gives tasks to people by a click and by dragging, and sees it at once', async () => {
  const { page, troubles } = await lading.open('admin', { width: 1680 })
  const [clicked, dragged] = [await receiveTask(), await receiveTask()]
  await visit(page, 'wms/taskList?taskType=RECEIVE')
  const people = panel(page).getByRole('complementary', { name: '作业人员' })
  const worker = people.locator('.worker', { hasText: '收货员小李' })
  const rowOf = (no: string) => panel(page).locator('tr.grid-row', { hasText: no })

  await rowOf(clicked).getByRole('checkbox').check()
  await worker.getByRole('button').click()
  await rowOf(clicked).getByText('已领取').waitFor()

  await rowOf(dragged).getByRole('link', { name: dragged }).dragTo(worker)
  await rowOf(dragged).getByText('已领取').waitFor()
  expect(await axe(page)).toEqual([])

  // Without a selection a click asks for the person's own tasks.
  await worker.getByRole('button').click()
  await page.waitForURL(/assigneeId=/)
  await rowOf(clicked).waitFor()
  expect(troubles()).toEqual([])
})

test('a long pick is split for two people, and made one again', async () => {
  const goods = await stocked(desk, 3)
  const order = await makeOutbound(
    desk,
    'S016',
    goods.map((code) => [code, '2'] as const),
    90,
  )
  await step(desk, 'operateBill', order.id, 'allocate')
  const [task] = await tasksOf(desk, 'pickTask', order.id)
  const { page, troubles } = await lading.open('admin')
  await visit(page, `wms/pickTaskDtl?id=${task?.id}`)
  await act(page, panel(page), '拆分')
  await dialog(page).locator('tbody').getByRole('checkbox').first().check()
  await dialog(page).getByRole('button', { name: '拆出1行' }).click()
  await toast(page, /已拆分为新任务/)
  expect((await tasksOf(desk, 'pickTask', order.id)).map((t) => t.lineCount).sort()).toEqual([1, 2])

  await visit(page, `wms/pickTaskList?billNo=${order.billNo}`)
  const boxes = panel(page).locator('tbody').getByRole('checkbox')
  await boxes.nth(1).waitFor()
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await panel(page).getByRole('toolbar').getByRole('button', { name: '合并' }).click()
  await dialog(page).getByRole('button', { name: '合并' }).click()
  await toast(page, /共3行/)
  const left = (await tasksOf(desk, 'pickTask', order.id)).filter((t) => t.state !== 'CANCELED')
  expect(left).toMatchObject([{ id: task?.id, lineCount: 3 }])
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})

test('the book is checked from the dashboard, whose figures follow the day that is asked', async () => {
  const { page, troubles } = await lading.open('viewer')
  await visit(page, 'wms/dashboardCurrent')
  await panel(page).getByRole('button', { name: '立即对账' }).click()
  const drawer = page.getByRole('dialog', { name: '库存对账' })
  await drawer.getByText('账实流水一致，没有异常。').waitFor()
  await drawer.getByRole('button', { name: /close|关闭/i }).click()
  const day = panel(page).getByLabel('业务日期')
  await day.click()
  await page.locator('.lunar-days').waitFor()
  await day.fill('2020-01-01')
  await day.press('Enter')
  await panel(page).getByText('0 / 0', { exact: true }).waitFor()
  expect(troubles()).toEqual([])
})
