import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find, makeContainers, makeOutbound, reconcile, stocked, tasksOf, workOf } from './desk.ts'
import { choose, dialog, panel, toast } from './pages.ts'
import { asked, enterStation, feel, felt, press, sees, told, wrong } from './station.ts'
import { type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

const store = 'S022'
let lading: Running
let desk: Person
let order: Document
let totes: string[]
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  const goods = await stocked(desk, 3)
  order = await makeOutbound(
    desk,
    store,
    goods.map((code) => [code, '5'] as const),
  )
  totes = await makeContainers(desk, 'TOTE', 2)
})
afterAll(() => lading?.close())

/** Presses a step of the record in sight. */
async function take(page: Page, name: string): Promise<void> {
  await panel(page).getByRole('button', { name, exact: true }).click()
  await toast(page, new RegExp(`已${name}：\\w+`))
}

async function pickAll(): Promise<void> {
  const picker = await lading.person('picker')
  const [task] = await tasksOf(desk, 'pickTask', order.id)
  const { lines } = await workOf(desk, task?.id ?? '')
  for (const [i, line] of lines.entries())
    await picker.post('/wms/api/task/confirmLine', {
      taskLineId: line.id,
      qty: line.planQty,
      toContainer: totes[i % totes.length],
      scans: { bin: line.fromBin?.code, product: line.product?.code },
    })
}

async function makeShipment(page: Page): Promise<void> {
  await visit(page, 'wms/shipBillAdd')
  const form = panel(page)
  await form.getByLabel('车牌号').fill('沪A·6K888')
  await form.getByLabel('封签号').fill('FQ-20261')
  await form.getByRole('button', { name: '新增站点' }).click()
  await choose(page, form.getByLabel('门店 1'), store)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await panel(page).getByRole('heading', { name: /^ZC/ }).waitFor()
}

/** Prints and answers the name of the file. */
async function printed(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return file.suggestedFilename()
}

test('a despatcher allocates, loads at the truck, seals, despatches, and prints the delivery note', async () => {
  const { page, context, troubles } = await lading.open('shipper')
  await visit(page, `wms/operateBillList?billNo=${order.billNo}`)
  await panel(page).getByRole('link', { name: order.billNo }).click()
  // The list's own button of that name is still there until the order is open.
  await panel(page).getByRole('heading', { name: order.billNo }).waitFor()
  await take(page, '分配')
  await panel(page).getByText('进行中').first().waitFor()
  await panel(page).getByRole('tab', { name: '任务' }).click()
  await panel(page).getByRole('link', { name: /^JH/ }).first().waitFor()
  await pickAll()

  await makeShipment(page)
  const shipNo = (await panel(page).getByRole('heading', { name: /^ZC/ }).textContent()) ?? ''
  await take(page, '审核')
  await take(page, '开始装车')

  const handheld = await context.newPage()
  await handheld.setViewportSize({ width: 390, height: 844 })
  await handheld.goto(`${lading.url}/#/app-wms/enterTruckTaskList`)
  await enterStation(handheld, 'wms/enterTruckTaskList')
  await feel(handheld)
  await scan(handheld, shipNo)
  await asked(handheld, '扫描要装车的容器')
  await scan(handheld, 'ZX999999')
  await told(handheld, /不属于本车/)
  expect((await felt(handheld)).slice(-3)).toEqual(wrong)
  await scan(handheld, totes[1] ?? '')
  await told(handheld, /已确认/)
  await scan(handheld, totes[1] ?? '')
  await told(handheld, /已装车/)
  await scan(handheld, totes[0] ?? '')
  await sees(handheld, '任务完成')
  await press(handheld, '返回任务列表')
  await handheld.close()

  await take(page, '装车完成')
  await panel(page).getByRole('button', { name: '发运', exact: true }).click()
  await dialog(page).getByLabel('发车里程km').fill('120394.5')
  await dialog(page).getByRole('button', { name: '发运', exact: true }).click()
  await panel(page).getByText('已发运').first().waitFor()
  expect(await find(desk, '/wms/api/shipBill', { billNo: shipNo })).toMatchObject({
    state: 'DESPATCHED',
    sealNo: 'FQ-20261',
    odometerKm: '120394.5',
  })

  await visit(page, `wms/operateBillDtl?id=${order.id}`)
  const note = () => panel(page).getByRole('button', { name: '打印送货单' }).click()
  expect(await printed(page, note)).toMatch(/^送货单_\d{14}\.pdf$/)
  await note()
  await dialog(page).getByRole('button', { name: '打印', exact: true }).click()
  await dialog(page).getByText('请填写原因').waitFor()
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('司机遗失')
  expect(await printed(page, () => dialog(page).getByRole('button', { name: '打印', exact: true }).click())).toMatch(
    /^送货单_/,
  )
  await panel(page).getByRole('tab', { name: '日志' }).click()
  const log = panel(page).locator('.log')
  await log.getByText('司机遗失').waitFor()
  expect(await log.getByText('打印', { exact: true }).count()).toBe(2)
  await log.getByText('分配', { exact: true }).waitFor()
  expect(await reconcile(desk)).toEqual([])
  expect(troubles()).toEqual([])
})
