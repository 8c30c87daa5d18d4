import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { expiredText, gate, isIn, isOut, saved } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('S-65 S-66 S-67 S-68 S-69 S-70 S-71 S-57 S-97 an initial password is offered to be changed, by the tenant’s rules', async () => {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const roles = await desk.query<{ id: string; name: string }>('/fw/api/sys/role/query', { pageSize: 50 })
  const roleIds = roles.records.filter((r) => r.name === '拣货员').map((r) => r.id)
  const made = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/create', {
    username: 'xinren',
    realName: '新人',
    orgId,
    workingOrgIds: [orgId],
    roleIds,
  })
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await logIn(page, lading.url, 'xinren', made.initialPassword)
  await page.getByText('当前账号的密码是初始密码，是否进行修改', { exact: true }).waitFor()
  const kept = await page.evaluate(
    () => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie,
  )
  expect(kept).not.toContain(made.initialPassword)
  await page.getByRole('dialog').getByRole('button').last().click()
  const dialog = page.getByRole('dialog', { name: '修改初始密码' })
  await dialog.waitFor()
  expect(await dialog.getByLabel('旧密码').count()).toBe(0)
  const [fresh, again] = [dialog.getByLabel('新密码', { exact: true }), dialog.getByLabel('确认新密码')]
  const save = () => dialog.getByRole('button', { name: /^保 ?存$/ }).click()
  await save()
  await dialog.getByText('请输入新密码').waitFor()
  await dialog.getByText('请确认输入的新密码').waitFor()
  await fresh.pressSequentially('x'.repeat(40))
  expect((await fresh.inputValue()).length).toBe(32)
  await dialog.getByText('密码至少包含大小写字母和数字').waitFor()
  await fresh.fill('Kite5')
  await dialog.getByText('密码长度在8到32个字符').waitFor()
  await fresh.fill('Kite5moon')
  await again.fill('Kite5moo')
  await dialog.getByText('密码不一致').waitFor()
  await again.fill('Kite5moon')
  expect(await dialog.locator('.problem').count()).toBe(0)
  const sent = page.waitForRequest(/modifyPassword$/)
  const reloaded = page.waitForEvent('load')
  await save()
  expect((await sent).postDataJSON()).toEqual({ oldPassword: made.initialPassword, newPassword: 'Kite5moon' })
  await page.getByText('修改密码成功，您将重新登录', { exact: true }).waitFor()
  await reloaded
  await isOut(page)
  // It can be read where the user comes out, and does not come again.
  await page.getByText('修改密码成功，您将重新登录', { exact: true }).waitFor()
  await logIn(page, lading.url, 'xinren', 'Kite5moon')
  await isIn(page)
  expect(await page.getByText('当前账号的密码是初始密码').count()).toBe(0)
  await context.close()
})

test('S-38 C-43 after five minutes or a reload the initial password is gone: the old one is asked for like any other', async () => {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  // Another one each time: his password is an initial one only once.
  const username = `chongzai${Date.now()}`
  const { initialPassword } = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/create', {
    username,
    realName: '重载',
    orgId,
    workingOrgIds: [orgId],
  })
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.clock.install()
  await logIn(page, lading.url, username, initialPassword)
  await isIn(page)
  const dialog = page.getByRole('dialog', { name: '修改初始密码' })
  const accept = async () => {
    await page.getByText('当前账号的密码是初始密码，是否进行修改', { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button').last().press('Enter')
    await dialog.waitFor()
  }
  await accept()
  await page.clock.fastForward(290_000)
  expect(await dialog.getByLabel('旧密码').count()).toBe(0)
  await page.clock.fastForward(20_000)
  await dialog.getByLabel('旧密码').waitFor()
  await page.clock.resume()
  await page.reload()
  await accept()
  await dialog.getByLabel('旧密码').fill('wrong')
  await dialog.getByLabel('新密码', { exact: true }).fill('Kite5moon')
  await dialog.getByLabel('确认新密码').fill('Kite5moon')
  const save = () => dialog.getByRole('button', { name: /^保 ?存$/ }).click()
  await save()
  await dialog.getByText('旧密码不正确').waitFor()
  await dialog.getByLabel('旧密码').fill(initialPassword)
  // On a slow line the socket tells of the session's end first.
  await page.route('**/modifyPassword', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fulfill({ response })
  })
  const reloaded = page.waitForEvent('load')
  reloaded.catch(() => undefined)
  await save()
  await page.getByText('修改密码成功，您将重新登录', { exact: true }).waitFor()
  expect(await page.getByText(expiredText).count()).toBe(0)
  await reloaded
  await isOut(page)
  await logIn(page, lading.url, username, 'Kite5moon')
  await isIn(page)
  await context.close()
})

