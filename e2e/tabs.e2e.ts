import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, focusedNow, panel } from './pages.ts'
import { expiredText, gate, isIn, isOut, logOutByMenu } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const tabs = (page: Page) => page.getByRole('tablist').getByRole('tab')
const titles = async (page: Page) => (await tabs(page).allInnerTexts()).map((text) => text.trim())
async function open(page: Page, entry: string, title: string): Promise<void> {
  await visit(page, entry)
  await panel(page).getByRole('heading', { name: title, exact: true }).first().waitFor()
}
/** Whether the browser would ask before it leaves the page. */
const asksToLeave = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('S-27 a form that is refreshed begins with its record as it is now', async () => {
  const { page } = await lading.open('admin')
  const desk = await lading.person('admin', 'LADING')
  const { records } = await desk.query<{ id: string }>('/wms/api/store/query', { pageSize: 1 })
  await visit(page, `wms/storeEdit?id=${records[0]?.id}`)
  const save = panel(page).getByRole('button', { name: '保存', exact: true })
  await save.waitFor()
  const again = page.waitForRequest('**/wms/api/store/getById*')
  await page.getByRole('button', { name: '刷新当前页' }).click()
  await again
  await save.waitFor()
})

test('C-7 the document keeps the slogan as its title; which page is there is said by what has the focus', async () => {
  const { page } = await lading.open('viewer')
  const slogan = await page.title()
  for (const [entry, title] of [
    ['wms/ownerList', '货主'],
    ['wms/storeList', '门店'],
  ] as const) {
    await open(page, entry, title)
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('h1')?.textContent?.trim())).toBe(title)
    expect(await panel(page).getAttribute('role')).toBe('tabpanel')
    expect(await panel(page).getAttribute('aria-label')).toBe(title)
    expect(await page.title()).toBe(slogan)
  }
})

