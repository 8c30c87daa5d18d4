import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from './desk.ts'
import { act, choose, goods as codes, panel, paste, toast } from './pages.ts'
import { countRendered, renderedBy } from './rendered.ts'
import { isIn } from './sessions.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('ten lines from a spreadsheet, mended by keys, saved by Ctrl+S and approved', async () => {
  const { page, troubles } = await lading.open('receiver')
  await visit(page, 'wms/orderBillAdd')
  await choose(page, panel(page).getByLabel('货主', { exact: true }), 'O1')
  await choose(page, panel(page).getByLabel('供应商', { exact: true }), 'V02')
  await panel(page).getByRole('button', { name: '新增一行' }).press('Enter')
  const grid = panel(page).getByRole('grid')
  const product = grid.getByLabel('商品 1', { exact: true })
  await product.focus()
  await paste(page, `${codes.map((code, i) => `${code}\t${i + 1}`).join('\r\n')}\r\nNOBODY\t5\r\n`)
  await grid.getByText('100100').waitFor()
  expect(await panel(page).getByText('共11行').isVisible()).toBe(true)
  expect(await axe(page)).toEqual([])

  // What names nothing stays as it was pasted, in sight, and is never saved.
  expect(await grid.getByText('NOBODY').isVisible()).toBe(true)
  await page.keyboard.press('Control+s')
  await expect.poll(() => grid.locator('[aria-invalid=true], .ant-select-status-error').count()).toBe(1)
  await grid.locator('.grid-row').last().getByRole('button', { name: '删除' }).click()

  // Down the column by Enter, the figure above by Ctrl+D, another line behind the last one.
  const qty = (n: number) => grid.getByLabel(`计划数量 ${n}`, { exact: true })
  await qty(1).focus()
  await page.keyboard.type('24')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await qty(2).evaluate((e) => e === document.activeElement)).toBe(true)
  expect([await qty(1).inputValue(), await qty(2).inputValue(), await qty(3).inputValue()]).toEqual(['24', '24', '3'])
  await qty(10).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => qty(11).evaluate((e) => e === document.activeElement)).toBe(true)
  await grid.locator('.grid-row').last().getByRole('button', { name: '删除' }).click()
  await expect.poll(() => grid.locator('.grid-row').count()).toBe(10)

  await qty(10).focus()
  await page.keyboard.press('Control+s')
  await toast(page, '保存成功')
  await page.waitForURL(/orderBillDtl\?id=\d+/)
  const id = /id=(\d+)/.exec(page.url())?.[1] ?? ''
  const saved = await find(await lading.person('admin'), '/wms/api/orderBill', { id: [id] })
  expect(saved).toMatchObject({ state: 'SAVED', lineCount: 10, planQty: '100.000' })
  await act(page, panel(page), '审核')
  await toast(page, /已审核/)
  expect(troubles()).toEqual([])
})

test('of five hundred lines those in sight are drawn, and a key reaches the last', async () => {
  const { page, troubles } = await lading.open('receiver')
  await visit(page, 'wms/orderBillAdd')
  await panel(page).getByRole('button', { name: '新增一行' }).click()
  const grid = panel(page).getByRole('grid')
  await grid.getByLabel('商品 1', { exact: true }).focus()
  await paste(page, Array.from({ length: 510 }, (_, i) => `${codes[i % 10]}\t${i + 1}`).join('\n'))
  await panel(page).getByText('共500行').waitFor()
  await page.locator('.notice').getByText('粘贴的内容超出10行，未放入').waitFor()
  expect(await grid.getAttribute('aria-rowcount')).toBe('501')
  expect(await grid.locator('.grid-row').count()).toBeLessThan(60)
  await grid.evaluate((e) => {
    const box = e.parentElement as HTMLElement
    box.scrollTop = box.scrollHeight
  })
  const last = grid.getByLabel('计划数量 500', { exact: true })
  await last.fill('7')
  await page.keyboard.press('ArrowUp')
  await expect
    .poll(() => grid.getByLabel('计划数量 499', { exact: true }).evaluate((e) => e === document.activeElement))
    .toBe(true)
  expect(await last.inputValue()).toBe('7')
  expect(troubles()).toEqual([])
})

