import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOptions } from './options.ts'
import { toast } from './pages.ts'
import { newPerson, ownPassword, person } from './persons.ts'
import { isIn, logOutByMenu } from './sessions.ts'
import { axe, launch, logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('a wrong password is told at the form, the right one opens the landing page', async () => {
  const { page, troubles } = await lading.open('admin')
  await page.waitForURL(/#\/app-/)
  await page.getByRole('navigation').first().waitFor()
  expect(troubles()).toEqual([])
  const other = await lading.browser.newContext({ locale: 'zh-CN' })
  const login = await other.newPage()
  await logIn(login, lading.url, 'admin', 'wrong-password')
  await login.getByText('用户名或密码错误').waitFor()
  expect(await axe(login)).toEqual([])
  await other.close()
})

test('a forbidden page sends its visitor out with a word', async () => {
  const { page } = await lading.open('picker')
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
})

test('the first pages have no serious finding of axe', async () => {
  const { page } = await lading.open('admin')
  await page.waitForURL(/#\/app-/)
  for (const name of ['ownerList', 'productList', 'orderBillList']) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#/app-wms/${name}`)
    await page.waitForLoadState('networkidle')
    expect(await axe(page), name).toEqual([])
  }
})

test('C-31 the page that one looked at last is in the history elsewhere, also when one hides this window or logs out at once', async () => {
  await newPerson(lading, 'lishi', '历史')
  const { page, context } = await lading.fresh('lishi', { password: ownPassword })
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

/** A picker over plain http, at a name that the browser does not take for its own, as a warehouse's server in a LAN is. */
async function plainly(work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launch(['--host-resolver-rules=MAP lading.test 127.0.0.1'])
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  const logInPlainly = () => logIn(page, lading.url.replace(/\/\/[^:/]+/, '//lading.test'), 'picker')
  await logInPlainly()
  await page.getByText('连接未加密，不能登录').waitFor()
  await withOptions(
    lading,
    { security_require_https: 'false' },
    async () => {
      await logInPlainly()
      await isIn(page)
      expect(await page.evaluate(() => [window.isSecureContext, crypto.subtle])).toEqual([false, undefined])
      await work(page)
    },
    'tenant',
  )
  await browser.close()
}

test('C-13 C-22 C-48 over plain http all that is offered for copying is copied as well', async () => {
  await plainly(async (page) => {
    const pasted = async () => {
      const field = page.locator('.menu-search input')
      await field.fill('')
      await field.press('Control+V')
      const text = await field.inputValue()
      await field.press('Escape')
      return text
    }
    const onTab = async (name: string) => {
      await page.getByRole('tab').last().click({ button: 'right' })
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await visit(page, 'wms/taskList')
    await page.locator('.tab-panel:visible h1', { hasText: '任务中心' }).waitFor()
    await onTab('复制链接')
    await toast(page, '链接已复制')
    expect(await pasted()).toMatch(/^http:\/\/lading\.test.*taskList$/)
    await page.locator('.head-user').click()
    await page.getByRole('menuitem', { name: '关于' }).click()
    await page.getByRole('button', { name: '复制全部' }).click()
    await toast(page, /^已复制$/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await pasted()).toContain('browser: Mozilla')
    await page.route(/userPreference\/subscribe$/, (route) => route.fulfill({ status: 500, body: '' }))
    await onTab('加入收藏')
    const copying = page.getByRole('button', { name: /^复制跟踪号 \d+$/ })
    await copying.click()
    expect(`复制跟踪号 ${await pasted()}`).toBe(await copying.innerText())
  })
})

test('S-40 over plain http from another host one logs in when the tenant allows it, works, and is told in 关于 that nothing is encrypted', async () => {
  await plainly(async (page) => {
    await visit(page, 'wms/taskList')
    await page.locator('.tab-panel:visible h1', { hasText: '任务中心' }).waitFor()
    await page.reload()
    await isIn(page)
    await page.locator('.head-user').click()
    await page.getByRole('menuitem', { name: '关于' }).click()
    await page.getByRole('dialog').getByText('未加密连接').waitFor()
    expect(await axe(page)).toEqual([])
  })
  const { page: secure } = await lading.open('picker')
  await secure.locator('.head-user').click()
  await secure.getByRole('menuitem', { name: '关于' }).click()
  await secure.getByRole('dialog').locator('table').waitFor()
  expect(await secure.getByText('未加密连接').count()).toBe(0)
})
