import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, panel, searchMenu, toast } from './pages.ts'
import { watch } from './profiles.ts'
import { saved } from './sessions.ts'
import { type Running, type Session, start, visit } from './support.ts'

/** Sub-systems of which some page is there. */
const opened = ['仓储管理', '运输管理', '电子标签', '主数据', '报表应用', '系统管理']
let lading: Running
let admin: Session
let page: Page
beforeAll(async () => {
  lading = await start()
  admin = await lading.fresh('admin')
  page = admin.page
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})
afterAll(() => lading?.close())

const hash = (at = page): Promise<string> => at.evaluate(() => location.hash)
const stored = (at = page): Promise<Record<string, never>> =>
  at.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}'))
const width = (selector: string): Promise<number> =>
  page.locator(selector).evaluate((e) => Math.round(e.getBoundingClientRect().width))
const tabs = (at = page) => at.getByRole('tablist').getByRole('tab')
/** Goes to an entry and waits for its heading. */
async function open(entry: string, title: string): Promise<void> {
  await visit(page, entry)
  await panel(page).getByRole('heading', { name: title, exact: true }).first().waitFor()
}

test('S-1 S-2 S-3 S-99 the root is replaced by the log-in, which stands without a frame and survives a reload', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const visitor = await context.newPage()
  const documents: string[] = []
  visitor.on('request', (r) => r.resourceType() === 'document' && documents.push(new URL(r.url()).pathname))
  await visitor.goto('about:blank')
  await visitor.goto(`${lading.url}/`)
  await visitor.waitForURL(/#\/login$/)
  await visitor.reload()
  await visitor.locator('input[type=password]').waitFor()
  expect(await hash(visitor)).toBe('#/login')
  expect(documents).toEqual(['/', '/'])
  expect(await visitor.locator('.head, .side').count()).toBe(0)
  expect(await visitor.title()).toBe('Make Your Supply Chain Smarter')
  await visitor.goBack()
  expect(visitor.url()).toBe('about:blank')
  await context.close()
})

