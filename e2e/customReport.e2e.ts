import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const cell = (page: Page, name: string) =>
  panel(page)
    .locator('.design-board tbody tr')
    .nth(Number(name.slice(1)) - 1)
    .locator('td')
    .nth(name.charCodeAt(0) - 65)
/** Puts a field on a cell. */
async function put(page: Page, at: string, field: string): Promise<void> {
  await cell(page, at).click()
  await panel(page).locator('.design-fields').getByRole('button', { name: field, exact: true }).click()
}

/** A second try of the test is another report. */
let tried = 0
test('a first grouped report is drawn with nothing but the mouse and a title, published, read and exported', async () => {
  tried += 1
  const name = `门店出库${tried}`
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'sys/customReportAdd')
  await panel(page).getByLabel('编码').fill(`E2E${tried}`)
  await panel(page).getByLabel('名称', { exact: true }).fill(name)
  await panel(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  // What is new is on its drawing board at once.
  await panel(page).getByText('出库明细').click()
  await put(page, 'A3', '门店')
  await put(page, 'B3', '商品')
  await put(page, 'C3', '∑ 计划数量')
  await cell(page, 'A3').click()
  await panel(page).getByRole('button', { name: '小计行' }).click()
  await panel(page).getByRole('button', { name: '总计行' }).click()
  // Taken back and done again it is the same.
  await panel(page).getByRole('button', { name: '撤销' }).click()
  await panel(page).getByRole('button', { name: '重做' }).click()
  // A cell leads to a list that is narrowed down by what the row shows.
  await put(page, 'D3', '门店代码')
  await panel(page).getByLabel('点击后打开').click()
  await page.getByTitle('门店（列表）').click()
  await expect.poll(() => panel(page).getByLabel('带入代码').inputValue()).toBe('D3')
  await cell(page, 'A1').click()
  // As an input method types.
  await page.keyboard.insertText('门店出库汇总')
  await page.keyboard.press('Enter')
  await panel(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await panel(page).getByText('预览').click()
  const grid = panel(page).locator('.report-grid')
  await grid.getByText('门店出库汇总').waitFor()
  await grid.getByText('小计').first().waitFor()
  const link = grid.getByRole('link').first()
  expect(await link.getAttribute('href')).toBe(`#/app-wms/storeList?code=${await link.textContent()}`)
  await panel(page)
    .getByRole('button', { name: /^发 ?布$/ })
    .click()
  await panel(page).getByText('已发布').first().waitFor()

  await visit(page, 'rpt/customReportApplication')
  await panel(page).getByRole('link', { name }).first().click()
  await panel(page).locator('.report-grid').getByText('门店出库汇总').waitFor()
  await panel(page)
    .getByRole('button', { name: /^导 ?出$/ })
    .hover()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = readFileSync(await (await downloaded).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  const figures = (of: (line: string) => boolean) =>
    lines.filter(of).reduce((n, line) => n + Number(line.split(',')[2] || 0), 0)
  const total = figures((line) => line.startsWith('总计'))
  expect(total).toBeGreaterThan(0)
  expect(figures((line) => line.startsWith('小计'))).toBeCloseTo(total, 3)
  expect(figures((line) => !/^(小计|总计|门店)/.test(line))).toBeCloseTo(total, 3)
  expect(troubles()).toEqual([])
})

test('what a reader asks again and again is kept under a name, and what he has read stands among the runs', async () => {
  const name = `方案${tried}`
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'rpt/customReportLookView?path=作业/门店出库月报.cpt')
  await panel(page).locator('.report-grid').waitFor()
  await panel(page).getByRole('button', { name: '保存方案' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: /^保 ?存$/ }).click()
  await panel(page).locator('.ant-select').getByText(name).waitFor()
  await visit(page, 'sys/customReportList')
  await panel(page).getByRole('button', { name: '运行记录' }).first().click()
  await dialog.getByText('作业/门店出库月报.cpt').first().waitFor()
  expect(await axe(page)).toEqual([])
  expect(troubles()).toEqual([])
})

test('the words of a cell over many rows stay in sight, however far down', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'rpt/customReportLookView?path=仓储/货主商品库存.cpt')
  const grid = panel(page).locator('.report-grid')
  await grid.waitFor()
  const isInSight = () =>
    grid.evaluate((box) => {
      const sight = box.getBoundingClientRect()
      const cells = [...box.querySelectorAll('.report-cell')].filter((c) => c.clientHeight > box.clientHeight)
      return cells.map((c) => {
        const words = c.firstElementChild?.getBoundingClientRect()
        return words !== undefined && words.top >= sight.top && words.bottom <= sight.bottom
      })
    })
  await expect.poll(isInSight).toContain(true)
  await grid.evaluate((box) => {
    box.scrollTop = box.scrollHeight / 3
  })
  await expect.poll(() => grid.evaluate((box) => box.scrollTop)).toBeGreaterThan(300)
  await expect.poll(isInSight).toContain(true)
  expect(troubles()).toEqual([])
})

test('a subscription is kept to rows enough and to a total beyond its bound', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'rpt/customReportLookView?path=作业/门店出库月报.cpt')
  await panel(page).locator('.report-grid').waitFor()
  await panel(page)
    .getByRole('button', { name: /^订 ?阅$/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('最少行数').fill('3')
  await dialog.getByLabel('预警指标').click()
  await page.locator('.ant-select-item-option').last().click()
  await dialog.getByLabel('界限').fill('12.5')
  await dialog.getByLabel('发给').click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'viewer' }).last().click()
  await page.keyboard.press('Escape')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: /^订 ?阅$/ }).click()
  // Who may not have the file himself is not sent it.
  await dialog.getByText('不能导出此报表').waitFor()
  await dialog.locator('.ant-select-selection-item-remove').click()
  await dialog.getByRole('button', { name: /^订 ?阅$/ }).click()
  await page.getByText('已订阅，首次生成时间').waitFor()
  await panel(page)
    .getByRole('button', { name: /^订 ?阅$/ })
    .click()
  const own = dialog.locator('.report-plan').filter({ hasText: '至少3行' })
  await own.getByText(/大于 12\.5/).waitFor()
  await own.getByRole('button', { name: '取消订阅' }).click()
  await own.waitFor({ state: 'detached' })
  expect(troubles()).toEqual([])
})

test('a dashboard shows its figures, and on its board a widget is added and taken back', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'rpt/customReportLookView?path=看板/出库看板.frm')
  const widget = panel(page).locator('.dash-widget')
  await expect.poll(() => widget.count()).toBe(8)
  await widget
    .filter({ hasText: '订单行' })
    .getByText(/^[\d,]+$/)
    .waitFor()
  await panel(page).getByRole('table', { name: '订单最多的门店' }).waitFor({ state: 'attached' })
  await visit(page, 'sys/customReportList')
  await panel(page).getByText('STD-BOARD').first().click()
  await expect.poll(() => widget.count()).toBe(8)
  await panel(page).getByRole('button', { name: '+ 柱形图' }).click()
  await expect.poll(() => widget.count()).toBe(9)
  for (const name of ['标题', '点击后打开', '宽']) await panel(page).getByLabel(name, { exact: true }).first().waitFor()
  await panel(page)
    .getByRole('button', { name: /^撤 ?销$/ })
    .click()
  await expect.poll(() => widget.count()).toBe(8)
  expect(await axe(page)).toEqual([])
  expect(troubles()).toEqual([])
})
