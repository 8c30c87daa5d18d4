import type { Page } from 'playwright-core'

const keys = 9
const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** Opens an order with its first line. */
export async function openOrder(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/app-wms/orderBillAdd'
  })
  await page.locator('.tab-panel:visible').getByRole('button', { name: '新增一行' }).click()
}

/** From a key in a line of a form until its frame is painted, with so many lines pasted into the form. */
export async function keyInLines(page: Page, lines: number): Promise<number> {
  const panel = page.locator('.tab-panel:visible')
  await panel.getByLabel('商品 1', { exact: true }).focus()
  await page.evaluate((count) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', Array.from({ length: count }, (_, i) => `10000${i % 3}\t${i + 1}`).join('\n'))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, lines)
  await panel.getByText(`共${lines}行`).waitFor()
  await page.waitForLoadState('networkidle')
  const times = await page.evaluate(async (count) => {
    const input = [...document.querySelectorAll<HTMLInputElement>('.grid-edited td[data-key=planQty] input')].at(2)
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    if (!input) return []
    input.focus()
    const times: number[] = []
    for (let i = 0; i < count; i++) {
      const from = performance.now()
      write?.call(input, `${100 + i}`)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await scheduler.postTask(() => {}, { priority: 'user-blocking' })
      times.push(performance.now() - from)
    }
    return times
  }, keys)
  return middle(times)
}

/** From a tick in a list of a hundred rows with all of its columns until its frame is painted. */
export async function tick(page: Page): Promise<number> {
  await page.evaluate(() => {
    location.hash = '#/app-wms/binList?_size=100'
  })
  await page.locator('.tab-panel:visible .grid-row').nth(15).waitFor()
  await page.waitForLoadState('networkidle')
  return middle(
    await page.evaluate(async (count) => {
      const panel = [...document.querySelectorAll('.tab-panel')].find((e) => e.checkVisibility())
      const boxes = [...(panel?.querySelectorAll<HTMLInputElement>('.grid-row input[type=checkbox]') ?? [])]
      const times: number[] = []
      for (const box of boxes.slice(1, count + 1)) {
        const from = performance.now()
        box.click()
        await new Promise((resolve) => requestAnimationFrame(resolve))
        await scheduler.postTask(() => {}, { priority: 'user-blocking' })
        times.push(performance.now() - from)
      }
      return times
    }, keys),
  )
}
