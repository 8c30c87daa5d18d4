import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside, isIn, isOut } from './sessions.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const lock = (page: Page) => page.getByRole('dialog', { name: '屏幕已锁定' })
const unlock = async (page: Page, typed: string) => {
  await lock(page).getByLabel(/^密码/).fill(typed)
  await lock(page).getByRole('button', { name: '解锁' }).click()
}
/** All that can be read of the page, by eye or by a screen reader. */
const readable = (page: Page) => page.evaluate(() => document.body.innerText)

test('C-17 Alt+L locks all tabs of the browser; nothing can be read behind it, a reload does not help', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerAdd')
  const name = page.locator('.tab-panel:visible').getByLabel('名称')
  await name.fill('还没有保存')
  const other = await beside(context, page)
  await isIn(other)
  await page.bringToFront()
  await page.keyboard.press('Alt+l')
  await lock(page).waitFor()
  await lock(other).waitFor()
  for (const one of [page, other]) {
    const text = await readable(one)
    expect(text).toContain('屏幕已锁定')
    expect(text).not.toMatch(/货主|仓储管理|当日作业/)
    expect(await one.locator('.frame').isVisible()).toBe(false)
  }
  expect(await axe(page)).toEqual([])
  // Neither the frame's keys nor Escape lead around it.
  for (const key of ['Escape', 'Escape', 'Alt+1', 'Control+k', 'Alt+w']) await page.keyboard.press(key)
  // A second Escape closes every dialog for a moment; nothing is seen in that moment either.
  expect(await readable(page)).not.toMatch(/货主|仓储管理|当日作业/)
  await lock(page).waitFor()
  await other.reload()
  await lock(other).waitFor()
  expect(await other.locator('.frame').isVisible()).toBe(false)
  // Who logs out here loses what he typed: only when he says so once more.
  await lock(page).getByRole('button', { name: '退出登录' }).click()
  await lock(page).getByText('存在未保存的内容，确定离开吗?').waitFor()
  await lock(page).getByRole('button', { name: '不保存并退出登录' }).waitFor()
  await unlock(page, 'wrong')
  await lock(page).getByText('密码不正确').waitFor()
  await unlock(page, 'Demo1234x')
  await lock(page).waitFor({ state: 'detached' })
  await lock(other).waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('还没有保存')
  await isIn(other)
  // The server is silent: whoever logs out from here is out before anything of the page is seen.
  await page.route('**/user/logout', () => undefined)
  await page.keyboard.press('Alt+l')
  await lock(page).waitFor()
  await lock(page).getByRole('button', { name: '退出登录' }).click()
  const asked = page.waitForRequest('**/user/logout')
  await lock(page).getByRole('button', { name: '不保存并退出登录' }).click()
  await asked
  expect(await readable(page)).not.toMatch(/货主|仓储管理|当日作业/)
  await lock(other).waitFor()
  await page.unroute('**/user/logout')
  await context.close()
})

test('C-17 C-27 who logs in after a log-out on the lock screen meets nothing that was open or said', async () => {
  const { page, context } = await lading.fresh('admin')
  const notice = page.locator('.notice')
  const tab = page.getByRole('tab').first()
  await visit(page, 'wms/ownerAdd')
  await page.locator('.tab-panel:visible').getByLabel('名称').fill('还没有保存')
  await page.route('**/userPreference/subscribe', (route) => route.abort())
  for (const entry of ['加入收藏', '最大化内容']) {
    await tab.click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await notice.waitFor()
  // The menu that closed gives the focus back to the field a moment later, and a question mark would be typed there.
  await page.locator('.tab-panel:visible').getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '快捷键' }).waitFor()
  await page.locator('.tab-active .tab-close').dispatchEvent('click')
  await page.getByRole('dialog').filter({ hasText: '存在未保存的内容' }).waitFor()
  // A dialog has the keys to itself: it is locked from another tab.
  const other = await beside(context, page)
  await other.keyboard.press('Alt+l')
  await page.bringToFront()
  await lock(page).getByRole('button', { name: '退出登录' }).click()
  await lock(page).getByRole('button', { name: '不保存并退出登录' }).click()
  await isOut(page)
  expect(await notice.count()).toBe(0)
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  await page.locator('.tab-panel:visible').getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('.frame-max').count()).toBe(0)
  await context.close()
})

describe('screens that lock after three minutes', () => {
  let unset: () => Promise<unknown>
  beforeAll(async () => {
    const desk = await lading.person('admin', 'LADING')
    const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
    const set = (value: string | null, version: number) =>
      desk.post<{ version: number }>('/fw/api/sys/options/update', {
        key: 'security_idle_lock_minutes',
        value,
        version,
        orgId,
      })
    const { version } = await set('3', 0)
    unset = () => set(null, version)
  })
  afterAll(() => unset?.())

  /** Somebody who is logged in, by a clock that the test moves, when the page knows of the minutes. */
  async function atDesk() {
    const { page, context } = await lading.fresh('viewer')
    const landing = page.url()
    // While it is being installed the clock stands at 1970 for a moment, which nobody may note as his last minute here.
    await page.goto(`${lading.url}/version.json`)
    await page.clock.install()
    const read = page.waitForResponse(/options\/query$/)
    await page.goto(landing)
    await isIn(page)
    await read
    return { page, context }
  }

  test('C-17 a screen locks after the minutes that the option names, counted from when somebody last did something', async () => {
    const { page, context } = await atDesk()
    await page.clock.runFor(170_000)
    await page.mouse.move(300, 300)
    await page.clock.runFor(170_000)
    expect(await lock(page).count()).toBe(0)
    await page.clock.runFor(20_000)
    await lock(page).waitFor()
    await lock(page).getByRole('button', { name: '退出登录' }).click()
    await page.clock.runFor(1_000)
    await isOut(page)
    // Whoever logs in here an hour later is not behind it.
    await page.clock.fastForward('01:00:00')
    await logIn(page, lading.url, 'viewer')
    await isIn(page)
    await page.clock.runFor(10_000)
    expect(await lock(page).count()).toBe(0)
    await context.close()
  })

  test('C-17 neither a sleep nor a window that was closed meanwhile starts the minutes anew', async () => {
    const { page, context } = await atDesk()
    const other = await beside(context, page)
    await page.bringToFront()
    // Whoever works in one tab works in all.
    for (let i = 0; i < 4; i++) {
      await page.mouse.move(300, 300 + i)
      await page.clock.runFor(100_000)
    }
    expect([await lock(page).count(), await lock(other).count()]).toEqual([0, 0])
    // The computer sleeps for an hour; what wakes it comes before any timer.
    const hour = 3_600_000
    const asleep = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(asleep + 10_000)
    await page.clock.setSystemTime(asleep + hour)
    await page.mouse.move(310, 310)
    await page.mouse.move(320, 320)
    await page.clock.runFor(3_000)
    await lock(page).waitFor()
    await lock(other).waitFor()
    await unlock(page, 'Demo1234x')
    await lock(page).waitFor({ state: 'detached' })
    await page.clock.runFor(10_000)
    expect([await lock(page).count(), await lock(other).count()]).toEqual([0, 0])
    // All windows are closed; the next one is locked before it has asked the server for anything.
    await page.close()
    await other.close()
    await context.clock.setSystemTime(asleep + 2 * hour)
    await context.clock.resume()
    const next = await context.newPage()
    await next.route(/options\/query$/, () => undefined)
    await next.goto(lading.url)
    await lock(next).waitFor()
    expect(await readable(next)).not.toMatch(/货主|仓储管理|当日作业/)
    await context.close()
  })
})