test('S-4 S-18 the shell entry passes the guard and shows no frame; who is nobody is sent to the root', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const visitor = await context.newPage()
  const found = watch(visitor)
  await visitor.goto(`${lading.url}/#/application`)
  await visitor.waitForURL(/#\/login$/)
  expect(await visitor.locator('.head').count()).toBe(0)
  await visitor.evaluate(() => {
    location.hash = '#/app-wms/ownerList'
  })
  await visitor.reload()
  await visitor.waitForURL(/#\/login$/)
  expect(found).toEqual([])
  await context.close()
})

test('S-23 S-25 the header is 50 px high, the panel 200 or 50 px wide, and stays as it was left', async () => {
  expect(await page.locator('.head').evaluate((e) => e.getBoundingClientRect().height)).toBe(50)
  expect(await width('.side')).toBe(200)
  await page.getByRole('button', { name: '收起菜单' }).click()
  expect(await width('.side')).toBe(50)
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  expect(await width('.side')).toBe(50)
  await page.getByRole('button', { name: '展开菜单' }).click()
  expect(await width('.side')).toBe(200)
})

test('S-7 S-17 S-19 S-28 S-29 a page says where it stands, its sub-system is marked, and the direct URL is kept', async () => {
  await open('wms/ownerList', '货主')
  expect((await page.locator('.crumbs').innerText()).replaceAll('\n', '')).toBe('仓储管理 / 基础资料 / 货主')
  expect(await page.locator('.head-sub[aria-current]').innerText()).toBe('仓储管理')
  expect((await stored()).link).toMatchObject({
    name: 'ownerList',
    path: '/app-wms/ownerList',
    title: ['货主', 'Owners'],
    keepAlive: true,
    query: {},
  })
  expect(await page.locator('.head-sub').allInnerTexts()).toEqual(opened)
  await page.locator('.head-sub', { hasText: '主数据' }).click()
  await page.waitForURL(/#\/app-mdm\/productQpcList$/)
  await page.locator('.head-sub[aria-current]', { hasText: '主数据' }).waitFor()
  expect((await stored()).sub).toBe('mdm')
  await page.locator('.head-sub', { hasText: '仓储管理' }).click()
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
})

test('S-26 typing filters the menu by title, name and pinyin; Enter and a click jump; Ctrl K comes from anywhere', async () => {
  await searchMenu(page, '装车')
  await page.locator('.search-hit', { hasText: '装车任务', hasNotText: '取消' }).click()
  await page.waitForURL(/#\/app-wms\/enterTruckTaskList$/)
  await searchMenu(page, 'mdlb')
  await page.getByText('没有符合的菜单').waitFor()
  await page.keyboard.press('Escape')
  await searchMenu(page, 'storeLi')
  await page.locator('.search-hit', { hasText: '仓储管理' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/app-wms\/storeList$/)
})

test('S-27 refreshing builds the current tab anew and leaves the others as they are', async () => {
  const first = () => panel(page).locator('.grid-row input[type=checkbox]').first()
  await open('wms/orderBillList', '订货通知单')
  await first().check()
  await open('wms/receiveTaskList', '收货任务')
  await first().check()
  await page.getByRole('button', { name: '刷新当前页' }).click()
  await expect.poll(() => first().isChecked()).toBe(false)
  await open('wms/orderBillList', '订货通知单')
  expect(await first().isChecked()).toBe(true)
  // Its rows are asked for again, however short ago they came; those of the others are not.
  const asked: string[] = []
  const note = (r: Request) => asked.push(new URL(r.url()).pathname)
  page.on('request', note)
  const again = page.waitForRequest('**/wms/api/orderBill/query')
  await page.getByRole('button', { name: '刷新当前页' }).click()
  await again
  page.off('request', note)
  expect(asked.filter((path) => path.endsWith('/task/query'))).toEqual([])
  await open('wms/ownerList', '货主')
  await open('wms/storeList', '门店')
  await open('wms/ownerList', '货主')
})

test('S-42 C-20 open tabs come back after a reload, and each is built when it is first looked at', async () => {
  const titles = await tabs().allInnerTexts()
  expect(titles.length).toBeGreaterThan(3)
  const asked: string[] = []
  page.on('request', (r) => asked.push(r.url()))
  await page.reload()
  await tabs()
    .nth(titles.length - 1)
    .waitFor()
  expect(await tabs().allInnerTexts()).toEqual(titles)
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('货主')
  await panel(page).getByRole('heading', { name: '货主' }).first().waitFor()
  expect(await page.locator('.tab-panel').count()).toBe(1)
  expect(asked.filter((url) => url.includes('/store/query'))).toEqual([])
  await tabs().filter({ hasText: '门店' }).click()
  await panel(page).getByRole('heading', { name: '门店' }).first().waitFor()
  await panel(page).locator('.grid-row').first().waitFor()
  expect(await page.locator('.tab-panel').count()).toBe(2)
  expect(asked.filter((url) => url.includes('/store/query'))).toHaveLength(1)
  await open('wms/ownerList', '货主')
})

test('C-22 C-23 a tab is pinned, moved, copied and closed by its menu and by keys', async () => {
  const menu = (name: string) => page.getByRole('menuitem', { name, exact: true }).filter({ visible: true })
  const onTab = async (title: string, name: string) => {
    await tabs().filter({ hasText: title }).first().click({ button: 'right' })
    await menu(name).click()
  }
  await onTab('货主', '固定')
  expect((await tabs().allInnerTexts())[0]).toBe('货主')
  await onTab('货主', '关闭其他')
  await expect.poll(() => tabs().allInnerTexts()).toEqual(['货主'])
  await open('wms/storeList', '门店')
  await open('wms/vendorList', '供应商')
  await onTab('供应商', '向左移动')
  expect(await tabs().allInnerTexts()).toEqual(['货主', '供应商', '门店'])
  await page.keyboard.press('Escape')
  await page.locator('.content').focus()
  await page.keyboard.press('Alt+1')
  const active = (title: string) => page.getByRole('tab', { selected: true }).filter({ hasText: title }).waitFor()
  await active('货主')
  await page.keyboard.press('Alt+ArrowRight')
  await active('供应商')
  await page.keyboard.press('Alt+w')
  await expect.poll(() => tabs().allInnerTexts()).toEqual(['货主', '门店'])
  await onTab('门店', '最大化内容')
  await page.locator('.head').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.locator('.head').waitFor()
  await onTab('货主', '取消固定')
})

test('S-32 S-33 S-43 S-44 favourites and history follow the user to another browser', async () => {
  // Written a moment after the visit, which may be before the favourite is.
  const kept = page.waitForResponse(
    (r) =>
      r.url().endsWith('/userPreference/updateHistory') &&
      r.status() === 200 &&
      r.request().postData()?.includes('vendorList') === true,
  )
  await open('wms/vendorList', '供应商')
  await tabs().filter({ hasText: '供应商' }).click({ button: 'right' })
  const saved = page.waitForResponse((r) => r.url().endsWith('/userPreference/subscribe'))
  await page.getByRole('menuitem', { name: '加入收藏' }).click()
  const sent = (await saved).request().postDataJSON() as { id: string; version: number; favourite: string }
  const [link] = JSON.parse(sent.favourite) as object[]
  expect(link).toEqual({
    name: 'vendorList',
    title: '供应商',
    href: '#/app-wms/vendorList',
    lastLookTime: expect.any(Number),
  })
  await kept
  const other = await lading.open('admin')
  await other.page.getByRole('button', { name: '收藏', exact: true }).click()
  await other.page.locator('.links').getByText('供应商').click()
  await other.page.waitForURL(/#\/app-wms\/vendorList$/)
  await other.page.getByRole('button', { name: '历史', exact: true }).click()
  await other.page.locator('.links').getByText('门店').first().waitFor()
})

test('a list as it is filtered is kept as a view with a name of its own', async () => {
  await open('wms/vendorList?grade=A', '供应商')
  await tabs().filter({ hasText: '供应商' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '加入收藏' }).click()
  const naming = page.getByRole('dialog', { name: '收藏为视图' })
  await naming.getByRole('button', { name: '确定', exact: true }).click()
  await naming.getByText('请填写名称').waitFor()
  const counter = (await naming.getByText('0 / 200').boundingBox())!
  const needed = (await naming.getByText('请填写名称').boundingBox())!
  expect(counter.y + counter.height).toBeLessThanOrEqual(needed.y)
  await naming.getByRole('textbox', { name: '名称' }).fill('A级供应商')
  await naming.getByRole('button', { name: '确定', exact: true }).click()
  await naming.waitFor({ state: 'detached' })
  await open('wms/vendorList', '供应商')
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await page.locator('.links').getByText('A级供应商', { exact: true }).click()
  await page.waitForURL(/#\/app-wms\/vendorList\?grade=A$/)
})

test('S-35 help shows a message and nothing else', async () => {
  const before = await hash()
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '帮助' }).click()
  await toast(page, '如需帮助，请联系系统管理员')
  expect(await hash()).toBe(before)
})

test('S-31 S-36 the organisation dialog counts, searches, tags and enters; who has one organisation gets none', async () => {
  await page.locator('button.head-org').click()
  const box = dialog(page)
  const rows = box.locator('tbody tr:not([aria-hidden])')
  await rows.first().waitFor()
  const count = await rows.count()
  await box.getByText(`切换组织(${count})`).waitFor()
  expect(await box.getByText('当前组织').count()).toBe(1)
  expect(await box.getByText('所属组织').count()).toBe(1)
  const max = await box.locator('.grid').evaluate((e) => getComputedStyle(e).maxHeight)
  expect(max).toBe('455px')
  await box.getByPlaceholder('代码或名称').fill('杭州')
  await expect.poll(() => rows.count()).toBe(1)
  await page.keyboard.press('Escape')
  const single = await lading.open('other')
  expect(await single.page.locator('button.head-org').count()).toBe(0)
  expect(await single.page.locator('span.head-org').count()).toBe(1)
})

test('S-64 S-92 an organisation switch clears the tabs and lands on the default view', async () => {
  await open('wms/ownerList', '货主')
  await open('wms/dashboardCurrent', '当日作业总览')
  await panel(page).evaluate((e) => e.setAttribute('data-of', 'the former'))
  await page.locator('button.head-org').click()
  const box = dialog(page)
  const name = await box.locator('tbody tr', { hasText: '杭州' }).locator('td').nth(1).innerText()
  const answered = page.waitForResponse((r) => r.url().endsWith('/user/getLoginUser'))
  const { tokens } = await saved(page)
  await box.locator('tbody tr', { hasText: '杭州' }).getByRole('button', { name: '进入' }).click()
  await answered
  // The address is that of before, and not even the same page is kept: what it shows is the former organisation's.
  await page.locator('.head-org', { hasText: name }).waitFor()
  await page.locator('[data-of]').waitFor({ state: 'detached' })
  expect((await saved(page)).tokens?.accessToken).not.toBe(tokens?.accessToken)
  await page.waitForURL(/#\/app-wms\/dashboardCurrent$/)
  expect(await tabs().count()).toBe(1)
  await panel(page).locator('h1').waitFor()
  expect(await page.locator('.tab-panel').count()).toBe(1)
})

test('S-40 about names web and service of each permitted sub-system, and 2021 where no year is known', async () => {
  await page.route('**/fw/api/info', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, copyrightYear: null } } })
  })
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '关于' }).click()
  const box = dialog(page)
  await box.getByText('© 2021 Lading').waitFor()
  const rows = box.locator('tbody tr')
  await expect.poll(() => rows.locator('td:first-child').allInnerTexts()).toEqual(opened)
  const version = /^v\d+\.\d+\.\d+\S*-\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
  await expect
    .poll(async () => (await rows.locator('td:not(:first-child)').allInnerTexts()).every((v) => version.test(v)))
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.unroute('**/fw/api/info')
})

