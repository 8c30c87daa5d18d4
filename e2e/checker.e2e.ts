import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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
    'S027',
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

/** A scale behind a serial-to-TCP converter: says its line ten times a second. */
async function playScale() {
  const sockets = new Set<Socket>()
  const scale = { line: 'US,GS,+  0.000kg' }
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const timer = setInterval(() => {
    for (const socket of sockets) socket.write(`${scale.line}\r\n`)
  }, 100)
  const { port } = listener.address() as AddressInfo
  const close = async () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => listener.close(done))
  }
  return { scale, url: `tcp://127.0.0.1:${port}`, close }
}

test('a tote is weighed: the scale at the desk is followed, and its weight is taken once it is stable', async () => {
  const [code = ''] = await makeContainers(desk, 'TOTE', 1)
  const [product = ''] = goods
  const order = await makeOutbound(desk, 'S028', [[product, '4']])
  await step(desk, 'operateBill', order.id, 'allocate')
  const picker = await lading.person('picker')
  for (const { id } of await tasksOf(desk, 'pickTask', order.id))
    for (const line of (await workOf(desk, id)).lines)
      await picker.post('/wms/api/task/confirmLine', { taskLineId: line.id, qty: line.planQty, toContainer: code })
  const box = await find<{ id: string; version: number; typeId: string }>(desk, '/wms/api/container', { code })
  await desk.post('/wms/api/containerCheckTask/make', { rows: [{ id: box.id, version: box.version }] })
  const { weightKg } = await find<{ weightKg: string }>(desk, '/mdm/api/product', { code: product })
  const { tareKg } = await find<{ tareKg: string }>(desk, '/wms/api/containerType', { code: 'TOTE' })
  const gross = (Number(weightKg) * 4 + Number(tareKg)).toFixed(3)

  const { scale, url, close } = await playScale()
  onTestFinished(close)
  const { workingOrg } = await desk.get<{ workingOrg: { id: string } }>('/fw/api/sys/user/getLoginUser')
  const config = await desk.post<{ id: string; version: number }>('/fw/api/sys/dataCollection/create', {
    ...{ code: 'E2E-SCALE', name: '月台秤', sourceKind: 'SERIAL', orgId: workingOrg.id, endpoint: url },
  })
  const { page, troubles } = await lading.open('shipper', { width: 390, height: 844 })
  await enterStation(page, 'wms/containerCheckTaskList')
  await station(page).getByLabel('扫描容器或任务号').fill(code)
  await page.keyboard.press('Enter')
  await asked(page, '扫描要复核的容器')
  await scan(page, code)
  await press(page, '称重复核')
  await asked(page, '连容器一起称重')
  await sees(page, '不稳定')
  // Something lies on it beside the tote.
  scale.line = `ST,GS,+${(Number(gross) + 5).toFixed(3)}kg`
  await sees(page, '稳定')
  expect(await axe(page)).toEqual([])
  await press(page, /取重量/)
  await told(page, /重量偏差.*超出允许/)
  scale.line = `ST,GS,+${gross}kg`
  await sees(page, new RegExp(`取重量 ${gross.replace(/0+$/, '').replace(/\.$/, '')} kg`))
  await page.locator('body').press('Enter')
  await sees(page, '任务完成')
  expect(await find(desk, '/wms/api/container', { code })).toMatchObject({ state: 'CHECKED' })
  const { version } = await find<{ version: number }>(desk, '/fw/api/sys/dataCollection', { code: 'E2E-SCALE' })
  await desk.post('/fw/api/sys/dataCollection/disable', { rows: [{ id: config.id, version }] })
  expect(troubles()).toEqual([])
})
