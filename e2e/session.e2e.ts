import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  beside,
  countRefreshes,
  expiredText,
  gate,
  isIn,
  isOut,
  logOutByMenu,
  otherText,
  refreshPath,
  saved,
  shortLife,
} from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('S-47 S-48 S-49 S-80 C-33 the log-in sends what it must, keeps the key to itself, and reads the user after it', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const sent: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = []
  const tenants = new Set<string | undefined>()
  page.on('request', (r) => {
    if (r.url().includes('/fw/api/')) tenants.add(r.headers()['x-tenant'])
    if (r.url().includes('/fw/api/sys/user/'))
      sent.push({ path: r.url().split('/user/')[1] ?? '', body: r.postDataJSON() ?? {}, headers: r.headers() })
  })
  const answered = page.waitForResponse(/user\/login$/)
  await page.goto(`${lading.url}/#/login`)
  const branded = page.waitForRequest(/loginUrl\?tenant=demo$/)
  await page.getByLabel('租户').fill('demo')
  await branded
  await logIn(page, lading.url, 'admin')
  const { data } = await (await answered).json()
  await isIn(page)
  expect(sent.slice(0, 2).map((s) => s.path)).toEqual(['login', 'getLoginUser'])
  const [login, read] = sent
  expect(Object.keys(login?.body ?? {})).toEqual([
    'tenant',
    'username',
    'password',
    'source',
    'appVersion',
    'osVersion',
  ])
  expect(login?.body).toMatchObject({ tenant: 'demo', username: 'admin', source: 'WEB' })
  // The platform and its version, as the browser tells them apart from its own names.
  expect(login?.body.osVersion).toMatch(/^(Linux|macOS|Windows|Chrome OS) [\d.]*$/)
  expect(Object.keys(data).sort()).toEqual([
    'accessToken',
    'expiresIn',
    'firstLogin',
    'refreshExpiresIn',
    'refreshToken',
    'user',
  ])
  expect(JSON.parse(login?.headers['x-sign-key'] ?? '')).toMatchObject({ kty: 'EC', crv: 'P-256' })
  expect(login?.headers['x-access-token']).toBeUndefined()
  // The tenant that is typed, before anybody is logged in.
  expect([...tenants]).toEqual(['demo'])
  expect(read?.headers['x-access-token-sign']).toMatch(/^[\w-]{86}$/)
  expect(read?.headers['x-trace-id']).toMatch(/^[1-9]\d{17}$/)
  const key = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('wl.keys')
      opening.onsuccess = () => resolve(opening.result)
    })
    const keys = await new Promise<CryptoKey[]>((resolve) => {
      const asked = db.transaction('keys').objectStore('keys').getAll()
      asked.onsuccess = () => resolve(asked.result)
    })
    return keys.map((k) => ({ type: k.type, extractable: k.extractable, usages: k.usages }))
  })
  expect(key).toEqual([{ type: 'private', extractable: false, usages: ['sign'] }])
  await context.close()
})

test('a stolen token, and the whole of the storage, are worth nothing in another browser', async () => {
  const { page, context } = await lading.fresh('admin')
  const state = await page.evaluate(() => localStorage.getItem('wl.state.v1') ?? '')
  const { tokens } = await saved(page)
  const answer = await fetch(`${lading.url}/fw/api/sys/user/getLoginUser`, {
    headers: { 'x-tenant': 'demo', 'x-access-token': tokens?.accessToken ?? '' },
  })
  expect(await answer.json()).toMatchObject({ code: 40103, message: '请求签名无效' })
  const cookies = await context.cookies()
  const thief = await lading.browser.newContext({ locale: 'zh-CN' })
  await thief.addCookies(cookies)
  const theirs = await thief.newPage()
  await theirs.goto(lading.url)
  await theirs.evaluate((text) => localStorage.setItem('wl.state.v1', text), state)
  await theirs.reload()
  await isOut(theirs)
  // The owner notices nothing.
  await page.reload()
  await isIn(page)
  await thief.close()
  await context.close()
})

test('S-45 the second visit knows who was here, and never his password', async () => {
  const { page, context } = await lading.fresh('picker')
  await logOutByMenu(page)
  await page.waitForURL(/#\/login/)
  await page.reload()
  expect(await page.getByLabel('租户').inputValue()).toBe('demo')
  expect(await page.getByLabel('用户名').inputValue()).toBe('picker')
  expect(await page.getByLabel(/^密码/).inputValue()).toBe('')
  const kept = await page.evaluate(
    () => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie,
  )
  expect(kept).not.toContain('Demo1234x')
  const { logins } = JSON.parse(await page.evaluate(() => localStorage.getItem('wl.state.v1') ?? ''))
  expect(Object.keys(logins[0]).sort()).toEqual([
    'companyName',
    'loginBackgroundUrl',
    'loginLogoUrl',
    'tenant',
    'username',
    'workingOrgId',
  ])
  await context.close()
})

test('S-54 S-55 S-57 logging out asks, tells the server, and takes all tabs along', async () => {
  const { page, context } = await lading.fresh('admin')
  const second = await beside(context, page)
  await page.bringToFront()
  const told = page.waitForRequest(/user\/logout$/)
  await logOutByMenu(page)
  await told
  await page.waitForURL(/#\/login/)
  await isOut(second)
  expect(await saved(page)).toEqual({ status: 'logout', tenant: 'demo' })
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '').link))
    .toBe(undefined)
  expect((await context.cookies()).filter((c) => c.name.startsWith('wl.'))).toEqual([])
  await context.close()
})

