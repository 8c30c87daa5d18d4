import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find, freeHands, makeContainers, makeOutbound, reconcile, step, stocked, tasksOf, workOf } from './desk.ts'
import { panel, toast } from './pages.ts'
import { asked, enterStation, press, sees, station, told, type } from './station.ts'
import { axe, type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

let lading: Running
let desk: Person
let tote: string
let goods: readonly string[]
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'shipper')
  goods = await stocked(desk, 2)
  const order = await makeOutbound(
    desk,
    'S022',
    goods.map((code) => [code, '5'] as const),
  )
  await step(desk, 'operateBill', order.id, 'allocate')
  const [code = ''] = await makeContainers(desk, 'TOTE', 1)
  tote = code
  const picker = await lading.person('picker')
  for (const { id } of await tasksOf(desk, 'pickTask', order.id))
    for (const line of (await workOf(desk, id)).lines)
      await picker.post('/wms/api/task/confirmLine', { taskLineId: line.id, qty: line.planQty, toContainer: tote })
})
afterAll(() => lading?.close())

test('a tote is counted blind by handheld, stopped by what is missing, and let go at the desk', async () => {
  const admin = await lading.open('admin')
  await visit(admin.page, `wms/containerList?code=${tote}`)
  await panel(admin.page).getByRole('checkbox').nth(1).click()
  await panel(admin.page).getByRole('button', { name: '指定复核' }).click()
  await toast(admin.page, /已指定复核/)

  const { page, troubles } = await lading.open('shipper', { width: 390, height: 844 })
  await enterStation(page, 'wms/containerCheckTaskList')
  await station(page).getByLabel('扫描容器或任务号').fill(tote)
  await page.keyboard.press('Enter')
  await asked(page, '扫描要复核的容器')
  await scan(page, 'ZX999999')
  await told(page, /应为容器/)
  await scan(page, tote)
  await asked(page, '扫描每种商品并清点')
  expect(await axe(page)).toEqual([])
  // Whoever checks is told neither what should be in it nor how much.
  for (const code of goods) expect(await station(page).innerText()).not.toContain(code)
  for (const [i, code] of goods.entries()) {
    await scan(page, code)
    await asked(page, '清点数量')
    await type(page, i === 0 ? '+4' : '+5')
    await press(page, /确定/)
    await told(page, /已记录/)
  }
  await press(page, /容器清点完毕/)
  await page.getByRole('dialog').getByRole('button', { name: '清点完毕' }).click()
  await told(page, new RegExp(`容器停用，待处理差异；少：${goods[0]} 1`))
  await sees(page, '任务完成')

  const { id } = await find<{ id: string }>(desk, '/wms/api/container', { code: tote })
  const { taskNo } = await find<{ taskNo: string }>(desk, '/wms/api/containerCheckTask', { containerId: [id] })
  await visit(admin.page, `wms/containerCheckTaskList?taskNo=${taskNo}`)
  await panel(admin.page).getByRole('link', { name: taskNo }).click()
  await panel(admin.page).getByRole('tab', { name: '复核明细' }).click()
  await panel(admin.page).getByText('-1', { exact: true }).waitFor()
  await panel(admin.page).getByRole('button', { name: '处理差异' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: '处理差异' }).click()
  await toast(admin.page, /已处理差异/)
  await panel(admin.page).getByText('差异已处理').first().waitFor()
  expect(await find(desk, '/wms/api/container', { code: tote })).toMatchObject({ state: 'CHECKED' })
  expect([...troubles(), ...admin.troubles()]).toEqual([])
  expect(await reconcile(desk)).toEqual([])
})
