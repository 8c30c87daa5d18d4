import type { Locator, Page } from 'playwright-core'
import { faultsIn, follow } from './look.ts'
import { panel } from './pages.ts'
import { axe, type Session, visit } from './support.ts'

/** A walk through every button: where it stands, and what was wrong there. */
export interface Walk {
  readonly page: Page
  readonly found: string[]
  /** Waits until everything is answered. */
  settled(): Promise<void>
  /** Waits, then reads the screen. */
  look(where: string): Promise<void>
  /** The same in the language that it speaks, and then in the other one, which it speaks from then on. */
  lookTwice(where: string): Promise<void>
}

export function walkOf({ page, troubles }: Session): Walk {
  const settled = follow(page)
  const found: string[] = []
  const look = async (where: string): Promise<void> => {
    await settled()
    found.push(...[...troubles(), ...(await faultsIn(page))].map((fault) => `${where}: ${fault}`))
    await closeNotices(page)
  }
  return {
    page,
    found,
    settled,
    look,
    lookTwice: async (where) => {
      await look(where)
      const isChinese = (await page.evaluate(() => document.documentElement.lang)) === 'zh-CN'
      await speak(page, isChinese ? 'en-US' : 'zh-CN')
      await look(where)
    },
  }
}

/** Who sees all pages of the menu: the demo company's administrator, and of the channel whoever runs it. */
export const walkers = async (open: (username: string, o?: { tenant?: string }) => Promise<Session>) => {
  const [own, channel] = [walkOf(await open('admin')), walkOf(await open('operator', { tenant: 'plat' }))]
  // Nobody has logged in as him before: he is shown around, over all that would be pressed.
  await channel.settled()
  const tour = channel.page.locator('.tour')
  if (await tour.isVisible()) await channel.page.keyboard.press('Escape')
  await tour.waitFor({ state: 'hidden' })
  return (entry: string): Walk => (entry.startsWith('saas/') ? channel : own)
}

/** Kept by the enterprise: only there they have forms. */
export const masters = [
  'wms/ownerList',
  'wms/storeList',
  'wms/vendorList',
  'wms/productCategoryList',
  'wms/productList',
  'wms/containerTypeList',
  'mdm/productQpcList',
]

/** The page goes on in a language that was chosen in another tab of the browser: the server hears nothing of it. */
export async function speak(page: Page, language: 'zh-CN' | 'en-US'): Promise<void> {
  await page.evaluate(
    ([key, chosen]) => {
      const state = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...state, prefs: { ...state.prefs, language: chosen } }))
      window.dispatchEvent(new StorageEvent('storage', { key }))
    },
    ['wl.state.v1', language] as const,
  )
  await page.locator(`html[lang=${language}]`).waitFor()
}

const closeNotices = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.notice-close')) close.click()
  })
const popup = (page: Page): Locator =>
  page.locator('.ant-dropdown:visible, .ant-select-dropdown:visible, .ant-picker-dropdown:visible')
const overlay = (page: Page): Locator => page.locator('.ant-modal:visible, .ant-drawer-section:visible')

/** Closes whatever stands above the page, without saying yes to anything. */
async function closeAll(page: Page): Promise<void> {
  for (let i = 0; i < 4 && (await overlay(page).or(popup(page)).count()) > 0; i++) {
    const cancel = overlay(page).locator('.ant-modal-close, .ant-drawer-close').last()
    if (await cancel.isVisible()) await cancel.click()
    else await page.keyboard.press('Escape')
    await overlay(page)
      .or(popup(page))
      .first()
      .waitFor({ state: 'hidden', timeout: 3000 })
      .catch(() => undefined)
  }
}

/** Closes every tab but the one in sight, as its menu does. */
export const closeOthers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.tab:not(.tab-active) .tab-close')) close.click()
  })

/** Goes back to where the walk was when a button led away from it. */
async function comeBack(w: Walk, entry: string): Promise<void> {
  const leave = w.page.locator('.station:visible .station-head button')
  // Reports open within the sub-system from which they are entered.
  const here = new RegExp(`#/app-${entry.replace(/^rpt/, '(?:wms|tms|sys)')}(\\?(?!.*_station)|$)`)
  await closeAll(w.page)
  for (let i = 0; i < 6; i++) {
    if (await leave.isVisible()) await leave.click()
    else if (here.test(w.page.url())) return
    else await visit(w.page, entry)
    await w.look(entry)
  }
  throw new Error(`no way back to ${entry} from ${w.page.url()}`)
}

/** Presses what stands in a menu. The menu finds its place while it opens, so the mouse might miss. */
const pick = (item: Locator): Promise<void> => item.dispatchEvent('click')

/** Every button of the page's head: dialogs are read and closed, menus opened, forms tried empty. */
export async function pressHead(w: Walk, entry: string): Promise<void> {
  const buttons = () =>
    panel(w.page).locator('.page-actions').locator('button:not(.ant-picker-clear, .ant-input-clear-icon), a.ant-btn')
  const count = await buttons().count()
  for (let i = 0; i < count; i++) {
    const button = buttons().nth(i)
    await closeAll(w.page)
    if (await button.isDisabled()) continue
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    // A dialog whose code came late may stand above it by now.
    await button.click({ timeout: 5000 }).catch(async () => {
      await closeAll(w.page)
      await button.click()
    })
    await w.look(`${entry} » ${name}`)
    const csv = w.page.getByRole('menuitem', { name: /csv/ })
    if (await csv.isVisible()) {
      const [answer] = await Promise.all([w.page.waitForResponse(/\/export$/), pick(csv)])
      if (!answer.ok()) w.found.push(`${entry} » csv: ${answer.status()}`)
    }
    const save = panel(w.page).locator('.page-actions .ant-btn-primary')
    if (/Add\b/.test(w.page.url())) {
      await save.click()
      await w.look(`${entry} » ${name} » save`)
    }
    await comeBack(w, entry)
  }
}

