import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson, ownPassword, person } from './persons.ts'
import { isIn } from './sessions.ts'
import { logIn, type Running, start } from './support.ts'

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
  const { page, context } = await lading.open('yanse', { password: ownPassword })
  expect(await look(page)).toEqual(['zh-CN', 'light', 'comfortable', '14', 'usual'])
  await page.getByRole('button', { name: '偏好设置' }).click()
  const pick = (name: string) => page.locator('.prefs').getByText(name, { exact: true }).click()
  for (const name of ['深色', '紧凑', '16', '色弱友好', 'English']) await pick(name)
  const mine = { theme: 'dark', density: 'compact', fontSize: 16, palette: 'weak', language: 'en-US' }
  await expect.poll(() => chosen('yanse')).toEqual(mine)

  const there = await lading.browser.newContext({ locale: 'zh-CN' })
  const other = await there.newPage()
  const asked: string[] = []
  other.on('request', (r) => asked.push(r.url()))
  await logIn(other, lading.url, 'yanse', ownPassword)
  await isIn(other)
  const same = ['en-US', 'dark', 'compact', '16', 'weak']
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
  await expect.poll(() => look(page)).toEqual(['en-US', 'light', 'compact', '16', 'weak'])
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
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await newPerson(lading, 'houlai', '后来')
  const next = await person(lading, 'houlai')
  await next.post('/fw/api/sys/userPreference/updateDisplay', { language: 'zh-CN', density: 'comfortable' })
  await logIn(page, lading.url, 'houlai', ownPassword)
  await isIn(page)
  expect((await look(page)).slice(0, 3)).toEqual(['zh-CN', 'light', 'comfortable'])
  expect(await chosen('houlai')).toEqual({ language: 'zh-CN', density: 'comfortable' })
  await context.close()
})
