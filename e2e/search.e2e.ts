import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchMenu } from './pages.ts'
import { type Running, start } from './support.ts'

let lading: Running
let page: Page
beforeAll(async () => {
  lading = await start()
  page = (await lading.open('admin')).page
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})
afterAll(() => lading?.close())

test('Ctrl K finds records by code, pinyin and barcode under the entries, and a scanned code opens what has it', async () => {
  const person = await lading.person('admin')
  const rows = async (path: string, pageNo = 1) =>
    (await person.post<{ records: Found[] }>(path, { filter: {}, pageSize: 1, page: pageNo })).records[0] as Found
  const goods = await rows('/mdm/api/product/query', 3)
  // A scanner types and presses Enter before anything is answered.
  await searchMenu(page, String(goods.barcode).split(',')[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`#/app-wms/productDtl\\?id=${goods.id}`))
  const shown = page.locator('.ant-select-dropdown:visible')
  const hit = (text: string) => shown.locator('.search-hit', { hasText: text })
  await searchMenu(page, goods.initials)
  await hit(goods.code).waitFor()
  await shown.getByText('商品', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  const order = await rows('/wms/api/orderBill/query')
  await searchMenu(page, order.billNo.toLowerCase())
  await hit(order.billNo).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`#/app-wms/orderBillDtl\\?id=${order.id}`))
})
interface Found {
  readonly id: string
  readonly code: string
  readonly barcode: string
  readonly initials: string
  readonly billNo: string
}

test('what Ctrl K is refused is said where its hits would be, and entries are found all the same', async () => {
  const path = '**/fw/api/sys/search/records'
  await page.route(path, (route) =>
    route.fulfill({ json: { code: 42900, message: '操作过于频繁，请稍后重试', data: null, traceId: 't' } }),
  )
  await searchMenu(page, '装车')
  await page.locator('.ant-select-dropdown:visible').getByRole('alert').waitFor()
  await page.locator('.search-hit', { hasText: '装车任务' }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.unroute(path)
})

test('at 390 its hits stay within the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await searchMenu(page, 'A')
  const list = page.locator('.ant-select-dropdown:visible')
  await list.locator('.search-hit').first().waitFor()
  const box = await list.boundingBox()
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
})
