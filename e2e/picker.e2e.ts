import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import {
  type Document,
  freeHands,
  makeContainers,
  makeOutbound,
  onHand,
  pickRows,
  reconcile,
  step,
  stocked,
  tasksOf,
  type Work,
  workOf,
} from './desk.ts'
import { act } from './pages.ts'
import { isIn, isOut, logOutByMenu } from './sessions.ts'
import { asked, enterStation, feel, felt, press, scanTo, sees, station, told, type, wrong } from './station.ts'
import { logIn, type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

const handheld = { width: 390, height: 844 } as const
const urgent = 1

let lading: Running
let desk: Person
let goods: string[]
let totes: string[]
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'picker')
  goods = await stocked(desk, 5)
  totes = await makeContainers(desk, 'TOTE', 3)
})
afterAll(() => lading?.close())

/** An allocated order, and the one task that picks it. */
async function allocated(store: string): Promise<{ order: Document; work: Work }> {
  const order = await makeOutbound(
    desk,
    store,
    goods.map((code) => [code, '6'] as const),
    urgent,
  )
  await step(desk, 'operateBill', order.id, 'allocate')
  const tasks = await tasksOf(desk, 'pickTask', order.id)
  expect(tasks).toHaveLength(1)
  return { order, work: await workOf(desk, tasks[0]?.id ?? '') }
}
const binOf = (line: WorkLine | undefined): string => line?.fromBin?.code ?? ''
const barcodeOf = (line: WorkLine | undefined): string => line?.product?.barcodes[0] ?? ''

async function scanLine(page: Page, line: WorkLine | undefined, o: { ime?: boolean } = {}): Promise<void> {
  await scanTo(page, binOf(line), '扫描商品条码', o)
  await scanTo(page, barcodeOf(line), '确认数量', o)
}

test('a picker takes the next task, is stopped at wrong bins and goods, and tells why something is missing', async () => {
  const { order, work } = await allocated('S010')
  const { page, troubles } = await lading.open('picker', handheld)
  await enterStation(page, 'wms/pickTaskList')
  await feel(page)
  await press(page, '领取下一任务')
  await asked(page, '去货位')
  await sees(page, new RegExp(work.task.taskNo))

  const [first, second, third, fourth, fifth] = work.lines
  await scan(page, 'A-99-99-9')
  await told(page, /A-99-99-9.*应为货位/)
  expect((await felt(page)).slice(-3)).toEqual(wrong)
  // What it is instead is said as soon as the server knows it.
  await scan(page, totes[1] ?? '')
  await told(page, `[${totes[1]}]是容器，请扫描货位`)
  expect((await felt(page)).slice(-3)).toEqual(wrong)
  // A scanner is heard in a field that was meant for the hand, and leaves nothing in it.
  await press(page, '手工输入条码')
  await scanTo(page, binOf(first), '扫描商品条码')
  expect(await station(page).locator('.station-input').inputValue()).toBe('')
  await scan(page, barcodeOf(second))
  await told(page, /应为/)
  expect((await felt(page)).slice(-3)).toEqual(wrong)
  await scanTo(page, barcodeOf(first), '确认数量')
  await scan(page, totes[0] ?? '')
  await sees(page, `容器 ${totes[0]}`)
  await press(page, /确定/)
  await told(page, /已确认/)

  // A label that nobody can read: the worker says that he has looked.
  await press(page, /不扫描继续/)
  await sees(page, new RegExp(`请先核对实物：${binOf(second)}`))
  await press(page, '已核对，继续')
  await scanTo(page, barcodeOf(second), '确认数量')
  await press(page, '改数量')
  // Six are less than a case: they are shown in pieces and typed in pieces.
  await type(page, '7')
  await sees(page, /比计划多 1/)
  expect(await station(page).getByRole('button', { name: /确定/ }).isDisabled()).toBe(true)
  await type(page, '⌫4')
  await sees(page, /少 2/)
  await press(page, '破损')
  await told(page, /已确认/)

  // With a Chinese input method on, the browser tells the places of the keys only.
  await scanLine(page, third, { ime: true })
  await press(page, /确定/)
  await told(page, /已确认/)

  // Lunch: the task is put on hold with a reason, and goes on afterwards.
  await visit(page, 'wms/pickTaskList?state=RUNNING')
  const card = page.locator('.row-card', { hasText: work.task.taskNo })
  await act(page, card, '挂起')
  await page.getByRole('textbox', { name: '原因' }).fill('午休')
  await page.getByRole('dialog').getByRole('button', { name: '挂起' }).click()
  await page.getByText(`已挂起：${work.task.taskNo}`).waitFor()
  await visit(page, 'wms/pickTaskList?_station=0')
  await sees(page, '挂起原因：午休')
  await visit(page, 'wms/pickTaskList?state=SUSPENDED')
  await act(page, page.locator('.row-card', { hasText: work.task.taskNo }), '恢复')
  await page.locator('.row-card', { hasText: work.task.taskNo }).waitFor({ state: 'detached' })

  // The battery is flat: a colleague goes on where the first one stopped.
  const other = await lading.open('admin', handheld)
  await enterStation(other.page, 'wms/pickTaskList')
  await scan(other.page, work.task.taskNo)
  await station(other.page).getByText('拣货员小王').first().waitFor()
  await press(other.page, '接手该任务')
  await asked(other.page, '去货位')
  await sees(other.page, '3 / 5')
  for (const line of [fourth, fifth]) {
    await scanLine(other.page, line)
    await press(other.page, /确定/)
    await told(other.page, /已确认/)
  }
  await sees(other.page, '任务完成')

  const { lines } = await workOf(desk, work.task.id)
  expect(lines.map((l) => Number(l.doneQty))).toEqual([6, 4, 6, 6, 6])
  expect(await onHand(desk, second?.product?.code ?? '', { stockType: ['DAMAGE'] })).toBe(2)
  expect(order.billNo).toBe(work.task.billNo)
  expect(await reconcile(desk)).toEqual([])
  expect([...troubles(), ...other.troubles()]).toEqual([])
})

