import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find, freeHands, makeContainers, makeOutbound, reconcile, stocked, workOf } from './desk.ts'
import { act, choose, dialog, panel, toast } from './pages.ts'
import { type Running, start, visit } from './support.ts'

/** Where the pictures of docs/a-warehouse-day.md go; none are taken otherwise. */
const shots = process.env.LADING_SHOTS
const route = 'T9'
const stores = ['S023', 'S024'] as const

let lading: Running
let desk: Person
let picker: Person
let orders: Document[]
let totes: string[]
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  picker = await lading.person('picker')
  await freeHands(desk, 'picker')
  const goods = (await stocked(desk, 4)).map((code) => [code, '6'] as const)
  orders = []
  for (const store of stores) orders.push(await makeOutbound(desk, store, goods, 30, { route }))
  totes = await makeContainers(desk, 'TOTE', 8)
})
afterAll(() => lading?.close())

async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(shots, `day-${name}.png`) })
}

interface Task {
  readonly id: string
  readonly taskNo: string
  readonly state: string
}
/** The picks of the orders that nobody has finished, and what they wait for. */
async function openPicks(): Promise<Task[]> {
  const found: Task[] = []
  for (const { id } of orders) {
    const { records } = await desk.query<Task>('/wms/api/pickTask/query', { filter: { billId: [id] }, pageSize: 50 })
    found.push(...records.filter((task) => task.state !== 'DONE' && task.state !== 'CANCELED'))
  }
  return found
}
/** The floor brings what is missing on the faces, and picks; the very first line is told short. */
async function workFloor(wave: Document, short: boolean): Promise<string | undefined> {
  const { records } = await desk.query<Task>('/wms/api/replenishTask/query', {
    filter: { billId: [wave.id], state: ['READY'] },
    pageSize: 50,
  })
  for (const task of records)
    for (const line of (await workOf(desk, task.id)).lines)
      await picker.post('/wms/api/task/confirmLine', {
        taskLineId: line.id,
        qty: line.planQty,
        scans: { bin: line.toBin?.code },
      })
  await expect.poll(async () => (await openPicks()).every((task) => task.state !== 'WAIT')).toBe(true)
  let told: string | undefined
  for (const task of await openPicks())
    for (const line of (await workOf(desk, task.id)).lines) {
      if (line.state !== 'OPEN') continue
      const isShort = short && told === undefined
      if (isShort) told = line.product?.code
      await picker.post('/wms/api/task/confirmLine', {
        taskLineId: line.id,
        qty: isShort ? '4' : line.planQty,
        ...(isShort && { reason: 'DAMAGED' }),
        toContainer: totes.pop(),
        scans: { bin: line.fromBin?.code, product: line.product?.code },
      })
    }
  return told
}

/** Confirms what there is of a kind of work for the orders. */
async function work(noun: string, filter: object, scans: (line: WorkLine) => object): Promise<void> {
  const { records } = await desk.query<Task>(`/wms/api/${noun}/query`, {
    filter: { ...filter, state: ['READY'] },
    pageSize: 50,
  })
  for (const task of records)
    for (const line of (await workOf(desk, task.id)).lines)
      await desk.post('/wms/api/task/confirmLine', { taskLineId: line.id, qty: line.planQty, scans: scans(line) })
}

/** What was picked is brought to where its truck will stand, and counted there. */
async function stage(billNo: string): Promise<void> {
  const billId = orders.map((o) => o.id)
  const open = async () => {
    await work('collectTask', { billId }, (line) => ({ bin: line.toBin?.code, container: line.fromContainer?.code }))
    return (await find(desk, '/wms/api/waveBill', { billNo })).state
  }
  await expect.poll(open).toBe('FINISHED')
  // A store is counted when all that it gets today stands there; that is told by itself, like the end of the wave.
  const storeId = orders.map((o) => (o as Document & { storeId: string }).storeId)
  const untold = async () => (await desk.post<{ outboxWaiting: number }>('/fw/api/sys/cache/server', {})).outboxWaiting
  await expect.poll(untold).toBe(0)
  await work('storeCheckTask', { storeId }, (line) => ({ container: line.fromContainer?.code }))
}

/** The wave has come to a state, and its page says so by itself. */
async function isNow(page: Page, billNo: string, state: string, word: string): Promise<void> {
  await expect.poll(async () => (await find(desk, '/wms/api/waveBill', { billNo })).state).toBe(state)
  await panel(page).locator('.page-head').getByText(word, { exact: true }).waitFor()
}

