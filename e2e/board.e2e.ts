import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import {
  freeLot,
  makeContainers,
  makeOrder,
  makeOutbound,
  makeTruck,
  reconcile,
  step,
  stocked,
  tasksOf,
} from './desk.ts'
import { act, choose, dialog, panel, toast } from './pages.ts'
import { type Running, type Session, start, visit } from './support.ts'

let lading: Running
let desk: Person
let s: Session
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

const giveReason = async (page: Page, reason: string, button: string): Promise<void> => {
  await dialog(page).getByRole('textbox', { name: '原因' }).fill(reason)
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
}

test('stock is frozen and freed again, and a lot is held and released', async () => {
  s = await lading.open('admin')
  const { page } = s
  const [code = ''] = await stocked(desk, 1)
  await visit(page, `wms/stockLookBoardList?productCode=${code}`)
  await panel(page).locator('.cell-link').first().click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: '冻结', exact: true }).first().click()
  const form = page.locator('.ant-modal:visible')
  await form.getByLabel(/数量/).fill('1')
  await form.getByLabel(/原因/).fill('外箱受潮')
  // Another tab, and back: what was typed is still there.
  await page.goBack()
  await form.waitFor({ state: 'detached' })
  await page.goForward()
  await expect.poll(() => form.getByLabel(/原因/).inputValue()).toBe('外箱受潮')
  expect(await form.getByLabel(/数量/).inputValue()).toBe('1')
  await form.locator('.ant-btn-primary').click()
  await drawer.getByText('外箱受潮').waitFor()
  await drawer.getByRole('button', { name: '解冻', exact: true }).first().click()
  await page.locator('.ant-modal:visible').getByRole('button', { name: '解冻', exact: true }).click()
  await drawer.getByText('外箱受潮').waitFor({ state: 'detached' })

  await visit(page, `wms/stockBatchLookBoardList?lotNo=${await freeLot(desk)}`)
  const row = panel(page).locator('tr.grid-row').first()
  await act(page, row, '冻结')
  await giveReason(page, '供应商召回', '冻结')
  await row.getByText('冻结：供应商召回').waitFor()
  await act(page, row, '解冻')
  await dialog(page).getByRole('button', { name: '解冻', exact: true }).click()
  await row.getByText('冻结：供应商召回').waitFor({ state: 'detached' })
  expect(await reconcile(desk)).toEqual([])
  expect(s.troubles()).toEqual([])
})

