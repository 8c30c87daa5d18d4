import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, dialog, panel, workAt } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** A file of many product categories, which no other page lists. */
const file = (name: string, letter: string, rows: number, odd = '') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['代码,名称', ...Array.from({ length: rows }, (_, i) => `${letter}${10_000 + i},类别${letter}${i}`), odd].join(
      '\n',
    ),
  ),
})
const open = async (page: Page, sent: ReturnType<typeof file>, rows?: string): Promise<void> => {
  await visit(page, 'wms/productCategoryList')
  await panel(page).getByRole('button', { name: '导入', exact: true }).click()
  if (rows) await dialog(page).getByText(rows).click()
  await dialog(page).locator('input[type=file]').setInputFiles(sent)
  await dialog(page).getByRole('button', { name: '试导入' }).click()
}
const bar = (page: Page) => dialog(page).getByRole('progressbar')
const slow = { timeout: 90_000 }

test('a file of some thousand rows is checked and imported in the background: its bar is seen, and what is wrong comes back', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await workAt(page, 'LADING')
  await open(page, file('many.csv', 'ZA', 2_500, 'ZA99999,'), '导入正确的行')
  await bar(page).waitFor()
  expect(await axe(page)).toEqual([])
  await dialog(page).getByText('2500条可以导入，1行有错误').waitFor(slow)
  await dialog(page).getByRole('button', { name: '导入', exact: true }).click()
  await bar(page).waitFor()
  await dialog(page).getByText('已导入2500条，1行有错误未导入').waitFor(slow)
  const marked = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '下载标错文件' }).click()
  expect((await marked).suggestedFilename()).toBe('many-errors.xlsx')
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  await visit(page, 'sys/importRecord')
  const row = panel(page).locator('.grid-row', { hasText: 'many.csv' })
  await row.getByText('部分导入').waitFor()
  await row.getByText('2,500').first().waitFor()
  await page.getByRole('button', { name: /^消息，\d+条未读$/ }).waitFor()
  expect(troubles()).toEqual([])
  await context.close()
})

test('an import goes on when its dialog is closed, shows its bar in its record, and is cancelled there', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await workAt(page, 'LADING')
  await open(page, file('endless.csv', 'ZB', 18_000), '导入正确的行')
  await bar(page).waitFor()
  await dialog(page).getByRole('link', { name: '我的导入' }).waitFor()
  await dialog(page).getByRole('button', { name: '关闭' }).last().click()
  await visit(page, 'sys/importRecord')
  const one = (state: string | RegExp) =>
    panel(page).locator('.grid-row', { hasText: 'endless.csv' }).filter({ hasText: state })
  await one('校验通过，待确认').waitFor(slow)
  await act(page, one('校验通过，待确认'), '确认导入')
  await one(/校验中|导入中/)
    .getByRole('progressbar')
    .waitFor(slow)
  await act(page, one(/排队中|校验中|导入中/), '取消')
  await one('已取消').waitFor(slow)
  await act(page, one('已取消'), '重试')
  await act(page, one(/排队中|校验中|导入中/), '取消')
  await one('已取消').waitFor(slow)
  expect(await axe(page)).toEqual([])
  expect(troubles()).toEqual([])
  await context.close()
})

test('a template is tried with a file before it is published, and an import begins as it says', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await workAt(page, 'LADING')
  await visit(page, 'sys/importTemplateList')
  await panel(page).getByLabel('按名称查找').fill('商品类别')
  const row = panel(page).locator('.grid-row', { hasText: '商品类别' }).first()
  await row.getByRole('button', { name: '编辑' }).click()
  await dialog(page).getByLabel('名称的中文表头').fill('类别叫法')
  await dialog(page).getByLabel('最多行数').fill('3')
  await dialog(page)
    .getByRole('region', { name: '用文件测试' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'try.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('代码,类别叫法\nZT1,好\nZT2,\n'),
    })
  await dialog(page).getByRole('button', { name: '试导入' }).click()
  const told = dialog(page).getByRole('region', { name: '用文件测试' })
  await told.getByText('2行中有1处错误，未导入').waitFor()
  await told.getByText('类别叫法', { exact: true }).waitFor()
  await dialog(page).getByRole('button', { name: '发布', exact: true }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await visit(page, 'wms/productCategoryList')
  await panel(page).getByRole('button', { name: '导入', exact: true }).click()
  await dialog(page).getByText('最多3行').waitFor()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(file('four.csv', 'ZT', 4))
  await dialog(page).getByRole('button', { name: '试导入' }).click()
  await dialog(page).getByText('数据有4行，最多允许3行，请分成多个文件').waitFor()
  troubles()
  await context.close()
})
