import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDue } from '../tools/round.ts'
import { dialog } from './pages.ts'
import { newPerson, ownPassword, person } from './persons.ts'
import { watch } from './profiles.ts'
import { isIn, isOut } from './sessions.ts'
import { axe, logIn, type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const tour = (page: Page) => page.locator('dialog.tour')
const heading = (page: Page, name: string) => tour(page).getByRole('heading', { name, exact: true }).waitFor()
const isNew = async (username: string) => (await person(lading, username)).user.preferences.isNew
/** The button that has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.replaceAll(' ', ''))
/** The card stands clear of what the ring stands around, and within the screen. */
const isClear = (page: Page) =>
  page.evaluate(() => {
    const [card, ring] = ['.tour-card', '.tour-ring'].map((s) => document.querySelector(s)!.getBoundingClientRect())
    const isApart = card!.left >= ring!.right || card!.top >= ring!.bottom
    const { innerWidth, innerHeight } = window
    return isApart && card!.left >= 0 && card!.right <= innerWidth && card!.bottom <= innerHeight
  })
/** Nobody is shown around: the frame stands, all that it has asked for is here, and no card has come. */
async function expectNoTour(page: Page): Promise<void> {
  await isIn(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await tour(page).count()).toBe(0)
}

test('C-36 who has logged in for the first time of all is shown around once, as soon as his password is his own', async () => {
  const initial = await newPerson(lading, 'chulai', '初来', {}, { hasCome: false })
  const context = await lading.browser.newContext({
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  const found = watch(page)
  await logIn(page, lading.url, 'chulai', initial)
  await page.getByText('当前账号的密码是初始密码，是否进行修改', { exact: true }).waitFor()
  expect(await tour(page).count()).toBe(0)
  await page.getByRole('dialog').getByRole('button').last().click()
  await dialog(page).getByLabel('新密码', { exact: true }).fill(ownPassword)
  await dialog(page).getByLabel('确认新密码').fill(ownPassword)
  const reloaded = page.waitForEvent('load')
  await dialog(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await reloaded
  await isOut(page)
  expect(await isNew('chulai')).toBe(true)

  // On another computer than that of his first log-in.
  const there = await lading.browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
  const other = await there.newPage()
  const trouble = watch(other)
  await logIn(other, lading.url, 'chulai', ownPassword)
  await heading(other, '菜单')
  expect(await axe(other)).toEqual([])
  expect(await other.locator('.tour-card').evaluate((e) => getComputedStyle(e).transitionDuration)).toBe('0s')
  await expect.poll(() => isNew('chulai')).toBe(false)
  await other.keyboard.press('Escape')
  await tour(other).waitFor({ state: 'detached' })
  // The keys go on from the page behind it.
  await expect.poll(() => other.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
  await other.reload()
  await expectNoTour(other)
  await logIn(page, lading.url, 'chulai', ownPassword)
  await expectNoTour(page)
  expect([...found, ...trouble]).toEqual([])
  await Promise.all([context.close(), there.close()])
})

const tours = [
  ['zh-CN', 1440, ['菜单', '查找', '页签', '您自己'], ['下一步', '上一步', '开始使用'], '新手引导', '关于'],
  ['en-US', 1440, ['Menu', 'Search', 'Tabs', 'You'], ['Next', 'Back', 'Start'], 'Take the tour', 'About'],
  ['zh-CN', 390, ['菜单', '页签', '您自己'], ['下一步', '上一步', '开始使用'], '新手引导', '关于'],
] as const
test.each(tours.filter((_, i) => isDue(i, tours.length)))(
  'C-36 the tour is had again and walked through by keys alone (%s, %i pixels)',
  async (...row) => {
    const [language, width, stops, [next, back, done], again, about] = row
    const { page, troubles } = await lading.open('viewer', { language, width })
    await expectNoTour(page)
    await page.locator('.head-user').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: about }).waitFor()
    // One press, one look: the menu has the focus a moment before it knows which entry Enter is for.
    await expect
      .poll(async () => {
        const at = (await page.locator('.ant-dropdown-menu-item-active').allInnerTexts())[0]
        if (at !== about) await page.keyboard.press('ArrowDown')
        return at
      })
      .toBe(about)
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: again }).focus()
    await page.keyboard.press('Enter')
    for (const [i, stop] of stops.entries()) {
      await heading(page, stop)
      await expect.poll(() => focused(page)).toBe(i === stops.length - 1 ? done : next)
      expect(await isClear(page), stop).toBe(true)
      expect(await axe(page), stop).toEqual([])
      if (i < stops.length - 1) await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe(back)
    await page.keyboard.press('Enter')
    await heading(page, stops.at(-2)!)
    // Neither Tab nor the frame's keys lead behind it.
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Alt+w', 'Shift+Tab']) await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.closest('.frame'))).toBeNull()
    await tour(page).getByRole('button', { name: next }).press('Enter')
    await heading(page, stops.at(-1)!)
    await tour(page).getByRole('button', { name: done }).press('Enter')
    await tour(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('head-user')
    expect(troubles()).toEqual([])
  },
)
