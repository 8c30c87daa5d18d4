import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOptions } from './options.ts'
import { newPerson, ownPassword, person } from './persons.ts'
import { isIn, logOutByMenu } from './sessions.ts'
import { axe, launch, logIn, type Running, start, visit } from './support.ts'

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
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => {
    location.hash = '#/app-wms/ownerList'
  })
  await page.getByText('您没有访问该页面的权限').waitFor()
  await page.waitForURL(/#\/login/)
  await reloaded
  await page.locator('.login-form').waitFor()
  await page.getByRole('alert').getByText('您没有访问该页面的权限').waitFor()
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

test('S-40 over plain http from another host one logs in when the tenant allows it, works, and is told in 关于 that nothing is encrypted', async () => {
  // A name of the same computer that the browser does not take for its own, as a warehouse's server in a LAN is.
  const browser = await launch(['--host-resolver-rules=MAP lading.test 127.0.0.1'])
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const url = lading.url.replace(/\/\/[^:/]+/, '//lading.test')
  await logIn(page, url, 'picker')
  await page.getByText('连接未加密，不能登录').waitFor()
  await withOptions(
    lading,
    { security_require_https: 'false' },
    async () => {
      await logIn(page, url, 'picker')
      await isIn(page)
      expect(await page.evaluate(() => [window.isSecureContext, crypto.subtle])).toEqual([false, undefined])
      await visit(page, 'wms/taskList')
      await page.locator('.tab-panel:visible h1', { hasText: '任务中心' }).waitFor()
      await page.reload()
      await isIn(page)
      await page.locator('.head-user').click()
      await page.getByRole('menuitem', { name: '关于' }).click()
      await page.getByRole('dialog').getByText('未加密连接').waitFor()
      expect(await axe(page)).toEqual([])
    },
    'tenant',
  )
  await browser.close()
  const { page: secure, context: other } = await lading.open('picker')
  await secure.locator('.head-user').click()
  await secure.getByRole('menuitem', { name: '关于' }).click()
  await secure.getByRole('dialog').locator('table').waitFor()
  expect(await secure.getByText('未加密连接').count()).toBe(0)
  await other.close()
})
