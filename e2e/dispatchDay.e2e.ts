import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RoadTrip } from '@lading/contract/tms/tripCalls.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find } from './desk.ts'
import { act, dialog, panel, toast } from './pages.ts'
import { press, told } from './station.ts'
import { axe, type Running, start, visit } from './support.ts'

/** Where the pictures of docs/dispatch.md go; none are taken otherwise. */
const shots = process.env.LADING_SHOTS
/** Of the driver with a telephone, and of one without. */
const [his, other] = ['沪A31017', '沪A31010'] as const
const slow = { timeout: 60_000 }
const dayMs = 86_400_000
/** As a person at the centre writes it. */
const written = (at: number): string =>
  new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
/** Of which the demo knows nothing yet. */
const theDay = written(Date.now() + 2 * dayMs).slice(0, 10)

let lading: Running
let desk: Person
interface Trip {
  readonly id: string
  readonly version: number
  readonly billNo: string
  readonly state: string
}
const tripsOf = async (filter: object) =>
  (await desk.query<Trip>('/tms/api/shipPlanBill/query', { pageSize: 50, filter })).records
const onRoad = (id: string) => desk.get<RoadTrip>('/tms/api/shipPlanBill/onRoad', { id })

beforeAll(async () => {
  lading = await start()
  desk = await lading.person('dispatcher', 'TC01')
  // He is on the road with the demo's goods, and nobody drives two trips at once.
  for (const { id } of await tripsOf({ state: ['IN_TRANSIT', 'DELIVERED'] })) {
    const { version, stops } = await onRoad(id)
    const at = (s: number) => new Date(Date.now() - 60_000 + s * 1000).toISOString()
    const open = stops.filter((s) => !s.actLeaveAt)
    await desk.post('/tms/api/shipPlanBill/record', {
      ...{ id, version, returnAt: at(50) },
      stops: open.map((s, i) => ({
        ...{ stopId: s.id, arriveAt: at(i * 2), leaveAt: at(i * 2 + 1) },
        items: s.items.filter((x) => x.state === 'OPEN').map(({ wayBillId }) => ({ wayBillId })),
      })),
    })
  }
})
afterAll(() => lading?.close())

async function shot(of: Page | Locator, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await of.screenshot({ path: join(shots, `dispatch-${name}.png`) })
}

/** Takes a step of all that is ticked. */
async function takeAll(page: Page, step: string): Promise<void> {
  await panel(page).getByRole('toolbar').getByRole('button', { name: step, exact: true }).click()
  await dialog(page).getByRole('button', { name: step, exact: true }).click()
  await toast(page, new RegExp(`已${step}`))
}

