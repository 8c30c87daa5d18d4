import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson, ownPassword, person } from './persons.ts'
import { logOutByMenu } from './sessions.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

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

test('C-31 the page that one looked at last is in the history elsewhere, also when one hides this window or logs out at once', async () => {
  await newPerson(lading, 'lishi', '历史')
  const { page, context } = await lading.open('lishi', { password: ownPassword })
  const seen = async () => {
    const me = await person(lading, 'lishi')
    const { history } = await me.get<{ history: string }>('/fw/api/sys/userPreference/queryHistoryList')
    return (JSON.parse(history) as { title: string }[]).map((link) => link.title)
  }
  const asked: string[] = []
  page.on('request', (r) => {
    const [, verb] = /userPreference\/(\w*History\w*)$/.exec(r.url()) ?? []
    if (verb) asked.push(verb)
  })
  await page.waitForResponse((r) => r.url().endsWith('/updateHistory'))
  asked.length = 0
  await visit(page, 'wms/loginUserInfo')
  await page.locator('.tab-panel:visible').getByRole('heading', { name: '个人信息' }).waitFor()
  const kept = page.waitForResponse((r) => r.url().endsWith('/updateHistory'))
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })
  await kept
  // A window that closes has time for one call, and none to read first.
  expect(asked).toEqual(['updateHistory'])
  expect((await seen())[0]).toBe('个人信息')
  await visit(page, 'wms/taskList')
  await page.locator('.tab-panel:visible h1').filter({ hasNotText: '个人信息' }).waitFor()
  const title = await page.locator('.tab-panel:visible h1').innerText()
  await logOutByMenu(page)
  await page.locator('.login-form').waitFor()
  expect((await seen())[0]).toBe(title)
  await context.close()
})
