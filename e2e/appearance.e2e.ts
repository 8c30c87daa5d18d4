import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOptions } from './options.ts'
import { panel } from './pages.ts'
import { newPerson, ownPassword, person } from './persons.ts'
import { isIn, logOutByMenu } from './sessions.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** What the document says of how it looks. */
const look = (page: Page) =>
  page.evaluate(() => {
    const { lang, dataset } = document.documentElement
    return [lang, dataset.theme, dataset.density, dataset.font, dataset.palette]
  })
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const chosen = async (username: string) => (await person(lading, username)).user.preferences

test('C-15 how it looks follows its user to another device, is there at the first paint, and costs no request', async () => {
  await newPerson(lading, 'yanse', '颜色')
  const { page, context } = await lading.fresh('yanse', { password: ownPassword })
  expect(await look(page)).toEqual(['zh-CN', 'light', 'compact', '14', 'usual'])
  await page.getByRole('button', { name: '偏好设置' }).click()
  const pick = (name: string) => page.locator('.prefs').getByText(name, { exact: true }).click()
  for (const name of ['深色', '宽松', '16', '色弱友好', 'English']) await pick(name)
  const mine = { theme: 'dark', density: 'comfortable', fontSize: 16, palette: 'weak', language: 'en-US' }
  await expect.poll(() => chosen('yanse')).toEqual(mine)

  const there = await lading.browser.newContext({ locale: 'zh-CN' })
  const other = await there.newPage()
  const asked: string[] = []
  other.on('request', (r) => asked.push(r.url()))
  await logIn(other, lading.url, 'yanse', ownPassword)
  await isIn(other)
  const same = ['en-US', 'dark', 'comfortable', '16', 'weak']
  expect(await look(other)).toEqual(same)
  await other.getByRole('button', { name: 'Preferences' }).waitFor()
  expect(asked.filter((url) => /queryLanguage|Display/.test(url))).toEqual([])
  // The parts of the program never come: what is painted now was painted first.
  await other.route(/\/assets\/.*\.js/, () => undefined)
  await other.reload({ waitUntil: 'commit' })
  await expect.poll(() => background(other)).toBe('rgb(14, 20, 21)')
  expect(await look(other)).toEqual(same)
  await there.close()

  // Without a network a choice counts here; the others hear of it when there is one again.
  await context.setOffline(true)
  await page.locator('.prefs').getByText('Light', { exact: true }).click()
  await expect.poll(() => look(page)).toEqual(['en-US', 'light', 'comfortable', '16', 'weak'])
  expect(await page.locator('.notice').count()).toBe(0)
  expect(await chosen('yanse')).toEqual(mine)
  await context.setOffline(false)
  await expect.poll(() => chosen('yanse')).toEqual({ ...mine, theme: 'light' })
  await context.close()
})

test('C-15 what somebody chooses at the door is newer than what he chose before; what another left there is not his', async () => {
  await newPerson(lading, 'menkou', '门口')
  const me = await person(lading, 'menkou')
  await me.post('/fw/api/sys/userPreference/updateDisplay', { language: 'zh-CN', density: 'compact' })
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(`${lading.url}/#/login`)
  await page.getByRole('button', { name: 'English' }).click()
  await logIn(page, lading.url, 'menkou', ownPassword)
  await isIn(page)
  expect((await look(page)).slice(0, 3)).toEqual(['en-US', 'light', 'compact'])
  await expect.poll(() => chosen('menkou')).toEqual({ language: 'en-US', density: 'compact' })
  await logOutByMenu(page)
  await newPerson(lading, 'houlai', '后来')
  const next = await person(lading, 'houlai')
  await next.post('/fw/api/sys/userPreference/updateDisplay', { language: 'zh-CN', density: 'comfortable' })
  await logIn(page, lading.url, 'houlai', ownPassword)
  await isIn(page)
  expect((await look(page)).slice(0, 3)).toEqual(['zh-CN', 'light', 'comfortable'])
  expect(await chosen('houlai')).toEqual({ language: 'zh-CN', density: 'comfortable' })
  await logOutByMenu(page)
  // Nor does he who never chose anything get what the last one had.
  await newPerson(lading, 'zuihou', '最后')
  await next.post('/fw/api/sys/userPreference/updateDisplay', { language: 'en-US', density: 'compact', fontSize: 16 })
  await logIn(page, lading.url, 'houlai', ownPassword)
  await isIn(page)
  expect(await look(page)).toEqual(['en-US', 'light', 'compact', '16', 'usual'])
  await logOutByMenu(page)
  await logIn(page, lading.url, 'zuihou', ownPassword)
  await isIn(page)
  expect(await look(page)).toEqual(['zh-CN', 'light', 'compact', '14', 'usual'])
  await context.close()
})

