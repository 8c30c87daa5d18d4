import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, panel, toast } from './pages.ts'
import { gate, isIn, isOut, logOutByMenu } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const hash = (at: Page): Promise<string> => at.evaluate(() => location.hash)
const link = (at: Page) => at.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}').link)
const heading = (at: Page, name: string) => panel(at).getByRole('heading', { name, exact: true }).first()
const scripts = /\/assets\/.*\.js/

test('C-5 a link that is typed while nobody is logged in survives the log-in, without what is no address', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const [fits, long] = ['y'.repeat(2048), 'x'.repeat(2049)]
  await page.goto(`${lading.url}/#/app-wms/storeList?name=S1&fits=${fits}&long=${long}`)
  await isOut(page)
  expect(await hash(page)).toBe('#/login')
  expect(await link(page)).toMatchObject({ path: '/app-wms/storeList', query: { name: 'S1', fits } })
  expect((await link(page)).query.long).toBeUndefined()
  // The shell's own entry is no place to come back to.
  await page.goto(`${lading.url}/#/application`)
  await page.reload()
  await isOut(page)
  expect((await link(page)).path).toBe('/app-wms/storeList')
  await logIn(page, lading.url, 'admin')
  await heading(page, '门店').waitFor()
  expect(await hash(page)).toBe(`#/app-wms/storeList?name=S1&fits=${fits}`)
  await context.close()
})

test('C-5 no stored address leads out of the product', async () => {
  for (const path of ['//evil.example/a', 'https://evil.example/a', '/app-evil/ownerList']) {
    const context = await lading.browser.newContext({ locale: 'zh-CN' })
    const page = await context.newPage()
    await page.goto(`${lading.url}/#/login`)
    await page.evaluate((to) => {
      const state = { name: 'a', path: to, title: ['a', 'a'], keepAlive: true, query: {}, params: {} }
      localStorage.setItem('wl.state.v1', JSON.stringify({ version: '2021-03-24', product: 'WMS', link: state }))
    }, path)
    await page.reload()
    await logIn(page, lading.url, 'admin')
    await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
    expect(new URL(page.url()).origin, path).toBe(lading.url)
    await context.close()
  }
})

