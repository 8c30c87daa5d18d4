import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { watch } from './profiles.ts'
import { logIn, type Running, start, visit } from './support.ts'
import { expectRoom } from './zoom.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('C-14 C-53 at 200 % nothing is lost and nothing but tables scrolls sideways', () =>
  expectRoom(lading, { width: 640, height: 512 }))

test('C-14 where there is no room for the search and the menu, a key and a button still bring them', async () => {
  const s = await lading.open('admin', { width: 320, height: 256 })
  const { page } = s
  await visit(page, 'wms/dashboardCurrent')
  const search = page.getByRole('combobox', { name: '搜索菜单和记录' })
  const isSeen = () => search.evaluate((e) => e === document.elementFromPoint(160, e.getBoundingClientRect().y + 8))
  expect(await isSeen()).toBe(false)
  await page.keyboard.press('Control+k')
  await expect.poll(isSeen).toBe(true)
  await page.keyboard.type('货主')
  await page.locator('.search-hit').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('wms/ownerList')
  expect(await isSeen()).toBe(false)
  await page.getByRole('button', { name: '展开菜单', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: '货主', exact: true }).waitFor()
  expect(s.troubles()).toEqual([])
})

test('C-9 C-15 C-17 S-26 S-27 at 390 pixels a finger reaches search, reload, preferences and lock in the drawn menu', async () => {
  const context = await lading.browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const found = watch(page)
  await logIn(page, lading.url, 'viewer')
  await page.waitForURL(/#\/app-/)
  const drawn = page.locator('.menu-drawer')
  const draw = () => page.getByRole('button', { name: '展开菜单', exact: true }).tap()
  await draw()
  const search = drawn.getByRole('combobox', { name: '搜索菜单和记录' })
  await search.tap()
  await page.keyboard.type('mendian')
  await page.locator('.search-hit').filter({ hasText: '门店', visible: true }).first().tap()
  await page.waitForURL(/storeList$/)
  await drawn.waitFor({ state: 'detached' })
  await panel(page).locator('.grid-row, .row-card, .state').first().waitFor()

  const press = async (name: string) => {
    await draw()
    const button = drawn.getByRole('button', { name, exact: true })
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await button.tap()
    await drawn.waitFor({ state: 'detached' })
  }
  const before = await panel(page).elementHandle()
  await press('刷新当前页')
  await expect.poll(() => before?.evaluate((e) => e.isConnected)).toBe(false)
  await press('偏好设置')
  await page.locator('.prefs').getByText('深色', { exact: true }).tap()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.locator('.prefs').getByText('浅色', { exact: true }).tap()
  await page.keyboard.press('Escape')
  await page.locator('.prefs').waitFor({ state: 'detached' })
  await press('锁屏')
  await page.locator('.lock').waitFor()
  expect(found).toEqual([])
  await context.close()
})