test('the way back from a task is the way that led to it, and a task that was only looked at is given back', async () => {
  const { work } = await allocated('S017')
  const { page } = await lading.open('admin', handheld)
  await visit(page, 'wms/dashboardCurrent')
  await page.locator('.today-station', { hasText: '拣货' }).click()
  await sees(page, '我的任务')
  await scan(page, work.task.taskNo)
  await sees(page, '任务已归您')
  await press(page, '放回')
  await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
  await sees(page, '我的任务')
  expect((await workOf(desk, work.task.id)).task.state).toBe('READY')
  await press(page, '返回')
  await page.waitForURL(/dashboardCurrent/)

  await visit(page, 'wms/pickTaskList?state=READY')
  await act(page, page.locator('.row-card', { hasText: work.task.taskNo }), '作业')
  await sees(page, '任务已归您')
  await scan(page, binOf(work.lines[0]))
  await asked(page, '扫描商品条码')
  expect(await station(page).getByText('任务已归您').count()).toBe(0)
  await press(page, '返回')
  await page.waitForURL(/pickTaskList\?state=READY/)
  await page.locator('.station:visible').waitFor({ state: 'hidden' })
  await desk.post('/wms/api/task/giveUp', { id: work.task.id })

  // A list without filters, too, is what the way back leads to.
  await visit(page, 'wms/putAwayTaskList')
  await page.locator('.tab-panel:visible .page-actions').getByText('开始作业').click()
  await sees(page, '我的任务')
  await press(page, '返回')
  await page.locator('.station:visible').waitFor({ state: 'hidden' })
  await page.waitForURL(/putAwayTaskList$/)
})

