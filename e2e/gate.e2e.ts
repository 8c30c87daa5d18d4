import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find, makeOrder, step, stocked, tasksOf, workOf } from './desk.ts'
import { act, choose, dialog, panel, toast } from './pages.ts'
import { type Running, start, visit } from './support.ts'

const plate = '苏A7G001'
let lading: Running
let desk: Person
let order: Document
let booked: Document
let today: string
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  const [code = ''] = await stocked(desk, 1)
  order = await makeOrder(desk, [[code, '12']])
  const { ownerId, vendorId } = await find<{ ownerId: string; vendorId: string }>(desk, '/wms/api/orderBill', {
    id: [order.id],
  })
  // The first slot that the docks have from now on.
  const board = async (day?: string) => desk.get<Board>('/wms/api/dashboard/appointments', day ? { day } : {})
  today = (await board()).day
  const slotAt = freeIn(await board(), Date.now()) ?? freeIn(await board(nextDay(today)), Date.now())
  const made = await desk.post<Document>('/wms/api/previewBill/create', {
    ...{ ownerId, vendorId, slotAt, handling: 'LIVE', vehicleNo: plate, driverName: '何师傅' },
    orders: [{ orderId: order.id }],
  })
  booked = await step(desk, 'previewBill', made.id, 'approve')
})
afterAll(() => lading?.close())

interface Board {
  readonly day: string
  readonly slots: readonly string[]
  readonly docks: readonly {
    readonly capVehicles: number
    readonly cells: readonly { vehicles: number; closed: string | null }[]
  }[]
}
const freeIn = ({ slots, docks }: Board, from: number): string | undefined =>
  slots.find(
    (at, i) =>
      Date.parse(at) > from &&
      docks.some((d) => d.cells[i]?.closed === null && (d.cells[i]?.vehicles ?? 0) < d.capVehicles),
  )
const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

test('a gatekeeper registers a truck by its code, calls it, releases it when its work is done, and lets it out', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/warehouseRegisterAdd')
  await panel(page).getByLabel('扫描预约码或输入车牌号').fill(booked.billNo)
  await panel(page).getByRole('button', { name: '查找' }).click()
  await panel(page)
    .getByRole('button', { name: new RegExp(booked.billNo) })
    .click()
  await expect.poll(() => panel(page).getByLabel('车牌号', { exact: true }).inputValue()).toBe(plate)
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await panel(page).getByRole('heading', { name: /^DJ/ }).waitFor()
  const no = (await panel(page).getByRole('heading', { name: /^DJ/ }).textContent()) ?? ''

  const row = () => panel(page).getByRole('row', { name: new RegExp(no) })
  await visit(page, 'wms/warehouseRegisterIn')
  await row().getByRole('button', { name: '叫号入场' }).click()
  // The first dock that has no truck.
  const { records } = await desk.query<{ code: string; direction: string; state: string }>('/wms/api/dock/query', {
    filter: {},
    orderBy: 'code',
  })
  const dock = records.find((d) => d.direction !== 'OUT' && d.state === 'FREE')?.code ?? ''
  await choose(page, dialog(page).getByLabel('月台'), dock)
  await dialog(page).getByRole('button', { name: '叫号入场' }).click()
  await toast(page, /已叫号入场/)
  await row().getByRole('button', { name: '靠台', exact: true }).click()
  await toast(page, /已靠台/)

  await visit(page, 'wms/warehouseRegisterRelease')
  await row().getByRole('button', { name: '放行', exact: true }).click()
  await page
    .getByText(/该车辆仍有未完成作业/)
    .first()
    .waitFor()
  const [task] = await tasksOf(desk, 'receiveTask', order.id)
  const { lines } = await workOf(desk, task?.id ?? '')
  for (const { id, planQty } of lines)
    await desk.post('/wms/api/task/confirmLine', { taskLineId: id, qty: planQty, scans: {}, productionDate: today })
  await page.keyboard.press('Escape')
  await row().getByRole('button', { name: '放行', exact: true }).click()
  await toast(page, /已放行/)
  expect(await find(desk, '/wms/api/previewBill', { id: [booked.id] })).toMatchObject({ state: 'FINISHED' })

  await visit(page, 'wms/warehouseRegisterOut')
  const [file] = await Promise.all([page.waitForEvent('download'), act(page, row(), '打印放行条')])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  await row().getByRole('button', { name: '离场', exact: true }).click()
  await dialog(page).getByRole('button', { name: '离场' }).click()
  await toast(page, /已离场/)
  expect(await find(desk, '/wms/api/warehouseRegister', { billNo: no })).toMatchObject({ state: 'LEFT' })
  // The one refusal that was asked for is the only trouble.
  expect(troubles()).toEqual([])
})