/** Each filter by itself, then none. */
export async function askFilters(w: Walk, entry: string): Promise<void> {
  const { page } = w
  const more = panel(page).locator('.filter-buttons [aria-expanded=false]')
  if (await more.isVisible()) await more.click()
  const filters = panel(page).locator('.filters .filter')
  for (let i = 0; i < (await filters.count()); i++) {
    const filter = filters.nth(i)
    const select = filter.locator('.ant-select')
    const text = filter.locator('input:enabled').first()
    const tick = filter.locator('input[type=checkbox]')
    if (await tick.isVisible()) await tick.click()
    else if (await select.isVisible()) {
      await select.click()
      await page.locator('.ant-select-dropdown:visible').first().waitFor()
      await w.settled()
      await page.keyboard.press('Enter')
    } else if (await filter.locator('.ant-picker').isVisible()) {
      await text.click()
      await page.locator('.ant-picker-dropdown:visible').waitFor()
    } else if (await text.isVisible()) {
      await text.fill('1')
      await text.press('Enter')
    }
    await page.keyboard.press('Escape')
  }
  await w.look(`${entry} ? all`)
  const reset = panel(page)
    .locator('.filter-buttons button:enabled')
    .filter({ hasText: /重置|Reset/ })
  if (await reset.isVisible()) await reset.click()
  await w.look(`${entry} ? none`)
}

/** The first column's order, and each chip above the rows. */
export async function sortAndChips(w: Walk, entry: string): Promise<void> {
  const sorter = panel(w.page).locator('th.sort').first()
  if (await sorter.isVisible()) await sorter.click()
  const chips = panel(w.page).locator('.chip:enabled')
  const count = await chips.count()
  // A list may have a dozen states: the first ones and the last stand for all.
  for (const i of Array.from({ length: count }, (_, n) => n).filter((n) => n < 4 || n === count - 1)) {
    await chips.nth(i).click()
    await w.settled()
  }
  await w.look(`${entry}, a chip`)
  if (await chips.first().isVisible()) await chips.first().click()
  await w.settled()
}

const firstRow = (page: Page): Locator => panel(page).locator('tbody tr.grid-row').first()

/** What the first row offers, only read. */
export async function readRow(w: Walk, entry: string): Promise<void> {
  const more = firstRow(w.page).locator('.row-buttons button[aria-label]')
  if (!(await more.isVisible())) return
  await more.click()
  await w.lookTwice(`${entry} row » …`)
  await closeAll(w.page)
}

/** Everything the first row offers; what asks first is not agreed to. */
export async function pressRow(w: Walk, entry: string): Promise<void> {
  const row = () => firstRow(w.page)
  if (!(await row().isVisible())) return
  const near = await row().locator('.row-buttons button:not([aria-label]), .cell-link').count()
  for (let i = 0; i < near; i++) {
    const button = row().locator('.row-buttons button:not([aria-label]), .cell-link').nth(i)
    if (!(await button.isVisible())) break
    const name = await button.innerText()
    await button.click()
    await w.look(`${entry} row » ${name}`)
    await comeBack(w, entry)
  }
  const more = () => row().locator('.row-buttons button[aria-label]')
  if (!(await more().isVisible())) return
  await more().click()
  const items = w.page.locator('.ant-dropdown:visible [role=menuitem]')
  await items.first().waitFor()
  await w.look(`${entry} row » …`)
  const count = await items.count()
  for (let i = 0; i < count; i++) {
    if (!(await items.first().isVisible())) {
      if (!(await more().isVisible())) return
      await more().click()
      await items.first().waitFor()
    }
    const item = items.nth(i)
    if ((await item.getAttribute('aria-disabled')) === 'true') continue
    const name = await item.innerText({ timeout: 2000 }).catch(() => '')
    if (!name) break
    await pick(item)
    await w.look(`${entry} row » ${name}`)
    await comeBack(w, entry)
  }
}

/** The record behind the first row, with all its tabs. */
export async function openRecord(w: Walk, entry: string, look = w.look): Promise<void> {
  const link = firstRow(w.page).locator('td a').first()
  if (!(await link.isVisible())) return
  await link.click()
  await look(`${entry} record`)
  const tabs = panel(w.page).locator('.ant-tabs-tab')
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).click()
    await look(`${entry} record, tab ${i + 1}`)
  }
}

/** What there is to read of a page: list, menu of a row, record, form, in both languages. */
export async function readThrough(w: Walk, entry: string): Promise<void> {
  await visit(w.page, entry)
  await w.lookTwice(entry)
  // Its first look at all pages is the full run's: what it finds there is mended before it takes its turns here.
  w.found.push(...(await axe(w.page, process.env.LADING_FULL === '1')).map((fault) => `${entry}: ${fault}`))
  await readRow(w, entry)
  await openRecord(w, entry, w.lookTwice)
  await readForm(w, entry, /(Bill|bin|dock|Area|Scheme|User|Role)Add$/i)
  await closeOthers(w.page)
}

/** At the enterprise masters have forms. */
export async function readMaster(w: Walk, entry: string): Promise<void> {
  await visit(w.page, entry)
  await w.lookTwice(`${entry} of the enterprise`)
  await readForm(w, entry, /wms\//)
  await closeOthers(w.page)
}

async function readForm(w: Walk, entry: string, has: RegExp): Promise<void> {
  const add = entry.replace(/List$/, 'Add')
  if (add === entry || !has.test(add)) return
  await visit(w.page, add)
  await w.lookTwice(add)
}
