import { checkDigit } from '@lading/contract/mdm/gs1.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find, makeContainers, makeOrder, onHand, reconcile, step, tasksOf, workOf } from './desk.ts'
import { asked, enterStation, feel, felt, press, scanTo, sees, station, told, type, wrong } from './station.ts'
import { type Running, type Session, start, visit } from './support.ts'
import { scan } from './wedge.ts'

const [water, tissue, apples, rice] = ['100110', '600601', '700000', '300110']
const handheld = { width: 390, height: 844 } as const

let lading: Running
let desk: Person
let order: Document
let [pallet, cold]: [string, string] = ['', '']
let before: Record<string, number>
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  order = await makeOrder(desk, [
    [water, '48'],
    [tissue, '20'],
    [apples, '12.5'],
    [rice, '12'],
  ])
  await step(desk, 'orderBill', order.id, 'createTask')
  const codes = await makeContainers(desk, 'PLT', 2)
  pallet = codes[0] ?? ''
  cold = codes[1] ?? ''
  before = Object.fromEntries(
    await Promise.all([water, tissue, apples, rice].map(async (c) => [c, await onHand(desk, c)] as const)),
  )
})
afterAll(() => lading?.close())

const lineOf = (lines: readonly WorkLine[], code: string): WorkLine => {
  const found = lines.find((l) => l.product?.code === code)
  if (!found) throw new Error(`no line of ${code}`)
  return found
}
const barcodeOf = (lines: readonly WorkLine[], code: string): string => lineOf(lines, code).product?.barcodes[0] ?? ''
/** Six figures, a year from now: fresh enough for everything. */
const dayText = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(2, 10).replaceAll('-', '')

async function goodsComeIn(s: Session, lines: readonly WorkLine[]): Promise<void> {
  const { page } = s
  await asked(page, '扫描商品条码')
  await scan(page, '6901234567892')
  await told(page, /商品不在订货单中/)
  expect((await felt(page)).slice(-3)).toEqual(wrong)

  // A label with lot and expiry leaves only the quantity to be confirmed; the pallet takes the goods.
  const gtin = `0${barcodeOf(lines, water)}`
  await scanTo(page, `]C101${gtin}17${dayText(300)}10L77A`, '确认数量')
  await sees(page, 'L77A')
  await scan(page, pallet)
  await sees(page, `容器 ${pallet}`)
  await press(page, /确定/)
  await told(page, /已确认/)

  // A scale's label: the item and its weight. What is missing comes later.
  const label = `2${apples}05250`
  await scanTo(page, `${label}${checkDigit(label)}`, '输入生产日期')
  await press(page, '填今天')
  await press(page, /✓/)
  await asked(page, '确认数量')
  await sees(page, '5.25 kg')
  // No bin keeps chilled and ambient goods together: apples get a pallet of their own.
  await press(page, '先确认这些，其余稍后')
  await told(page, /请为.*苹果.*换一个托盘/)
  await scan(page, cold)
  await sees(page, `容器 ${cold}`)
  await press(page, '先确认这些，其余稍后')
  await told(page, /已确认/)
  await scanTo(page, apples, '输入生产日期')
  await press(page, '填今天')
  await press(page, /✓/)
  await asked(page, '确认数量')
  await press(page, /✓/)
  await told(page, /已确认/)

  // Two of twenty did not come; what did stands beside the water.
  await scanTo(page, barcodeOf(lines, tissue), '确认数量')
  await scan(page, pallet)
  await sees(page, `容器 ${pallet}`)
  await press(page, '改数量')
  // The big figure counts cases, and so does the keypad: two of eight, and two loose ones.
  await sees(page, '2 箱 + 4 提')
  await type(page, '2+2')
  await sees(page, '2 箱 + 2 提')
  await sees(page, '= 18 提')
  await sees(page, '少 2 提')
  await press(page, '未到货')
  await told(page, /已确认.*2 箱 \+ 2 提/)

  await scanTo(page, barcodeOf(lines, rice), '输入生产日期')
  await press(page, '填今天')
  await press(page, /✓/)
  await asked(page, '确认数量')
  await press(page, /✓/)
  await sees(page, '任务完成')
}

test('before his tasks are read nobody is told that he has none, and when they cannot be read he is told why', async () => {
  const s = await lading.open('receiver', handheld)
  const { page } = s
  await visit(page, 'wms/receiveTaskList')
  let answer = () => {}
  const broken = { code: 50000, message: '内部异常', traceId: '123456789012345678' }
  await page.route('**/receiveTask/query', async (route) => {
    await new Promise<void>((go) => {
      answer = go
    })
    await route.fulfill({ status: 500, json: broken })
  })
  await page.locator('.to-station:visible').click()
  await sees(page, '加载中')
  expect(await station(page).innerText()).not.toMatch(/（0）|还没有领取任务/)
  answer()
  const alert = station(page).getByRole('alert')
  await alert.getByText('内部异常').waitFor()
  await alert.getByText('123456789012345678').waitFor()
  expect(await alert.count()).toBe(1)
  expect(await station(page).innerText()).not.toMatch(/（0）|还没有领取任务/)
  await page.unroute('**/receiveTask/query')
  await alert.getByRole('button', { name: '重试' }).click()
  await sees(page, /我的任务（\d+）/)
})

