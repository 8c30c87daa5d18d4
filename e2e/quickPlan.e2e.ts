import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

type Seen = { id: string; version: number }
type Row = Seen & { clientId: string; fromSiteId: string; toSiteId: string }
type Answer<R> = { records: R[] }
let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading.close())

/** Way bills of a day of this test alone, to stores of today's. */
async function waiting(count: number): Promise<string> {
  const he = await lading.person('dispatcher', 'TC01')
  const filter = { kind: ['DELIVERY'], tempZone: ['AMBIENT'] }
  const { records } = await he.post<Answer<Row>>('/tms/api/wayBill/query', { filter, pageSize: 100 })
  const bizDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const stores = [...new Map(records.map((r) => [r.toSiteId, r])).values()].slice(0, count)
  expect(stores).toHaveLength(count)
  const lines = [{ productName: '来丁矿泉水', uom: '箱', planQty: '10', weight: '100', volume: '0.5' }]
  for (const { clientId, fromSiteId, toSiteId } of stores) {
    const made = await he.post<Seen>('/tms/api/wayBill/create', { clientId, fromSiteId, toSiteId, bizDate, lines })
    await he.post('/tms/api/wayBill/approve', { rows: [made] })
  }
  return bizDate
}

test('a dispatcher plans a day by keyboard: ticks, a digit sends them to a truck, the rest is inserted, trips are made', async () => {
  const bizDate = await waiting(6)
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, 'tms/quickPlanList')
  const board = panel(page)
  const day = board.getByLabel('配送日期')
  await day.fill(bizDate)
  await day.press('Enter')
  await board.getByText('待排6单').waitFor()

  const add = board.getByRole('combobox', { name: '加车' })
  for (const [i, plate] of ['沪A31024', '沪A31052'].entries()) {
    await add.fill(plate)
    await add.press('Enter')
    await board.locator('.plan-card').nth(i).waitFor()
  }
  const pool = board.getByRole('region', { name: '待排运单' })
  const boxes = pool.locator('li input[type=checkbox]')
  await boxes.first().focus()
  await page.keyboard.press('Space')
  // Between two groups stands the tick of the second one, which is passed by.
  for (let i = 0; i < 4; i++)
    if (!(await board.getByText('已选2单').isVisible())) await page.keyboard.press('Shift+ArrowDown')
  await board.getByText('已选2单').waitFor()
  await page.keyboard.press('2')
  await board.getByText('待排4单').waitFor()
  expect(await boxes.evaluateAll((all) => all.some((box) => box === document.activeElement))).toBe(true)
  expect(await board.locator('.plan-card').nth(1).locator('.plan-stops > li').count()).toBe(2)
  expect(await axe(page)).toEqual([])

  // As much of a phone as of a desk: without the map nothing is lost.
  await board.getByRole('button', { name: '收起地图' }).click()
  await board.getByRole('button', { name: '剩余智能插入' }).click()
  await toast(page, '剩余运单已全部排上')
  await board.getByText('待排0单').waitFor()
  await board.getByRole('button', { name: '生成派车单' }).click()
  await toast(page, '已生成')
  await board.locator('.plan-card').first().waitFor({ state: 'detached' })
  const he = await lading.person('dispatcher', 'TC01')
  const filter = { bizDate: { from: bizDate, to: bizDate } }
  const trips = await he.post<Answer<{ source: string; wayBillCount: number }>>('/tms/api/shipPlanBill/query', {
    filter,
  })
  expect(trips.records.every((x) => x.source === 'QUICK')).toBe(true)
  expect(trips.records.reduce((sum, x) => sum + x.wayBillCount, 0)).toBe(6)
  expect(troubles()).toEqual([])
})
