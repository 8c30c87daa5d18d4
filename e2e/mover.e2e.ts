import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { freeHands, reconcile, workOf } from './desk.ts'
import { panel, toast } from './pages.ts'
import { asked, enterStation, press, scanTo, sees, told } from './station.ts'
import { axe, type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

interface StockRow {
  readonly id: string
  readonly qty: string
  readonly reservedQty: string
  readonly binId: string
  readonly productId: string
  readonly refs: Readonly<Record<string, { readonly code: string }>>
}

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'receiver')
})
afterAll(() => lading?.close())

/** Loose goods on a shelf of which some are free. */
async function looseGoods(): Promise<StockRow> {
  const { records } = await desk.post<{ records: StockRow[] }>('/wms/api/moveTask/movableStock', { pageSize: 200 })
  const row = records.find((r) => r.refs.containerId?.code === 'LOOSE' && Number(r.qty) - Number(r.reservedQty) >= 3)
  if (!row) throw new Error('the demo has loose goods')
  return row
}

test('stock is chosen at the desk and moved with a handheld', async () => {
  const row = await looseGoods()
  const { page, context, troubles } = await lading.open('receiver')
  await visit(page, `wms/moveTaskAdd?productId=${row.productId}&binId=${row.binId}`)
  const line = panel(page).locator('tr.grid-row').first()
  await line.getByRole('checkbox').first().check()
  const qty = line.getByRole('textbox', { name: /^移动数量/ })
  await qty.fill('9999999')
  await panel(page).getByRole('button', { name: '生成移库任务（1）' }).click()
  await toast(page, /大于可用/)
  await qty.fill('2')
  expect(await axe(page)).toEqual([])
  await panel(page).getByRole('button', { name: '生成移库任务（1）' }).click()
  await toast(page, /已生成移库任务/)
  await page.waitForURL(/moveTaskList/)
  await panel(page).locator('tr.grid-row').nth(2).waitFor()
  const { records } = await desk.post<{ records: { id: string; taskNo: string }[] }>('/wms/api/moveTask/query', {
    filter: { state: ['READY'] },
    orderBy: '-id',
  })
  const { task, lines } = await workOf(desk, records[0]?.id ?? '')
  const [work] = lines
  expect(work).toMatchObject({ planQty: '2.000', fromBin: { code: row.refs.binId?.code } })
  expect(work?.toBin?.code).not.toBe(work?.fromBin?.code)

  const handheld = await context.newPage()
  await handheld.setViewportSize({ width: 390, height: 844 })
  await handheld.goto(`${lading.url}/#/app-wms/moveTaskList`)
  await enterStation(handheld, 'wms/moveTaskList')
  await scanTo(handheld, task.taskNo, '去货位，扫描货位条码')
  await scan(handheld, 'NO-SUCH-BIN')
  await told(handheld, /应为货位/)
  await scanTo(handheld, work?.fromBin?.code ?? '', '扫描商品条码')
  await scanTo(handheld, work?.product?.code ?? '', '确认数量')
  await press(handheld, /✓/)
  await asked(handheld, /送到货位/)
  await scan(handheld, work?.toBin?.code ?? '')
  await sees(handheld, '任务完成')
  await handheld.close()
  expect(await reconcile(desk)).toEqual([])

  await visit(page, `wms/moveTaskDtl?id=${task.id}`)
  await panel(page).getByText('已完成').first().waitFor()
  expect(troubles()).toEqual([])
})
