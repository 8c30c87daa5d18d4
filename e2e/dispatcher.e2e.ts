import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { act, dialog, panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('dispatcher', 'TC01')
})
afterAll(() => lading?.close())

interface Bill {
  id: string
  version: number
  billNo: string
  toSiteId: string
  bizDate: string
  pieces: string
}
const bills = async (filter: object) =>
  (await desk.query<Bill>('/tms/api/wayBill/query', { pageSize: 50, filter })).records
/** Three way bills of one store that wait for planning, beside those of the demo. */
async function three(note: string): Promise<Bill[]> {
  const [like] = await bills({ state: 'CONFIRMED', kind: 'DELIVERY' })
  for (const productName of ['水', '米', '纸'])
    await desk.post('/tms/api/wayBill/create', {
      ...like,
      sourceNo: null,
      note,
      windowFrom: null,
      windowTo: null,
      lines: [
        { productName, planQty: '8', weight: '80', volume: '0.8' },
        { productName: `${productName}2`, planQty: '2', weight: '2', volume: '0.02' },
      ],
    })
  const made = await bills({ state: 'DRAFT', note })
  await desk.post('/tms/api/wayBill/approve', { rows: made.map(({ id, version }) => ({ id, version })) })
  return bills({ note })
}

test('a dispatcher changes the day of several way bills at once, divides one and makes two one', async () => {
  const made = await three('e2e-dispatcher')
  expect(made).toHaveLength(3)
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, `tms/wayBillList?note=e2e-dispatcher&state=CONFIRMED`)
  const row = (no = '') => panel(page).locator('tr.grid-row', { hasText: no })
  for (const { billNo } of made) await row(billNo).getByRole('checkbox').check()
  await panel(page).getByRole('toolbar').getByRole('button', { name: '改期' }).click()
  await dialog(page).getByLabel('配送日期').fill('2027-01-05')
  await page.keyboard.press('Enter')
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '改期' }).click()
  await toast(page, /已改期/)
  expect((await bills({ note: 'e2e-dispatcher' })).map((b) => b.bizDate)).toEqual(Array(3).fill('2027-01-05'))

  const [first] = made
  await visit(page, `tms/wayBillDtl?id=${first?.id}`)
  await act(page, panel(page), '拆单')
  await dialog(page).locator('tr.grid-row').first().getByRole('checkbox').check()
  await dialog(page).getByLabel('第1行拆出数量').fill('3')
  await dialog(page).getByRole('button', { name: '拆出1行' }).click()
  await toast(page, /已拆出新单/)
  const parts = await bills({ note: 'e2e-dispatcher', state: 'CONFIRMED' })
  expect(parts.map((b) => Number(b.pieces)).sort()).toEqual([10, 10, 3, 7])

  await visit(page, 'tms/wayBillList?note=e2e-dispatcher&state=CONFIRMED')
  for (const { billNo } of parts.slice(0, 2)) await row(billNo).getByRole('checkbox').check()
  await panel(page).getByRole('toolbar').getByRole('button', { name: '合单' }).click()
  await dialog(page).getByRole('button', { name: '合单' }).click()
  await toast(page, /已合并/)
  expect(await bills({ note: 'e2e-dispatcher', state: 'CONFIRMED' })).toHaveLength(3)
  expect(troubles()).toEqual([])
})
