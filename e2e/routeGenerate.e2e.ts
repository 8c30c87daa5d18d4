import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('a dispatcher plans the day, leaves the page while it is computed, and finds what came of it', async () => {
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, 'tms/routeGenerate')
  const step = (name: string) => panel(page).getByRole('region', { name })
  const run = step('3 计算')
  await step('1 运单')
    .getByText(/已选\d+\/\d+单/)
    .waitFor()
  const compute = async (seconds: string, button: string) => {
    await run.getByLabel('计算秒数').fill(seconds)
    await run.getByRole('button', { name: button, exact: true }).click()
  }
  await compute('60', '开始排线')
  await run.getByText(/^迭代[\d,]+/).waitFor()
  await page.reload()
  await run.getByText(/^迭代[\d,]+/).waitFor()
  expect(await axe(page)).toEqual([])
  await run.getByRole('button', { name: '停止并保留' }).click()
  await run.getByText('已计算').waitFor()
  const figures = run.locator('.plan-figures')
  expect(await figures.getByText('车次').count()).toBe(1)
  const first = await run.locator('.plan-name').first().innerText()

  // Fewer way bills, from the plan that there is: its figures stand beside the first one's.
  await step('1 运单').locator('tr.grid-row').last().getByRole('checkbox').click()
  await compute('2', '再算一次')
  await run.getByText('相比').waitFor()
  await run.getByText('运单数不同').waitFor()
  await expect.poll(() => run.locator('p .plan-name').innerText()).toBe(first)
  expect(await axe(page)).toEqual([])
  await run.getByRole('link', { name: '打开排线单' }).click()
  await page.waitForURL(/routePlanBillDtl\?id=\d+/)
  expect(troubles()).toEqual([])
})
