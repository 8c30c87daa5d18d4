import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, panel, toast } from './pages.ts'
import { newPerson } from './persons.ts'
import { isIn } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** Where the last of what `selector` finds stood, in every frame in which somebody could have pressed it. */
const watchPlaces = (page: Page, selector: string) =>
  page.evaluateHandle(async (css) => {
    const places: string[] = []
    const isSeen = { opacityProperty: true, visibilityProperty: true }
    for (let frames = 0, after = 0; frames < 600 && after < 40; frames++) {
      await new Promise(requestAnimationFrame)
      const target = [...document.querySelectorAll(css)].at(-1)
      const { left = 0, top = 0, width = 0, height = 0 } = target?.getBoundingClientRect() ?? {}
      if (after === 0 && !(target?.checkVisibility(isSeen) && width > 0 && left > 0)) continue
      after += 1
      places.push([left, top, width, height].map(Math.round).join(' '))
    }
    return [...new Set(places)]
  }, selector)

test('what opens stands where it will be: who presses while it opens meets what he aims at', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await isIn(page)
  await visit(page, 'wms/productList')
  await panel(page).locator('tr.grid-row').first().waitFor()
  const placesOf = async (selector: string, open: () => Promise<void>): Promise<string[]> => {
    const places = watchPlaces(page, selector)
    await open()
    return (await places).jsonValue()
  }
  const places = {
    menu: await placesOf('[role=menuitem].ant-dropdown-menu-item-danger', () => page.locator('.head-user').click()),
    question: await placesOf('.ant-modal button', () => page.getByRole('menuitem', { name: '注销' }).press('Enter')),
    drawer: await placesOf('.ant-drawer button', async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '偏好设置' }).click()
    }),
    choices: await placesOf('.ant-select-item-option', async () => {
      await page.keyboard.press('Escape')
      await panel(page).getByRole('combobox').first().click()
    }),
  }
  for (const [what, seen] of Object.entries(places)) expect(seen, what).toEqual([expect.any(String)])
  expect(troubles()).toEqual([])
  await context.close()
})

/** Answers nothing for a part of the program; without a network nothing else that would tell of a newer one either. */
const away = async (context: BrowserContext, part: RegExp, hasNetwork: boolean) => {
  const missing = [part, ...(hasNetwork ? [] : [/version\.json$/])]
  for (const path of missing) await context.route(path, (route) => route.abort())
  return async () => {
    for (const path of missing) await context.unroute(path)
  }
}

test('C-6 a dialog of the frame whose part does not come is told of, and leaves what was typed; it opens once the part is there', async () => {
  const { page, context } = await lading.fresh('admin')
  await visit(page, 'wms/ownerAdd')
  const name = panel(page).getByLabel('名称', { exact: true })
  await name.fill('还没有保存')
  const openAbout = async () => {
    await page.locator('.head-user').click()
    await page.getByRole('menuitem', { name: '关于', exact: true }).click()
  }
  const isBack = await away(context, /\/assets\/About[^/]*\.js/, true)
  await openAbout()
  await dialog(page).getByText('程序已升级，请刷新后重试').waitFor()
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('还没有保存')
  await isBack()
  await openAbout()
  await dialog(page).getByText('前端版本').waitFor()
  await page.keyboard.press('Escape')

  const hasNetwork = await away(context, /\/assets\/Preferences[^/]*\.js/, false)
  await page.getByRole('button', { name: '偏好设置' }).click()
  await toast(page, '请检查网络设置')
  expect(await name.inputValue()).toBe('还没有保存')
  await hasNetwork()
  await page.getByRole('button', { name: '偏好设置' }).click()
  await dialog(page).getByText('偏好设置').waitFor()
  expect(await name.inputValue()).toBe('还没有保存')
  await context.close()
})

test('C-6 the drawn menu, and the question about an initial password, leave the frame standing until their parts come', async () => {
  const initial = await newPerson(lading, 'buzai', '部分', {}, { hasCome: false })
  const context = await lading.browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const hasNetwork = await away(context, /\/assets\/(PasswordDialog|MenuDrawer)[^/]*\.js/, false)
  await logIn(page, lading.url, 'buzai', initial)
  await isIn(page)
  await toast(page, '请检查网络设置')
  const menu = page.locator('.head > button').first()
  const missed = page.waitForEvent('requestfailed', (r) => r.url().endsWith('version.json'))
  await menu.click()
  await missed
  await isIn(page)
  await hasNetwork()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await dialog(page).getByText('当前账号的密码是初始密码，是否进行修改', { exact: true }).waitFor()
  await dialog(page).getByRole('button', { name: '取消' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await menu.click()
  await page.locator('.menu-drawer .menu-search').waitFor()
  await context.close()
})