test('a receiver scans an order in, line by line, and puts it away', async () => {
  const s = await lading.open('receiver', handheld)
  const { page } = s
  const [task] = await tasksOf(desk, 'receiveTask', order.id)
  const { lines } = await workOf(desk, task?.id ?? '')
  await enterStation(page, 'wms/receiveTaskList')
  await feel(page)
  await scan(page, 'NO-SUCH-TASK')
  await told(page, /没有找到/)
  expect(await felt(page)).toEqual(wrong)
  await scan(page, order.billNo)
  await goodsComeIn(s, lines)

  await enterStation(page, 'wms/putAwayTaskList')
  await feel(page)
  await putPalletAway(s, pallet, 2)
  await press(page, '返回任务列表')
  await sees(page, '我的任务')
  await putPalletAway(s, cold, 1)
  await putRestAway(s)
  const after = await Promise.all([water, tissue, apples, rice].map((c) => onHand(desk, c)))
  const gained = [water, tissue, apples, rice].map((c, i) => Number(((after[i] ?? 0) - (before[c] ?? 0)).toFixed(3)))
  expect(gained).toEqual([48, 18, 12.5, 12])
  expect(await reconcile(desk)).toEqual([])

  await visit(page, `wms/stockLookBoardList?productCode=${water}`)
  await page.getByText('山泉记苏打水550ml').filter({ visible: true }).first().waitFor()
  expect(s.troubles()).toEqual([])
})

test('two receivers work on one order, and what has come is one number for both', async () => {
  const shared = await makeOrder(desk, [
    [tissue, '20'],
    [rice, '12'],
  ])
  for (let i = 0; i < 2; i++) await step(desk, 'orderBill', shared.id, 'createTask')
  const tasks = await tasksOf(desk, 'receiveTask', shared.id)
  const first = await lading.open('receiver', handheld)
  const second = await lading.open('admin', handheld)
  for (const [i, { page }] of [first, second].entries()) {
    await enterStation(page, 'wms/receiveTaskList')
    await scanTo(page, tasks[i]?.taskNo ?? '', '扫描商品条码')
    await scanTo(page, tissue, '确认数量')
  }
  await press(first.page, '改数量')
  await type(first.page, '0+15')
  await sees(first.page, '少 5 提')
  await press(first.page, '先确认这些，其余稍后')
  await told(first.page, /已确认/)
  // The second still sees twenty: the server knows that five, and what the owner lets in beyond, are left.
  await press(second.page, /✓/)
  await told(second.page, /最多/)
  await press(second.page, '改数量')
  await type(second.page, '0+5')
  await press(second.page, '未到货')
  await told(second.page, /已确认/)
  const { lines } = await desk.get<{ lines: { doneQty: string }[] }>('/wms/api/orderBill/getById', { id: shared.id })
  expect(Number(lines[0]?.doneQty)).toBe(20)
  expect([...first.troubles(), ...second.troubles()]).toEqual([])
})

/** All goods of the pallet go up with one scan of the bin, wherever they were scanned for. */
async function putPalletAway({ page }: Session, pallet: string, goods: number): Promise<void> {
  const task = await find<{ id: string }>(desk, '/wms/api/putAwayTask', {
    containerId: [(await find<{ id: string }>(desk, '/wms/api/container', { code: pallet })).id],
    state: ['READY'],
  })
  const { lines } = await workOf(desk, task.id)
  expect(new Set(lines.map((l) => l.product?.code)).size).toBeGreaterThanOrEqual(goods)
  const bin = lines[0]?.toBin?.code ?? ''
  expect(new Set(lines.map((l) => l.toBin?.code))).toEqual(new Set([bin]))
  await scan(page, pallet)
  await asked(page, '扫描商品条码')
  await scanTo(page, pallet, '确认数量')
  await press(page, /✓/)
  await asked(page, '送到货位')
  if (goods > 1) await sees(page, /上共有 \d 种商品/)
  await scan(page, 'A-99-99-9')
  await asked(page, `指令货位为 ${bin}`)
  expect(await felt(page)).toContainEqual([120, 80, 200])
  await press(page, '放这里')
  await told(page, /A-99-99-9/)
  await asked(page, '送到货位')
  await scan(page, bin)
  await sees(page, '任务完成')
}

/** What lies loose is put away product by product. */
async function putRestAway({ page }: Session): Promise<void> {
  await visit(page, 'wms/putAwayTaskList?_station=0')
  await sees(page, '我的任务')
  for (const task of await tasksOf(desk, 'putAwayTask', order.id)) {
    if (task.state === 'DONE') continue
    const { lines } = await workOf(desk, task.id)
    await scan(page, task.taskNo)
    for (const line of lines) {
      await asked(page, '扫描商品条码')
      await scanTo(page, line.product?.barcodes[0] ?? '', '确认数量')
      await press(page, /✓/)
      await asked(page, '送到货位')
      await scan(page, line.toBin?.code ?? '')
    }
    await sees(page, '任务完成')
    await press(page, '返回任务列表')
    await sees(page, '我的任务')
  }
}
