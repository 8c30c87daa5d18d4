import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { freeHands, reconcile } from './desk.ts'
import { panel, toast } from './pages.ts'
import { asked, enterStation, press, sees, station, told } from './station.ts'
import { axe, type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

interface Row {
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

/** Free goods that stand alone in a bin which nobody counts. */
async function shelf(): Promise<Row> {
  const { records } = await desk.post<{ records: Row[] }>('/wms/api/moveTask/movableStock', { pageSize: 200 })
  const alone = records.filter((r) => records.filter((o) => o.binId === r.binId).length === 1)
  for (const row of alone.filter((r) => Number(r.reservedQty) === 0 && Number(r.qty) > 3)) {
    // What is promised altogether cannot be moved, and stands there as well.
    const { total } = await desk.query('/wms/api/stockLookBoard/query', {
      filter: { binId: [row.binId] },
      pageSize: 1,
      searchCount: true,
    })
    if (total !== 1) continue
    const free = await desk
      .post('/wms/api/stockTakeBill/countNow', { binIds: [row.binId] })
      .then(() => true)
      .catch(() => false)
    if (free) return row
  }
  throw new Error('the demo has a bin with goods of one kind')
}

test('a bin is counted by handheld, counted again by somebody else, and its difference approved at the desk', async () => {
  const row = await shelf()
  const { records } = await desk.post<{ records: { id: string; billNo: string }[] }>('/wms/api/stockTakeBill/query', {
    orderBy: '-id',
  })
  const billNo = records[0]?.billNo ?? ''
  const { page, troubles } = await lading.open('receiver', { width: 390, height: 844 })
  await enterStation(page, `wms/taskStockTakeList?billNo=${billNo}`)
  await station(page).getByLabel('扫描任务号').fill(billNo)
  await page.keyboard.press('Enter')
  await asked(page, '去货位，扫描货位条码')
  await scan(page, 'NOT-HERE')
  await told(page, /应为货位/)
  await scan(page, row.refs.binId?.code ?? '')
  await asked(page, '扫描商品或容器，逐个清点')
  expect(await axe(page)).toEqual([])
  // Whoever counts sees no figure of the book.
  expect(await station(page).innerText()).not.toContain('账面')
  await scan(page, row.refs.productId?.code ?? '')
  await asked(page, '清点数量')
  await press(page, '没有货')
  await told(page, /已记录/)
  await press(page, /货位清点完毕/)
  await sees(page, '任务完成')
  const counting = await lading.open('admin', { width: 390, height: 844 })
  const other = counting.page
  await enterStation(other, `wms/taskStockTakeList?billNo=${billNo}`)
  await station(other).getByLabel('扫描任务号').fill(billNo)
  await other.keyboard.press('Enter')
  await press(other, /无法扫描/)
  await station(other).locator('.station-card').first().click()
  await press(other, '没有货')
  await press(other, /货位清点完毕/)
  await sees(other, '任务完成')

  // Two agree: what is missing waits for who may approve it.
  await visit(page, `wms/stockTakeList?billNo=${billNo}`)
  await panel(page).getByText('待审差异').last().waitFor()
  await panel(page).getByRole('link', { name: billNo }).click()
  await panel(page).getByText('1个货位有差异').waitFor()
  await panel(page).getByRole('button', { name: '审核差异' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '审核差异' }).click()
  await toast(page, /已审核差异/)
  await panel(page).getByText('已完成').first().waitFor()
  const { records: left } = await desk.post<{ records: Row[] }>('/wms/api/moveTask/movableStock', {
    ...{ pageSize: 200, filter: { binId: [row.binId] } },
  })
  expect(left.filter((r) => Number(r.qty) > 0)).toEqual([])
  expect([...troubles(), ...counting.troubles()]).toEqual([])
  expect(await reconcile(desk)).toEqual([])
})
