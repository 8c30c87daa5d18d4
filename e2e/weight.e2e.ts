import { afterAll, beforeAll, expect, test } from 'vitest'
import { budgets, weigh } from '../tools/webWeight.ts'
import { logIn, type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('the log-in screen and the first list weigh no more than they may', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const weight = weigh(page)
  // Somebody follows a link to a list, and is asked who he is first.
  await page.goto(`${lading.url}/#/app-wms/ownerList`)
  await page.locator('button[type=submit]').waitFor()
  const login = await weight()
  expect(login.requests).toBeLessThanOrEqual(budgets.loginRequests)
  expect(login.scripts).toBeLessThanOrEqual(budgets.loginScripts)
  expect(login.scripts).toBeGreaterThan(10_000)
  await logIn(page, lading.url, 'admin')
  await page.locator('.tab-panel:visible tr.grid-row').first().waitFor()
  const list = await weight()
  expect(list.requests).toBeLessThanOrEqual(budgets.listRequests)
  expect(list.scripts).toBeLessThanOrEqual(budgets.listScripts)
  expect(list.scripts).toBeGreaterThan(login.scripts)
  await context.close()
})
