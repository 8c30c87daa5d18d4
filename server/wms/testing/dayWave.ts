import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { makeWave } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import {
  confirm,
  day,
  done,
  inside,
  later,
  making,
  next,
  operate,
  productId,
  type Row,
  rowOf,
  server,
  step,
  twice,
} from './dayDesk.ts'

/** Order lines by `S1/P1`. */
export const wanted = new Map<string, string>()
export const bills = new Map<string, string>()
/** Pick tasks by store, and the one of the pieces of all. */
export const picks = new Map<string, string>()
export const lineId = (code: string) => wanted.get(code) ?? ''
export const plan = { 'S1/P1': 720, 'S1/P2': 8, 'S2/P1': 960, 'S2/P2': 18, 'S3/P1': 288, 'S3/P2': 10 }

const [preview, visit, wave] = [previewBill, warehouseRegister, waveBill].map((of) => documentCalls(of as never))
/** One truck has the slot, another asks for it; it comes ten minutes early, and waits so long for the dock. */
export async function arrive(orderId: string, otherId: string): Promise<string> {
  const ask = (vendor: string, order: string) =>
    twice<Row>(preview?.create, {
      ...{ ownerId: day.owners.get('O1'), vendorId: day.vendors.get(vendor), dockId: day.dockId, handling: 'LIVE' },
      ...{ slotAt: '2026-11-20T08:00:00+08:00', minutes: 30, vehicleNo: `沪A${vendor}`, orders: [{ orderId: order }] },
    })
  const booked = await ask('V01', orderId)
  const other = await ask('V02', otherId)
  expect(await step(preview as never, 'approve', booked.id)).toEqual(done)
  expect(await step(preview as never, 'approve', other.id)).toMatchObject({
    failed: [{ message: '该时段已约满，最近可约2026-11-20 08:30 D01' }],
  })
  await later(50)
  const { id } = await twice<Row>(visit?.create, { visitType: 'DELIVER', vehicleNo: '沪AV01', people: 1 })
  expect(await step(visit as never, 'call', id)).toEqual(done)
  await later(10)
  expect(await step(visit as never, 'dock', id)).toEqual(making('wms.receiveTask'))
  expect(await rowOf(visit as never, id)).toMatchObject({ state: 'DOCKED', previewId: booked.id, waitMinutes: 10 })
  return id
}
/** Who has unloaded may go. */
export const leave = (id: string) => step(visit as never, 'release', id)

/** The orders of all stores go out together. */
export async function startWave(): Promise<void> {
  const rows = await Promise.all([...bills.values()].map((id) => rowOf(operate as never, id)))
  const { id } = await twice<Row>(makeWave, { rows: rows.map(({ id: bill, version }) => ({ id: bill, version })) })
  expect(await step(wave as never, 'start', id)).toEqual(done)
  await server.relay.drain()
}
/** What waits on a face is brought from the reserve. @returns from where, to where, how much */
export async function bringDown(tasks: number): Promise<string[]> {
  const brought: string[] = []
  for (let i = 0; i < tasks; i++) {
    const { lines } = await next('RPL_DOWN')
    for (const l of lines) {
      brought.push(`${l.product?.code} ${l.fromBin?.code} ${l.toBin?.code} ${Number(l.planQty)}`)
      const from = l.fromContainer ? { container: l.fromContainer.code } : {}
      await confirm({ taskLineId: l.id, qty: l.planQty, scans: { bin: l.toBin?.code, ...from } })
    }
  }
  await server.relay.drain()
  return brought
}
export const pendingUnits = (product: string) =>
  inside((ctx) =>
    ctx.tx.one(sql`
      select coalesce(sum(qty - used_qty - freed_qty), 0)::float as units from wms_reservation
      where tenant_id = ${ctx.tenantId} and state = 'PENDING' and product_id = ${productId(product)}`),
  )

/** Of each order line what it has been promised, in the order of the plan. */
export async function bookedUnits(): Promise<number[]> {
  const rows = await inside((ctx) =>
    ctx.tx.query<{ id: string; q: number }>(
      sql`select id, booked_qty::float as q from wms_operate_bill_line where tenant_id = ${ctx.tenantId}`,
    ),
  )
  return Object.keys(plan).map((code) => rows.find((r) => r.id === lineId(code))?.q ?? 0)
}
/** Tasks of a type by store and state, with the quantities of their lines. */
export const pickTasks = () =>
  inside((ctx) =>
    ctx.tx.query<{ id: string; store: string | null; text: string }>(sql`
      select t.id, s.code as store, t.state || ' ' || string_agg(trim_scale(l.plan_qty)::text, ' ' order by l.seq, l.line_no) as text
      from wms_task t join wms_task_line l on l.tenant_id = t.tenant_id and l.task_id = t.id left join wms_store s on s.tenant_id = t.tenant_id and s.id = t.store_id
      where t.tenant_id = ${ctx.tenantId} and t.task_type = 'PICK' and t.state <> 'CANCELED' group by t.id, s.code, t.state order by s.code nulls last, t.id`),
  )
/** Order lines as planned and as shipped. */
export const served = () =>
  inside((ctx) =>
    ctx.tx.query<{ plan: number; sent: number }>(
      sql`select plan_qty::float as plan, sent_qty::float as sent from wms_operate_bill_line where tenant_id = ${ctx.tenantId}`,
    ),
  )

export const shortPicks = () =>
  inside((ctx) =>
    ctx.tx.query(
      sql`select state, reason, short_qty::float as short, bill_line_id from wms_pick_diff where tenant_id = ${ctx.tenantId}`,
    ),
  )

/** What still waits when all that goods have woken is awake. */
export const waitingTasks = async () => {
  await server.relay.drain()
  return inside((ctx) =>
    ctx.tx.query<{ id: string; version: number }>(
      sql`select id, version from wms_task where tenant_id = ${ctx.tenantId} and state = 'WAIT' order by id`,
    ),
  )
}