test('what was picked by mistake is taken back on the handheld, in the task and after it', async () => {
  const { work } = await allocated('S011')
  const { page, troubles } = await lading.open('picker', handheld)
  await enterStation(page, 'wms/pickTaskList')
  await scan(page, work.task.taskNo)
  await asked(page, '去货位')
  const undo = async (code: string) => {
    await station(page).locator('.station-card:not(:disabled)', { hasText: code }).filter({ hasText: '撤销' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  }
  const first = work.lines[0]?.product?.code ?? ''
  for (const [i, line] of work.lines.entries()) {
    await scanLine(page, line)
    await press(page, /确定/)
    await told(page, /已确认/)
    if (i > 0) continue
    await press(page, '全部明细')
    await undo(first)
    await told(page, /已撤销/)
    await sees(page, '0 / 5')
    await scanLine(page, line)
    await press(page, /确定/)
    await sees(page, '1 / 5')
  }
  await sees(page, '任务完成')
  await press(page, '返回任务列表')
  await sees(page, '最近一小时完成')
  await station(page).locator('.station-recent', { hasText: work.task.taskNo }).getByRole('button').click()
  await undo(first)
  // It is the worker's own again, with what was taken back to do.
  await sees(page, '4 / 5')
  expect((await workOf(desk, work.task.id)).task).toMatchObject({ state: 'RUNNING', doneLines: 4 })
  await scanLine(page, work.lines[0])
  await press(page, /确定/)
  await sees(page, '任务完成')
  expect((await workOf(desk, work.task.id)).lines.map((l) => Number(l.doneQty))).toEqual([6, 6, 6, 6, 6])
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})

test('what was picked without a network lands once, though the page was closed and an answer was lost', async () => {
  const { work } = await allocated('S014')
  const rowsBefore = await pickRows(desk)
  const { page, context } = await lading.fresh('picker', handheld)
  await enterStation(page, 'wms/pickTaskList')
  await scan(page, work.task.taskNo)
  await asked(page, '去货位')
  const [first, ...others] = work.lines

  // The server does the first confirm, but its answer is lost on the way.
  let lost = 0
  await page.route('**/task/confirmLine', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await scanLine(page, first)
  await press(page, /确定/)
  await told(page, /已记录|已确认/)

  await context.setOffline(true)
  for (const line of others.slice(0, 3)) {
    await asked(page, '去货位')
    await scanLine(page, line)
    await press(page, /确定/)
    await told(page, /已记录，联网后自动发送/)
  }
  await sees(page, /离线，\d条待发/)
  await sees(page, '4 / 5')
  await page.close()

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(`${lading.url}/#/app-wms/pickTaskList?_station=${work.task.id}`)
  await asked(again, '去货位')
  await sees(again, '4 / 5')
  await again.locator('.station-line').getByText('在线', { exact: true }).waitFor()
  await scanLine(again, others[3])
  await press(again, /确定/)
  await sees(again, '任务完成')
  await again.reload()

  const after = await workOf(desk, work.task.id)
  expect(after.task.state).toBe('DONE')
  expect(after.lines.map((l) => Number(l.doneQty))).toEqual([6, 6, 6, 6, 6])
  // Each line went from its bin once, and into a container once.
  expect((await pickRows(desk)) - rowsBefore).toBe(2 * work.lines.length)
  expect(await reconcile(desk)).toEqual([])
  await context.close()
})

test('a scan during a confirm is heard after it; a device without room sends all the same, and says what is broken', async () => {
  const { work } = await allocated('S011')
  const { page, context } = await lading.fresh('picker', handheld)
  await enterStation(page, 'wms/pickTaskList')
  await feel(page)
  await scan(page, work.task.taskNo)
  await asked(page, '去货位')
  const [first, second, third, ...rest] = work.lines

  await scanLine(page, first)
  const held = Promise.withResolvers<void>()
  await page.route('**/task/confirmLine', async (route) => {
    await held.promise
    await route.continue()
  })
  await press(page, /确定/)
  await scan(page, binOf(second))
  await scan(page, barcodeOf(second))
  await told(page, '正在确认，请稍候再扫描')
  expect((await felt(page)).slice(-3)).toEqual(wrong)
  held.resolve()
  // The first of the two was kept, and met the next line.
  await asked(page, '扫描商品条码')
  await page.unroute('**/task/confirmLine')

  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...row: Parameters<typeof put>) {
      if (this.name === 'sendings') throw new DOMException('no room', 'QuotaExceededError')
      return put.apply(this, row)
    }
  })
  await scanTo(page, barcodeOf(second), '确认数量')
  await press(page, /确定/)
  await told(page, /已确认/)
  await page.locator('.station-line').getByText('在线 · 本机存储已满', { exact: true }).waitFor()
  await context.setOffline(true)
  await scanLine(page, third)
  await press(page, /确定/)
  await told(page, /网络不通，本机存储也已满/)
  await page.locator('.station-line').getByText('离线，1条待发 · 本机存储已满', { exact: true }).waitFor()
  await context.setOffline(false)
  await page.locator('.station-line').getByText('在线 · 本机存储已满', { exact: true }).waitFor()
  for (const line of rest) {
    await scanLine(page, line)
    await press(page, /确定/)
  }
  await sees(page, '任务完成')
  expect((await workOf(desk, work.task.id)).lines.map((l) => Number(l.doneQty))).toEqual([6, 6, 6, 6, 6])
  await context.close()
})