test('C-15 what is chosen in one tab of the browser counts in all of them, and none writes an older choice over it', async () => {
  await newPerson(lading, 'liangge', '两个')
  const { page, context } = await lading.fresh('liangge', { password: ownPassword })
  const other = await context.newPage()
  await other.goto(`${lading.url}/`)
  await isIn(other)
  const pick = async (on: Page, name: string) => {
    await on.getByRole('button', { name: '偏好设置' }).click()
    await on.locator('.prefs').getByText(name, { exact: true }).click()
  }
  await pick(page, '深色')
  await expect.poll(() => look(other)).toEqual(['zh-CN', 'dark', 'compact', '14', 'usual'])
  await pick(other, '宽松')
  await expect.poll(() => look(page)).toEqual(['zh-CN', 'dark', 'comfortable', '14', 'usual'])
  await expect.poll(() => chosen('liangge')).toEqual({ theme: 'dark', density: 'comfortable' })
  await other.reload()
  await isIn(other)
  expect(await look(other)).toEqual(['zh-CN', 'dark', 'comfortable', '14', 'usual'])
  await context.close()
})

const command = async (page: Page, name: string) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await page.locator('.search-hit', { hasText: name }).click()
}

test('C-50 a page that was open in another language is not seen in it again', async () => {
  await newPerson(lading, 'yuyan', '语言')
  const { page, context, troubles } = await lading.fresh('yuyan', { password: ownPassword })
  await visit(page, 'sys/loginUserInfo')
  await panel(page).getByRole('heading', { name: '个人信息' }).waitFor()
  await visit(page, 'wms/pickTaskList')
  await panel(page).getByRole('heading', { name: '拣货任务' }).first().waitFor()
  await command(page, 'English')
  await panel(page).getByRole('heading', { name: 'Pick tasks', exact: true }).first().waitFor()
  const seen = await page.evaluate(async () => {
    const texts: string[] = []
    location.hash = '#/app-sys/loginUserInfo'
    for (let frame = 0; frame < 30; frame++) {
      await new Promise(requestAnimationFrame)
      texts.push(document.querySelector('.tab-slot:not(.tab-kept) h1')?.textContent ?? '')
    }
    return texts
  })
  expect(seen).not.toContainEqual(expect.stringContaining('个人信息'))
  expect(seen.at(-1)).toContain('Personal information')
  expect(troubles()).toEqual([])
  await context.close()
})

test('C-15 the command for dark and light turns what is shown, also when the computer chose it', async () => {
  await newPerson(lading, 'shenqian', '深浅')
  const { page, context } = await lading.fresh('shenqian', { password: ownPassword })
  await page.emulateMedia({ colorScheme: 'dark' })
  const theme = async () => (await look(page))[1]
  await expect.poll(theme).toBe('dark')
  for (const next of ['light', 'dark']) {
    await command(page, '切换深色/浅色')
    await expect.poll(theme).toBe(next)
  }
  await context.close()
})

const mark = (page: Page) => page.locator('body > .watermark')
const said = async (page: Page) =>
  decodeURIComponent(await mark(page).evaluate((e) => getComputedStyle(e).backgroundImage))