test('C-52 a page that does not exist has a heading, which takes the focus as that of any page', async () => {
  const { page, troubles } = await lading.open('viewer')
  await visit(page, 'wms/noSuchPageList')
  await panel(page).getByRole('heading', { level: 1, name: '页面不存在', exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('页面不存在')
  expect(troubles()).toEqual([])
})

test('C-22 closing all keeps what is pinned and lands on the landing view', async () => {
  const { page, troubles } = await lading.open('viewer')
  const choose = async (tab: string, entry: string) => {
    await tabs(page).filter({ hasText: tab }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry, exact: true }).filter({ visible: true }).click()
  }
  await open(page, 'wms/ownerList', '货主')
  await choose('货主', '固定')
  await open(page, 'wms/storeList', '门店')
  await choose('门店', '关闭全部')
  await expect.poll(() => titles(page)).toEqual(['货主', '当日作业总览'])
  await panel(page).getByRole('heading', { name: '当日作业总览' }).first().waitFor()
  expect(page.url()).toMatch(/#\/app-wms\/dashboardCurrent$/)
  // From the pinned one as well, which stays where it is.
  await choose('货主', '关闭全部')
  await expect.poll(() => titles(page)).toEqual(['货主', '当日作业总览'])
  expect(troubles()).toEqual([])
})

test('C-23 the wheel scrolls many tabs sideways, and the last of all is within reach of their list', async () => {
  const { page, troubles } = await lading.open('admin', { width: 1280, height: 720 })
  const entries = await page.locator('.side a.menu-entry').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  for (let i = 0; i < 25; i++) await visit(page, entries[i]?.slice('#/app-'.length) ?? `wms/ownerDtl?id=${i}`)
  await expect.poll(() => tabs(page).count()).toBeGreaterThan(24)
  const bar = page.getByRole('tablist')
  const at = () => bar.evaluate((e) => e.scrollLeft)
  await bar.evaluate((e) => e.scrollTo(0, 0))
  await bar.hover({ position: { x: 300, y: 16 } })
  await page.mouse.wheel(0, 240)
  await expect.poll(at).toBe(240)
  await page.mouse.wheel(0, -100)
  await expect.poll(at).toBe(140)
  // Firefox tells lines.
  await bar.dispatchEvent('wheel', { deltaY: 3, deltaMode: 1, bubbles: true, cancelable: true })
  await expect.poll(at).toBe(200)
  await page.getByRole('button', { name: '全部页签' }).click()
  const last = page.getByRole('menuitem').filter({ visible: true }).last()
  await last.hover()
  await page.mouse.wheel(0, 2_000)
  const bottom = () => last.evaluate((e) => e.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeLessThan(720)
  await last.click()
  await expect(tabs(page).last().getAttribute('aria-selected')).resolves.toBe('true')
  troubles()
})

test('C-32 an entry of the menu shows a star to the pointer, which makes it a favourite; keys have the menu of the tab', async () => {
  const { page, troubles } = await lading.open('viewer')
  await open(page, 'wms/ownerList', '货主')
  const entry = page.locator('.side').getByRole('link', { name: '门店', exact: true })
  const star = (name: string) => page.locator('.side').getByRole('button', { name, exact: true })
  const kept = (call: string) => page.waitForResponse((r) => r.url().endsWith(`/userPreference/${call}`))
  expect(await star('加入收藏 门店').count()).toBe(0)
  await entry.hover()
  await star('加入收藏 门店').waitFor()
  const added = kept('subscribe')
  await star('加入收藏 门店').click()
  const [link] = JSON.parse((await added).request().postDataJSON().favourite).slice(-1)
  expect(link).toMatchObject({ name: 'storeList', title: '门店', href: '#/app-wms/storeList' })
  await star('取消收藏 门店').waitFor()
  // The link beside it stays a link, and the star goes with the pointer.
  expect(page.url()).toContain('ownerList')
  await page.locator('.head').hover({ position: { x: 20, y: 20 } })
  await page.keyboard.press('Escape')
  // Keys do not stop at each star: they have the menu of the tab.
  await entry.focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('a.menu-entry'))).toBe(true)
  await entry.press('Enter')
  await panel(page).getByRole('heading', { name: '门店', exact: true }).first().waitFor()
  await page.getByRole('tab', { name: '门店' }).focus()
  await page.keyboard.press('Shift+F10')
  const taken = kept('unSubscribe')
  await page.getByRole('menuitem', { name: '取消收藏' }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
  // One press, one look at where it led.
  await expect
    .poll(async () => {
      const at = (await focusedNow(page)).text
      if (at !== '取消收藏') await page.keyboard.press('ArrowDown')
      return at
    })
    .toBe('取消收藏')
  await page.keyboard.press('Enter')
  await taken
  expect(troubles()).toEqual([])
})

test('C-25 who would lose what he has typed is asked, by whatever way he leaves; nobody else is', async () => {
  const { page, troubles } = await lading.open('admin')
  await open(page, 'wms/storeList', '门店')
  expect(await asksToLeave(page)).toBe(false)
  await visit(page, 'wms/ownerAdd')
  await panel(page).getByLabel('名称').fill('还没有保存')
  const dirty = page.getByRole('tab', { name: /有未保存的内容/ })
  await dirty.locator('.dot').waitFor()
  expect(await asksToLeave(page)).toBe(true)
  const byTabMenu = (tab: string, entry: string) => async () => {
    await tabs(page).filter({ hasText: tab }).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry, exact: true }).filter({ visible: true }).click()
  }
  const byOrganisation = async () => {
    await page.locator('button.head-org').click()
    await dialog(page).locator('tbody button:not(:disabled)').first().click()
  }
  const byUserMenu = async () => {
    await page.locator('.head-user').click()
    await page.getByRole('menuitem', { name: '注销' }).click()
  }
  const ways = [byTabMenu('新增货主', '关闭'), byTabMenu('门店', '关闭其他'), byOrganisation, byUserMenu]
  for (const leave of ways) {
    await leave()
    const question = page.getByRole('dialog').filter({ hasText: '存在未保存的内容，确定离开吗?' })
    await question.waitFor()
    await question.getByRole('button', { name: /^取\s*消$/ }).click()
    await question.waitFor({ state: 'hidden' })
    await dirty.waitFor()
    if (leave === byOrganisation) await page.keyboard.press('Escape')
  }
  expect(await panel(page).getByLabel('名称').inputValue()).toBe('还没有保存')
  await byTabMenu('新增货主', '关闭')()
  await dialog(page)
    .getByRole('button', { name: /^确\s*定$/ })
    .click()
  await dirty.waitFor({ state: 'detached' })
  expect(await asksToLeave(page)).toBe(false)
  await byTabMenu('门店', '关闭')()
  await tabs(page).filter({ hasText: '门店' }).waitFor({ state: 'detached' })
  expect(troubles()).toEqual([])
})

