import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find } from './desk.ts'
import { act, choose, dialog, panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'
import { type Place, released, siteOf, tripOf } from './trips.ts'

const minute = 60_000
let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('dispatcher', 'TC01')
})
afterAll(() => lading?.close())

const iso = (at: number): string => new Date(at).toISOString()

/** A truck that left an hour and a half ago with goods for one store, which waited for them until half an hour ago. */
async function send(plate: string, depot: Place, store: Place): Promise<Document> {
  const now = Date.now()
  const way = { windowFrom: iso(now - 120 * minute), windowTo: iso(now - 30 * minute) }
  const trip = { planDepartAt: iso(now - 90 * minute), planReturnAt: iso(now + 60 * minute) }
  const { id, version } = await released(desk, { plate, depot, stores: [store], way, trip })
  await desk.post('/tms/api/shipPlanBill/record', { id, version, departAt: trip.planDepartAt })
  return tripOf(desk, id)
}

/** Its positions of this time, as the provider's system sends them: it stood for a quarter of an hour, and is not half there. */
async function tell(plate: string, depot: Place, store: Place): Promise<void> {
  const from = Date.now() - 89 * minute
  const fixes = Array.from({ length: 89 }, (_, i) => {
    const [moved, isStill] = [i < 30 ? i : Math.max(30, i - 15), i >= 30 && i < 45]
    const at = (a: string, b: string) => Number(a) + ((Number(b) - Number(a)) * moved * 0.4) / 74
    return {
      ...{ deviceNo: `13900${plate.replace(/\D/g, '')}0`, at: iso(from + i * minute), speedKmh: isStill ? 0 : 25 },
      ...{ lng: at(depot.lng, store.lng), lat: at(depot.lat, store.lat) },
    }
  })
  const told = await desk.post<object>('/tms/api/gps/push', { source: 'GPS', fixes })
  expect(told).toMatchObject({ applied: fixes.length, refused: [] })
}

/** Nobody drives two trips at once: a second try of the test has another truck. */
const plates = ['沪A31024', '沪A31059']
test('a controller sees a truck get late, has somebody see to it, says who is liable, and plays its way back', async () => {
  const plate = plates.shift() ?? ''
  const [depot, store] = [await siteOf(desk, 'DC01'), await siteOf(desk, 'S009')]
  const trip = await send(plate, depot, store)
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, 'tms/truckWorkWatchDashboard')
  const truck = panel(page).locator('.watch-truck', { hasText: plate })
  await truck.getByText('离线', { exact: true }).waitFor()
  await tell(plate, depot, store)
  // Nobody has loaded the page anew.
  await truck.getByText('异常', { exact: true }).waitFor()
  await truck.getByText(/^晚\d+分$/).waitFor()

  await visit(page, 'tms/abnormalCenterList?state=OPEN&kind=DELAY')
  const row = panel(page).locator('tr.grid-row', { hasText: trip.billNo })
  await row.getByText(`${store.name}预计晚到`).waitFor()
  await row.getByRole('checkbox').check()
  await panel(page).getByRole('toolbar').getByRole('button', { name: '指派', exact: true }).click()
  await choose(page, dialog(page).getByLabel('处理人'), '调度员小吕')
  await dialog(page).getByRole('button', { name: '指派', exact: true }).click()
  await toast(page, /已指派/)

  const late = await find<Document>(desk, '/tms/api/abnormal', { tripId: [trip.id], kind: ['DELAY'] })
  await visit(page, `tms/abnormalCenterDtl?id=${late.id}`)
  await act(page, panel(page), '处理')
  await dialog(page).getByLabel('处理经过').fill('已联系司机，前方事故绕行')
  await dialog(page).getByRole('button', { name: '处理', exact: true }).click()
  await panel(page).getByText('处理中', { exact: true }).first().waitFor()
  await act(page, panel(page), '解决')
  await dialog(page).getByLabel('处理结果').fill('承运商未按时发车，承担门店等待费用')
  await dialog(page).getByLabel('责任方').click()
  await page.locator('.ant-select-item-option:visible', { hasText: '承运商' }).click()
  await dialog(page).getByLabel('扣款金额').fill('80')
  await dialog(page).getByRole('button', { name: '解决', exact: true }).click()
  await panel(page).getByText('已解决', { exact: true }).first().waitFor()
  expect(await axe(page)).toEqual([])
  await act(page, panel(page), '生成扣款')
  await dialog(page).getByRole('button', { name: '生成扣款', exact: true }).click()
  await toast(page, /已生成扣款/)
  const charged = await find<{ feeType: string; amount: string }>(desk, '/tms/api/carrierFeeBill', {
    tripId: [trip.id],
  })
  expect([charged.feeType, Number(charged.amount)]).toEqual(['DEDUCT', -80])

  await visit(page, 'tms/truckWorkWatchDashboard')
  // What was settled asks for nobody any more; the truck is late still.
  await truck.getByText('晚点', { exact: true }).waitFor()
  await truck.click()
  const side = panel(page).getByRole('complementary', { name: trip.billNo })
  const back = side.getByRole('region', { name: '轨迹回放' })
  await side.locator('.watch-late').first().waitFor()
  await back.getByText('停留14分钟').waitFor()
  const clock = back.locator('.num').first()
  const begin = await clock.innerText()
  await back.getByRole('combobox', { name: '播放速度' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '×32' }).click()
  await back.getByRole('button', { name: '播放' }).click()
  await back.getByText('25km/h').waitFor()
  await expect.poll(() => clock.innerText()).not.toBe(begin)
  // It ends by itself, where the truck is now.
  await expect.poll(() => back.getByRole('slider').getAttribute('aria-valuenow')).toBe(String(88 * 60))
  await back.getByRole('button', { name: '播放' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(troubles()).toEqual([])
})
