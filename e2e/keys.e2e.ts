import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../tools/demoSeed.ts'
import { handsOf } from './hands.ts'
import { follow } from './look.ts'
import { panel } from './pages.ts'
import { watch } from './profiles.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('C-52 C-53 a working session by the keyboard alone: in, a list, a record, an edit, out', async () => {
  const desk = await lading.person('admin')
  const code = `KEYS${Date.now() % 100_000}`
  await desk.post('/wms/api/binType/create', { code, name: '键盘', equipment: 'HAND', access: 'SINGLE' })
  const context = await lading.browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const found = watch(page)
  const settled = follow(page)
  const { press, goTo, arrive, unseen } = handsOf(page)

  await page.goto(`${lading.url}/#/login`)
  await arrive('input[autocomplete=organization]')
  await page.keyboard.type('demo')
  await goTo('input[autocomplete=username]')
  await page.keyboard.type('admin')
  await goTo('input[autocomplete=current-password]')
  await page.keyboard.type(demoPassword)
  await press('Enter')
  await page.waitForURL(/#\/app-/)
  await arrive('.tab-panel h1')

  await press('Control+k')
  await arrive('.menu-search input')
  await page.keyboard.type('货位类型')
  await page.locator('.search-hit', { hasText: '货位类型' }).first().waitFor()
  await press('Enter')
  await page.waitForURL(/binTypeList/)
  await arrive('.tab-panel h1')
  await settled()

  await goTo('.tab-panel .filter input')
  await page.keyboard.type(code)
  await press('Enter')
  await expect.poll(() => panel(page).locator('tr.grid-row').count()).toBe(1)
  await settled()
  await goTo('.tab-panel .grid-row a')
  await press('Enter')
  await page.waitForURL(/binTypeDtl/)
  await arrive('.tab-panel h1')
  await settled()

  await goTo('.tab-panel .page-actions button')
  await press('Enter')
  await page.waitForURL(/binTypeEdit/)
  await arrive('.tab-panel h1')
  await settled()
  // The code is frozen: the first field that can be reached is the name.
  await goTo('.tab-panel .form-grid input')
  await press('Control+a')
  await page.keyboard.type('键盘改')
  await goTo('.tab-panel .page-actions .ant-btn-primary', 'Shift+Tab')
  await press('Enter')
  await page.waitForURL(/binTypeDtl/)
  await panel(page)
    .getByRole('heading', { name: `${code} 键盘改` })
    .waitFor()
  await arrive('.tab-panel :is(h1, .page-actions button)')

  await goTo('[role=tab][aria-selected=true]', 'Shift+Tab')
  await press('Delete')
  await page.waitForURL(/binTypeList/)
  await arrive('[role=tab][aria-selected=true]')
  await goTo('.head-user', 'Shift+Tab')
  await press('Enter')
  await arrive('[role=menuitem]')
  await goTo('.ant-dropdown-menu-item-danger.ant-dropdown-menu-item-active', 'ArrowDown')
  await press('Enter')
  await arrive('[role=dialog] .ant-btn-primary')
  // Who thinks better of it comes back to where he was.
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await arrive('.head-user')
  await press('Enter')
  await arrive('[role=menuitem]')
  await goTo('.ant-dropdown-menu-item-danger.ant-dropdown-menu-item-active', 'ArrowDown')
  await press('Enter')
  await arrive('[role=dialog] .ant-btn-primary')
  await press('Enter')
  await page.waitForURL(/#\/login/)
  await arrive('.login-form input')
  expect(unseen()).toEqual([])
  expect(found).toEqual([])
  await context.close()
})

test('C-52 history, favourites, messages and columns are dialogs with a name: they take the focus, and give it back', async () => {
  const { page, troubles } = await lading.open('admin')
  const { press, goTo, arrive, unseen } = handsOf(page)
  const button = (name: string) => `button[aria-label^="${name}"]`
  const box = (name: string) => `[role=dialog][aria-label="${name}"]`
  const isShut = (name: string) => page.locator(box(name)).waitFor({ state: 'hidden' })
  await visit(page, 'wms/ownerList')
  await panel(page).locator('tr.grid-row').first().waitFor()
  for (const name of ['收藏', '历史', '消息', '列设置']) {
    await page.locator(button(name)).focus()
    await press('Enter')
    await arrive(box(name))
    expect(await page.locator('[role=tooltip]').count(), name).toBe(0)
    await press('Escape')
    await isShut(name)
    await arrive(button(name))
    await page.locator(button(name)).click()
    await arrive(box(name))
    await page.locator(button(name)).click()
    await isShut(name)
  }
  await page.locator(button('列设置')).focus()
  await press('Enter')
  await arrive(box('列设置'))
  await press('Tab')
  await arrive(`${box('列设置')} li:first-child input`)
  await press('Shift+Tab')
  await isShut('列设置')

  await visit(page, 'wms/vendorList')
  await panel(page).getByRole('heading', { name: '供应商' }).waitFor()
  await page.locator(button('历史')).focus()
  await press('Enter')
  await arrive(box('历史'))
  await press('Tab')
  await arrive(`${box('历史')} li:first-child a`)
  await goTo(`${box('历史')} li:last-child a`)
  // Past the last one goes on behind the button.
  await press('Tab')
  await isShut('历史')
  await arrive(button('消息'))
  await page.locator(button('历史')).click()
  await arrive(box('历史'))
  await goTo(`${box('历史')} a[href$="ownerList"]`)
  await press('Enter')
  await page.waitForURL(/ownerList/)
  await isShut('历史')
  await arrive('.tab-panel :is(h1, a, button)')
  expect(unseen()).toEqual([])
  expect(troubles()).toEqual([])
})

test('C-53 what has the focus wears the accent in either theme, also what the components draw', async () => {
  const { page } = await lading.open('admin')
  await visit(page, 'wms/ownerList')
  await panel(page).locator('tr.grid-row').first().waitFor()
  const ringsOf = (selectors: readonly string[]) =>
    page.evaluate((all) => {
      const accent = document.createElement('i')
      accent.style.color = 'var(--accent)'
      document.body.append(accent)
      const wanted = getComputedStyle(accent).color
      accent.remove()
      return all.flatMap((selector) => {
        const e = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility())
        e?.focus()
        const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(e ?? document.body)
        const ring = `${outlineStyle} ${outlineWidth} ${outlineColor}`
        return ring === `solid 2px ${wanted}` ? [] : [`${selector}: ${ring}, not ${wanted}`]
      })
    }, selectors)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((name) => document.documentElement.dataset.theme === name, colorScheme)
    await page.keyboard.press('Tab')
    const seen = [
      '.head-user',
      '.head-sub',
      '.menu-entry',
      '[role=tab]',
      '.grid-row a',
      '.page-actions button:not(:disabled)',
    ]
    expect(await ringsOf(seen), colorScheme).toEqual([])
  }
})