test('C-27 tabs are their user’s: they wait for him when his session ends, and nobody else at the computer sees them', async () => {
  const { page, context } = await lading.fresh('viewer')
  await open(page, 'wms/ownerList', '货主')
  await open(page, 'wms/vendorList', '供应商')
  await open(page, 'wms/storeList', '门店')
  const mine = await titles(page)
  expect(mine.length).toBeGreaterThan(2)
  const expire = async () => {
    await context.clearCookies()
    await page.reload()
    const loaded = page.waitForEvent('load')
    await gate(page).getByRole('button', { name: '确定' }).click()
    await loaded
    await isOut(page)
  }
  await expire()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  await expect.poll(() => titles(page)).toEqual(mine)

  await expire()
  await logIn(page, lading.url, 'admin')
  await isIn(page)
  // Not even the page that was looked at last, which is his as well.
  await expect.poll(() => titles(page)).toEqual(['当日作业总览'])

  await open(page, 'sys/sysUserList', '用户管理')
  await logOutByMenu(page)
  await isOut(page)
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  await panel(page).getByRole('heading', { level: 1 }).first().waitFor()
  expect(await titles(page)).toEqual(['当日作业总览'])
  await context.close()
})

test('C-27 whoever logs in at the same page finds nothing of whom it was before, whatever he had begun', async () => {
  const { page, context } = await lading.fresh('admin')
  await open(page, 'wms/storeList', '门店')
  await visit(page, 'wms/ownerAdd')
  await panel(page).getByLabel('名称').fill('还没有保存')
  await page.getByRole('tab', { name: /有未保存的内容/ }).waitFor()
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '注销' }).click()
  for (const question of ['存在未保存的内容，确定离开吗?', '是否确认注销当前账户?']) {
    const asked = page.getByRole('dialog').filter({ hasText: question })
    await asked.waitFor()
    await asked.getByRole('button').last().click()
  }
  await isOut(page)
  await page.evaluate(() => {
    document.body.dataset.same = 'page'
  })
  await page.getByLabel('用户名').fill('viewer')
  await page.getByLabel(/^密码/).fill('Demo1234x')
  await page.locator('button[type=submit]').click()
  await isIn(page)
  await panel(page).getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.evaluate(() => document.body.dataset.same)).toBe('page')
  expect(await titles(page)).toEqual(['当日作业总览'])
  await context.close()
})

test('S-54 C-37 a log-out in another tab ends this one as well, whatever was typed here', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerAdd')
  await page.locator('.tab-panel:visible').getByLabel('名称').fill('还没有保存')
  await page.getByRole('tab', { name: /有未保存的内容/ }).waitFor()
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.dismiss()
  })
  const other = await context.newPage()
  await other.goto(`${lading.url}/#/app-wms/storeList`)
  await isIn(other)
  await logOutByMenu(other)
  await isOut(other)
  await isOut(page)
  expect(asked).toEqual([])
  await context.close()
})

test('S-61 C-1 who declines to be taken to the log-in screen, and has nothing else before him, can log in there', async () => {
  const { page, context } = await lading.fresh('picker')
  await visit(page, 'wms/pickTaskList')
  await page.locator('.tab-panel:visible').getByRole('heading', { level: 1 }).first().waitFor()
  await context.clearCookies()
  await page.reload()
  await gate(page).getByText(expiredText).waitFor()
  await page.keyboard.press('Escape')
  await gate(page).waitFor({ state: 'detached' })
  await isOut(page)
  // What is typed there stays there: nobody asks again, and nothing of the old session begins anew.
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}').session.status)).toBe(
    'logout',
  )
  await page.getByLabel('用户名').fill('picker')
  await page.getByLabel(/^密码/).fill('Demo1234x')
  await page.locator('button[type=submit]').click()
  await isIn(page)
  await page.waitForURL(/pickTaskList/)
  await context.close()
})

