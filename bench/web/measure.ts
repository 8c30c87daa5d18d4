import type { Browser, Page } from 'playwright-core'
import { budgets, weigh } from '../../tools/webWeight.ts'
import { keyInLines, openOrder, tick } from './grid.ts'
import { searchedEntries, searchMs } from './search.ts'

export interface Account {
  readonly tenant: string
  readonly username: string
  readonly password: string
}
export interface Target {
  readonly url: string
  /** Selects what is there as soon as somebody can log in. */
  readonly ready: string
  readonly account?: Account
}
export interface Measure {
  readonly title: string
  readonly unit: string
  readonly digits?: number
  readonly most?: number
  readonly least?: number
}

/** What is measured, how it is told, and how much it may or must be. */
export const measures = {
  loginScripts: { title: 'JS to the log-in screen', unit: 'kB gzip', digits: 1, most: budgets.loginScripts / 1000 },
  loginRequests: { title: 'requests to the log-in screen', unit: '', most: budgets.loginRequests },
  loginUsable: { title: 'log-in screen usable', unit: 'ms' },
  shell: { title: 'log-in → shell', unit: 'ms' },
  firstRow: { title: 'log-in → first row of a list', unit: 'ms' },
  listScripts: { title: 'JS to the first list', unit: 'kB gzip', digits: 1, most: budgets.listScripts / 1000 },
  listRequests: { title: 'requests to the first list', unit: '', most: budgets.listRequests },
  tabSwitch: { title: 'back to a kept tab, until painted', unit: 'ms', most: 50 },
  tabSettled: { title: 'the same, until it is at rest', unit: 'ms' },
  tabSwitchWork: { title: 'processor time of it on the main thread', unit: 'ms' },
  search: { title: `a key searches ${searchedEntries} menu entries`, unit: 'ms', digits: 2, most: 16 },
  menuSearch: { title: 'a key in the menu search of the demo, until shown', unit: 'ms', digits: 1, most: 16 },
  key60: { title: 'a key in a form of 60 lines, until painted', unit: 'ms', most: 100 },
  key500: { title: 'the same with 500 lines', unit: 'ms', most: 100 },
  tick: { title: 'a tick among 100 rows, until painted', unit: 'ms', most: 100 },
  heap: { title: 'heap with two lists', unit: 'MB' },
  performance: { title: 'Lighthouse performance', unit: '', least: 95 },
  accessibility: { title: 'Lighthouse accessibility', unit: '', least: 100 },
  bestPractices: { title: 'Lighthouse best practices', unit: '', least: 100 },
} as const satisfies Record<string, Measure>
/** Figures by name; what could not be measured is missing. */
export type Figures = Partial<Record<keyof typeof measures, number>>

const row = '.tab-panel:visible tr.grid-row'

/** One visit with an empty cache. Without an account it ends at the log-in screen, which may be anybody's. */
export async function visit(browser: Browser, { url, ready, account }: Target): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const weight = weigh(page)
    const from = performance.now()
    await page.goto(account ? `${url}/#/app-wms/ownerList` : url, { waitUntil: 'commit' })
    await page.locator(ready).first().waitFor()
    const loginUsable = performance.now() - from
    const { requests, scripts } = await weight()
    const login = { loginUsable, loginRequests: requests, loginScripts: scripts / 1000 }
    return account ? { ...login, ...(await work(page, account, weight)) } : login
  } finally {
    await context.close()
  }
}

async function work(page: Page, account: Account, weight: ReturnType<typeof weigh>): Promise<Figures> {
  await page.getByLabel('租户').fill(account.tenant)
  await page.getByLabel('用户名').fill(account.username)
  await page.getByLabel(/^密码/).fill(account.password)
  const from = performance.now()
  await page.locator('button[type=submit]').click()
  await page.locator('.head-user').waitFor()
  const shell = performance.now() - from
  await page.locator(row).first().waitFor()
  const firstRow = performance.now() - from
  const { requests, scripts } = await weight()
  await page.evaluate(() => {
    location.hash = '#/app-wms/productList'
  })
  await page.locator(row).first().waitFor()
  await page.waitForLoadState('networkidle')
  return {
    shell,
    firstRow,
    listRequests: requests,
    listScripts: scripts / 1000,
    ...(await tabSwitch(page)),
    search: searchMs(),
    menuSearch: await menuSearch(page),
    heap: await heap(page),
    tick: await tick(page),
    ...(await keys(page)),
  }
}

const switches = 6

/**
 * From the press on a tab until the frame with its page is painted, which nothing that waits for a turn of its own may
 * delay; then until nothing is left to do; and what of both is work, however much else the machine does.
 */
async function tabSwitch(page: Page): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration')?.value ?? Number.NaN
  const before = await work()
  const seen = await page.evaluate(async (switches) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const rest = () => new Promise((resolve) => requestIdleCallback(resolve))
    const tabs = [...document.querySelectorAll<HTMLElement>('.tab-bar [role=tab]')]
    const isShown = (tab: HTMLElement | undefined) =>
      tab?.ariaSelected === 'true' &&
      [...document.querySelectorAll('[role=tabpanel]')].find((e) => e.checkVisibility())?.ariaLabel === tab.title
    const seen: { shown: number; settled: number }[] = []
    for (let i = 0; i < switches; i++) {
      const tab = tabs[i % 2]
      await rest()
      await frame()
      const from = performance.now()
      tab?.click()
      do await frame()
      while (!isShown(tab))
      await scheduler.postTask(() => {}, { priority: 'user-blocking' })
      const shown = performance.now() - from
      await rest()
      seen.push({ shown, settled: performance.now() - from })
    }
    return seen
  }, switches)
  const tabSwitchWork = (((await work()) - before) * 1000) / switches
  await cdp.detach()
  const middle = (times: number[]) => times.sort((a, b) => a - b)[switches / 2] ?? Number.NaN
  return {
    tabSwitch: middle(seen.map(({ shown }) => shown)),
    tabSettled: middle(seen.map(({ settled }) => settled)),
    tabSwitchWork,
  }
}

/** From a key until the last change that it brings to the list of entries; without the wait for the next frame. */
const menuSearch = async (page: Page): Promise<number> => {
  await page.locator('.menu-search input').click()
  await page.keyboard.type('d')
  await page.locator('.search-hit').first().waitFor()
  return page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('.menu-search input')
    const list = document.querySelector('.search-hit')?.closest('.ant-select-dropdown')
    if (!input || !list) return Number.NaN
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    let last = 0
    new MutationObserver(() => {
      last = performance.now()
    }).observe(list, { subtree: true, childList: true, characterData: true })
    const times: number[] = []
    for (const typed of ['da', 'dan', 'ship', 'sh', 's', '单', '单据', 'bill', 'b']) {
      const from = performance.now()
      write?.call(input, typed)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 60))
      if (last > from) times.push(last - from)
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
  })
}

async function keys(page: Page): Promise<Figures> {
  await openOrder(page)
  return { key60: await keyInLines(page, 60), key500: await keyInLines(page, 500) }
}

async function heap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