test('who leaves with confirms unsent is told so, and they go out in his own session only', async () => {
  const { work } = await allocated('S012')
  const { page, context } = await lading.fresh('admin', handheld)
  await enterStation(page, 'wms/pickTaskList')
  await scan(page, work.task.taskNo)
  await asked(page, '去货位')
  // The first confirm gets no answer, and the second waits behind it.
  let here = 'admin'
  const sent: string[] = []
  const held: (() => void)[] = []
  await page.route('**/task/confirmLine', async (route) => {
    sent.push(here)
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  for (const line of work.lines.slice(0, 2)) {
    await scanLine(page, line)
    await press(page, /确定/)
    await told(page, /已记录，联网后自动发送/)
  }
  await press(page, '返回')
  await sees(page, '我的任务')
  await press(page, '返回')
  const note = page.getByText('有2条确认未发送。它们保留在本设备上', { exact: false })

  await page.keyboard.press('Alt+l')
  const lock = page.getByRole('dialog', { name: '屏幕已锁定' })
  await lock.getByRole('button', { name: '退出登录' }).click()
  await note.waitFor()
  await lock.getByRole('button', { name: '仍要退出登录' }).waitFor()
  await lock.getByLabel(/^密码/).fill('Demo1234x')
  await lock.getByRole('button', { name: '解锁' }).click()
  await lock.waitFor({ state: 'detached' })

  const isStopped = () => page.waitForEvent('requestfailed', (r) => r.url().endsWith('/confirmLine'))
  const toOrg = (code: string) => page.getByRole('button', { name: `进入 ${code}` }).click()
  let stopped = isStopped()
  await page.getByTitle('切换组织').click()
  await toOrg('LADING')
  await note.waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).press('Enter')
  await stopped
  // Whoever goes back goes on with what he left there, wherever he stands.
  const resent = page.waitForRequest('**/task/confirmLine')
  await page.getByTitle('切换组织').click()
  await toOrg('DC01')
  await resent

  stopped = isStopped()
  await logOutByMenu(page, note)
  await isOut(page)
  await stopped
  here = 'picker'
  await logIn(page, lading.url, 'picker')
  await isIn(page)
  for (const go of held) go()
  await enterStation(page, 'wms/pickTaskList')
  await page.locator('.station-line').getByText('在线', { exact: true }).waitFor()
  await press(page, '返回')
  await page.unroute('**/task/confirmLine')
  await page.route('**/task/confirmLine', (route) => {
    sent.push(here)
    return route.continue()
  })
  await logOutByMenu(page)
  await isOut(page)
  here = 'admin again'
  await logIn(page, lading.url, 'admin')
  await isIn(page)
  await expect
    .poll(async () => (await workOf(desk, work.task.id)).lines.map((l) => Number(l.doneQty)))
    .toEqual([6, 6, 0, 0, 0])
  expect(sent).toEqual(['admin', 'admin', 'admin again', 'admin again'])
  expect(await reconcile(desk)).toEqual([])
  await context.close()
})
