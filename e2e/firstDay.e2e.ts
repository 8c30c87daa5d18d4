import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, dialog, panel, toast, workAt } from './pages.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

/** Where the pictures of docs/first-day.md go; none are taken otherwise. */
const shots = process.env.LADING_SHOTS
const centres = [
  ['DC81', '苏州物流中心'],
  ['DC82', '无锡物流中心'],
] as const
const people = 48

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(shots, `first-${name}.png`) })
}

async function makeCentres(page: Page): Promise<void> {
  for (const [code, name] of centres) {
    await visit(page, 'sys/sysOrgDcAdd')
    await panel(page).getByLabel('代码', { exact: true }).fill(code)
    await panel(page).getByLabel('名称', { exact: true }).fill(name)
    await choose(page, panel(page).getByLabel('上级组织', { exact: true }), 'LADING')
    if (code === 'DC82') await shot(page, '1-centre')
    await panel(page)
      .getByRole('button', { name: /^保 ?存$/ })
      .click()
    await page.getByRole('tab', { name: new RegExp(code) }).waitFor()
  }
}

/** What no role of the enterprise gives came with the centres; a further one is made for both at once. */
async function makeRoles(page: Page): Promise<void> {
  // One name at a time: the list holds the roles of every centre, and only the rows in sight are drawn.
  for (const name of ['仓库经理', '上架员', '复核装车员', '盘点员', '只读审计']) {
    await visit(page, `sys/sysRoleList?name=${name}`)
    await panel(page).locator('.grid-row', { hasText: name }).first().waitFor()
  }
  await panel(page).getByRole('button', { name: '批量新增' }).click()
  await dialog(page).getByLabel('名称', { exact: true }).fill('拣货主管')
  await choose(page, dialog(page).getByLabel('同角色', { exact: true }), '拣货员')
  for (const [, name] of centres)
    await dialog(page)
      .getByRole('checkbox', { name: new RegExp(name) })
      .check()
  expect(await axe(page), 'roles').toEqual([])
  await shot(page, '2-roles')
  await dialog(page).getByRole('button', { name: '新增', exact: true }).click()
  await toast(page, '已新增2个角色')
}

const head = '用户名,姓名,手机,工号,所属组织,角色.角色'
const roles = ['仓库经理', '拣货主管', '上架员', '复核装车员', '盘点员']
const rows = Array.from({ length: people }, (_, i) => {
  const dc = centres[i % 2]?.[0]
  return `new${i + 1},新员工${i + 1},,G${900 + i},${dc},${dc}/${roles[i % roles.length]}`
})
const fileOf = (lines: readonly string[]) => ({
  name: '用户.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[head, ...lines].join('\r\n')}\r\n`),
})

async function bringPeople(page: Page): Promise<void> {
  await visit(page, 'sys/sysUserList')
  await panel(page).getByRole('button', { name: '导入', exact: true }).click()
  const input = dialog(page).locator('input[type=file]')
  await input.setInputFiles(fileOf(rows.with(6, rows[6]?.replace(/[^/]*$/, '没有的角色') ?? '')))
  await dialog(page).getByRole('button', { name: '试导入' }).click()
  await dialog(page)
    .getByText(/48行中有1处错误，未导入/)
    .waitFor()
  await shot(page, '3-errors')
  await input.setInputFiles(fileOf(rows))
  await dialog(page).getByRole('button', { name: '试导入' }).click()
  await dialog(page).getByText('48行可以导入：新增48，更新0').waitFor()
  await dialog(page).getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '导入完成：新增48，更新0')
}

/** @returns the password of the first of them */
async function handOut(page: Page): Promise<string> {
  await visit(page, 'sys/sysUserList?username=new1')
  await panel(page).locator('.grid-row', { hasText: 'new1' }).first().waitFor()
  await panel(page).getByRole('checkbox', { name: '全选' }).first().check()
  await panel(page).getByRole('toolbar').getByRole('button', { name: '发放初始密码' }).click()
  await dialog(page).getByRole('button').last().click()
  const first = dialog(page)
    .locator('.grid-row', { hasText: /new1(?!\d)/ })
    .first()
  await first.waitFor()
  expect(await axe(page), 'passwords').toEqual([])
  await shot(page, '4-passwords')
  const password = (await first.locator('code').textContent()) ?? ''
  const download = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: /^下 ?载$/ })
    .click()
  expect((await download).suggestedFilename()).toBe('lading-passwords.txt')
  await dialog(page)
    .getByRole('button', { name: /^关 ?闭$/ })
    .last()
    .click()
  return password
}

test('two centres, their roles and 48 people are set up by the pages alone, and one of them logs in', async () => {
  const { page, troubles } = await lading.open('admin')
  await page.locator('button.head-org').waitFor()
  await workAt(page, 'LADING')
  await makeCentres(page)
  await makeRoles(page)
  await bringPeople(page)
  const password = await handOut(page)
  expect(password).toMatch(/^\w{10}$/)
  const other = await lading.browser.newContext({ locale: 'zh-CN' })
  const theirs = await other.newPage()
  await logIn(theirs, lading.url, 'new1', password)
  await dialog(theirs).getByText('当前账号的密码是初始密码，是否进行修改').waitFor()
  await shot(theirs, '5-login')
  expect(troubles()).toEqual([])
  await other.close()
})
