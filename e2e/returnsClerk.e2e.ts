import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find, onHand, reconcile, step, tasksOf, workOf } from './desk.ts'
import { newPerson, ownPassword } from './persons.ts'
import { asked, enterStation, feel, felt, press, sees, told, type, wrong } from './station.ts'
import { axe, type Running, start } from './support.ts'
import { scan } from './wedge.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

const permissions = ['wms', ...['view', 'start', 'run', 'finish'].map((verb) => `wms:reverse.rtnReceive:${verb}`)]
async function makeClerk(username: string): Promise<void> {
  const group = await lading.person('admin', 'LADING')
  const orgId = group.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const role = await group.post<{ id: string; version: number }>('/fw/api/sys/role/create', { name: username, orgId })
  await group.post('/fw/api/sys/role/updatePermission', { ...role, permissions })
  await newPerson(lading, username, '退货员', { roleIds: [role.id] })
}
interface Returned {
  readonly id: string
  readonly billNo: string
  readonly ownerId: string
  readonly storeId: string
  readonly shipBillId: string
  readonly lines: readonly { productId: string; qpcId: string }[]
}
/** A store sends back two more pieces of what it got. */
async function makeReturn(): Promise<Returned> {
  const path = '/wms/api/storeReturnBill'
  const [known] = (await desk.query<Returned>(`${path}/query`, { filter: { state: ['SAVED'] }, pageSize: 1 })).records
  const { ownerId, storeId, shipBillId, lines } = await desk.get<Returned>(`${path}/getById`, { id: known?.id ?? '' })
  const goods = lines.slice(0, 1).map(({ productId, qpcId }) => ({ productId, qpcId, planQty: '2', cause: '多订' }))
  const made = await desk.post<{ id: string }>(`${path}/create`, {
    ...{ ownerId, storeId, shipBillId, kind: 'QUALITY', priority: 50, lines: goods },
  })
  await step(desk, 'storeReturnBill', made.id, 'approve')
  return desk.get<Returned>(`${path}/getById`, { id: made.id })
}
/** When the goods were made that the store had got. */
async function brought({ lines }: Returned): Promise<string> {
  const filter = { bizType: ['SHIP'], productId: [lines[0]?.productId] }
  const { records } = await desk.query<{ lotId: string; delta: string }>('/wms/api/ledger/query', {
    filter,
    pageSize: 50,
  })
  const lotIds = records.filter(({ delta }) => Number(delta) > 0).map(({ lotId }) => lotId)
  const lot = await find<{ productionDate: string }>(desk, '/wms/api/stockBatchLookBoard', { id: lotIds })
  return lot.productionDate
}

test('a returns clerk with a handheld takes back a sound piece and a broken one, and each is kept as what it is', async () => {
  const username = `rtn${String(Date.now()).slice(-5)}`
  await makeClerk(username)
  const back = await makeReturn()
  const [task] = await tasksOf(desk, 'storeRtnReceiveTask', back.id)
  const { lines } = await workOf(desk, task?.id ?? '')
  const { product } = lines[0] as WorkLine
  const code = product?.code ?? ''
  const before = { all: await onHand(desk, code), broken: await onHand(desk, code, { stockType: ['DAMAGE'] }) }
  const s = await lading.fresh(username, { password: ownPassword, width: 390, height: 844 })
  const { page } = s
  await enterStation(page, 'wms/storeRtnReceiveTaskList')
  await feel(page)
  await scan(page, back.billNo)
  await asked(page, '扫描商品条码')
  await scan(page, '6901234567892')
  expect((await felt(page)).slice(-3)).toEqual(wrong)
  const take = async () => {
    await scan(page, product?.barcodes[0] ?? '')
    await asked(page, '输入生产日期')
  }
  const typeDay = async (day: string) => {
    await type(page, day.slice(2).replaceAll('-', ''))
    await press(page, /✓/)
    await asked(page, '确认数量')
  }
  await take()
  await press(page, '填今天')
  await press(page, /✓/)
  await press(page, '改数量')
  await type(page, '1')
  await press(page, '先确认这些，其余稍后')
  // What was made today cannot have been brought there.
  await told(page, /没有该效期的批次送过该门店/)
  await press(page, /^生产日期.*点击修改/)
  const madeOn = await brought(back)
  await typeDay(madeOn)
  await press(page, '改数量')
  await type(page, '1')
  await press(page, '先确认这些，其余稍后')
  await told(page, /已确认/)
  await take()
  await typeDay(madeOn)
  await press(page, /^库存类型/)
  await press(page, '残次')
  expect(await axe(page)).toEqual([])
  await press(page, /✓/)
  await sees(page, '任务完成')
  // It is over when the goods stand in their bins, which is another's work.
  expect((await find(desk, '/wms/api/storeReturnBill', { id: [back.id] })).state).toBe('INPROGRESS')
  const after = { all: await onHand(desk, code), broken: await onHand(desk, code, { stockType: ['DAMAGE'] }) }
  expect([after.all - before.all, after.broken - before.broken]).toEqual([2, 1])
  expect(await reconcile(desk)).toEqual([])
  // Nothing that one has to push sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(s.troubles()).toEqual([])
})
