import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find } from './desk.ts'
import { handsOf } from './hands.ts'
import { goods, panel, paste, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let colleague: Person
beforeAll(async () => {
  lading = await start()
  colleague = await lading.person('admin')
})
afterAll(() => lading?.close())

interface Order {
  id: string
  version: number
  lines: { id: string; productId: string; planQty: string }[]
}
const codeOf = async (path: string, code: string) => (await find<{ id: string }>(colleague, path, { code })).id

/** An order that nobody has approved yet. */
async function saved(): Promise<Order> {
  const lines: object[] = []
  for (const code of ['100000', '100001', '100002'])
    lines.push({ productId: await codeOf('/mdm/api/product', code), planQty: '10' })
  const { id } = await colleague.post<{ id: string }>('/wms/api/orderBill/create', {
    ownerId: await codeOf('/wms/api/owner', 'O1'),
    vendorId: await codeOf('/wms/api/vendor', 'V02'),
    mode: 'PURCHASE',
    priority: 50,
    lines,
  })
  return orderOf(id)
}
const orderOf = (id: string) => colleague.get<Order>('/wms/api/orderBill/getById', { id })

test('what two people change at once is merged line by line, and shown side by side where it collides', async () => {
  const order = await saved()
  const [first, second, third] = order.lines
  const { page } = await lading.open('receiver')
  await visit(page, `wms/orderBillAdd?id=${order.id}`)
  const qty = (n: number) => panel(page).getByLabel(`计划数量 ${n}`, { exact: true })
  await qty(1).fill('11')
  await qty(2).fill('22')
  await colleague.post('/wms/api/orderBill/update', {
    id: order.id,
    version: order.version,
    lines: [first, { ...second, planQty: '20' }, { ...third, planQty: '30' }].map((l) => ({
      id: l?.id,
      productId: l?.productId,
      planQty: l?.planQty,
    })),
  })
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await panel(page).getByRole('button', { name: '读取最新数据，保留我的修改' }).click()
  const table = panel(page).getByRole('grid', { name: '1 处与他人同时修改' })
  await table.getByText('第2行 计划数量').waitFor()
  expect([await qty(1).inputValue(), await qty(2).inputValue(), await qty(3).inputValue()]).toEqual(['11', '22', '30'])
  expect(await table.getByRole('button', { name: '22' }).getAttribute('aria-pressed')).toBe('true')
  expect(await axe(page)).toEqual([])
  await table.getByRole('button', { name: '20' }).click()
  expect(await qty(2).inputValue()).toBe('20')
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(async () => (await orderOf(order.id)).lines.map((l) => Number(l.planQty))).toEqual([11, 20, 30])
})

test('an order of ten lines without a mouse: found, typed, pasted, saved and approved', async () => {
  const { page, troubles } = await lading.open('receiver')
  const { press, goTo, arrive, unseen } = handsOf(page)
  await visit(page, 'wms/storeList')
  await panel(page).getByRole('grid').locator('.grid-row').first().waitFor()
  await press('Control+k')
  await arrive('.menu-search input')
  await page.keyboard.type('订货通知')
  await page.locator('.search-hit', { hasText: '订货通知单' }).first().waitFor()
  await press('Enter')
  await page.waitForURL(/orderBillList/)
  await arrive('.tab-panel h1')
  await panel(page).getByRole('grid').locator('.grid-row').first().waitFor()
  await goTo('.tab-panel .page-actions .ant-btn-primary')
  await press('Enter')
  await page.waitForURL(/orderBillAdd/)
  await arrive('.tab-panel h1')
  for (const [field, code] of [
    ['货主', 'O1'],
    ['供应商', 'V02'],
  ] as const) {
    await goTo(`.tab-panel input[aria-label="${field}"]`)
    await page.keyboard.type(code)
    await page.locator('.ant-select-item-option-active:visible', { hasText: code }).waitFor()
    await press('Enter')
  }
  await goTo('.tab-panel .rows-tools button')
  await press('Enter')
  await goTo('.tab-panel input[aria-label="商品 1"]', 'Shift+Tab')
  await paste(page, goods.map((code, i) => `${code}\t${i + 1}`).join('\r\n'))
  await panel(page).getByText('共10行').waitFor()
  await goTo('.tab-panel input[aria-label="计划数量 1"]')
  await press('Control+a')
  await page.keyboard.type('46')
  await press('Enter')
  await press('Control+s')
  await page.waitForURL(/orderBillDtl\?id=\d+/)
  const id = /id=(\d+)/.exec(page.url())?.[1] ?? ''
  await panel(page).getByRole('button', { name: '审核', exact: true }).waitFor()
  await arrive('.tab-panel :is(h1, .page-actions button)')
  await goTo('.tab-panel .page-actions .ant-btn-primary')
  await press('Enter')
  await toast(page, /已审核/)
  expect(await find(colleague, '/wms/api/orderBill', { id: [id] })).toMatchObject({
    state: 'APPROVED',
    lineCount: 10,
    planQty: '100.000',
  })
  expect(unseen()).toEqual([])
  expect(troubles()).toEqual([])
})

test('Back undoes a filter, a page and an order, one step each', async () => {
  const { page } = await lading.open('receiver')
  await visit(page, 'wms/storeList')
  const rows = panel(page).getByRole('grid').locator('.grid-row')
  await rows.first().waitFor()
  const address = () => page.evaluate(() => location.hash)
  const before = await address()
  const code = panel(page).getByRole('search').getByLabel('代码', { exact: true })
  await code.fill('S01')
  await code.press('Enter')
  await expect.poll(address).toBe(`${before}?code=S01`)
  await panel(page).getByRole('columnheader', { name: '代码' }).click()
  await expect.poll(address).toContain('_sort=code')
  await page.goBack()
  await expect.poll(address).toBe(`${before}?code=S01`)
  expect(await code.inputValue()).toBe('S01')
  await page.goBack()
  await expect.poll(address).toBe(before)
  await expect.poll(() => code.inputValue()).toBe('')
  await page.goForward()
  await expect.poll(() => code.inputValue()).toBe('S01')
})

test('errors are told one at a time and leave with their page', async () => {
  const { page } = await lading.open('admin')
  await visit(page, 'wms/ownerList')
  let n = 0
  await page.route('**/owner/export', (route) =>
    route.fulfill({ json: { code: 42299, message: `导出太多${++n}`, data: null, traceId: '1' } }),
  )
  const notices = page.locator('.notice.tone-bad')
  for (const told of ['导出太多1', '导出太多2']) {
    await panel(page).getByRole('button', { name: '导出' }).click()
    await page.getByRole('menuitem', { name: /Excel/ }).click()
    await notices.getByText(told).waitFor()
  }
  expect(await notices.count()).toBe(1)
  await page.getByRole('button', { name: '另有1条' }).click()
  expect(await notices.allInnerTexts()).toEqual([expect.stringContaining('太多1'), expect.stringContaining('太多2')])
  // What is said while one leaves would belong to the next page.
  await page.waitForTimeout(1_100)
  await visit(page, 'wms/storeList')
  await expect.poll(() => notices.count()).toBe(0)
})
