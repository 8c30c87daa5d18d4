import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDue } from '../tools/round.ts'
import { act, choose, dialog, panel, toast } from './pages.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

let aisle = 8
test('an aisle of bins is seen before it is made, and a bin is locked with a reason and unlocked', async () => {
  // What a first try has made stands in the way of a second one.
  aisle += 1
  const [prefix, bin] = [`Z${aisle}`, `Z${aisle}-01-01-1`]
  const s = await lading.open('admin')
  const { page } = s
  await visit(page, 'wms/binList')
  await panel(page).getByRole('button', { name: '批量生成货位', exact: true }).click()
  const form = dialog(page)
  await choose(page, form.getByRole('combobox').first(), 'A')
  await form.getByLabel('编码前缀').fill(prefix)
  await form.getByRole('button', { name: '预览', exact: true }).click()
  await form.getByText(`将生成40个货位：${bin} 至 ${prefix}-01-10-4`).waitFor()
  await form.getByRole('button', { name: '生成40个货位', exact: true }).click()
  await toast(page, /已生成40个货位/)

  await panel(page).getByRole('button', { name: '批量生成货位', exact: true }).click()
  await choose(page, dialog(page).getByRole('combobox').first(), 'A')
  await dialog(page).getByLabel('编码前缀').fill(prefix)
  await dialog(page).getByRole('button', { name: '预览', exact: true }).click()
  await dialog(page).getByText('40个编码已存在').waitFor()
  await page.keyboard.press('Escape')

  await visit(page, `wms/binList?code=${bin}`)
  // Not one of those that the list showed before.
  const row = panel(page).locator('tr.grid-row', { hasText: bin })
  await act(page, row, '锁定货位')
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('横梁变形')
  await dialog(page).locator('.ant-btn-primary, .ant-btn-dangerous').first().click()
  await row.getByText('横梁变形').waitFor()
  await act(page, row, '解锁货位')
  await toast(page, `已解锁货位：${bin}`)
  expect(s.troubles()).toEqual([])
})

test('a scheme of one product shows the bins that it is kept in', async () => {
  const desk = await lading.person('admin', 'DC01')
  const { records } = await desk.query<{ productId: string; refs: Record<string, { code: string }> }>(
    '/wms/api/productBin/query',
    { filter: { role: 'PICK' }, pageSize: 1 },
  )
  const [kept] = records
  const scheme = await desk.post<{ id: string }>('/wms/api/productStorageScheme/create', {
    code: 'OF-ONE',
    name: '单品方案',
    productId: kept?.productId,
    rules: [{ seq: 10, method: 'FIXED_PICK', capacity: 'IGNORE' }],
  })
  const s = await lading.open('admin')
  const { page } = s
  await visit(page, `wms/productStorageSchemeDtl?id=${scheme.id}`)
  await panel(page).getByText('不控制').waitFor()
  await panel(page).getByRole('tab', { name: '商品货位', exact: true }).click()
  await panel(page)
    .getByText(kept?.refs.binId?.code ?? '?', { exact: true })
    .waitFor()
  expect(s.troubles()).toEqual([])
})

const motions = ['reduce', 'no-preference'] as const
test.each(motions.filter((_, i) => isDue(i, motions.length)))(
  'a list of choices lies at its field, however often it is closed and opened, with motion: %s',
  async (reducedMotion) => {
    const s = await lading.fresh('shipper')
    const { page } = s
    await page.emulateMedia({ reducedMotion })
    await page.reload()
    await visit(page, 'wms/shipBillAdd')
    await panel(page).getByRole('button', { name: '新增站点' }).click()
    const field = panel(page).getByLabel('门店 1')
    for (let i = 0; i < 4; i++) {
      await field.click()
      await field.fill('S022')
      const option = page.locator('.ant-select-item-option:visible', { hasText: 'S022' }).first()
      await option.hover()
      const [at, beside] = [await option.boundingBox(), await field.boundingBox()]
      expect(Math.abs((at?.x ?? Number.NaN) - (beside?.x ?? Number.NaN))).toBeLessThan(60)
      await page.keyboard.press('Escape')
    }
    expect(s.troubles()).toEqual([])
    await s.context.close()
  },
)

test('the menu of a row opens at the first press, is walked through by keys, and gives the focus back', async () => {
  const s = await lading.open('admin')
  const { page } = s
  await visit(page, 'wms/binList')
  const more = panel(page).locator('tr.grid-row').first().getByRole('button', { name: '更多', exact: true })
  const first = page.getByRole('menuitem').first()
  const has = (what: typeof more) =>
    what.evaluate((e) => e === document.activeElement || e.contains(document.activeElement))
  for (const round of ['made', 'there']) {
    await more.focus()
    await page.keyboard.press('Enter')
    await first.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await first.waitFor({ state: 'hidden' })
    await expect.poll(() => has(more), { message: round }).toBe(true)
  }
  await more.click()
  await first.waitFor()
  await more.click()
  await first.waitFor({ state: 'hidden' })
  expect(s.troubles()).toEqual([])
})
