import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find, makeOutbound, makeTruck, stocked } from './desk.ts'
import { act, panel } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
let order: Document
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  const [code = ''] = await stocked(desk, 1)
  order = await makeOutbound(desk, 'S014', [[code, '5']], 90)
})
afterAll(() => lading?.close())

/** Waits for a paper that is looked at, and answers what it was asked with. */
async function looked(page: Page, path: string, go: () => Promise<unknown>): Promise<unknown> {
  const [answer] = await Promise.all([page.waitForResponse((r) => r.url().endsWith(path)), go()])
  expect(answer.headers()['content-type']).toBe('application/pdf')
  return answer.request().postDataJSON()
}

test('a delivery note is looked at before it is printed, and only printing it is noted', async () => {
  const { page, troubles } = await lading.open('shipper')
  await visit(page, `wms/operateBillDtl?id=${order.id}`)
  await panel(page).getByRole('heading', { name: order.billNo }).waitFor()
  const asked = await looked(page, '/wms/api/operateBill/print', () => act(page, panel(page), '打印预览'))
  expect(asked).toMatchObject({ rows: [{ id: order.id }], preview: true })
  await page.waitForURL(new RegExp(`#/app-wms/operateBillprintView\\?id=${order.id}$`))
  await page.getByRole('tab', { name: `打印预览 ${order.billNo}` }).waitFor()
  // A browser without a viewer of its own offers the paper instead of showing it.
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled)
  const shown = hasViewer ? panel(page).locator('iframe') : panel(page).getByRole('link', { name: '打开预览' })
  await shown.waitFor()
  expect(await shown.getAttribute(hasViewer ? 'src' : 'href')).toMatch(/^blob:/)
  expect(await axe(page)).toEqual([])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: '下载' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^送货单_\d{14}\.pdf$/)
  // A tab of its own that a link opens anew, with its menu entry lit.
  await page.reload()
  await shown.waitFor()
  expect(troubles()).toEqual([])
  await visit(page, `wms/operateBillDtl?id=${order.id}`)
  await panel(page).getByRole('tab', { name: '日志' }).click()
  await panel(page).locator('.log').getByText('打印', { exact: true }).waitFor()
  expect(await panel(page).locator('.log').getByText('打印', { exact: true }).count()).toBe(1)
})

test('each paper of a truck is one press away; one that is too early says so, and one that is none is no page', async () => {
  const { page, troubles } = await lading.open('shipper')
  const truck = await makeTruck(desk, 'S014', { plateNo: '沪B·1P888' })
  await looked(page, '/wms/api/shipBill/print', () => visit(page, `wms/shipBillprintView?id=${truck.id}`))
  await panel(page).getByText('打印放行条').click()
  await panel(page).getByText(`装车单[${truck.billNo}]`).or(panel(page).getByText(truck.billNo)).last().waitFor()
  await panel(page).getByRole('link', { name: '返回详情' }).waitFor()
  expect(await panel(page).getByRole('button', { name: '打印', exact: true }).count()).toBe(0)
  await page.waitForURL(/paper=printGatePass/)
  await visit(page, 'wms/moveTaskprintView?id=1')
  await panel(page).getByRole('heading', { name: '页面不存在' }).waitFor()
  expect(troubles()).toEqual([])
})

test('a handheld, which shows no PDF in a page, opens or saves it', async () => {
  const { page, troubles } = await lading.open('shipper', { width: 390, height: 844 })
  await visit(page, `wms/operateBillprintView?id=${order.id}`)
  const link = panel(page).getByRole('link', { name: '打开预览' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toMatch(/^blob:/)
  expect(await panel(page).locator('iframe').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(troubles()).toEqual([])
})

test('who may look at an order but not print it is told so', async () => {
  const { page } = await lading.open('viewer')
  await visit(
    page,
    `wms/operateBillprintView?id=${(await find(desk, '/wms/api/operateBill', { billNo: order.billNo })).id}`,
  )
  await panel(page).getByRole('link', { name: '返回详情' }).waitFor()
  expect(await panel(page).locator('iframe').count()).toBe(0)
})
