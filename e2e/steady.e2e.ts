import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { isIn } from './sessions.ts'
import { type Running, start, visit } from './support.ts'

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
  const { page, context, troubles } = await lading.open('admin')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await isIn(page)
  await visit(page, 'wms/productList')
  await panel(page).locator('tr.ant-table-row').first().waitFor()
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