test('S-42 two windows of one browser keep their own tabs, each over its own reload', async () => {
  const { page, context } = await lading.fresh('viewer')
  await open(page, 'wms/ownerList', '货主')
  await open(page, 'wms/storeList', '门店')
  const mine = await titles(page)
  const other = await context.newPage()
  await other.goto(`${lading.url}/#/app-wms/vendorList`)
  await panel(other).getByRole('heading', { name: '供应商' }).first().waitFor()
  await other.locator('.tab-close').first().click({ force: true })
  await page.reload()
  await panel(page).getByRole('heading', { name: '门店' }).first().waitFor()
  expect(await titles(page)).toEqual(mine)
  await context.close()
})

test('C-28 a list is found as it was left, and reads quietly again where it stood when one of its records was changed', async () => {
  const desk = await lading.person('admin')
  const made: { id: string }[] = []
  for (let i = 10; i < 35; i++)
    made.push(
      await desk.post('/wms/api/binType/create', {
        code: `KEPT${i}`,
        name: `留下${i}`,
        equipment: 'HAND',
        access: 'SINGLE',
      }),
    )
  const { page, troubles } = await lading.open('admin', { height: 600 })
  await visit(page, 'wms/binTypeList?code=KEPT')
  const list = page.locator('.tab-panel[aria-label="货位类型"]')
  await list.locator('.ant-pagination-options .ant-select').click()
  await page.locator('.ant-select-item-option', { hasText: '10 条/页' }).click()
  await list.locator('th.sort', { hasText: '代码' }).click()
  await list.locator('.ant-pagination-item-2').click()
  const row = (code: string) => list.locator('.grid-row', { hasText: code })
  await row('KEPT25').getByRole('checkbox').check()
  const scrolled = () =>
    list.evaluate((e) => [e, ...e.querySelectorAll('*')].map((x) => x.scrollTop).filter((top) => top > 0))
  await row('KEPT29').scrollIntoViewIfNeeded()
  await list.evaluate((e) => {
    for (const x of [e, ...e.querySelectorAll('*')]) x.scrollTop = 60
    ;(e.querySelector('.grid') as HTMLElement).dataset.same = 'yes'
  })
  const before = await scrolled()
  expect(before.length).toBeGreaterThan(0)
  const stands = async () => {
    await list.locator('.ant-pagination-item-2.ant-pagination-item-active').waitFor()
    expect(await list.locator('th[aria-sort]').innerText()).toContain('代码')
    expect(await row('KEPT25').getByRole('checkbox').isChecked()).toBe(true)
    expect(await scrolled()).toEqual(before)
    expect(await list.locator('.grid[data-same=yes]').count()).toBe(1)
    expect(page.url()).toContain('code=KEPT')
  }
  await open(page, 'wms/ownerList', '货主')
  // Out of sight and out of reach of keys and readers; its boxes stay, so that it is there at once.
  expect(await list.evaluate((e) => [e.checkVisibility(), getComputedStyle(e).display])).toEqual([false, 'block'])
  const input = list.locator('.filter input').first()
  await input.evaluate((e) => e.focus())
  expect(await input.evaluate((e) => document.activeElement === e)).toBe(false)
  expect(await page.getByRole('tabpanel').count()).toBe(1)
  await tabs(page).filter({ hasText: '货位类型' }).first().click()
  await stands()

  await visit(page, `wms/binTypeEdit?id=${made[17]?.id}`)
  await panel(page).getByLabel('名称', { exact: true }).fill('改过了')
  await panel(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await panel(page).getByText('改过了').first().waitFor()
  await tabs(page).getByText('货位类型', { exact: true }).click()
  await row('KEPT27').getByText('改过了').waitFor()
  await stands()
  expect(troubles()).toEqual([])
})