test.each(['BroadcastChannel', 'storage'])('C-37 a log-out reaches the other tabs without %s', async (missing) => {
  const { page, context } = await lading.fresh('viewer')
  await context.addInitScript((what) => {
    if (what === 'storage') window.addEventListener('storage', (e) => e.stopImmediatePropagation(), true)
    else Reflect.deleteProperty(window, what)
  }, missing)
  await page.reload()
  await isIn(page)
  const second = await beside(context, page)
  await page.bringToFront()
  await logOutByMenu(page)
  await isOut(page)
  await isOut(second)
  await context.close()
})

test('C-37 a page that comes back from the browser’s memory sees that its session is over', async () => {
  const { page, context } = await lading.fresh('viewer')
  await page.evaluate(() => {
    const state = JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}')
    // As another tab would have left it, of which a page in memory hears nothing.
    localStorage.setItem('wl.state.v1', JSON.stringify({ ...state, session: { status: 'logout', tenant: 'demo' } }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await isOut(page)
  await context.close()
})

test('C-38 whoever cannot tell the server is logged out all the same', async () => {
  const { page, context } = await lading.fresh('admin')
  await context.route(/user\/logout$/, (route) => route.abort())
  await logOutByMenu(page)
  await page.waitForURL(/#\/login/)
  await isOut(page)
  await context.close()
})

test('C-38 a server that does not answer keeps nobody waiting who logs out', async () => {
  const { page, context } = await lading.fresh('admin')
  await context.route(/user\/logout$/, () => undefined)
  await logOutByMenu(page)
  await page.locator('.login-form').waitFor({ timeout: 15_000 })
  await context.close()
})

test.each([401, 200])(
  'S-56 S-57 S-85 an expired session logs out and reloads once, however many calls find out: %i',
  async (status) => {
    const { page, context } = await lading.fresh('admin')
    let loads = 0
    page.on('load', () => void loads++)
    await context.route(/\/(wms|mdm|fw)\/api\//, (route) =>
      route.fulfill({
        status,
        json: { code: 40101, message: '请重新登录：Access Token已过期。', data: null, traceId: '1' },
      }),
    )
    await visit(page, 'wms/ownerList')
    await isOut(page)
    expect((await saved(page)).status).toBe('logout')
    await expect.poll(() => loads, { timeout: 10_000 }).toBe(1)
    await page.waitForTimeout(1_000)
    expect(loads).toBe(1)
    await context.close()
  },
)

test('S-58 S-62 the refresh timer fires 30 s before the end, once for all tabs, and cookies live as long as tokens', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  await shortLife(context, 60)
  const page = await context.newPage()
  await page.clock.install()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  const first = (await saved(page)).tokens
  const cookies = new Map((await context.cookies()).map((c) => [c.name, c]))
  const at = await page.evaluate(() => Date.now() / 1000)
  expect(Math.abs((cookies.get('wl.access')?.expires ?? 0) - at - 60)).toBeLessThan(15)
  expect(Math.abs((cookies.get('wl.refresh')?.expires ?? 0) - at - 28_800)).toBeLessThan(15)
  expect(cookies.get('wl.access')).toMatchObject({ sameSite: 'Strict', path: '/' })
  expect(cookies.get('wl.access')?.value).toMatch(/^\d+\.[\w-]{36}\.\d{13}$/)
  let count = 0
  page.on('request', (r) => {
    if (r.url().endsWith('/refreshToken')) count += 1
  })
  await page.clock.fastForward(20_000)
  await page.waitForTimeout(500)
  expect(count).toBe(0)
  const renewed = page.waitForResponse(refreshPath)
  await page.clock.fastForward(11_000)
  expect((await (await renewed).json()).code).toBe(0)
  await expect.poll(async () => (await saved(page)).tokens?.accessToken).not.toBe(first?.accessToken)
  expect(count).toBe(1)
  expect((await saved(page)).tokens?.refreshToken).not.toBe(first?.refreshToken)
  await context.close()
})

test('T42 six tabs renew once per period, and all of them stay in', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  await shortLife(context, 20)
  const page = await context.newPage()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  const tabs = [page]
  for (let i = 0; i < 5; i++) tabs.push(await beside(context, page))
  const count = countRefreshes(context)
  const before = (await saved(page)).tokens
  // Every tab's timer fires half of the short life after the last renewal.
  await expect
    .poll(async () => (await saved(page)).tokens?.accessToken, { timeout: 30_000 })
    .not.toBe(before?.accessToken)
  await page.waitForTimeout(1_500)
  expect(count()).toBe(1)
  for (const tab of tabs) expect(await tab.locator('.head-user').isVisible()).toBe(true)
  await context.close()
})

test('C-39 a computer that slept for eight hours renews once and says nothing', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.clock.install()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  const count = countRefreshes(context)
  await page.clock.fastForward(7.9 * 3_600_000)
  await visit(page, 'wms/ownerList')
  await page.getByText('O1').first().waitFor()
  expect(count()).toBe(1)
  expect(await page.locator('.notice').count()).toBe(0)
  await context.close()
})

test('C-40 a renewal without an answer is tried again, and nobody is logged out', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.clock.install()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  const { tokens } = await saved(page)
  let tries = 0
  await context.route(refreshPath, (route) => {
    tries += 1
    return tries <= 2 ? route.abort() : route.continue()
  })
  await page.clock.fastForward(1_771_000)
  await expect.poll(() => tries).toBeGreaterThanOrEqual(1)
  await page.clock.runFor(1_100)
  await page.clock.runFor(2_100)
  await expect.poll(async () => (await saved(page)).tokens?.accessToken).not.toBe(tokens?.accessToken)
  // Two without an answer and the one that had it; whoever calls meanwhile tries as well.
  expect(tries).toBeGreaterThanOrEqual(3)
  expect((await saved(page)).status).toBe('login')
  await context.close()
})

