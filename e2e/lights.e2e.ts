import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find, makeContainers, makeOutbound, reconcile, step } from './desk.ts'
import { newPerson, ownPassword } from './persons.ts'
import { axe, type Running, start, visit } from './support.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly state: string
}
let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await newPerson(lading, 'lights', '灯拣员')
})
afterAll(() => lading?.close())

/** Whoever stands at the rack already is sent for a break: the point takes two orders at once. */
async function clearTheRack(): Promise<void> {
  const { records } = await desk.query<Row>('/dps/api/task/query', {
    filter: { state: ['BOUND', 'PICKING'], mode: ['DPS'] },
    pageSize: 50,
  })
  const rows = records.map(({ id, version }) => ({ id, version }))
  if (rows.length > 0) await desk.post('/dps/api/task/suspend', { rows, reason: '换班' })
}

/** What an operator sees of the rack, and does with it. */
function rackOf(page: Page) {
  const key = (title: string, at: string) => page.getByRole('button', { name: `${title} ${at}`, exact: true })
  const tag = (at: string) => page.locator(`[data-tag="${at}"]`).or(page.locator('.rack-tag', { hasText: at }))
  const shown = (at: string) => tag(at).locator('.rack-digits').innerText()
  const soon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 20_000, interval: 50 })
  return {
    shown,
    soon,
    key,
    signOn: async (point: string) => {
      const there = page.getByRole('region', { name: point })
      const [sign, leave] = ['登录作业点', '离开作业点'].map((name) => there.getByRole('button', { name }))
      await sign?.or(leave ?? sign).waitFor()
      if (await sign?.isVisible()) await sign?.click()
      await leave?.waitFor()
    },
    scan: async (point: string, code: string) => {
      await page.getByLabel(`扫描周转箱 ${point}`).fill(code)
      await page.keyboard.press('Enter')
    },
    lit: async () => (await page.getByRole('button', { name: /^确认 L-/ }).all()).length,
    /** Until it counts: a tag that is about to be lit hears no key yet. @returns what it showed */
    press: async (at: string, title = '确认') => {
      const before = await shown(at)
      let next = 0
      await soon(async () => {
        if (performance.now() > next && (await key(title, at).isVisible())) {
          await key(title, at).click()
          next = performance.now() + 5_000
        }
        return shown(at)
      }).not.toBe(before)
      return Number(before)
    },
  }
}

const two = (n: number): string => String(n).padStart(2, '0')
/** Seven goods at the first point and seven at the second. */
const plan = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15].map(
  (n) => [`X${two(n)}`, String(n === 1 ? 12 : n + 1)] as const,
)
const bin = (n: number): string => `L-${two(n)}`

test('with nothing but the rack on his screen somebody picks an order: a part, a shortage, a full container', async () => {
  await clearTheRack()
  const order = await makeOutbound(desk, 'S027', plan, 1)
  const boxes = await makeContainers(desk, 'TOTE', 2)
  const [first = '', second = ''] = boxes
  await step(desk, 'operateBill', order.id, 'allocate')
  const { page, troubles } = await lading.open('lights', { password: ownPassword })
  await visit(page, 'dps/pickDashboard')
  const { key, lit, press, scan, shown, signOn, soon } = rackOf(page)
  await signOn('1号作业点 Point 1')
  await signOn('2号作业点 Point 2')
  await soon(
    async () => (await desk.query<Row>('/dps/api/task/query', { filter: { orderId: [order.id] } })).total,
  ).toBe(1)
  const pressed = new Map<string, number>()
  const take = async (n: number) => {
    const code = `X${two(n)}`
    pressed.set(code, (pressed.get(code) ?? 0) + (await press(bin(n))))
  }

  await scan('A1', first)
  await soon(lit).toBe(7)
  // While the board asks again its button is pale, as what cannot be pressed may be.
  await soon(() => axe(page)).toEqual([])
  // Ten of twelve are there at once; the rest is asked for again.
  await key('减', bin(1)).click({ clickCount: 2 })
  await press(bin(1))
  await soon(() => shown(bin(1))).toBe('2')
  pressed.set('X01', 10)
  await take(1)
  // Nothing is at the second bin.
  await press(bin(2), '缺货')
  await take(3)
  await page.getByRole('button', { name: `${first}箱满` }).click()
  await soon(lit).toBe(0)
  await scan('A1', second)
  await soon(lit).toBe(4)
  for (const n of [4, 5, 6, 7]) await take(n)
  await soon(() => shown('SIM1-17')).toBe('-02')
  await press('SIM1-17')
  await soon(lit).toBe(7)
  for (const n of [9, 10, 11, 12, 13, 14, 15]) await take(n)
  await soon(() => shown('SIM1-18')).toBe('End')
  await press('SIM1-18')
  await soon(async () =>
    (await desk.query<Row>('/dps/api/task/query', { filter: { orderId: [order.id] } })).records.map((t) => t.state),
  ).toEqual(['DONE', 'DONE'])
  expect(troubles()).toEqual([])

  const booked = await Promise.all(boxes.map((code) => pickedInto(code)))
  // The first container was full after two goods.
  expect(booked[0]).toEqual(new Map(Object.entries({ X01: 12, X03: 4 })))
  const all = new Map(booked.flatMap((box) => [...box]))
  expect(all).toEqual(new Map([...pressed].sort()))
  expect(await find(desk, '/wms/api/operateBill', { id: [order.id] })).toMatchObject({ doneQty: `${sum(all)}.000` })
  expect(await reconcile(desk)).toEqual([])
})

const sum = (of: ReadonlyMap<string, number>): number => [...of.values()].reduce((a, b) => a + b, 0)
/** What the ledger says came into a container, by product. */
async function pickedInto(code: string): Promise<ReadonlyMap<string, number>> {
  const { id } = await find(desk, '/wms/api/container', { code })
  const { records } = await desk.query<{ delta: string; refs: { productId: { code: string } } }>(
    '/wms/api/ledger/query',
    {
      filter: { containerId: [id], bizType: ['PICK'] },
      pageSize: 200,
    },
  )
  const into = records.filter((r) => Number(r.delta) > 0)
  const by = Map.groupBy(into, (r) => r.refs.productId.code)
  return new Map([...by].sort().map(([product, rows]) => [product, rows.reduce((n, r) => n + Number(r.delta), 0)]))
}
