import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { faultsIn, follow } from './look.ts'
import { panel } from './pages.ts'
import type { Opening } from './profiles.ts'
import { type Running, visit } from './support.ts'

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
    const scrolls = '.grid, .tab-bar, .ant-tabs-nav, svg, .sr-only, .skip'
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

/** Nothing is lost on a screen so small, and nothing but tables scrolls sideways. */
export async function expectRoom(lading: Running, screen: Opening): Promise<void> {
  const { page, troubles } = await lading.open('admin', screen)
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
}