test('S-59 an empty result, and a refusal, log out', async () => {
  for (const answer of [
    { status: 200, json: { code: 0, message: '', data: {}, traceId: '1' } },
    { status: 401, json: { code: 40102, message: '登录已失效，请重新登录', data: null, traceId: '1' } },
    { status: 200, json: { code: 40102, message: '登录已失效，请重新登录', data: null, traceId: '1' } },
  ]) {
    const context = await lading.browser.newContext({ locale: 'zh-CN' })
    const page = await context.newPage()
    await page.clock.install()
    await logIn(page, lading.url, 'viewer')
    await isIn(page)
    await context.route(refreshPath, (route) => route.fulfill(answer))
    await page.clock.fastForward(1_771_000)
    await page.clock.runFor(1_000)
    await isOut(page)
    expect((await saved(page)).status).toBe('logout')
    await context.close()
  }
})

test('S-60 without an access token but with a refresh token the page renews and loads again', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerList')
  const count = countRefreshes(context)
  await context.clearCookies({ name: 'wl.access' })
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.reload()
  await page.getByText('O1').first().waitFor()
  expect([count(), loads]).toEqual([1, 2])
  expect(page.url()).toMatch(/#\/app-wms\/ownerList/)
  expect((await context.cookies()).map((c) => c.name).sort()).toEqual(['wl.access', 'wl.refresh'])
  await context.close()
})

test('S-61 with neither token and a known user he is asked, and comes back to where he was', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerList')
  await page.getByText('O1').first().waitFor()
  await context.clearCookies()
  await page.reload()
  await gate(page).getByText(expiredText, { exact: true }).waitFor()
  await gate(page).getByRole('button', { name: '确定' }).click()
  await isOut(page)
  await logIn(page, lading.url, 'admin')
  await page.waitForURL(/#\/app-wms\/ownerList/)
  await context.close()
})

test('S-63 C-41 another account in the same browser blocks the tab until it is refreshed', async () => {
  const { page, context } = await lading.fresh('admin')
  const second = await context.newPage()
  await second.goto(`${lading.url}/#/login`)
  await isOut(second)
  await logIn(second, lading.url, 'viewer')
  await isIn(second)
  await page.bringToFront()
  await gate(page).getByText(otherText, { exact: true }).waitFor()
  expect(await gate(page).getByRole('button').allTextContents()).toEqual(['刷新'])
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await gate(page).isVisible()).toBe(true)
  // Nothing more is asked in the name of the first one.
  let asked = 0
  page.on('request', (r) => {
    if (r.url().includes('/api/')) asked += 1
  })
  await visit(page, 'wms/productList')
  await page.waitForTimeout(500)
  expect(asked).toBe(0)
  await gate(page).getByRole('button').click()
  await isIn(page)
  expect(await page.locator('.head-user').textContent()).toBe(await second.locator('.head-user').textContent())
  await context.close()
})

test('S-64 C-41 C-42 switching the organisation starts over here, and the other tabs follow', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerList')
  const second = await beside(context, page)
  await page.bringToFront()
  await page.getByTitle('切换组织').click()
  const switched = page.waitForResponse(/switchWorkingOrg$/)
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /LADING/ })
    .getByRole('button')
    .click()
  expect(Object.keys((await switched).request().postDataJSON())).toEqual(['workingOrgId'])
  await page.getByTitle('切换组织').getByText('来丁商贸集团').waitFor()
  await second.getByTitle('切换组织').getByText('来丁商贸集团').waitFor()
  expect(await gate(second).count()).toBe(0)
  // At the default view: where he was he may have no right to be there.
  await second.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  await context.close()
})
