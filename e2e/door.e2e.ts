import { built } from '@lading/contract/built.ts'
import { menu } from '@lading/contract/menu.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, logIn, type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const heading = (name: string): RegExp => new RegExp(name)

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

test('every built page opens without an error, in both languages', async () => {
  for (const language of ['zh-CN', 'en-US'] as const) {
    const { page, context, troubles } = await lading.open('admin', { language })
    await page.waitForURL(/#\/app-/)
    for (const key of built) {
      const [sub = '', name = ''] = key.split('/')
      const title = menu
        .flatMap((s) => (s.sub === sub ? s.groups.flatMap((g) => g.entries) : []))
        .find((e) => e.name === name)?.title
      await page.evaluate((hash) => {
        location.hash = hash
      }, `#/app-${sub}/${name}`)
      await page
        .getByRole('tab', { name: heading(title?.[language === 'en-US' ? 1 : 0] ?? name) })
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.locator('[role=alert]').allTextContents(), key).toEqual([])
    }
    expect(troubles()).toEqual([])
    await context.close()
  }
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
