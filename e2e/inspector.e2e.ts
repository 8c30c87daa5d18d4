import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find, reconcile } from './desk.ts'
import { panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Inspection {
  readonly id: string
  readonly billNo: string
  readonly orderId: string
}

test('what waits for inspection is looked at, found good but for six pieces, and goes on to its bins', async () => {
  const bill = await find<Inspection>(desk, '/wms/api/qualityBill', { state: ['SAVED'] })
  const waiting = await desk.query<{ state: string }>('/wms/api/putAwayTask/query', {
    filter: { billId: [bill.orderId] },
  })
  expect(new Set(waiting.records.map((task) => task.state))).toEqual(new Set(['WAIT']))

  const { page, troubles } = await lading.open('receiver')
  await visit(page, `wms/productQualityBillList?billNo=${bill.billNo}`)
  await panel(page).getByRole('link', { name: bill.billNo }).click()
  await panel(page).getByRole('button', { name: '开始检验' }).click()
  await toast(page, /开始检验/)
  await panel(page).getByRole('button', { name: '编辑' }).click()
  await panel(page).getByRole('button', { name: '未判定的全部合格' }).click()
  await panel(page).getByRole('button', { name: '未填的检查项合格' }).click()
  const rejected = panel(page).getByLabel('不合格数 1')
  await rejected.fill('6')
  await panel(page).getByLabel('原因 1').fill('外箱破损')
  for (const one of await panel(page)
    .getByLabel(/^数值 \d+$/)
    .all())
    await one.fill('18.5')
  // Dates have to be photographed: what is missing is told, and taken in place.
  const missing = panel(page).getByText('缺照片')
  for (let left = await missing.count(); left > 0; left--) {
    const row = panel(page).getByRole('row').filter({ hasText: '缺照片' }).first()
    const chooser = page.waitForEvent('filechooser')
    await row.getByRole('button', { name: /^拍照/ }).click()
    await (await chooser).setFiles({ name: 'date.png', mimeType: 'image/png', buffer: dot })
    await expect.poll(() => missing.count()).toBe(left - 1)
  }
  expect(await axe(page)).toEqual([])
  await panel(page).getByRole('button', { name: '保存' }).click()
  await panel(page).getByText('检验项已齐，可以判定').waitFor()
  await panel(page).getByText('外箱破损').waitFor()
  await panel(page).getByRole('button', { name: '判定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '判定' }).click()
  await toast(page, /判定/)
  await panel(page).getByText('已判定').first().waitFor()

  expect(await find(desk, '/wms/api/qualityBill', { id: [bill.id] })).toMatchObject({ rejectQty: '6.000' })
  const sent = await desk.query<{ state: string }>('/wms/api/putAwayTask/query', { filter: { billId: [bill.orderId] } })
  expect(new Set(sent.records.map((task) => task.state))).toEqual(new Set(['READY']))
  expect(sent.records.length).toBe(waiting.records.length + 1)
  expect(troubles()).toEqual([])
  expect(await reconcile(desk)).toEqual([])
})
