import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gate, isIn, isOut, logOutByMenu, refreshPath, saved, shortLife } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

/** What the server did and the browser never heard of. */
let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const orgButton = (page: Page) => page.getByTitle('切换组织')
const group = '来丁商贸集团'
const switchTo = async (page: Page) => {
  await orgButton(page).click()
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /LADING/ })
    .getByRole('button')
    .click()
}
/** The server does what it is asked for the first time, and its answer gets lost; from then on all is well. */
async function loseFirst(
  context: BrowserContext,
  path: string | RegExp,
  lose: 'cut' | 'silent',
): Promise<() => number> {
  let asked = 0
  await context.route(path, async (route) => {
    asked += 1
    if (asked > 1) return route.fallback()
    await route.fetch()
    if (lose === 'cut') await route.abort()
  })
  return () => asked
}
/** The first answer comes when it may. @returns when it was asked for */
async function holdFirst(context: BrowserContext, path: RegExp, until: Promise<void>): Promise<void> {
  const asked = Promise.withResolvers<void>()
  let isFirst = true
  await context.route(path, async (route) => {
    if (!isFirst) return route.fallback()
    isFirst = false
    const response = await route.fetch()
    asked.resolve()
    await until
    await route.fulfill({ response })
  })
  return asked.promise
}

test('S-64 a change of organisation whose user cannot be read again is done all the same, also after a reload', async () => {
  const { page, context } = await lading.fresh('admin')
  await isIn(page)
  await context.route(/getLoginUser/, (route) => route.abort())
  await switchTo(page)
  await orgButton(page).getByText(group).waitFor()
  await page.reload()
  await orgButton(page).getByText(group).waitFor()
  await context.close()
})

test('S-64 a change of organisation whose answer is lost is followed here as well', async () => {
  const { page, context } = await lading.fresh('admin')
  await isIn(page)
  await loseFirst(context, /switchWorkingOrg$/, 'cut')
  const reloaded = page.waitForEvent('load')
  await switchTo(page)
  await gate(page).getByText('组织已切换，页面将刷新').waitFor()
  await reloaded
  await orgButton(page).getByText(group).waitFor()
  await context.close()
})

test('T42 C-40 a renewal whose answer is lost is asked for again while the server still takes it for the same', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  await shortLife(context, 40)
  const page = await context.newPage()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  const { tokens } = await saved(page)
  const asked = await loseFirst(context, refreshPath, 'silent')
  await expect
    .poll(async () => (await saved(page)).tokens?.accessToken, { timeout: 25_000 })
    .not.toBe(tokens?.accessToken)
  expect(asked()).toBe(2)
  expect((await saved(page)).status).toBe('login')
  await visit(page, 'wms/ownerList')
  await page.getByText('O1').first().waitFor()
  await context.close()
})

test('T42 old tokens that another window puts back while it stores something else replace no newer ones', async () => {
  const { page, context } = await lading.fresh('viewer')
  await isIn(page)
  const before = await page.evaluate(() => {
    const state = JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}')
    // Renewals are minutes apart; so that nobody waits for that here.
    state.session.tokens.expiresAt -= 60_000
    return JSON.stringify(state)
  })
  const second = await context.newPage()
  await second.goto(`${lading.url}/nothing`)
  await context.clearCookies({ name: 'wl.access' })
  await page.reload()
  await expect
    .poll(async () => (await saved(page)).tokens?.accessToken)
    .not.toBe(JSON.parse(before).session.tokens.accessToken)
  await isIn(page)
  const renewed = await saved(page)
  await second.evaluate((text) => localStorage.setItem('wl.state.v1', text), before)
  await expect.poll(async () => (await saved(page)).tokens).toEqual(renewed.tokens)
  await context.close()
})

test('C-31 C-38 what comes late of one user’s history reaches nobody else, and no log-out waits for it', async () => {
  const { page, context } = await lading.fresh('admin')
  const written = () => page.waitForRequest(/updateHistory$/)
  const first = written()
  // A page that the next user has never seen, since he may not.
  await visit(page, 'sys/sysRoleList')
  await first
  const held = Promise.withResolvers<void>()
  const asked = holdFirst(context, /queryHistoryList/, held.promise)
  await page.reload()
  await asked
  await logOutByMenu(page)
  await isOut(page)
  await logIn(page, lading.url, 'picker')
  await isIn(page)
  const late = page.waitForResponse(/queryHistoryList/)
  const next = written()
  held.resolve()
  await late
  await visit(page, 'wms/pickTaskList')
  const { history } = (await next).postDataJSON()
  expect(history).toContain('pickTaskList')
  expect(history).not.toContain('sysRoleList')
  await context.close()
})
