import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { act, choose, dialog, panel } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

test('rules change places in the form, and the try-out tells which was taken and why the others were not', async () => {
  const made = await desk.post<{ id: string }>('/wms/api/productStorageScheme/create', {
    code: `MOVED${Date.now()}`,
    name: '换序方案',
    rules: [
      { seq: 10, method: 'OVERFLOW' },
      { seq: 20, method: 'SAME_LOT' },
    ],
  })
  const { page, troubles } = await lading.open('admin')
  await visit(page, `wms/productStorageSchemeEdit?id=${made.id}`)
  const rows = panel(page).locator('.rows').first().locator('tr.grid-row')
  await rows.nth(1).waitFor()
  await panel(page).getByRole('button', { name: '新增上架规则' }).click()
  const form = dialog(page)
  await form.getByRole('button', { name: '确定' }).click()
  await form.getByText('方法不能为空').waitFor()
  await form.getByRole('combobox', { name: '方法' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '空货位' }).click()
  await form.getByRole('checkbox', { name: '允许拆分' }).uncheck()
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'detached' })
  await rows.nth(2).getByRole('gridcell', { name: '空货位' }).waitFor()
  await rows.nth(2).getByRole('button', { name: '上移 3' }).click()
  await rows.nth(0).getByRole('button', { name: '下移 1' }).click()
  expect(await rows.nth(0).getByRole('button', { name: '上移 1' }).isDisabled()).toBe(true)
  expect(await axe(page)).toEqual([])
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(/productStorageSchemeDtl/)
  const { rules } = await desk.get<{ rules: { seq: number; method: string; splitAllowed: boolean }[] }>(
    '/wms/api/productStorageScheme/getById',
    { id: made.id },
  )
  expect(rules.map((r) => `${r.seq} ${r.method}`)).toEqual(['10 EMPTY', '20 OVERFLOW', '30 SAME_LOT'])
  expect(rules.map((r) => r.splitAllowed)).toEqual([false, true, true])

  await act(page, panel(page), '试算')
  const drawer = dialog(page)
  await drawer.getByRole('button', { name: '试算', exact: true }).click()
  await drawer.getByText('商品不能为空').waitFor()
  await choose(page, drawer.getByLabel('商品'), '100612')
  await choose(page, drawer.getByLabel('货主'), 'O1')
  await drawer.getByLabel('数量').fill('3+2')
  await drawer.getByText('3+2', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: '试算', exact: true }).click()
  expect(await drawer.getByLabel('数量').inputValue()).toBe('74')
  await drawer.getByText('适用方案').waitFor()
  await drawer.getByText('采用', { exact: true }).first().waitFor()
  expect(await drawer.locator('.outcome-got').first().innerText()).toMatch(/\S+ · \d+/)
  expect(await axe(page)).toEqual([])
  await desk.post('/wms/api/productStorageScheme/disable', { id: made.id, version: 1 })
  expect(troubles()).toEqual([])
})

test('a task rule offers the templates of its own labels, and keeps by what picks are grouped and sorted', async () => {
  const { records } = await desk.post<{ records: { id: string }[] }>('/wms/api/taskConfig/query', {
    filter: { taskType: 'PICK' },
  })
  const id = records[0]?.id ?? ''
  const { page, troubles } = await lading.open('admin')
  await visit(page, `wms/wmsTaskConfigEdit?id=${id}`)
  const rows = panel(page).locator('.rows').first().locator('tr.grid-row')
  await rows.nth(1).waitFor()
  await rows.nth(1).getByRole('button', { name: '编辑 2' }).click()
  const form = dialog(page)
  await form.getByRole('combobox', { name: '标签模板' }).click()
  const offered = page.locator('.ant-select-item-option:visible')
  await offered.first().waitFor()
  expect(await offered.allTextContents()).toEqual([expect.stringContaining('拣货标签（冷冻）')])
  await offered.first().click()
  await form.getByRole('combobox', { name: '合并键' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '称重商品' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('combobox', { name: '行顺序' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '商品编码' }).click()
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'detached' })
  await rows.nth(1).getByRole('gridcell', { name: '称重商品' }).waitFor()
  expect(await axe(page)).toEqual([])
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(/wmsTaskConfigDtl/)
  const { rules } = await desk.get<{ rules: object[] }>('/wms/api/taskConfig/getById', { id })
  expect(rules[1]).toMatchObject({
    ...{ groupBy: ['WEIGHED'], lineOrder: 'PRODUCT' },
    refs: { labelTemplateId: { name: '拣货标签（冷冻）' } },
  })
  expect(troubles()).toEqual([])
})
