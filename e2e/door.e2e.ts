import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, logIn, type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('a wrong password is told at the form, the right one opens the landing page', async () => {
  const { page, context, troubles } = await lading.open('admin')
  await page.waitForURL(/#\/app-/)
  await page.getByRole('navigation').first().waitFor()
  expect(troubles()).toEqual([])
  await context.close()
  const other = await lading.browser.newContext({ locale: 'zh-CN' })
  const login = await other.newPage()
  await logIn(login, lading.url, 'admin', 'wrong-password')
  await login.getByText('用户名或密码错误').waitFor()
  expect(await axe(login)).toEqual([])
  await other.close()
})

test('a forbidden page sends its visitor out with a word', async () => {
  const { page, context } = await lading.open('picker')
  await page.waitForURL(/#\/app-/)
  await page.evaluate(() => {
    location.hash = '#/app-wms/ownerList'
  })
  await page.getByText('您没有访问该页面的权限').waitFor()
  await page.waitForURL(/#\/login/)
  await context.close()
})

test('the first pages have no serious finding of axe', async () => {
  const { page, context } = await lading.open('admin')
  await page.waitForURL(/#\/app-/)
  for (const name of ['ownerList', 'productList', 'orderBillList']) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#/app-wms/${name}`)
    await page.waitForLoadState('networkidle')
    expect(await axe(page), name).toEqual([])
  }
  await context.close()
})
