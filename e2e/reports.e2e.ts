import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('S-8 S-30 the reports button stays within WMS and leads to SYS from elsewhere', async () => {
  const { page, troubles } = await lading.open('admin')
  const button = page.locator('.head-sub', { hasText: '报表应用' })
  for (const [from, to] of [
    ['wms/ownerList', /#\/app-wms\/customReportApplication$/],
    ['mdm/productQpcList', /#\/app-sys\/customReportApplication$/],
    ['sys/sysUserList', /#\/app-sys\/customReportApplication$/],
  ] as const) {
    await visit(page, from)
    await panel(page).getByRole('heading').first().waitFor()
    await button.click()
    await page.waitForURL(to)
    await panel(page).getByRole('heading', { name: '报表应用' }).waitFor()
    expect(await page.locator('.head-sub[aria-current]').innerText()).toBe('报表应用')
  }
  expect(troubles()).toEqual([])
})

test('C-32 the reports are one favourite: what the star of the menu makes, the menu of their tab takes back', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/customReportApplication')
  const entry = page.locator('.side').getByRole('link', { name: '报表应用' })
  await entry.hover()
  const star = page.locator('.side').getByRole('button', { name: '加入收藏 报表应用' })
  await star.click()
  await star.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: '报表应用' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '取消收藏' }).click()
  await entry.hover()
  await star.waitFor()
  expect(troubles()).toEqual([])
})

test('S-9 S-76 both kinds of reports open, count as RPT, and are what their files say', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/customReportApplication')
  await panel(page)
    .getByRole('link', { name: /库存汇总/ })
    .first()
    .click()
  await page.waitForURL(/#\/app-wms\/customReportLookView\?path=WMS.*\.cpt$/)
  const row = panel(page).locator('.report-rows .grid-row').first()
  await row.waitFor()
  expect(await page.locator('.head-sub[aria-current]').innerText()).toBe('报表应用')
  const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}').sub)
  expect(saved).toBe('rpt')
  const onScreen = (await row.locator('td').allInnerTexts()).map((text) => text.replaceAll(',', ''))
  expect(Number(onScreen[5])).toBeGreaterThan(0)
  expect(await panel(page).locator('tfoot').count()).toBe(0)
  const downloaded = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: '导出 CSV' }).click()
  const lines = readFileSync(await (await downloaded).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  // A file says `12.000` where the screen says 12.
  const cells = lines[1]?.split(',').map((text) => text.replace(/\.0+$/, ''))
  expect(cells).toEqual(onScreen)
  // Bottles and kilograms: nothing is added up, neither here nor on the screen.
  expect(new Set(lines.slice(1).map((line) => line.split(',')[4])).size).toBeGreaterThan(1)
  expect(lines.filter((line) => line.startsWith('合计'))).toEqual([])
  expect(await axe(page)).toEqual([])
  await page.getByRole('tab', { name: '库存汇总' }).waitFor()
  // What was looked at stands in front, and so does what has a star.
  await visit(page, 'wms/customReportApplication')
  await panel(page)
    .getByRole('region', { name: '最近查看' })
    .getByRole('link', { name: /库存汇总/ })
    .waitFor()
  const all = panel(page).getByRole('region', { name: 'WMS' })
  await all.getByRole('button', { name: '加入收藏 库存汇总' }).click()
  await panel(page).getByRole('region', { name: '收藏' }).getByRole('button', { name: '取消收藏 库存汇总' }).click()
  await panel(page).getByRole('region', { name: '收藏' }).waitFor({ state: 'detached' })

  await visit(page, 'wms/customReportLookView?id=WMS/作业量趋势.frm')
  await panel(page).locator('.report-bar').first().waitFor()
  expect(await page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('path'))).toBe(
    'WMS/作业量趋势.frm',
  )
  expect(await axe(page)).toEqual([])
  await visit(page, 'wms/customReportLookView?path=WMS/x.doc')
  await panel(page).getByText('不支持的报表类型').waitFor()
  expect(troubles()).toEqual([])
})