test('a key renders one line, however many there are, and a tick one row', async () => {
  const { page, context } = await lading.fresh('admin')
  await countRendered(page)
  await page.reload()
  await isIn(page)
  const keysWith = async (lines: number): Promise<number> => {
    await visit(page, `wms/orderBillAdd?n=${lines}`)
    await panel(page).getByRole('button', { name: '新增一行' }).click()
    const grid = panel(page).getByRole('grid')
    await grid.getByLabel('商品 1', { exact: true }).focus()
    await paste(page, Array.from({ length: lines }, (_, i) => `${codes[i % 10]}\t${i + 1}`).join('\n'))
    await panel(page).getByText(`共${lines}行`).waitFor()
    await grid
      .getByText(codes[9] ?? '')
      .first()
      .waitFor()
    await grid.getByLabel('计划数量 3', { exact: true }).focus()
    // The first key makes the form unsaved, which is news to its page.
    await page.keyboard.press('7')
    // The least of three: what comes from elsewhere meanwhile, as offers that have arrived, is no work of a key.
    const counts: number[] = []
    for (const key of '123') counts.push(await renderedBy(page, () => page.keyboard.press(key)))
    return Math.min(...counts)
  }
  const [few, many] = [await keysWith(60), await keysWith(500)]
  expect(many).toBe(few)
  expect(few).toBeLessThan(200)

  const ticking = async (size: number): Promise<number> => {
    const arrived = page.waitForResponse((r) => r.url().includes('/product/query') && r.ok())
    await visit(page, `wms/productList?_size=${size}`)
    await arrived
    const rows = panel(page).locator('.grid-row')
    await rows.nth(0).getByRole('checkbox').check()
    const count = await renderedBy(page, () => rows.nth(1).getByRole('checkbox').check())
    await rows.nth(1).getByRole('checkbox').uncheck()
    return count
  }
  const [small, large] = [await ticking(20), await ticking(100)]
  expect(large).toBe(small)
  expect(small).toBeLessThan(100)
  await context.close()
})

test('what is ticked stays over pages, is shown alone, and goes with another filter', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/productList')
  const rows = panel(page).locator('.grid-row')
  const bar = panel(page).getByRole('toolbar')
  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  await bar.getByText('已选2条', { exact: true }).waitFor()
  await panel(page).locator('.ant-pagination-item-2').click()
  await panel(page).locator('.ant-pagination-item-2.ant-pagination-item-active').waitFor()
  // The rows of the page before stay until the others are here.
  await expect.poll(() => rows.nth(0).getByRole('checkbox').isChecked()).toBe(false)
  await rows.nth(0).getByRole('checkbox').check()
  await bar.getByText('已选3条，其中2条在其他页').waitFor()
  await bar.getByRole('button', { name: '查看已选' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.getByRole('checkbox', { checked: true }).count()).toBe(3)
  await bar.getByRole('button', { name: '显示全部' }).click()
  await expect.poll(() => rows.count()).toBe(20)
  await bar.getByText('已选3条').waitFor()
  await panel(page).getByLabel('代码', { exact: true }).fill('1001')
  await page.keyboard.press('Enter')
  await bar.waitFor({ state: 'detached' })
  expect(await rows.getByRole('checkbox', { checked: true }).count()).toBe(0)
  expect(troubles()).toEqual([])
})

test('a whole list is one stop of the Tab key; arrows go from cell to cell, Space ticks', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/productList')
  const grid = panel(page).getByRole('grid')
  await grid.getByRole('link').first().waitFor()
  const stops = () =>
    grid
      .locator('tbody :is(a, button, input)')
      .evaluateAll((all) => all.filter((e) => (e as HTMLElement).tabIndex === 0).length)
  await expect.poll(stops).toBe(1)
  await grid.locator('tbody a').first().focus()
  const at = () =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('td')
      const row = cell?.closest('tr')
      return [row?.dataset.index, cell && row ? [...row.children].indexOf(cell) : -1]
    })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  expect(await at()).toEqual(['2', 0])
  await page.keyboard.press('Space')
  expect(await grid.locator('tr[aria-selected=true]').count()).toBe(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await at()).toEqual(['2', 2])
  await page.keyboard.press('Control+End')
  expect((await at())[0]).toBe('19')
  await page.keyboard.press('Control+Home')
  expect(await at()).toEqual(['0', 0])
  expect(await stops()).toBe(1)
  expect(troubles()).toEqual([])
})