test('the desk confirms a line from paper, and makes a series of containers whose labels it prints', async () => {
  s = await lading.open('admin', { timezone: 'America/New_York' })
  const { page } = s
  const order = await makeOrder(desk, [['600601', '16']])
  await step(desk, 'orderBill', order.id, 'createTask')
  const [task] = await tasksOf(desk, 'receiveTask', order.id)
  await visit(page, `wms/receiveTaskDtl?id=${task?.id}`)
  await panel(page).locator('tr.grid-row').getByRole('button', { name: '确认', exact: true }).click()
  await dialog(page).getByLabel('实际数量').fill('15')
  await dialog(page).locator('.ant-btn-primary').click()
  await panel(page).getByText('15 提').first().waitFor()
  // The browser is in New York, the goods are in Shanghai: their clock counts.
  const { startedAt } = await desk.get<{ startedAt: string }>('/wms/api/receiveTask/getById', { id: task?.id ?? '' })
  const there = new Date(Date.parse(startedAt) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  await panel(page).getByText(there).first().waitFor()

  await visit(page, 'wms/containerList')
  await panel(page).getByRole('button', { name: '批量新增' }).click()
  await choose(page, dialog(page).getByLabel('容器类型'), 'CAGE')
  await dialog(page).getByLabel('数量').fill('3')
  await dialog(page).locator('.ant-btn-primary').click()
  await toast(page, /已新增3个/)
  const [code = ''] = await makeContainers(desk, 'CAGE', 1)
  await visit(page, `wms/containerList?code=${code}`)
  const row = panel(page).locator('tr.grid-row', { hasText: code })
  const [file] = await Promise.all([page.waitForEvent('download'), act(page, row, '打印标签')])
  expect(file.suggestedFilename()).toMatch(/^容器标签_/)
  expect(s.troubles()).toEqual([])
})

test('what could not be read offers another try, and figures that could not be read again say from when they are', async () => {
  s = await lading.open('admin')
  const { page } = s
  const broken = { code: 50000, message: '服务器内部异常', data: null, traceId: '123456789012345678' }
  await page.route('**/stockLookBoard/group', (route) => route.fulfill({ status: 500, json: broken }))
  await visit(page, 'wms/stockLookBoardList')
  const alert = panel(page).getByRole('alert')
  await alert.getByText('服务器内部异常').waitFor()
  expect(await alert.innerText()).toContain(broken.traceId)
  await page.unrouteAll()
  await alert.getByRole('button', { name: '重试' }).click()
  await panel(page).locator('.cell-link').first().waitFor()

  await page.route('**/stockLookBoard/group', (route) => route.fulfill({ status: 500, json: broken }))
  await panel(page).getByRole('button', { name: '刷新', exact: true }).click()
  await alert.getByText(/^未能刷新：服务器内部异常。显示的是\d{4}-\d\d-\d\d \d\d:\d\d:\d\d的数据。$/).waitFor()
  expect(await panel(page).locator('.cell-link').count()).toBeGreaterThan(0)
  await page.unrouteAll()
  await alert.getByRole('button', { name: '重试' }).click()
  await alert.waitFor({ state: 'detached' })
})

test('a figure of the outbound board follows what somebody else does, and leads to the list that it counts', async () => {
  s = await lading.open('admin')
  const { page } = s
  await visit(page, 'wms/dashboardOut')
  const tile = panel(page).getByRole('link', { name: /待配货订单/ })
  const figure = async () => Number((await tile.locator('.stat-value').innerText()).replace(/\D/g, ''))
  await tile.waitFor()
  const before = await figure()
  const [code = ''] = await stocked(desk, 1)
  await makeOutbound(desk, 'S016', [[code, '1']])
  await expect.poll(figure, { timeout: 20_000 }).toBe(before + 1)
  await tile.click()
  await page.waitForURL(/operateBillList\?state=APPROVED/)
  await panel(page)
    .getByText(new RegExp(`共 ?${before + 1} ?条`))
    .first()
    .waitFor()
  expect(s.troubles()).toEqual([])
})

test('a truck past its departure asks for attention, and its loading is drawn beside its row', async () => {
  s = await lading.open('admin')
  const { page } = s
  const truck = await makeTruck(desk, 'S016', { vehicleNo: '沪A88888', planDepartAt: new Date().toISOString() })
  await step(desk, 'shipBill', truck.id, 'approve')
  await visit(page, 'wms/dashboardOut')
  await panel(page)
    .getByRole('link', { name: /已误发车时间.*需要处理/ })
    .waitFor()
  await panel(page).getByRole('img', { name: '装车进度（容器），数字见下表' }).locator('canvas').waitFor()
  await panel(page)
    .getByRole('row', { name: /沪A88888/ })
    .getByRole('link', { name: truck.billNo })
    .click()
  await page.waitForURL(new RegExp(`shipBillDtl\\?id=${truck.id}`))
  expect(s.troubles()).toEqual([])
})

test('a phone shows the stock board as cards, and each leads to what it consists of', async () => {
  s = await lading.open('admin', { width: 390 })
  const { page } = s
  await visit(page, 'wms/stockLookBoardList?by=productId,binId')
  const card = panel(page).locator('.row-card').first()
  await card.getByText('货位', { exact: true }).waitFor()
  await card.locator('.cell-link').click()
  await page.getByRole('dialog').first().getByText('库存', { exact: false }).first().waitFor()
  expect(await panel(page).evaluate((e) => e.scrollWidth <= e.clientWidth)).toBe(true)
  expect(s.troubles()).toEqual([])
})