test('C-44 somebody signs out elsewhere, and the other browser hears of it at once', async () => {
  const [one, two] = [await lading.fresh('shipper'), await lading.fresh('shipper')]
  await visit(one.page, 'sys/loginUserInfo')
  const card = one.page.locator('.card', { hasText: '登录情况' })
  await card.getByText('当前登录').waitFor()
  await card.getByRole('button', { name: '退出其他登录' }).click()
  await one.page.getByRole('dialog').getByRole('button').last().click()
  await one.page.getByText(/已退出 \d+ 处登录/).waitFor()
  await gate(two.page).getByText(expiredText, { exact: true }).waitFor({ timeout: 5_000 })
  await one.page.reload()
  await isIn(one.page)
  await one.context.close()
  await two.context.close()
})

test('S-83 S-84 S-86 S-87 S-88 C-47 C-48 what a call says is shown as it says it, or by the catalogue', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerList')
  await page.getByText('O1').first().waitFor()
  const notice = page.locator('.notice, .tab-panel:visible')
  const reads = /\/wms\/api\/store\/query/
  const say = async (answer: { status: number; json?: object; body?: string } | 'nothing', expected: string) => {
    await context.route(reads, (route) => (answer === 'nothing' ? route.abort() : route.fulfill(answer)))
    await visit(page, 'wms/storeList')
    await page.reload()
    await notice.getByText(expected, { exact: true }).first().waitFor()
    await context.unroute(reads)
  }
  const envelope = (code: number, message: string) => ({ code, message, data: null, traceId: '1' })
  await say({ status: 200, json: envelope(42299, '服务器说不行') }, '服务器说不行')
  await say({ status: 200, json: envelope(50000, '') }, '200 服务器内部异常')
  await say({ status: 500, json: envelope(50000, '数据库忙') }, '数据库忙')
  await say({ status: 502, body: 'Bad gateway' }, '服务内部异常!')
  await say('nothing', '请检查网络设置')
  const lines: string[] = []
  page.on('console', (m) => lines.push(m.text()))
  await context.route(reads, (route) => route.fulfill({ status: 403, json: envelope(40301, '没有权限：wms:x') }))
  await page.reload()
  await panel(page).getByText('没有权限：wms:x', { exact: true }).waitFor()
  await page.waitForTimeout(1_000)
  expect(await page.locator('.notice').count()).toBe(0)
  expect(lines).toContain('没有权限：wms:x (1)')
  // What the server itself got wrong can be quoted to who looks after it.
  await context.route(/userPreference\/subscribe$/, (route) =>
    route.fulfill({ status: 500, json: { ...envelope(50000, '服务器内部异常'), traceId: '123456789012345678' } }),
  )
  await page.getByRole('tab', { selected: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /收藏/ }).filter({ visible: true }).click()
  await page.locator('.notice').getByRole('button', { name: '复制跟踪号 123456789012345678' }).waitFor()
  await context.close()
})

interface Told {
  tenant: { slogan: string | null }
  availableWorkingOrgs: object[]
}
/** The server's word about a user, changed on its way. */
const withUser = (context: BrowserContext, change: (user: Told) => object) =>
  context.route(/user\/getLoginUser$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change(body.data) } } })
  })
/** Somebody whose rights are these. */
const withRights = (context: BrowserContext, permissions: string[]) => withUser(context, () => ({ permissions }))

test('S-15 S-57 S-16 a page without permission says so, logs out and reloads, and is no address to come back to', async () => {
  const { page, context } = await lading.fresh('picker')
  await isIn(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await visit(page, 'sys/sysUserList')
  await page.getByText('您没有访问该页面的权限', { exact: true }).waitFor()
  await expect.poll(() => loads).toBe(1)
  await isOut(page)
  // Said where he comes out, too.
  await page.getByText('您没有访问该页面的权限', { exact: true }).waitFor()
  const state = await page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}'))
  expect([state.session.status, state.link]).toEqual(['logout', undefined])
  await context.close()
})

test('S-56 the page loads anew 300 ms after a log-out of that kind', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.clock.install()
  await logIn(page, lading.url, 'picker')
  await isIn(page)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await visit(page, 'sys/sysUserList')
  await expect.poll(async () => (await saved(page)).status).toBe('logout')
  await page.clock.runFor(290)
  expect(loads).toBe(0)
  await page.clock.runFor(20)
  await expect.poll(() => loads).toBe(1)
  await context.close()
})

test('S-55 the address of the last page goes 200 ms after a log-out', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  const link = () => page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}').link?.name)
  await page.clock.install()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '注销' }).click()
  await page.getByText('是否确认注销当前账户?', { exact: true }).waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.getByRole('dialog').getByRole('button').last().press('Enter')
  await page.waitForURL(/#\/login$/)
  await page.clock.runFor(190)
  expect(await link()).toBe('dashboardCurrent')
  await page.clock.runFor(20)
  expect(await link()).toBeUndefined()
  await context.close()
})

