import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn as enterByCalls, type Person } from '../tools/day/client.ts'
import { find, onHand, step } from './desk.ts'
import { act, choose, dialog, panel } from './pages.ts'
import { ownPassword } from './persons.ts'
import { asked, enterStation, press, scanTo, sees } from './station.ts'
import { logIn, type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** The first order of a company that has nothing yet but what it was set up with. */
async function firstOrder(group: Person, desk: Person): Promise<string> {
  const { id: ownerId } = await group.post<{ id: string }>('/wms/api/owner/create', {
    code: 'OWN',
    name: '自营',
    kind: 'SELF',
  })
  const { id: vendorId } = await group.post<{ id: string }>('/wms/api/vendor/create', {
    code: 'V1',
    name: '第一供应商',
  })
  const { id: productId } = await group.post<{ id: string }>('/mdm/api/product/create', {
    ...{ code: 'P1', name: '第一件商品', baseUnit: '瓶', barcodes: [{ code: '6901234567892' }], owners: [{ ownerId }] },
  })
  const { id: areaId } = await desk.post<{ id: string }>('/wms/api/area/create', {
    code: 'A',
    name: '一区',
    kind: 'ZONE',
  })
  await desk.post('/wms/api/bin/create', { code: 'A-01', usage: 'STORAGE', areaId })
  const { id } = await desk.post<{ id: string }>('/wms/api/orderBill/create', {
    ...{ ownerId, vendorId, mode: 'PURCHASE', lines: [{ productId, planQty: '24' }] },
  })
  await step(desk, 'orderBill', id, 'approve')
  await step(desk, 'orderBill', id, 'createTask')
  return (await find(desk, '/wms/api/orderBill', { id: [id] })).billNo
}

/** A second try of the test is another company. */
let tried = 0
test('a company applies, is set up, and receives its first goods', async () => {
  tried += 1
  const code = `newco${tried}`
  const { page, troubles } = await lading.open('operator', { tenant: 'plat' })
  // Who comes for the first time is shown around.
  const tour = page.locator('.tour')
  await tour
    .waitFor({ timeout: 5_000 })
    .then(() => page.keyboard.press('Escape'))
    .catch(() => undefined)
  await visit(page, 'saas/tenantApplicationAdd')
  const form = panel(page)
  const typed = {
    企业名称: '昆山新仓',
    统一社会信用代码: code,
    联系人: '陈',
    手机: '13900000000',
    邮箱: 'chen@example.cn',
  }
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: /^保 ?存$/ }).click()
  await panel(page).getByRole('heading', { name: /SQ\d+/ }).waitFor()
  await act(page, panel(page), '提交')
  await panel(page).getByText('待审核', { exact: true }).first().waitFor()
  await act(page, panel(page), '审核')
  const approve = dialog(page)
  await approve.getByLabel('租户代码').fill(code)
  await choose(page, approve.getByLabel('试用套餐'), '十五天试用')
  await approve.getByRole('button', { name: /^审 ?核$/ }).click()
  await panel(page).getByText('试用', { exact: true }).first().waitFor()
  await act(page, panel(page), '发放初始密码')
  await dialog(page).getByRole('button', { name: '发放初始密码', exact: true }).click()
  const password = await dialog(page).getByLabel('初始密码').inputValue()
  expect(troubles()).toEqual([])

  // He is asked for a password of his own; here he gives it by a call.
  const url = new URL(lading.url)
  const first = await expect
    .poll(() => enterByCalls(url, code, 'admin', password, 'G').catch(() => undefined))
    .toBeDefined()
    .then(() => enterByCalls(url, code, 'admin', password, 'G'))
  await first.post('/fw/api/sys/user/modifyPassword', { oldPassword: password, newPassword: ownPassword })
  const [group, desk] = [
    await enterByCalls(url, code, 'admin', ownPassword, 'G'),
    await enterByCalls(url, code, 'admin', ownPassword, 'DC01'),
  ]
  const billNo = await firstOrder(group, desk)
  const context = await lading.browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  const own = await context.newPage()
  await logIn(own, lading.url, 'admin', ownPassword, code)
  await own.waitForURL(/#\/app-/)
  await own.getByText(/^试用至\d{4}-\d\d-\d\d$/).waitFor()
  await enterStation(own, 'wms/receiveTaskList')
  await scan(own, billNo)
  await asked(own, '扫描商品条码')
  await scanTo(own, '6901234567892', '确认数量')
  await press(own, /✓/)
  await sees(own, '任务完成')
  await context.close()
  expect(await onHand(desk, 'P1')).toBe(24)
})