const head = '来源单号,客户,发货点,收货点,配送日期,温层,明细.品名,明细.单位,明细.数量,明细.重量(kg),明细.体积(m³)'
/** More than one truck takes; what is chilled goes on that of the driver with a telephone. */
const orders = ['S002', 'S003', 'S005', 'S008', 'S009', 'S012'].map((store, i) => {
  const goods =
    i < 3 ? ['冷藏', '鲜牛奶 950ml', '箱', '30', '360', '0.54'] : ['常温', '矿泉水 550ml', '箱', '32', '432', '0.67']
  return [`DD-${i + 1}`, 'O1', 'DC01', store, theDay, ...goods].join(',')
})
async function bringOrders(page: Page): Promise<void> {
  await visit(page, 'tms/wayBillList')
  await panel(page).getByRole('button', { name: '导入', exact: true }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '运单.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...orders].join('\r\n')) })
  await dialog(page).getByRole('button', { name: '试导入' }).click()
  await dialog(page).getByText('6行可以导入：新增6，更新0').waitFor()
  await shot(dialog(page), '1-import')
  await dialog(page).getByRole('button', { name: '导入', exact: true }).click()
  await toast(page, '导入完成：新增6，更新0')
  await visit(page, `tms/wayBillList?bizDate=${theDay}&state=DRAFT`)
  await expect.poll(() => panel(page).locator('tr.grid-row').count()).toBe(6)
  await panel(page).getByRole('checkbox', { name: '全选' }).first().check()
  await takeAll(page, '确认')
}

async function generate(page: Page): Promise<void> {
  await visit(page, 'tms/routeGenerate')
  const step = (name: string) => panel(page).getByRole('region', { name })
  await panel(page).getByLabel('配送日期').fill(theDay)
  await page.keyboard.press('Enter')
  await step('1 运单').getByText('已选6/6单').waitFor()
  const fleet = step('2 车辆')
  await fleet.getByRole('checkbox', { name: '全选' }).first().uncheck()
  for (const plate of [his, other]) await fleet.locator('tr.grid-row', { hasText: plate }).getByRole('checkbox').check()
  const run = step('3 计算')
  await run.getByLabel('计算秒数').fill('3')
  await run.getByRole('button', { name: '开始排线', exact: true }).click()
  await run.getByText('已计算').waitFor(slow)
  await shot(panel(page), '2-generate')
  await run.getByRole('link', { name: '打开排线单' }).click()
  await page.waitForURL(/routePlanBillDtl\?id=\d+/)
}

/** A figure of a plan, and what the last change has done to it. */
async function figure(board: Locator, name: string): Promise<readonly [now: number, change: number]> {
  const said = board.locator('.plan-figures > div').filter({ has: board.page().getByText(name, { exact: true }) })
  const change = (await said.locator('.plan-delta').allInnerTexts())[0] ?? ''
  const whole = await said.locator('dd').innerText()
  return [Number(whole.replace(change, '')), Number(change.replace('−', '-'))]
}

async function arrange(page: Page): Promise<void> {
  const board = panel(page).locator('.plan')
  const card = board.getByRole('region', { name: his })
  const stops = card.locator('.plan-stops > li')
  await expect.poll(() => stops.count(), slow).toBe(3)
  const names = () => card.locator('.plan-site').allInnerTexts()
  const [first, second, third] = await names()
  const before = { km: await figure(board, '里程km'), cost: await figure(board, '成本') }
  await stops.nth(2).locator('.plan-site').dragTo(stops.nth(0).locator('.plan-site'))
  await expect.poll(names, slow).toEqual([third, first, second])
  for (const [name, was] of [
    ['里程km', before.km],
    ['成本', before.cost],
  ] as const) {
    const [now, change] = await figure(board, name)
    expect(change, name).not.toBe(0)
    expect(now - was[0], name).toBeCloseTo(change, 1)
  }
  await shot(panel(page), '3-dragged')
  await card.getByRole('button', { name: '锁定车次' }).click()
  await card.getByRole('button', { name: '解锁车次' }).waitFor()
  expect(await stops.first().getAttribute('draggable')).toBe('false')
  expect(await axe(page)).toEqual([])
  await panel(page).getByRole('button', { name: '确认', exact: true }).click()
  await toast(page, /已确认/)
  // What is confirmed is not changed any more.
  await card.getByRole('button', { name: '解锁车次' }).waitFor({ state: 'detached' })
}

/** @returns the trips of both trucks */
/** Which of these steps stand in the bar above the selected rows. */
async function offered(page: Page): Promise<string[]> {
  const buttons = await panel(page).getByRole('toolbar', { name: '批量操作' }).getByRole('button').allInnerTexts()
  const said = buttons.map((text) => text.replace(/\s/g, ''))
  return ['发布', '发车', '回场', '关闭', '接单', '取消'].filter((step) => said.includes(step))
}

async function release(page: Page): Promise<readonly [his: Trip, other: Trip]> {
  await panel(page).getByRole('link', { name: '派车单（2）' }).click()
  const rows = panel(page).locator('tr.grid-row')
  for (const plate of [his, other]) await rows.filter({ hasText: plate }).getByRole('checkbox').check()
  await shot(panel(page), '4-trips')
  // What none of them can take now is not among the buttons.
  expect(await offered(page)).toEqual(['发布', '取消'])
  await takeAll(page, '发布')
  const found: Trip[] = []
  for (const code of [his, other]) {
    const truck = await find(desk, '/tms/api/truck', { code })
    const [trip] = await tripsOf({ truckId: [truck.id], bizDate: [theDay, theDay], state: ['RELEASED'] })
    if (!trip) throw new Error(`no trip of ${code}`)
    found.push(trip)
  }
  return found as [Trip, Trip]
}

/** Arrives at a stop and opens its one way bill. */
async function arriveAt(page: Page, stop: number): Promise<void> {
  await page.locator('.station-card').nth(stop).click()
  await press(page, '到达')
  await page.locator('.station-card:enabled').click()
}

async function drive(trip: Trip): Promise<void> {
  const { page, context } = await lading.fresh('driver', { width: 390, height: 844 })
  await visit(page, 'tms/driverTask')
  await page.locator('.station-card', { hasText: trip.billNo }).click()
  await page.getByLabel('里程表km').fill('52110')
  await press(page, '发车')
  await told(page, /已登记/)

  await arriveAt(page, 0)
  await press(page, '全部签收')
  await press(page, /离开，去下一站/)
  await arriveAt(page, 1)
  await press(page, '部分签收')
  await page.getByLabel('鲜牛奶 950ml').fill('26')
  await press(page, '破损')
  await shot(page, '5-phone')
  await press(page, '部分签收')
  await press(page, /离开，去下一站/)

  await context.setOffline(true)
  await arriveAt(page, 2)
  await press(page, '全部签收')
  await told(page, /已记录，联网后自动发送/)
  await shot(page, '6-offline')
  expect((await onRoad(trip.id)).stops.map((s) => s.items[0]?.state)).toEqual(['SIGNED', 'PARTIAL', 'OPEN'])
  await context.setOffline(false)
  const last = async () => (await onRoad(trip.id)).stops[2]?.items[0]?.state
  await expect.poll(last, slow).toBe('SIGNED')
  await press(page, /离开，去下一站/)
  await press(page, '已回场')
  await expect.poll(async () => (await onRoad(trip.id)).state, slow).toBe('CLOSED')
  await context.close()
}

async function enterAfterwards(page: Page, trip: Trip): Promise<void> {
  const { stops } = await onRoad(trip.id)
  await visit(page, `tms/ShipPlanBillDtl?id=${trip.id}`)
  await act(page, panel(page), '补录')
  const from = Date.now() - 7_200_000
  const when = (minutes: number) => written(from + minutes * 60_000)
  const enter = async (within: Locator, name: string, minutes: number) => {
    await within.getByLabel(name).fill(when(minutes))
    await page.keyboard.press('Enter')
  }
  await enter(dialog(page), '发车时间', 0)
  for (const [i, { site }] of stops.entries()) {
    const stop = dialog(page).getByRole('region', { name: site.name })
    await enter(stop, '到达时间', 20 + i * 20)
    await enter(stop, '离开时间', 30 + i * 20)
  }
  await enter(dialog(page), '回场时间', 110)
  await dialog(page).getByRole('button', { name: '全部签收' }).click()
  expect(await axe(page)).toEqual([])
  await shot(dialog(page), '7-afterwards')
  await dialog(page).getByRole('button', { name: '登记', exact: true }).click()
  await toast(page, /已登记/)
  const { actDepartAt, actReturnAt } = await onRoad(trip.id)
  expect([actDepartAt, actReturnAt].map((at) => written(Date.parse(at ?? '')))).toEqual([0, 110].map(when))
}

test('a dispatcher brings orders in, plans, changes a way, sends trucks, and enters what no phone has told', async () => {
  const { page, troubles } = await lading.open('dispatcher', { width: 1280, height: 860 })
  await bringOrders(page)
  await generate(page)
  await arrange(page)
  const [one, two] = await release(page)
  await drive(one)
  await enterAfterwards(page, two)
  await visit(page, `tms/ShipPlanBillList?bizDate=${theDay}`)
  await expect.poll(() => panel(page).locator('tr.grid-row', { hasText: '已完成' }).count()).toBe(2)
  await panel(page).locator('tr.grid-row').first().getByRole('checkbox').check()
  await shot(panel(page), '8-over')
  expect(await offered(page)).toEqual([])
  const { records } = await desk.query<{ sourceNo: string; state: string; signPieces: string }>(
    '/tms/api/wayBill/query',
    {
      ...{ pageSize: 50, filter: { sourceNo: 'DD-' } },
    },
  )
  const became = records.map((w) => `${w.sourceNo} ${w.state} ${Number(w.signPieces)}`)
  expect(became.filter((x) => x.includes(' SIGNED 30'))).toHaveLength(2)
  expect(became.filter((x) => x.includes(' PARTIAL 26'))).toHaveLength(1)
  expect(became.filter((x) => x.includes(' SIGNED 32'))).toHaveLength(3)
  expect(troubles()).toEqual([])
})
