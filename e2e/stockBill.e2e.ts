import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { reconcile } from './desk.ts'
import { choose, dialog, panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

test('damaged goods are written down by one person and approved by another', async () => {
  const { page, troubles } = await lading.open('receiver')
  await visit(page, 'wms/storageTypeAdd')
  await panel(page).getByRole('button', { name: '选择库存' }).click()
  await toast(page, '请先选择货主')
  await choose(page, panel(page).getByLabel('货主'), 'O1')
  await panel(page).getByLabel('调整原因').fill('搬运破损')
  await panel(page).getByRole('button', { name: '选择库存' }).click()
  const rows = dialog(page).locator('tr.grid-row')
  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: '添加2项' }).click()
  const line = panel(page).locator('tr.grid-row').first()
  await panel(page).locator('tr.grid-row').nth(1).getByRole('button', { name: '删除' }).click()
  await line.getByRole('textbox', { name: /^数量/ }).fill('3')
  await line.getByRole('combobox', { name: /^新类型/ }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '残次' }).click()
  await page.mouse.move(5, 5)
  expect(await axe(page)).toEqual([])
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(/storageTypeDtl/)
  const no = (await panel(page).getByRole('heading', { name: /^LX/ }).textContent()) ?? ''
  await panel(page).getByText('已保存').first().waitFor()

  const { page: other } = await lading.open('admin', { language: 'en-US' })
  await visit(other, 'wms/storageTypeList')
  await panel(other).locator('tr.grid-row').first().waitFor()
  const found = await desk.post<{ records: { id: string; version: number }[] }>('/wms/api/typeChangeBill/query', {
    filter: { billNo: no },
  })
  const [bill] = found.records
  await visit(other, `wms/storageTypeDtl?id=${bill?.id}`)
  await panel(other).getByRole('button', { name: 'Approve' }).click()
  await dialog(other).getByRole('button', { name: 'Approve' }).click()
  await panel(other).getByText('Finished').first().waitFor()
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})
