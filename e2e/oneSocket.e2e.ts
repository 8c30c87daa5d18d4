import type { BrowserContext, Page, WebSocket } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { beside, expiredText, gate, isIn, isOut, logOutByMenu } from './sessions.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** The lines of all pages of a browser, whichever page has one. */
function lines(context: BrowserContext) {
  let opened: { page: Page; line: WebSocket; isTold: boolean }[] = []
  let count = 0
  const follow = (page: Page): void => {
    page.on('websocket', (line) => {
      const one = { page, line, isTold: false }
      opened.push(one)
      count += 1
      line.on('framereceived', ({ payload }) => {
        one.isTold ||= JSON.parse(String(payload)).type === 'topics'
      })
    })
    // The browser tells of no line that ends with its document.
    const drop = (): void => {
      opened = opened.filter((o) => o.page !== page)
    }
    page.on('domcontentloaded', drop)
    page.on('close', drop)
  }
  for (const page of context.pages()) follow(page)
  context.on('page', follow)
  return {
    /** How many were opened since this was asked last. */
    opened: () => {
      const found = count
      count = 0
      return found
    },
    /** The page whose line is open, once the server has said of what it tells there. */
    standing: async (): Promise<Page> => {
      const found = () => opened.filter(({ line, isTold }) => isTold && !line.isClosed())
      await expect.poll(() => found().length, { timeout: 30_000 }).toBe(1)
      return found()[0]?.page as Page
    },
  }
}

/** Three tabs of one browser, each with the list of what is made below, and their line. */
async function threeTabs(code: string) {
  const { page, context, troubles } = await lading.fresh('admin')
  const line = lines(context)
  await visit(page, `wms/binTypeList?code=${code}`)
  await page.reload()
  await panel(page).getByLabel('刷新').waitFor()
  expect(await line.standing()).toBe(page)
  line.opened()
  const pages = [page, await beside(context, page), await beside(context, page)]
  for (const one of pages) await panel(one).getByLabel('刷新').waitFor()
  // They have asked who leads, and none has called.
  expect([await line.standing(), line.opened()]).toEqual([page, 0])
  return { pages, context, line, troubles }
}
async function make(code: string, name: string): Promise<void> {
  const made = { code, name, equipment: 'HAND', access: 'SINGLE' }
  const desk = await lading.person('admin')
  await desk.post('/wms/api/binType/create', made)
}
const seen = (pages: readonly Page[], name: string) =>
  Promise.all(pages.map((one) => panel(one).getByText(name).waitFor()))

test('the tabs of a browser share one line; when its tab is closed another calls, and none misses what was between', async () => {
  const { pages, context, line, troubles } = await threeTabs('ONE')
  await make('ONE1', '大家都听到')
  await seen(pages, '大家都听到')

  // Nobody has a line until the test says so.
  let call = (): void => undefined
  const isMade = new Promise<void>((resolve) => {
    call = resolve
  })
  let asked = 0
  await context.route('**/wsTicket', async (route) => {
    asked += 1
    await isMade
    await route.continue()
  })
  const leader = await line.standing()
  const others = pages.filter((one) => one !== leader)
  await leader.close()
  await expect.poll(() => asked, { timeout: 30_000 }).toBe(1)
  await make('ONE2', '其间写的')
  const reader = others[0] as Page
  await reader.waitForTimeout(500)
  expect(await panel(reader).getByText('其间写的').count()).toBe(0)
  call()
  await seen(others, '其间写的')
  await line.standing()
  await make('ONE3', '接着听')
  await seen(others, '接着听')
  expect([line.opened(), asked]).toEqual([1, 1])
  expect(troubles()).toEqual([])
  await context.close()
})

test('a tab that is loaded again gives the line away and shares it afterwards', async () => {
  const { pages, context, line } = await threeTabs('TWO')
  const leader = await line.standing()
  await leader.reload()
  await panel(leader).getByLabel('刷新').waitFor()
  const next = await line.standing()
  expect(next).not.toBe(leader)
  await make('TWO1', '重新载入后')
  await seen(pages, '重新载入后')
  expect(line.opened()).toBe(1)
  await context.close()
})

test('who signs out elsewhere ends all tabs of the other browser at once, which had a line of its own', async () => {
  const one = await lading.fresh('shipper')
  const two = await lading.fresh('shipper')
  const own = [lines(one.context), lines(two.context)]
  for (const { page } of [one, two]) {
    await page.reload()
    await isIn(page)
  }
  for (const line of own) {
    await line.standing()
    line.opened()
  }
  const second = await beside(two.context, two.page)
  await visit(one.page, 'sys/loginUserInfo')
  const card = one.page.locator('.card', { hasText: '登录情况' })
  await card.getByText('当前登录').waitFor()
  await card.getByRole('button', { name: '退出其他登录' }).click()
  await one.page.getByRole('dialog').getByRole('button').last().click()
  await one.page.getByText(/已退出 \d+ 处登录/).waitFor()
  for (const page of [two.page, second])
    await gate(page).getByText(expiredText, { exact: true }).waitFor({ timeout: 5_000 })
  // Nobody calls again for a session that has ended, not even when the tab that led has gone.
  const asked: string[] = []
  second.on('request', (r) => asked.push(r.url()))
  await two.page.close()
  await second.waitForTimeout(1_500)
  expect(asked.filter((url) => url.endsWith('/wsTicket'))).toEqual([])
  expect(own.map((line) => line.opened())).toEqual([0, 0])
  await one.context.close()
  await two.context.close()
})

test.each(['leads', 'follows'])(
  'who logs out in the tab that %s is asked nothing there, and all are out',
  async (role) => {
    const { page, context, troubles } = await lading.fresh('viewer')
    const line = lines(context)
    await page.reload()
    await isIn(page)
    await line.standing()
    line.opened()
    const second = await beside(context, page)
    const [here, there] = role === 'leads' ? [page, second] : [second, page]
    await here.bringToFront()
    await here.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('dialog.gate')) console.error('a gate')
      }).observe(document.body, { childList: true, subtree: true })
    })
    const said: string[] = []
    here.on('console', (m) => said.push(m.text()))
    await logOutByMenu(here)
    await isOut(here)
    await isOut(there)
    await there.waitForURL(/#\/login/)
    await here.waitForTimeout(1_500)
    expect([line.opened(), said.includes('a gate')]).toEqual([0, false])
    troubles()
    await context.close()
  },
)
