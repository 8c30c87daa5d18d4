import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, dialog, panel, toast, workAt } from './pages.ts'
import { type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

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
  const s = await lading.fresh('admin')
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

test('a barcode is verified, a product is found as it is typed, and a file of products brings packs', async () => {
  const s = await lading.fresh('admin')
  const { page } = s
  await visit(page, 'mdm/productQpcList')
  await workAt(page, 'LADING')
  await visit(page, 'mdm/productQpcList')
  await panel(page).getByRole('button', { name: '校验条码', exact: true }).click()
  const form = dialog(page)
  // Whoever types finds the focus in the field, and ends with Enter.
  const field = form.getByLabel('条码', { exact: true })
  await expect.poll(() => field.evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.type('16901234567890', { delay: 120 })
  await page.keyboard.press('Enter')
  await form.getByText('条码校验位错误，应为9').waitFor()
  await form.getByLabel('条码', { exact: true }).fill('16901234567899')
  await form.getByRole('button', { name: '校验', exact: true }).click()
  await form.getByText('所含商品 6901234567892').waitFor()
  expect(await form.getByRole('listitem').allTextContents()).toEqual([
    'COLA330 可乐330ml · 1*24 · 箱',
    'COLA330 可乐330ml · 1*1 · 单品',
  ])
  // Another tab, and back: what was typed and found is there.
  await page.goBack()
  await form.waitFor({ state: 'detached' })
  await page.goForward()
  await form.getByText('所含商品 6901234567892').waitFor()
  expect(await field.inputValue()).toBe('16901234567899')
  // A scanner's code is the dialog's, with a Chinese input method too, and wherever in the dialog the focus is.
  for (const ime of [false, true]) {
    await scan(page, '6901234567892', { ime })
    await form.getByText('6901234567892', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe('6901234567892')
    await form.getByRole('button', { name: '校验', exact: true }).focus()
    await scan(page, '16901234567899', { ime })
    await form.getByText('16901234567899', { exact: true }).waitFor()
    await field.focus()
  }
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  expect(page.url()).not.toContain('barcode')
  await scan(page, '6901234567892')
  await expect.poll(() => page.url()).toContain('barcode=6901234567892')

  await visit(page, 'mdm/productQpcList?name=kl330')
  await panel(page).getByRole('button', { name: 'COLA330', exact: true }).waitFor()
  await panel(page).getByRole('button', { name: '导入', exact: true }).click()
  const file = '代码,名称,规格.每箱数量\nCOLA500,可乐500ml,12\n'
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'packs.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog(page).getByRole('button', { name: '试导入' }).click()
  await dialog(page).getByText('1行可以导入：新增1，更新0').waitFor()
  await dialog(page).getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '导入完成：新增1，更新0')
  await visit(page, 'mdm/productQpcList?name=kl500')
  await panel(page).getByRole('button', { name: 'COLA500', exact: true }).click()
  await panel(page).locator('.pack').filter({ hasText: '1*12' }).waitFor()
  expect(s.troubles()).toEqual([])
  await s.context.close()
})

test('who reads English finds goods, units and roles by their English names, and edits what was written', async () => {
  const enterprise = await lading.person('admin', 'LADING')
  const { id } = await enterprise.post<{ id: string }>('/mdm/api/product/create', {
    code: 'SOY500',
    name: '酱油500ml',
    nameEn: 'Soy sauce 500 ml',
    baseUnit: '瓶',
  })
  const { page, troubles } = await lading.open('admin', { language: 'en-US' })
  await visit(page, 'wms/productList?name=soy')
  const row = panel(page).locator('tr.grid-row').filter({ hasText: 'SOY500' })
  await row.getByText('Soy sauce 500 ml', { exact: true }).waitFor()
  await row.getByText('bottle', { exact: true }).waitFor()
  expect(await row.getByText('酱油').count()).toBe(0)
  await visit(page, `wms/productDtl?id=${id}`)
  await panel(page).getByRole('heading', { name: 'SOY500 Soy sauce 500 ml' }).waitFor()
  await workAt(page, 'LADING')
  await visit(page, `wms/productEdit?id=${id}`)
  expect(await panel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('酱油500ml')
  expect(await panel(page).getByLabel('English name').inputValue()).toBe('Soy sauce 500 ml')
  await visit(page, 'sys/sysRoleList')
  await panel(page).getByText('System administrator').first().waitFor()
  expect(troubles()).toEqual([])
})
