import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watch } from './profiles.ts'
import { expiredText } from './sessions.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const panelOf = (page: Page) => page.locator('.tab-panel:visible')
const button = (page: Page, name: RegExp) => panelOf(page).getByRole('button', { name })
const dialogOf = (page: Page) => page.getByRole('dialog')

/** The list under a field may close while its rows arrive; whoever misses it opens it again. */
async function chooseOrg(page: Page, label: string, org: string): Promise<void> {
  const field = panelOf(page).getByLabel(label, { exact: true })
  const option = page.locator('.ant-select-dropdown:visible').getByText(org)
  const chosen = panelOf(page)
    .locator('.ant-select')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .getByText(org)
  await expect
    .poll(
      async () => {
        if (await chosen.isVisible()) return true
        await field.click()
        await option.click({ timeout: 5_000 }).catch(() => page.keyboard.press('Escape'))
        return chosen.isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** A role of DC01 with the right to look at owners and at stores; the way into the sub-system comes with them. */
async function makeRole(page: Page, name: string): Promise<void> {
  await visit(page, 'sys/sysRoleAdd')
  await panelOf(page).getByLabel('名称', { exact: true }).fill(name)
  await chooseOrg(page, '组织', 'DC01')
  await button(page, /^保 ?存$/).click()
  await page.getByRole('tab', { name: new RegExp(name) }).waitFor()
  const area = panelOf(page).getByRole('region', { name: '仓储管理' })
  for (const module of ['货主', '门店'])
    await area
      .locator('.grants-module')
      .filter({ has: page.getByRole('checkbox', { name: module, exact: true }) })
      .getByRole('checkbox', { name: '查看' })
      .check()
  await panelOf(page).getByText('已选 3 /').waitFor()
  await button(page, /^保 ?存$/).click()
  await page.getByText('已保存：增加3项，减少0项').waitFor()
}

/** A user of DC01 with the role. @returns the password that was shown */
async function makeUser(page: Page, username: string, role: string): Promise<string> {
  await visit(page, 'sys/sysUserAdd')
  await panelOf(page).getByLabel('用户名', { exact: true }).fill(username)
  await panelOf(page).getByLabel('姓名', { exact: true }).fill('盘点员小吴')
  await chooseOrg(page, '所属组织', 'DC01')
  await panelOf(page)
    .getByRole('checkbox', { name: new RegExp(role) })
    .check()
  await button(page, /^保 ?存$/).click()
  const password = await dialogOf(page).getByLabel('初始密码').inputValue()
  await dialogOf(page)
    .getByRole('button', { name: /^关 ?闭$/ })
    .last()
    .click()
  await page.getByRole('tab', { name: new RegExp(username) }).waitFor()
  return password
}

test('an administrator makes a role and a user, who then sees what the role allows and nothing else', async () => {
  const { page, troubles } = await lading.open('admin')
  await makeRole(page, '客户资料员')
  const password = await makeUser(page, 'ziliao', '客户资料员')
  expect(password).toMatch(/^\w{10}$/)
  expect(await panelOf(page).textContent()).not.toContain(password)

  const other = await lading.browser.newContext({ locale: 'zh-CN' })
  const theirs = await other.newPage()
  const found = watch(theirs)
  await logIn(theirs, lading.url, 'ziliao', password)
  await dialogOf(theirs).getByText('当前账号的密码是初始密码，是否进行修改').waitFor()
  await dialogOf(theirs)
    .getByRole('button', { name: /^取 ?消$/ })
    .click()
  await theirs.waitForURL(/#\/app-wms\/ownerList/)
  const menu = theirs.getByRole('navigation').locator('a[href*="/app-"]')
  await menu.first().waitFor()
  expect((await menu.evaluateAll((links) => links.map((a) => a.getAttribute('href')))).sort()).toEqual([
    '#/app-wms/ownerList',
    '#/app-wms/storeList',
  ])
  await panelOf(theirs).getByText('O1').first().waitFor()
  expect(await panelOf(theirs).getByRole('button', { name: '新增' }).count()).toBe(0)
  expect([...troubles(), ...found]).toEqual([])
  await other.close()
})

test('nobody disables himself or resets his own password, and the page says why', async () => {
  const { page, troubles } = await lading.open('admin')
  await page.getByTitle('切换组织').click()
  await dialogOf(page)
    .getByRole('row', { name: /LADING/ })
    .getByRole('button')
    .click()
  await page.getByTitle('切换组织').getByText('来丁商贸集团').waitFor()
  await visit(page, 'sys/sysUserList')
  await panelOf(page).getByRole('link', { name: 'admin', exact: true }).click()
  for (const [name, why] of [
    [/^停 ?用$/, '不能停用当前登录账号'],
    [/重置密码/, '请使用修改密码功能'],
  ] as const) {
    await button(page, name).waitFor()
    expect(await button(page, name).isDisabled()).toBe(true)
    await button(page, name).locator('..').hover()
    await page.getByRole('tooltip').getByText(why).waitFor()
  }
  expect(troubles()).toEqual([])
})

test('what another has changed meanwhile is told, and what was ticked is kept', async () => {
  const { page } = await lading.open('admin')
  const desk = await lading.person('admin')
  const { records } = await desk.query<{ id: string; version: number }>('/fw/api/sys/user/query', {
    filter: { username: 'shipper' },
  })
  const shipper = records[0]
  await visit(page, `sys/sysUserDtl?id=${shipper?.id}`)
  await button(page, /可用组织/).click()
  await dialogOf(page).getByRole('checkbox', { name: /DC01/ }).waitFor()
  await desk.post('/fw/api/sys/user/update', { id: shipper?.id, version: shipper?.version, remark: '夜班' })
  const dc01 = dialogOf(page).getByRole('checkbox', { name: /DC01/ })
  const wasOn = await dc01.isChecked()
  await dc01.setChecked(!wasOn)
  await dc01.setChecked(wasOn)
  await dialogOf(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await dialogOf(page).getByText('数据已被他人修改，请刷新后重试').waitFor()
  await dialogOf(page).getByRole('button', { name: '读取最新数据，保留我的修改' }).click()
  await dialogOf(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await page.getByText('保存成功').waitFor()
})

test('an administrator sees why a user may do what he may, and signs him out', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  const theirs = await lading.fresh('picker')
  // Five seconds after a log-in its page notes where it was. Refused in that moment, it would log out by itself.
  await theirs.page.route(/userPreference\/updateHistory$/, () => undefined)
  const desk = await lading.person('admin')
  const { records } = await desk.query<{ id: string }>('/fw/api/sys/user/query', { filter: { username: 'picker' } })
  await visit(page, `sys/sysUserDtl?id=${records[0]?.id}`)
  await panelOf(page).getByRole('tab', { name: '有效权限' }).click()
  const area = panelOf(page).getByRole('region', { name: '仓储管理' })
  await area.getByRole('link', { name: '拣货员' }).first().waitFor()
  // What he may not do is looked up in the same place.
  await panelOf(page).getByRole('combobox', { name: '查询没有的权限' }).click()
  await panelOf(page).getByRole('combobox', { name: '查询没有的权限' }).fill('收货任务')
  await page.locator('.ant-select-item-option:visible', { hasText: '收货任务' }).first().click()
  await panelOf(page).getByRole('status').getByRole('listitem').first().waitFor()
  await panelOf(page).getByRole('tab', { name: '登录日志' }).click()
  await panelOf(page).getByRole('gridcell', { name: '登录', exact: true }).first().waitFor()
  await panelOf(page).getByRole('tab', { name: '登录情况' }).click()
  expect(await axe(page), 'sessions').toEqual([])
  await button(page, /^全部退出$/).click()
  await dialogOf(page).getByText('退出用户[picker]的所有登录？').waitFor()
  await dialogOf(page).getByRole('button').last().click()
  await panelOf(page).getByText('该用户现在没有登录').waitFor()
  await theirs.page.getByText(expiredText).waitFor()
  expect(troubles()).toEqual([])
  await theirs.context.close()
  await context.close()
})

test('two roles are compared, and the menu of one is drawn', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'sys/sysRoleList')
  await panelOf(page).getByRole('link', { name: '拣货员' }).click()
  await panelOf(page).getByRole('tab', { name: '对比角色' }).click()
  await panelOf(page).getByLabel('对比的角色').click()
  await page.locator('.ant-select-dropdown:visible').getByText('系统管理员').click()
  await panelOf(page)
    .getByText(/^系统管理员 \(\+\d+\)$/)
    .waitFor()
  await panelOf(page).getByText('拣货员 (+0)').waitFor()
  expect(await axe(page), 'compare').toEqual([])
  await panelOf(page).getByRole('tab', { name: '模拟菜单' }).click()
  await panelOf(page).getByText('只持有这个角色的用户看到的菜单').waitFor()
  expect(troubles()).toEqual([])
})

test('the pages of the administration have no serious finding of axe', async () => {
  const { page } = await lading.open('admin')
  for (const entry of ['sysUserList', 'sysUserAdd', 'sysRoleList', 'sysOrgDcList', 'sysOrgDcAdd']) {
    await visit(page, `sys/${entry}`)
    await page.waitForLoadState('networkidle')
    expect(await axe(page), entry).toEqual([])
  }
  await visit(page, 'sys/sysRoleList')
  await panelOf(page).getByRole('link', { name: '拣货员' }).click()
  await panelOf(page).getByLabel('查找权限').waitFor()
  expect(await axe(page), 'role').toEqual([])
})
