import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find, makeOrder, makeOutbound, reconcile, step, stocked, tasksOf } from './desk.ts'
import { act, dialog, panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

const order = async (count: number, qty: string) =>
  makeOutbound(
    desk,
    'S014',
    (await stocked(desk, count)).map((code) => [code, qty] as const),
    90,
  )

test('a part of an order is split off, and comes back to it', async () => {
  const first = await order(2, '4')
  const { page, troubles } = await lading.open('shipper')
  await visit(page, `wms/operateBillDtl?id=${first.id}`)
  await act(page, panel(page), '拆单')
  const rows = dialog(page).locator('tr.grid-row')
  await rows.first().getByRole('checkbox').check()
  await dialog(page).getByLabel('第2行拆出数量').fill('5')
  expect(await dialog(page).getByRole('button', { name: '拆出2行' }).isDisabled()).toBe(true)
  await dialog(page).getByLabel('第2行拆出数量').fill('1')
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '拆出2行' }).click()
  await toast(page, /已拆出新单/)
  await panel(page).getByRole('tab', { name: '关联单据' }).click()
  const made = panel(page).getByRole('link', { name: /^CK/ }).first()
  const madeNo = (await made.textContent()) ?? ''
  expect(await find(desk, '/wms/api/operateBill', { billNo: madeNo })).toMatchObject({ planQty: '5.000', lineCount: 2 })
  expect(await find(desk, '/wms/api/operateBill', { billNo: first.billNo })).toMatchObject({ planQty: '3.000' })

  await visit(page, 'wms/operateBillList?state=APPROVED')
  for (const no of [first.billNo, madeNo])
    await panel(page).locator('tr.grid-row', { hasText: no }).getByRole('checkbox').check()
  // Who thinks better of it, or goes elsewhere meanwhile, has chosen them still.
  const merge = panel(page).getByRole('toolbar').getByRole('button', { name: '合单' })
  await merge.click()
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await merge.click()
  await dialog(page).waitFor()
  await page.goBack()
  await panel(page).getByRole('tab', { name: '关联单据' }).waitFor()
  await page.goForward()
  await panel(page).getByText('已选2条').waitFor()
  await merge.click()
  await dialog(page).getByRole('button', { name: '合单' }).click()
  await toast(page, /已合并，共3行/)
  expect(await find(desk, '/wms/api/operateBill', { billNo: first.billNo })).toMatchObject({ planQty: '8.000' })
  expect(await find(desk, '/wms/api/operateBill', { billNo: madeNo })).toMatchObject({ state: 'CANCELED' })
  expect(troubles()).toEqual([])
})

test('what a page has asked goes with its tab: nothing stands over another page, and nothing is done', async () => {
  const { id, billNo } = await order(1, '2')
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/storeList')
  await panel(page).getByRole('heading', { name: '门店' }).first().waitFor()
  await visit(page, `wms/operateBillDtl?id=${id}`)
  const question = page.getByRole('dialog').filter({ hasText: `作废[${billNo}]` })
  for (const reason of ['写了一半', '']) {
    await act(page, panel(page), '作废')
    await question.waitFor()
    expect(await question.locator('textarea').inputValue()).toBe('')
    await question.locator('textarea').fill(reason)
    await page.goBack()
    await panel(page).getByRole('heading', { name: '门店' }).first().waitFor()
    expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
    await page.goForward()
    await panel(page).getByText(billNo).first().waitFor()
    expect(await question.count()).toBe(0)
  }
  expect(await find(desk, '/wms/api/operateBill', { billNo })).toMatchObject({ state: 'APPROVED' })
  expect(troubles()).toEqual([])
})

test('why an order cannot be stopped is said before a reason is typed, and leads to what has to be settled', async () => {
  const { id, billNo } = await order(2, '3')
  await step(desk, 'operateBill', id, 'allocate')
  const [task] = await tasksOf(desk, 'pickTask', id)
  await desk.post('/wms/api/task/take', { id: task?.id })
  const { page, troubles } = await lading.open('admin')
  await visit(page, `wms/operateBillDtl?id=${id}`)
  await act(page, panel(page), '终止')
  const question = page.getByRole('dialog').filter({ hasText: `终止[${billNo}]` })
  await question.getByRole('alert').getByText('存在进行中的任务').waitFor()
  expect(await question.locator('textarea').inputValue()).toBe('')
  await question
    .getByRole('alert')
    .getByRole('link', { name: String(task?.taskNo) })
    .click()
  await panel(page)
    .getByRole('heading', { name: String(task?.taskNo) })
    .waitFor()
  expect(await question.count()).toBe(0)
  // Settled, nothing stands in the way any more, and asking has changed nothing.
  await act(page, panel(page), '放弃')
  await dialog(page).getByRole('button', { name: '放弃' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await visit(page, `wms/operateBillDtl?id=${id}`)
  const asked = page.waitForResponse(/operateBill\/stop/)
  await act(page, panel(page), '终止')
  await asked
  expect(await question.getByRole('alert').count()).toBe(0)
  expect(await find(desk, '/wms/api/operateBill', { billNo })).toMatchObject({ state: 'INPROGRESS' })
  expect(troubles()).toEqual([])
})

test('a pick sheet is entered with the keyboard alone', async () => {
  const { id } = await order(2, '3')
  await step(desk, 'operateBill', id, 'allocate')
  const tasks = await tasksOf(desk, 'pickTask', id)
  const { page, troubles } = await lading.open('picker')
  for (const task of tasks) {
    await visit(page, `wms/pickTaskDtl?id=${task.id}`)
    await act(page, panel(page), '录入纸单')
    const first = dialog(page).locator('input[data-field="qty"]').first()
    await first.waitFor()
    expect(await axe(page)).toEqual([])
    await first.focus()
    for (let i = 0; i < Number(task.lineCount); i++) await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await toast(page, new RegExp(`已录入${task.lineCount}行`))
    await panel(page).getByText('已完成').first().waitFor()
  }
  expect(await tasksOf(desk, 'pickTask', id)).toMatchObject(tasks.map(() => ({ state: 'DONE', mode: 'PAPER' })))
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})

test('a receiving sheet is entered as it was counted, with the dates on the goods', async () => {
  const dated = (shelfMode: string) => find<{ code: string }>(desk, '/mdm/api/product', { shelfMode, isWeigh: false })
  const goods = await Promise.all(['PROD_DATE', 'NONE'].map(dated))
  const order = await makeOrder(
    desk,
    goods.map(({ code }) => [code, '6'] as const),
  )
  await step(desk, 'orderBill', order.id, 'createTask')
  const [task] = await tasksOf(desk, 'receiveTask', order.id)
  const { page, troubles } = await lading.open('receiver')
  await visit(page, `wms/receiveTaskDtl?id=${task?.id}`)
  await act(page, panel(page), '录入纸单')
  const typed = (field: string) => dialog(page).locator(`input[data-field="${field}"]`)
  await typed('qty').first().waitFor()
  for (const qty of await typed('qty').all()) await qty.fill('0+6')
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '录入2行' }).click()
  await dialog(page).getByText('请填写有效日期').waitFor()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(2, 10).replaceAll('-', '')
  await typed('day').fill(yesterday)
  await dialog(page).getByRole('button', { name: '录入2行' }).click()
  await toast(page, /已录入2行/)
  expect(await tasksOf(desk, 'receiveTask', order.id)).toMatchObject([{ state: 'DONE', mode: 'PAPER' }])
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})