test('S-22 S-36 the tenant’s slogan is the title, and an organisation that is disabled is not offered', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const off = { id: '9', code: 'DC99', name: '停用中心', disabled: true }
  await withUser(context, ({ tenant, availableWorkingOrgs }) => ({
    tenant: { ...tenant, slogan: '让每一件货物准时到店' },
    availableWorkingOrgs: [...availableWorkingOrgs, off],
  }))
  const page = await context.newPage()
  await logIn(page, lading.url, 'admin')
  await isIn(page)
  await expect.poll(() => page.title()).toBe('让每一件货物准时到店')
  await page.locator('button.head-org').click()
  const rows = page.getByRole('dialog').locator('tbody tr:not([aria-hidden])')
  await rows.first().waitFor()
  await page.getByText(`切换组织(${await rows.count()})`).waitFor()
  expect(await rows.filter({ hasText: 'DC99' }).count()).toBe(0)
  // By code as by name.
  const code = await rows.last().locator('td').first().innerText()
  await page.getByPlaceholder('代码或名称').fill(code)
  await expect.poll(() => rows.first().innerText()).toContain(code)
  await context.close()
})

test('S-50 S-51 the remembered page is opened when it is permitted, else the first permitted entry', async () => {
  for (const [permissions, expected] of [
    [['wms', 'wms:basic.owner:view', 'wms:basic.store:view'], /#\/app-wms\/storeList/],
    [['wms', 'wms:basic.owner:view'], /#\/app-wms\/ownerList/],
    // The entry alone is not enough: its sub-system is not his.
    [['sys', 'sys:user:view', 'wms:basic.store:view'], /#\/app-sys\/sysUserList/],
  ] as const) {
    const context = await lading.browser.newContext({ locale: 'zh-CN' })
    await withRights(context, [...permissions])
    const page = await context.newPage()
    await page.goto(`${lading.url}/#/app-wms/storeList`)
    await isOut(page)
    await page.getByLabel('租户').fill('demo')
    await page.getByLabel('用户名').fill('viewer')
    await page.getByLabel(/^密码/).fill('Demo1234x')
    await page.locator('button[type=submit]').click()
    await page.waitForURL(expected)
    await isIn(page)
    await context.close()
  }
})

test('S-52 S-53 without a permitted menu, and without any permission, the user is told what to do', async () => {
  for (const [permissions, text] of [
    [['nothing:that:exists'], '缺少权限，请联系系统管理员'],
    [[], '该账号没有系统查看权限，请联系管理员'],
  ] as const) {
    const context = await lading.browser.newContext({ locale: 'zh-CN' })
    await withRights(context, [...permissions])
    const page = await context.newPage()
    await logIn(page, lading.url, 'viewer')
    await page.getByText(text, { exact: true }).waitFor()
    await page.waitForURL(/loginUserInfo/)
    await context.close()
  }
})

test('S-5 S-6 personal information stands in every sub-system and reads the positions first; without them it opens too', async () => {
  const { page } = await lading.open('admin')
  const asked = page.waitForRequest((r) => r.url().endsWith('/dicInfo/queryByTypeCode'))
  await visit(page, 'mdm/loginUserInfo')
  expect((await asked).postDataJSON()).toEqual({ typeCodes: ['WORK_POSITION'] })
  const heading = panel(page).getByRole('heading', { name: '个人信息' })
  await heading.waitFor()
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wl.dict.')))
  expect(kept).toEqual(['wl.dict.demo.zh-CN'])
  await page.route('**/dicInfo/queryByTypeCode', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await heading.waitFor()
})

test('S-6 the command for personal information opens that of the sub-system one is in; that of RPT is that of SYS', async () => {
  const { page, troubles } = await lading.open('admin')
  const open = async (entry: string, title: string) => {
    await visit(page, entry)
    await panel(page).getByRole('heading', { name: title, exact: true }).first().waitFor()
  }
  await open('wms/storeList', '门店')
  await open('mdm/productQpcList', '商品规格')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('个人信息')
  await page.locator('.search-hit', { hasText: '个人信息' }).click()
  await page.waitForURL(/#\/app-mdm\/loginUserInfo$/)
  // Reports stand within WMS as well, and are RPT all the same.
  await open('wms/customReportApplication', '报表应用')
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  await page.waitForURL(/#\/app-sys\/loginUserInfo$/)
  await open('wms/storeList', '门店')
  await visit(page, 'rpt/loginUserInfo')
  await page.waitForURL(/#\/app-sys\/loginUserInfo$/)
  await panel(page).getByRole('heading', { name: '个人信息' }).waitFor()
  expect(troubles()).toEqual([])
})
