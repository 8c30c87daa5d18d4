import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { demoPassword } from '../tools/demoSeed.ts'
import { makeOrder, reconcile, step, tasksOf, workOf } from './desk.ts'
import { asked, enterStation, press, scanTo, station, told } from './station.ts'
import { type Running, start } from './support.ts'
import { scan } from './wedge.ts'

const rice = '300110'
const pin = '135790'
const handheld = { width: 390, height: 844 } as const
let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

/** Six figures, so many days ago. */
const dayText = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(2, 10).replaceAll('-', '')

test('old goods come in on the handheld by a supervisor’s badge and PIN, which he has set himself', async () => {
  const boss = await lading.open('admin')
  await boss.page.evaluate(() => {
    location.hash = '#/app-sys/loginUserInfo'
  })
  const card = boss.page.locator('.card').filter({ hasText: '授权PIN' })
  await card.getByRole('button', { name: /设置|更换/ }).click()
  const dialog = boss.page.getByRole('dialog')
  await dialog.getByLabel('登录密码').fill(demoPassword)
  await dialog.getByLabel('新PIN（6位数字）').fill(pin)
  await dialog.getByLabel('再次输入PIN').fill('135791')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await dialog.getByText('两次输入不一致').waitFor()
  await dialog.getByLabel('再次输入PIN').fill(pin)
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await card.getByText('已设置').waitFor()

  const order = await makeOrder(desk, [[rice, '12']])
  await step(desk, 'orderBill', order.id, 'createTask')
  const [task] = await tasksOf(desk, 'receiveTask', order.id)
  const { lines } = await workOf(desk, task?.id ?? '')
  const s = await lading.open('receiver', handheld)
  const { page } = s
  await enterStation(page, 'wms/receiveTaskList')
  await scanTo(page, task?.taskNo ?? '', '扫描商品条码')
  await scan(page, `]C1010${lines[0]?.product?.barcodes[0]}11${dayText(900)}`)
  await asked(page, '确认数量')
  await press(page, /✓/)
  await told(page, /主管放行/)
  const form = station(page).getByRole('region', { name: '主管放行' })
  await form.getByLabel('主管工牌或用户名').fill('admin')
  await form.getByLabel('授权PIN').fill('135792')
  await form.getByLabel('放行原因').click()
  await page.getByTitle('门店急需').click()
  await form.getByRole('button', { name: '主管放行并收货' }).click()
  await form.getByText('放行人、工牌或PIN不正确').waitFor()
  await form.getByLabel('授权PIN').fill(pin)
  await form.getByRole('button', { name: '主管放行并收货' }).click()
  await told(page, /待检/)
  const { records } = await desk.query<{ qty: string }>('/wms/api/stockLookBoard/query', {
    filter: { stockType: ['QC'] },
    pageSize: 50,
  })
  expect(records.map((r) => Number(r.qty))).toContain(12)
  expect(await reconcile(desk)).toEqual([])
  expect(s.troubles()).toEqual([])
})
