import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const panelOf = (page: Page) => page.locator('.tab-panel:visible')
const head = (page: Page, name: string) => panelOf(page).locator('th').filter({ hasText: name })
const viewButton = (page: Page) => panelOf(page).getByRole('button', { name: /^视图/ })
const views = (page: Page) => page.getByRole('dialog', { name: '视图', exact: true })
const saveDialog = (page: Page) => page.getByRole('dialog', { name: '视图另存为' })
const address = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '')
const rows = (page: Page) => panelOf(page).locator('tr.grid-row')

async function openStores(page: Page, query = ''): Promise<void> {
  await visit(page, `wms/storeList${query}`)
  await rows(page).first().waitFor()
}
async function openViews(page: Page): Promise<void> {
  await viewButton(page).click()
  await views(page).getByRole('button', { name: '默认列表', exact: true }).waitFor()
}
/** Saves what the list shows under a name; for oneself, or for a role. */
async function saveAs(page: Page, name: string, o: { role?: string; isDefault?: boolean }): Promise<void> {
  await openViews(page)
  await views(page).getByRole('button', { name: '另存为' }).click()
  const dialog = saveDialog(page)
  const typed = dialog.getByLabel('名称', { exact: true })
  await expect.poll(() => typed.evaluate((e) => e === document.activeElement)).toBe(true)
  await typed.fill(name)
  if (o.role) {
    await dialog.getByLabel('共享给角色').click()
    await page.locator('.ant-select-dropdown:visible').getByText(o.role).click()
  }
  if (o.isDefault) await dialog.getByRole('checkbox', { name: /默认显示/ }).check()
  await dialog.getByRole('button', { name: /^保 ?存$/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await panelOf(page)
    .getByRole('button', { name: `视图：${name}` })
    .waitFor()
}
async function closeTab(page: Page): Promise<void> {
  await page.locator('.tab-active .tab-close').click()
  await page.getByRole('tab', { name: '门店' }).waitFor({ state: 'detached' })
}

test('a view that is shared with a role shows its users the same list; one of their own opens it from then on', async () => {
  const admin = await lading.open('admin')
  await openStores(admin.page)
  await panelOf(admin.page).getByRole('button', { name: '列设置' }).click()
  await admin.page
    .getByRole('dialog', { name: '列设置' })
    .getByRole('checkbox', { name: '名称', exact: true })
    .uncheck()
  await admin.page.keyboard.press('Escape')
  await panelOf(admin.page).getByLabel('代码', { exact: true }).fill('S0')
  await panelOf(admin.page).getByLabel('代码', { exact: true }).press('Enter')
  await expect.poll(() => address(admin.page).get('code')).toBe('S0')
  await head(admin.page, '代码').click()
  await expect.poll(() => address(admin.page).get('_sort')).toBe('code')
  await saveAs(admin.page, '门店巡检', { role: '查询员' })
  expect(admin.troubles()).toEqual([])

  const { page, troubles } = await lading.open('viewer')
  await openStores(page)
  await head(page, '名称').waitFor()
  await openViews(page)
  expect(await axe(page)).toEqual([])
  const line = views(page).locator('.view-line').filter({ hasText: '门店巡检' })
  expect(await line.getByRole('button', { name: /删除|重命名/ }).count()).toBe(0)
  await line.getByRole('button', { name: /^门店巡检/ }).click()
  await expect.poll(() => Object.fromEntries(address(page))).toMatchObject({ code: 'S0', _sort: 'code' })
  await head(page, '名称').waitFor({ state: 'hidden' })
  // Back undoes it, as a step of its own.
  await page.goBack()
  await head(page, '名称').waitFor()
  await page.goForward()
  await head(page, '名称').waitFor({ state: 'hidden' })

  // What the role's view is not, is saved as one's own.
  await head(page, '代码').click()
  await panelOf(page).getByRole('button', { name: '视图：门店巡检（已修改）' }).waitFor()
  await saveAs(page, '倒序门店', { isDefault: true })
  await expect.poll(() => address(page).get('_sort')).toBe('-code')
  await page.reload()
  await panelOf(page).getByRole('button', { name: '视图：倒序门店', exact: true }).waitFor()
  await closeTab(page)
  await openStores(page)
  await panelOf(page).getByRole('button', { name: '视图：倒序门店', exact: true }).waitFor()
  expect(Object.fromEntries(address(page))).toMatchObject({ code: 'S0', _sort: '-code' })
  // A link that says what it wants is not answered with something else.
  await closeTab(page)
  await openStores(page, '?code=S01')
  await panelOf(page).getByRole('button', { name: '视图', exact: true }).waitFor()
  await head(page, '名称').waitFor()
  expect([...address(page)]).toEqual([['code', 'S01']])

  await openViews(page)
  await views(page).getByRole('button', { name: '删除倒序门店' }).click()
  await page.getByRole('button', { name: /^删 ?除$/ }).click()
  await page.getByText('视图已删除').waitFor()
  await closeTab(page)
  await openStores(page)
  await head(page, '名称').waitFor()
  expect([...address(page)]).toEqual([])
  expect(troubles()).toEqual([])

  await openViews(admin.page)
  await views(admin.page).getByRole('button', { name: '删除门店巡检' }).click()
  await admin.page.getByRole('button', { name: /^删 ?除$/ }).click()
  await admin.page.getByText('视图已删除').waitFor()
  // The list stands as he arranged it himself on this computer, for all there is.
  await panelOf(admin.page).getByRole('button', { name: '视图', exact: true }).waitFor()
  expect([...address(admin.page)]).toEqual([])
  await head(admin.page, '名称').waitFor({ state: 'hidden' })
  await openViews(admin.page)
  await views(admin.page).locator('.view-line').filter({ hasText: '门店巡检' }).waitFor({ state: 'detached' })
  expect(admin.troubles()).toEqual([])
})

test('an edge of a heading draws its column wider, and keys have the same in the choice of columns', async () => {
  const { page, troubles } = await lading.open('viewer')
  await openStores(page)
  const name = head(page, '名称')
  const width = async () => Math.round((await name.boundingBox())?.width ?? 0)
  const before = await width()
  const edge = await name.locator('.grid-edge').boundingBox()
  const [x, y] = [(edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 300, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(before + 150)
  // It sorts by nothing else, though the heading was pressed.
  expect([...address(page)]).toEqual([])
  await panelOf(page).getByRole('button', { name: '列设置' }).click()
  const slider = page.getByRole('slider', { name: '名称的列宽' })
  const drawn = await width()
  await slider.focus()
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBeLessThan(drawn)
  await page
    .getByRole('dialog', { name: '列设置' })
    .getByRole('button', { name: /^重 ?置$/ })
    .click()
  await expect.poll(width).toBe(before)
  expect(troubles()).toEqual([])
})
