import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsIn, follow } from './look.ts'
import { panel } from './pages.ts'
import { watch } from './profiles.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const pages = [
  'wms/dashboardCurrent',
  'wms/ownerList',
  'wms/ownerAdd',
  'wms/binList',
  'wms/orderBillList',
  'sys/sysUserList',
]

/** What reaches beyond the screen. Tables may scroll sideways by themselves, and so does the row of tabs. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = '.ant-table-wrapper, .tab-bar, .ant-tabs-nav, svg, .sr-only, .skip'
    const beyond = [...document.querySelectorAll<HTMLElement>('body *')].filter((e) => {
      if (e.closest(scrolls) || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      const { left, right, width } = e.getBoundingClientRect()
      return width > 0 && (right > window.innerWidth + 1 || left < -1)
    })
    const scrolling = [
      ...document.querySelectorAll<HTMLElement>('.tab-panel, .ant-modal-wrap, .ant-drawer-body'),
    ].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
    return [
      ...beyond.map((e) => `beyond the edge: ${e.tagName} ${e.className} ${e.innerText.slice(0, 20)}`),
      ...scrolling.map((e) => `scrolls sideways: ${e.className}`),
    ].slice(0, 5)
  })

/** What opens above the page, by what opens it. */
const popups: readonly [page: string, opener: string, popup: string][] = [
  ['wms/ownerList', '.head-end button:is([aria-label=历史], [aria-label=History])', '.drop'],
  ['wms/ownerList', '.head-end button:has(.bell)', '.drop'],
  ['wms/ownerList', '.head-user', '.ant-dropdown'],
  ['wms/ownerList', 'button.head-org', '[role=dialog]'],
  ['wms/ownerList', '.head > button', '[role=dialog]'],
  ['wms/ownerList', '.tab-panel button:is([aria-label=列设置], [aria-label=Columns])', '.drop'],
  ['wms/orderBillList', '.tab-panel .ant-picker-range', '.ant-picker-dropdown'],
]

test.each([
  [200, 640, 512, 'zh-CN'],
  [400, 320, 256, 'en-US'],
] as const)(
  'C-14 C-53 at %i %% nothing is lost and nothing but tables scrolls sideways',
  async (_, width, height, language) => {
    const { page, context, troubles } = await lading.open('admin', { width, height, language })
    const settled = follow(page)
    const faults: string[] = []
    const look = async (where: string) =>
      faults.push(...[...(await tooWide(page)), ...(await faultsIn(page))].map((what) => `${where}: ${what}`))
    for (const entry of pages) {
      await visit(page, entry)
      await panel(page).getByRole('heading', { level: 1 }).first().waitFor()
      await settled()
      await look(entry)
    }
    for (const [entry, opener, popup] of popups) {
      await visit(page, entry)
      await settled()
      const more = panel(page).locator('.filter-buttons [aria-expanded=false]')
      if (await more.isVisible()) await more.click()
      await page.locator(opener).filter({ visible: true }).first().click({ timeout: 15_000 })
      await page.locator(popup).filter({ visible: true }).first().waitFor()
      await settled()
      await look(`${entry} ${opener}`)
      await page.keyboard.press('Escape')
      await page.locator(popup).filter({ visible: true }).first().waitFor({ state: 'hidden' })
    }
    expect(faults).toEqual([])
    expect(troubles()).toEqual([])
    await context.close()
  },
)

test('C-14 where there is no room for the search and the menu, a key and a button still bring them', async () => {
  const s = await lading.open('admin', { width: 320, height: 256 })
  const { page } = s
  await visit(page, 'wms/dashboardCurrent')
  const search = page.getByRole('combobox', { name: '搜索菜单' })
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
  await s.context.close()
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
  const search = drawn.getByRole('combobox', { name: '搜索菜单' })
  await search.tap()
  await page.keyboard.type('mendian')
  await page.locator('.search-hit').filter({ hasText: '门店', visible: true }).first().tap()
  await page.waitForURL(/storeList$/)
  await drawn.waitFor({ state: 'detached' })
  await panel(page).locator('.ant-table-row, .row-card, .state').first().waitFor()

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
