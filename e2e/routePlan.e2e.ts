import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

type Made = { id: string; version: number }
type Answer<R> = { records: R[] }
let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading.close())

/** A plan of the demo's day, as the generating page makes it. @returns its id */
async function planned(): Promise<string> {
  const he = await lading.person('dispatcher', 'TC01')
  const first = async (path: string, filter: object) =>
    (await he.post<Answer<Made & { bizDate: string }>>(`/tms/api/${path}/query`, { filter })).records[0]
  const bill = await first('wayBill', { state: ['CONFIRMED'] })
  const depot = await first('clientShipment', { isDepot: true })
  const config = await first('vrpConfig', { isDefault: true })
  const day = { bizDate: bill?.bizDate, depotId: depot?.id }
  const scope = await he.post<{ orders: { id: string; reason: string | null }[]; trucks: { id: string }[] }>(
    '/tms/api/routePlan/scope',
    day,
  )
  const { id } = await he.post<Made>('/tms/api/routePlan/generate', {
    ...day,
    configId: config?.id,
    wayBillIds: scope.orders.filter((o) => o.reason === null).map((o) => o.id),
    truckIds: scope.trucks.map((t) => t.id),
    seconds: 2,
  })
  await expect
    .poll(async () => (await he.post<{ state: string }>('/tms/api/routePlan/draw', { id })).state, { timeout: 60_000 })
    .toBe('COMPUTED')
  return id
}

const shots = process.env.LADING_SHOTS
const shot = async (page: Page, name: string) => shots && (await page.screenshot({ path: `${shots}/plan-${name}.png` }))

test('a dispatcher looks at a plan, moves a stop, sees what it costs, and takes it back', async () => {
  const id = await planned()
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, `tms/routePlanBillDtl?id=${id}`)
  const board = panel(page).locator('.plan')
  await board.locator('.plan-card').first().waitFor()
  await board.locator('.leaflet-container, .map-box').first().waitFor()
  await shot(page, 'map')
  const km = () => board.locator('.plan-figures dd').nth(3).innerText()
  const before = (await km()).split('\n')[0]
  await board.getByRole('button', { name: '推后' }).first().click()
  await board.getByRole('button', { name: '撤销' }).and(board.locator(':enabled')).waitFor()
  await shot(page, 'moved')
  await board.getByRole('button', { name: '撤销' }).click()
  await board.getByRole('button', { name: '重做' }).and(board.locator(':enabled')).waitFor()
  expect((await km()).split(/[+−\n]/)[0]).toBe(before)
  await board.getByText('时间线', { exact: true }).click()
  await board.locator('.plan-line').first().waitFor()
  await shot(page, 'day')
  expect(await axe(page)).toEqual([])
  expect(troubles()).toEqual([])
})

test('stops go to other trips by hand, by drag and by keyboard; what is pinned says so; what is left over finds a place', async () => {
  const id = await planned()
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, `tms/routePlanBillDtl?id=${id}`)
  const board = panel(page).locator('.plan')
  const cards = board.locator('.plan-card:not(.plan-rest)')
  const [from, to] = [cards.nth(0), cards.nth(1)]
  const stops = (card: typeof from) => card.locator('.plan-stops > li')
  await stops(to).first().waitFor()
  const counts = async () => [await stops(from).count(), await stops(to).count()]
  const [a = 0, b = 0] = await counts()
  const name = (await stops(from).first().locator('.plan-site').innerText()).trim()
  await stops(from).first().dragTo(stops(to).first())
  await expect.poll(counts).toEqual([a - 1, b + 1])
  const moved = stops(to).filter({ hasText: name })
  await moved.waitFor()
  await shot(page, 'dragged')

  // Back the way of who has no mouse: the trip is chosen by its plate.
  const plate = await from.getAttribute('aria-label')
  await moved.getByRole('combobox', { name: '移到' }).focus()
  await page.keyboard.type(plate ?? '')
  await page.keyboard.press('Enter')
  await expect.poll(counts).toEqual([a, b])

  await stops(from).first().getByRole('button', { name: '固定在本车' }).click()
  await stops(from).first().getByRole('button', { name: '解除固定' }).waitFor()

  const taken = stops(from).last()
  const off = (await taken.locator('.plan-site').innerText()).trim()
  await taken.getByRole('button', { name: '移出' }).click()
  const left = board.locator('.plan-rest li', { hasText: off.replace(/^\S+ /, '') })
  await left.getByRole('button', { name: /推荐/ }).click()
  await left.locator('.plan-places button').first().click()
  await left.waitFor({ state: 'detached' })
  expect(troubles()).toEqual([])
})

test('a plan is confirmed with the change that was still under way when the button was pressed', async () => {
  const id = await planned()
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, `tms/routePlanBillDtl?id=${id}`)
  const board = panel(page).locator('.plan')
  await board.locator('.plan-card').first().waitFor()
  let version = 0
  await page.route('**/routePlan/arrange', async (route) => {
    await new Promise((go) => setTimeout(go, 1500))
    const answer = await route.fetch()
    version = ((await answer.json()) as { data: { version: number } }).data.version
    await route.fulfill({ response: answer })
  })
  // A change that breaks no rule of any plan: what breaks one is not confirmed.
  await board.getByRole('button', { name: '固定在本车' }).first().click()
  await panel(page)
    .getByRole('button', { name: /^确\s?认$/ })
    .click()
  const he = await lading.person('dispatcher', 'TC01')
  const now = () => he.post<Made & { state: string }>('/tms/api/routePlan/draw', { id })
  await expect.poll(async () => (await now()).state, { timeout: 10_000 }).toBe('CONFIRMED')
  expect((await now()).version).toBe(version + 1)
  await panel(page).getByText('派车单（').waitFor()
  expect(troubles()).toEqual([])
})