test('S-41 a version that cannot be fetched is said to be unknown', async () => {
  await page.reload()
  for (const url of ['**/wms/api/info', '**/child/wms/version.json'])
    await page.route(url, (route) => route.fulfill({ status: 500, body: '' }))
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '关于' }).click()
  const row = dialog(page).locator('tbody tr', { hasText: '仓储管理' })
  await row.getByText('版本未知', { exact: true }).waitFor()
  await row.getByText('版本号未知', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.unrouteAll()
  admin.troubles()
})

test('S-38 S-71 the password dialog is titled, and its inputs end at 32 characters', async () => {
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const box = dialog(page)
  await box.getByText('设置个人密码', { exact: true }).waitFor()
  const input = box.locator('input').first()
  await input.click()
  await page.keyboard.type('x'.repeat(40))
  expect(await input.inputValue()).toHaveLength(32)
  await page.keyboard.press('Escape')
})

test('S-98 S-100 C-49 a list shows 20 rows at first, remembers another choice, and calls what is off 停用', async () => {
  await open('wms/storeList', '门店')
  await panel(page).getByText('20 条/页').waitFor()
  await panel(page).locator('.ant-pagination-options .ant-select').click()
  expect(await page.locator('.ant-select-item-option').allInnerTexts()).toEqual([
    '10 条/页',
    '20 条/页',
    '50 条/页',
    '100 条/页',
    '200 条/页',
  ])
  await page.locator('.ant-select-item-option', { hasText: '50 条/页' }).click()
  await page.route('**/wms/api/store/query', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.records[0].disabled = true
    await route.fulfill({ response: answer, json: body })
  })
  await page.reload()
  await panel(page).getByText('50 条/页').waitFor()
  const rows = panel(page).locator('.grid-row')
  await rows.nth(0).getByText('停用', { exact: true }).first().waitFor()
  await rows.nth(1).getByText('启用', { exact: true }).first().waitFor()
  await page.unroute('**/wms/api/store/query')
})