test('C-1 the shell’s entry says that the system starts, and leads to the landing view, or to the log-in', async () => {
  const { page, context, troubles } = await lading.fresh('viewer')
  await visit(page, 'wms/storeList')
  await heading(page, '门店').waitFor()
  const held = Promise.withResolvers<void>()
  await context.route(/Workspace[^/]*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('about:blank')
  await page.goto(`${lading.url}/#/application`)
  await page.getByText('系统初始化中，请稍候...', { exact: true }).waitFor()
  expect(await page.locator('.head, .side').count()).toBe(0)
  held.resolve()
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  expect(troubles()).toEqual([])
  await context.close()
  const nobody = await lading.browser.newContext({ locale: 'zh-CN' })
  const door = await nobody.newPage()
  await door.goto(`${lading.url}/#/application`)
  await door.waitForURL(/#\/login$/)
  await nobody.close()
})

test('S-47 S-51 who logs in without an address comes out in the first sub-system, wherever he was when he logged out', async () => {
  const { page, context } = await lading.fresh('admin')
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  await visit(page, 'sys/sysRoleList')
  await heading(page, '角色管理').waitFor()
  // Within a session the landing view is that of the sub-system in which one works.
  await page.getByRole('tab', { selected: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  await page.waitForURL(/#\/app-sys\/sysUserList$/)
  await logOutByMenu(page)
  await isOut(page)
  await expect.poll(() => link(page)).toBeUndefined()
  // Who has been here before works where he last did.
  const asked = page.waitForRequest(/user\/login$/)
  await logIn(page, lading.url, 'admin')
  const { workingOrgId, ...others } = (await asked).postDataJSON()
  expect(workingOrgId).toMatch(/^\d+$/)
  expect(Object.keys(others)).toEqual(['tenant', 'username', 'password', 'source', 'appVersion', 'osVersion'])
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  await context.close()
})

test('S-17 S-18 what is asked for at the log-in screen is where the log-in leads, and the screen stays', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(`${lading.url}/#/login`)
  await isOut(page)
  await visit(page, 'wms/storeList?name=S1')
  await page.waitForURL(/#\/login$/)
  expect(await link(page)).toMatchObject({ path: '/app-wms/storeList', query: { name: 'S1' } })
  await page.evaluate(() => {
    location.hash = '#/'
  })
  await page.waitForURL(/#\/login$/)
  await logIn(page, lading.url, 'admin')
  await page.waitForURL(/#\/app-wms\/storeList\?name=S1$/)
  // Who opens the screen while he is logged in is let in again by any other address.
  await page.goto('about:blank')
  await page.goto(`${lading.url}/#/login`)
  await isOut(page)
  await visit(page, 'wms/ownerList')
  await heading(page, '货主').waitFor()
  await context.close()
})

test('S-16 S-50 C-2 a page that does not exist is said to be none, and is no place to which a log-in leads', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(`${lading.url}/#/app-wms/nonsense`)
  await isOut(page)
  await logIn(page, lading.url, 'admin')
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  expect((await link(page)).path).toBe('/app-wms/dashboardCurrent')
  // Nobody holds a right to what is not there: that is no reason to log him out.
  await visit(page, 'wms/nonsense')
  await heading(page, '页面不存在').waitFor()
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('页面不存在')
  await page.reload()
  await heading(page, '页面不存在').waitFor()
  await isIn(page)
  await context.close()
})

test('S-50 the page of one user is no address for the next, and forgetting this computer forgets it', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/storeList?name=S1')
  await isIn(page)
  await context.clearCookies()
  await page.reload()
  await gate(page).getByRole('button', { name: '确定' }).click()
  await isOut(page)
  await logIn(page, lading.url, 'viewer')
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  await context.clearCookies()
  await page.reload()
  await gate(page).getByRole('button', { name: '确定' }).click()
  await isOut(page)
  await page.locator('.login-forget').click()
  const left = await page.evaluate(() => ({
    ...JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}'),
    window: sessionStorage.getItem('wl.tabs'),
  }))
  expect([left.logins, left.lately, left.link, left.tabs, left.window]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    null,
  ])
  await context.close()
})

/** The list of docks has a part of its own that does not come with the dashboard. */
test('C-6 a page that does not come at first is asked for again in silence', async () => {
  const { page, context } = await lading.fresh('admin')
  await heading(page, '当日作业总览').waitFor()
  await page.waitForLoadState('networkidle')
  const lost: string[] = []
  const again: string[] = []
  await page.route(scripts, (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (search) again.push(pathname)
    if (lost.length > 0) return route.continue()
    lost.push(pathname)
    return route.abort()
  })
  await visit(page, 'wms/dockList')
  await heading(page, '月台').waitFor()
  expect(lost).toHaveLength(1)
  expect(again).toEqual(lost)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await context.close()
})

test('C-6 without a network the user hears of that, and comes to his page when there is one again', async () => {
  const { page, context } = await lading.fresh('admin')
  await heading(page, '当日作业总览').waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await visit(page, 'wms/dockList')
  await toast(page, '请检查网络设置')
  const again = panel(page).getByRole('button', { name: '刷新本页' })
  await again.waitFor()
  await panel(page).getByText('请检查网络设置').waitFor()
  expect(await page.getByText('服务器内部异常').count()).toBe(0)
  expect(await page.getByText('程序已升级，请刷新后重试').count()).toBe(0)
  await context.setOffline(false)
  await again.click()
  await heading(page, '月台').waitFor()
  await context.close()
})

test('C-6 two pages that do not come are one question; who cancels it is where he was', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerList')
  await heading(page, '货主').waitFor()
  await page.waitForLoadState('networkidle')
  const before = await page.getByRole('tablist').getByRole('tab').allInnerTexts()
  await page.route(scripts, (route) => route.abort())
  await visit(page, 'wms/binList')
  await visit(page, 'wms/dockList')
  await dialog(page).getByText('程序已升级，请刷新后重试').waitFor()
  // Long enough for a second one.
  await page.waitForTimeout(2_500)
  expect(await page.getByText('程序已升级，请刷新后重试').count()).toBe(1)
  await dialog(page)
    .getByRole('button', { name: /取\s*消/ })
    .click()
  await expect.poll(() => hash(page)).toBe('#/app-wms/ownerList')
  await heading(page, '货主').waitFor()
  expect(await page.getByRole('tablist').getByRole('tab').allInnerTexts()).toEqual(before)
  expect(await page.getByText('程序已升级，请刷新后重试').count()).toBe(0)
  await context.close()
})

test('C-13 versions are asked for at once, none is waited for longer than 5 s, and all is copied for support', async () => {
  const { page, context } = await lading.fresh('admin')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await heading(page, '当日作业总览').waitFor()
  const held: (() => Promise<void>)[] = []
  const traces: string[] = []
  await page.route(/\/api\/info$|\/child\/\w+\/version\.json$/, async (route) => {
    const request = route.request()
    traces.push((await request.headerValue('x-trace-id')) ?? '')
    // One never comes.
    if (!request.url().endsWith('/child/mdm/version.json')) held.push(() => route.continue())
  })
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '关于' }).click()
  // Web and service of six sub-systems, and the installation's own, but for the one.
  await expect.poll(() => held.length).toBe(12)
  const cells = (title: string) => dialog(page).locator('tbody tr', { hasText: title }).locator('td')
  expect(await cells('主数据').nth(1).innerText()).toBe('…')
  await Promise.all(held.map((go) => go()))
  await expect.poll(() => cells('仓储管理').nth(1).innerText()).toMatch(/^v\d/)
  expect(await cells('主数据').nth(1).innerText()).toBe('…')
  await expect.poll(() => cells('主数据').nth(1).innerText(), { timeout: 7_000 }).toBe('版本未知')
  await dialog(page).getByRole('button', { name: '复制全部' }).click()
  await toast(page, '已复制')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  for (const part of [
    /^wms: web v\S+/m,
    /^mdm: web 版本未知/m,
    /^browser: Mozilla/m,
    /^screen: \d+×\d+$/m,
    /^time: 20\d\d-/m,
  ])
    expect(copied).toMatch(part)
  expect(traces).toContain(/^trace id: (\d{18})$/m.exec(copied)?.[1])
  await context.close()
})
