import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, dialog, panel, toast, workAt } from './pages.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('a case is counted once, gets the GTIN of its bottle, and is kept level by level', async () => {
  const enterprise = await lading.person('admin', 'LADING')
  await enterprise.post('/mdm/api/product/create', {
    code: 'COLA330',
    name: '可乐330ml',
    baseUnit: '瓶',
    weightKg: '0.35',
    barcodes: [{ code: '6901234567892' }],
  })
  const s = await lading.open('admin')
  const { page } = s
  await visit(page, 'mdm/productQpcList')
  await workAt(page, 'LADING')
  await visit(page, 'mdm/productQpcList?barcode=6901234567892')
  const pane = panel(page).locator('.pack-pane')
  await pane.getByRole('button', { name: '新增规格', exact: true }).click()
  const form = dialog(page)
  await form.getByLabel('每箱数量').fill('0')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.getByText('包装含量必须大于0').waitFor()
  await form.getByLabel('每箱数量').fill('24')
  await form.getByLabel('每层箱数').fill('12')
  await form.getByLabel('层数', { exact: true }).fill('5')
  await form.getByRole('button', { name: '采用 16901234567899', exact: true }).click()
  await form.getByRole('button', { name: '由下级计算体积与重量', exact: true }).click()
  expect(await form.getByLabel('箱重kg').inputValue()).toBe('8.4')
  expect(await form.getByLabel('托盘重kg').inputValue()).toBe('504')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await toast(page, '保存成功')
  const pack = pane.locator('.pack').filter({ hasText: '1*24' })
  await pack.getByRole('row', { name: /托盘.*1,440.*504.*12×5/ }).waitFor()
  await pack.getByRole('row', { name: /箱.*24.*16901234567899.*8\.4/ }).waitFor()
  await act(page, pack, '设为默认')
  await pack.getByText('默认', { exact: true }).waitFor()

  await act(page, pack, '复制')
  const copy = dialog(page)
  expect(await copy.getByLabel('每层箱数').inputValue()).toBe('12')
  expect(await copy.getByLabel('箱条码').inputValue()).toBe('')
  await copy.getByLabel('每箱数量').fill('12')
  await copy.getByRole('button', { name: '保存', exact: true }).click()
  const copied = pane.locator('.pack').filter({ has: page.getByRole('link', { name: '1*12', exact: true }) })
  await copied.getByRole('link', { name: '1*12', exact: true }).click()
  await panel(page).getByRole('tab', { name: '库存', exact: true }).click()
  await panel(page).getByText('没有库存').waitFor()
  await panel(page).getByRole('tab', { name: '流水', exact: true }).click()
  expect(s.troubles()).toEqual([])
  await s.context.close()
})