test('S-20 a page that does not come is told as an upgrade; a second silent try comes first', async () => {
  const context = admin.context
  const fresh = await context.newPage()
  await fresh.goto(`${lading.url}/#/app-wms/dashboardCurrent`)
  await fresh.getByRole('heading', { level: 1 }).first().waitFor()
  let tries = 0
  await fresh.route(/\/assets\/.*\.js/, (route) => {
    tries += 1
    return route.abort()
  })
  // Nothing of it came with the dashboard: it has a map.
  await visit(fresh, 'tms/regionList')
  const box = dialog(fresh)
  await box.getByText('程序升级').waitFor()
  await box.getByText('程序已升级，请刷新后重试').waitFor()
  expect(tries).toBeGreaterThan(1)
  await fresh.unroute(/\/assets\/.*\.js/)
  await box.getByRole('button', { name: /刷\s*新/ }).click()
  await panel(fresh).getByRole('heading', { name: '区域管理' }).first().waitFor()
  expect(await hash(fresh)).toBe('#/app-tms/regionList')
  await fresh.close()
})

test('S-21 a page that takes longer than 120 seconds counts as one that does not come', async () => {
  const fresh = await admin.context.newPage()
  await fresh.clock.install()
  await fresh.goto(`${lading.url}/#/app-wms/dashboardCurrent`)
  await fresh.getByRole('heading', { level: 1 }).first().waitFor()
  // Never answered.
  await fresh.route(/\/assets\/.*\.js/, () => undefined)
  const asked = fresh.waitForRequest(/\/assets\/.*\.js/)
  await visit(fresh, 'tms/regionList')
  await asked
  await fresh.clock.runFor(119_000)
  expect(await fresh.getByText('程序已升级，请刷新后重试').count()).toBe(0)
  await fresh.clock.runFor(2_500)
  await fresh.clock.runFor(121_000)
  await dialog(fresh).getByText('程序已升级，请刷新后重试').waitFor()
  await fresh.close()
})

test('nothing of all this left an error in the console', () => {
  expect(admin.troubles()).toEqual([])
})