async function loadAndLeave(page: Page): Promise<void> {
  await visit(page, 'wms/shipBillAdd')
  await panel(page).getByLabel('车牌号').fill('沪B·9T009')
  await panel(page).getByLabel('封签号').fill('FQ-20409')
  for (const [i, store] of stores.entries()) {
    await panel(page).getByRole('button', { name: '新增站点' }).click()
    await choose(page, panel(page).getByLabel(`门店 ${i + 1}`), store)
  }
  await panel(page).getByRole('button', { name: '保存', exact: true }).click()
  await panel(page).getByRole('heading', { name: /^ZC/ }).waitFor()
  for (const name of ['审核', '开始装车']) {
    await panel(page).getByRole('button', { name, exact: true }).click()
    await toast(page, new RegExp(`已${name}：\\w+`))
  }
  const ship = await find(desk, '/wms/api/shipBill', {
    billNo: (await panel(page).getByRole('heading', { name: /^ZC/ }).textContent()) ?? '',
  })
  await work('enterTruckTask', { billId: [ship.id] }, (line) => ({ container: line.fromContainer?.code }))
  await visit(page, `wms/shipBillDtl?id=${ship.id}`)
  await shot(page, '7-loading')
  await panel(page).getByRole('button', { name: '装车完成', exact: true }).click()
  await toast(page, /已装车完成/)
  await panel(page).getByRole('button', { name: '发运', exact: true }).click()
  await dialog(page).getByLabel('发车里程km').fill('88000')
  await dialog(page).getByRole('button', { name: '发运', exact: true }).click()
  await panel(page).getByText('已发运').first().waitFor()
}

test('a shift leader releases a wave, watches it, settles a short and despatches, guided by the pages', async () => {
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/waveBillList')
  await panel(page).getByRole('button', { name: '按条件选单' }).click()
  await page.getByRole('dialog').getByLabel('线路').fill(route)
  await page.getByRole('button', { name: '查找单据' }).click()
  for (const { billNo } of orders) await page.getByRole('dialog').getByText(billNo).waitFor()
  await shot(page, '1-choose')
  await page.getByRole('button', { name: '生成波次（2单）' }).click()
  await panel(page).getByRole('heading', { name: /^BC/ }).waitFor()
  await panel(page).getByText('试算核对缺货与补货，然后启动').waitFor()
  const billNo = (await panel(page).getByRole('heading', { name: /^BC/ }).textContent()) ?? ''

  await act(page, panel(page), '试算')
  await page.getByRole('dialog').getByText('拣货任务').first().waitFor()
  await shot(page, '2-simulate')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /关闭|Close/ })
    .first()
    .click()
  await act(page, panel(page), '启动')
  await isNow(page, billNo, 'STARTED', '启动完成')
  await shot(page, '3-started')
  const wave = await find(desk, '/wms/api/waveBill', { billNo })

  const short = await workFloor(wave, true)
  expect(short).toBeDefined()
  // The page follows what happens on the floor by itself.
  await isNow(page, billNo, 'INPROGRESS', '进行中')
  await panel(page).getByRole('tab', { name: '拣货与播种' }).click()
  await shot(page, '4-picking')
  await visit(page, 'wms/pickDiffAdjustList')
  await panel(page)
    .getByText(orders[0]?.billNo ?? '')
    .first()
    .waitFor()
  await shot(page, '5-short')
  // What lay elsewhere is picked there.
  await expect.poll(async () => (await openPicks()).length).toBeGreaterThan(0)
  await workFloor(wave, false)
  await panel(page).getByText('已补拣').first().waitFor()
  await stage(billNo)
  const open = await desk.query<{ id: string }>('/wms/api/pickDiffCancel/query', {
    filter: { billId: orders.map((o) => o.id), state: ['OPEN'] },
    pageSize: 10,
  })
  expect(open.records).toEqual([])
  await visit(page, `wms/waveBillDtl?id=${wave.id}`)
  await isNow(page, billNo, 'FINISHED', '已完成')
  await shot(page, '6-finished')

  await loadAndLeave(page)
  await visit(page, `wms/waveBillDtl?id=${wave.id}`)
  await panel(page).getByText('100', { exact: true }).nth(2).waitFor()
  await shot(page, '8-left')
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})
