import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel, toast, workAt } from './pages.ts'
import { type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const goTo = (page: Page, name: string) =>
  page.evaluate((to) => {
    location.hash = `#/app-tms/${to}`
  }, name)

/** Presses the map at parts of its width and height. */
async function pressAt(page: Page, map: Locator, ...points: readonly (readonly [number, number])[]): Promise<void> {
  await map.waitFor()
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (!box) throw new Error('the map is not in sight')
  for (const [x, y] of points) await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test('a region is drawn corner by corner, told of what it crosses and covers, and kept with its sites', async () => {
  const { page } = await lading.open('admin')
  await workAt(page, '来丁商贸集团')
  await goTo(page, 'regionAdd')
  const code = `E${Date.now()}`
  const map = panel(page).locator('.ring .map-box')
  // The other regions are there: the map shows them all.
  await map.locator('.map-tip', { hasText: '苏州' }).waitFor()
  const crossed = panel(page).getByText('区域边界自相交')
  await pressAt(page, map, [0.1, 0.2], [0.3, 0.5], [0.3, 0.2], [0.1, 0.5], [0.1, 0.2])
  await crossed.waitFor()
  await panel(page).getByRole('button', { name: '重画' }).click()
  await crossed.waitFor({ state: 'detached' })
  // Over Suzhou, which lies beside it in the tree.
  const suzhou = await map.locator('.map-tip', { hasText: '苏州' }).boundingBox()
  const box = await map.boundingBox()
  if (!suzhou || !box) throw new Error('the map is not in sight')
  const [x, y] = [(suzhou.x - box.x) / box.width, (suzhou.y - box.y) / box.height]
  const corner = [x - 0.01, y - 0.03] as const
  await pressAt(page, map, corner, [x + 0.06, y - 0.02], [x + 0.06, y + 0.08], [x, y + 0.07], corner)
  await panel(page)
    .getByText(/与同级区域重叠：.*苏州/)
    .waitFor()
  // A corner is moved by keys as well.
  const handle = map.locator('.map-corner').first()
  const before = await handle.boundingBox()
  await handle.focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(async () => (await map.locator('.map-corner').first().boundingBox())?.x)
    .toBeLessThan(before?.x ?? 0)
  await panel(page).getByLabel('代码').fill(code)
  await panel(page).getByLabel('名称').fill(`试画${code}`)
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await toast(page, '保存成功')
  await panel(page)
    .getByRole('heading', { name: `试画${code}` })
    .waitFor()
  await goTo(page, 'regionList')
  const again = panel(page).getByRole('button', { name: '重新归属门店' })
  await again.click()
  await toast(page, /个站点的区域已更新/)
  const row = panel(page).locator('.tree-row', { hasText: `试画${code}` })
  await expect.poll(async () => Number(await row.locator('.num').textContent())).toBeGreaterThan(0)
  await page.close()
})

test('a place is taken from the map by keys, and a fence is drawn around it', async () => {
  const { page } = await lading.open('admin')
  await workAt(page, '来丁商贸集团')
  await goTo(page, 'clientStoreAdd')
  await panel(page).getByRole('button', { name: '地图选点' }).click()
  const map = page.getByRole('dialog').locator('.map-box')
  await map.locator('.map-tip').first().waitFor()
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect.poll(() => panel(page).getByLabel('经度').inputValue()).toMatch(/^1[12]\d\.\d{6}$/)
  await expect.poll(() => panel(page).getByLabel('纬度').inputValue()).toMatch(/^3\d\.\d{6}$/)
  await panel(page)
    .getByRole('button', { name: /画围栏/ })
    .click()
  const dialog = page.getByRole('dialog')
  await pressAt(page, dialog.locator('.map-box'), [0.4, 0.4], [0.6, 0.4], [0.5, 0.6], [0.4, 0.4])
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await panel(page).getByText('已画，3个角').waitFor()
  await page.close()
})
