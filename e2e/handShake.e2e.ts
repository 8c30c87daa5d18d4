import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find, makeContainers, makeOutbound, reconcile, step, stocked, tasksOf, workOf } from './desk.ts'
import { act, panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

const store = 'S019'
let lading: Running
let [desk, dispatcher, driver]: Person[] = []
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  dispatcher = await lading.person('dispatcher', 'TC01')
  driver = await lading.person('driver', 'TC01')
})
afterAll(() => lading?.close())

interface WayBill extends Document {
  readonly fromSiteId: string
  readonly bizDate: string
  readonly actPieces: string | null
}
interface Road {
  readonly stops: readonly {
    readonly id: string
    readonly items: readonly {
      readonly wayBillId: string
      readonly lines: readonly { id: string; planQty: string }[]
    }[]
  }[]
}
const people = (): { desk: Person; dispatcher: Person; driver: Person } => {
  if (!desk || !dispatcher || !driver) throw new Error('nobody is here')
  return { desk, dispatcher, driver }
}
/** What the other side hears of a little later. */
const soon = async <T>(look: () => Promise<T>): Promise<T> => {
  let found: { value: T } | undefined
  await expect
    .poll(async () => {
      found = await look().then((value) => ({ value }), () => undefined)
      return found !== undefined
    }, { timeout: 20_000 })
    .toBe(true)
  return (found as { value: T }).value
} // biome-ignore format: asks again

/** Goods are allocated and picked as in any other order. */
async function pickAll(p: Person, order: Document): Promise<void> {
  await step(p, 'operateBill', order.id, 'allocate')
  const [tote] = await makeContainers(p, 'TOTE', 1)
  const picker = await lading.person('picker')
  for (const task of await tasksOf(p, 'pickTask', order.id))
    for (const line of (await workOf(p, task.id)).lines)
      await picker.post('/wms/api/task/confirmLine', {
        ...{ taskLineId: line.id, qty: line.planQty, toContainer: tote },
        scans: { bin: line.fromBin?.code, product: line.product?.code },
      })
} // biome-ignore format: one call
async function loadAll(p: Person, id: string): Promise<void> {
  await step(p, 'shipBill', id, 'start')
  for (const task of await tasksOf(p, 'enterTruckTask', id))
    for (const line of (await workOf(p, task.id)).lines)
      await p.post('/wms/api/task/confirmLine', {
        ...{ taskLineId: line.id, qty: '1' },
        scans: { container: line.fromContainer?.code },
      })
} // biome-ignore format: one call

test('an approved order is planned, sent, loaded, driven and signed for in part, and the warehouse knows', async () => {
  const p = people()
  const goods = await stocked(p.desk, 1)
  const order = await makeOutbound(p.desk, store, [[goods[0] ?? '', '6']])
  const bill = await soon(() => find<WayBill>(p.dispatcher, '/tms/api/wayBill', { source: ['WMS_SHIP'], sourceNo: `${order.billNo}-AMBIENT` }))
  expect(bill).toMatchObject({ state: 'CONFIRMED', pieces: '6.000' })

  const truck = await find<{ id: string }>(p.dispatcher, '/tms/api/truck', { code: '沪A31017' })
  const member = await find<{ id: string }>(p.dispatcher, '/tms/api/staff', { code: 'D002' })
  const from = Date.now() + 20 * 3_600_000
  const made = await p.dispatcher.post<Document>('/tms/api/shipPlanBill/create', {
    ...{ departSiteId: bill.fromSiteId, truckId: truck.id, driverId: member.id },
    ...{ planDepartAt: new Date(from).toISOString(), planReturnAt: new Date(from + 7_200_000).toISOString() },
  })
  await p.dispatcher.post('/tms/api/shipPlanBill/addWayBills', { id: made.id, version: 0, wayBillIds: [bill.id] })
  const trip = () => find<Document>(p.dispatcher, '/tms/api/shipPlanBill', { id: [made.id] })
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, `tms/ShipPlanBillDtl?id=${made.id}`)
  await act(page, panel(page), '发布')
  await toast(page, /已发布/)

  const { billNo: tripNo } = await trip()
  const shipment = await soon(() => find<Document>(p.desk, '/wms/api/shipBill', { tripNo }))
  expect(shipment).toMatchObject({ state: 'APPROVED', vehicleNo: '沪A31017' })
  await pickAll(p.desk, order)
  await loadAll(p.desk, shipment.id)
  await step(p.desk, 'shipBill', shipment.id, 'finish')
  await expect.poll(async () => (await trip()).state).toBe('LOADED')
  expect(await find<WayBill>(p.dispatcher, '/tms/api/wayBill', { id: [bill.id] })).toMatchObject({ state: 'LOADED', actPieces: '6.000' })
  await step(p.desk, 'shipBill', shipment.id, 'despatch')
  await expect.poll(async () => (await trip()).state).toBe('IN_TRANSIT')

  const { stops } = await p.dispatcher.get<Road>('/tms/api/shipPlanBill/onRoad', { id: made.id })
  const [stop] = stops
  const lines = [{ lineId: stop?.items[0]?.lines[0]?.id, qty: '4' }]
  const at = new Date().toISOString()
  const of = { tripId: made.id, stopId: stop?.id, at }
  const events = [
    { ...of, uid: `e2e-a-${made.id}`, kind: 'ARRIVE' },
    { ...of, uid: `e2e-s-${made.id}`, kind: 'SIGN', wayBillId: bill.id, lines, reason: '破损', signer: '店长小何' },
  ]
  for (let i = 0; i < 2; i++) await p.driver.post('/tms/api/task/event', { events })
  await expect.poll(async () => (await find(p.desk, '/wms/api/shipBill', { id: [shipment.id] })).state).toBe('FINISHED')

  const { page: floor, troubles: floorTroubles } = await lading.open('shipper')
  await visit(floor, `wms/shipBillDtl?id=${shipment.id}`)
  await panel(floor).getByRole('heading', { name: shipment.billNo }).waitFor()
  await panel(floor).getByText('店长小何').first().waitFor()
  await panel(floor).getByRole('tab', { name: '签收明细' }).click()
  await panel(floor).getByText('破损').first().waitFor()
  expect(await axe(floor)).toEqual([])
  await visit(page, `tms/wayBillDtl?id=${bill.id}`)
  await panel(page).getByText('部分签收').first().waitFor()
  expect(await reconcile(p.desk)).toEqual([])
  expect([...troubles(), ...floorTroubles()]).toEqual([])
}) // biome-ignore format: expectations