test('C-16 no watermark unless the option asks for it; then it says who looks, comes again when removed, and is in nobody’s way', async () => {
  await newPerson(lading, 'shuiyin', '水印人', { workNumber: '20260042' })
  const before = await lading.fresh('shuiyin', { password: ownPassword })
  await before.page.getByRole('heading', { level: 1 }).first().waitFor()
  await before.page.waitForLoadState('networkidle')
  expect(await mark(before.page).count()).toBe(0)
  await before.context.close()
  await withOptions(lading, { security_watermark: 'all' }, async () => {
    const { page, context, troubles } = await lading.fresh('shuiyin', { password: ownPassword })
    await mark(page).waitFor({ state: 'attached' })
    const text = await said(page)
    expect(text).toMatch(/>水印人 0042 \d{4}-\d\d-\d\d<\/text>/)
    expect(text).not.toContain('2026004')
    expect(await mark(page).getAttribute('aria-hidden')).toBe('true')
    expect(await mark(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
    await mark(page).evaluate((e) => e.remove())
    await expect.poll(() => mark(page).count()).toBe(1)
    for (const harm of ['opacity', 'display', 'background-image'] as const) {
      await mark(page).evaluate(
        (e, name) => e.style.setProperty(name, name === 'opacity' ? '0' : 'none', 'important'),
        harm,
      )
      await expect
        .poll(() => mark(page).evaluate((e, name) => getComputedStyle(e).getPropertyValue(name), harm))
        .not.toMatch(/^(0|none)$/)
    }
    expect(await said(page)).toBe(text)
    await mark(page).evaluate((e) => document.getElementById('root')?.append(e))
    await expect.poll(() => mark(page).count()).toBe(1)
    expect(await page.locator('.watermark').count()).toBe(1)
    // A click goes through to what lies below.
    await page.locator('.head-user').click()
    await page.getByRole('menuitem', { name: '关于' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await axe(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await mark(page).isVisible()).toBe(false)
    expect(troubles()).toEqual([])
    await context.close()
  })
})

test('C-16 a watermark on reports stands there only, and on paper when that is asked for', async () => {
  await withOptions(lading, { security_watermark: 'report', security_watermark_print: 'true' }, async () => {
    const { page, context, troubles } = await lading.fresh('admin')
    await visit(page, 'wms/ownerList')
    await panel(page).getByRole('heading', { name: '货主' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await mark(page).count()).toBe(0)
    await visit(page, 'wms/customReportApplication')
    await mark(page).waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    expect(await mark(page).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await visit(page, 'wms/ownerList')
    await mark(page).waitFor({ state: 'detached' })
    expect(troubles()).toEqual([])
    await context.close()
  })
})

test('C-26 as many pages stay built as the option says; the rest come again when looked at, and no unsaved input goes', async () => {
  await withOptions(lading, { ui_max_tabs: '5' }, async () => {
    const read = /options\/query$/
    const { page, context, troubles } = await lading.fresh('admin')
    const isHere = page.waitForResponse(read)
    await page.reload()
    await isHere
    await visit(page, 'wms/ownerAdd')
    await panel(page).getByLabel('名称').fill('还没有保存')
    const lists = ['ownerList', 'vendorList', 'storeList', 'productList', 'binList', 'containerList', 'orderBillList']
    for (const name of lists) {
      await visit(page, `wms/${name}`)
      await panel(page).getByRole('heading', { level: 1 }).first().waitFor()
    }
    // Five, and the one that holds what nobody has saved.
    await expect.poll(() => page.locator('.tab-panel').count()).toBe(6)
    expect(await page.getByRole('tab').count()).toBeGreaterThanOrEqual(lists.length + 1)
    const owners = page.locator('.tab-panel[aria-label="货主"]')
    expect(await owners.count()).toBe(0)
    await page.getByRole('tab', { name: '货主', exact: true }).click()
    await owners.getByText('O1').first().waitFor()
    await expect.poll(() => page.locator('.tab-panel').count()).toBe(6)
    // One is closed: the next that there is room for is built when it is looked at, and then has the focus.
    await page.keyboard.press('Alt+w')
    await owners.waitFor({ state: 'detached' })
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await page.locator('.tab-panel').count()).toBe(5)
    await visit(page, 'wms/storeList')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('h1')?.innerText.trim())).toBe('门店')
    await page.getByRole('tab', { name: /有未保存的内容/ }).click()
    await expect.poll(() => panel(page).getByLabel('名称').inputValue()).toBe('还没有保存')
    expect(troubles()).toEqual([])
    await context.close()
  })
})
