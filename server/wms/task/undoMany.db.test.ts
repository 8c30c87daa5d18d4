import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
})
afterAll(() => desk.server.close())

/** Every promise that holds something, as `bin demand-line task-line quantity`, in words that two moments share. */
const promises = () =>
  desk.inside((ctx) =>
    ctx.tx.query(sql`
      select b.code, r.id, r.demand_line_id, r.task_line_id, r.qty - r.used_qty - r.freed_qty as open from wms_reservation r
      join wms_bin b on b.tenant_id = r.tenant_id and b.id = r.bin_id
      where r.tenant_id = ${ctx.tenantId} and r.state = 'ACTIVE' order by r.id`),
  )
const totes = () =>
  desk.inside((ctx) =>
    ctx.tx.query(
      sql`select code, state, bin_id, bill_id from wms_container where tenant_id = ${ctx.tenantId} and code in ('T1', 'T2', 'T3', 'T4', 'T5') order by code`,
    ),
  )
const confirm = (taskLineId: string | undefined, qty: string, more: object = {}) =>
  desk.clerk.call(work.confirmLine, { taskLineId: taskLineId ?? '', qty, ...more } as never)
const undo = (taskLineId: string | undefined) => desk.clerk.call(work.undoLine, { taskLineId: taskLineId ?? '' })
const bill = (id: string) => desk.clerk.call<{ doneQty: string }>(documentCalls(operateBill).getById, { id })

test('an order line that was served from two lots comes back lot by lot', async () => {
  await desk.put('P-01', 'A', '5', { expire: '2027-01-31' })
  await desk.put('P-01', 'A', '20', { expire: '2027-06-30' })
  const { billId, lines } = await desk.pick({ A: '15' })
  const [first, second] = lines
  expect(lines.length).toBe(2)
  const before = { promises: await promises(), totes: await totes() }
  await confirm(first?.id, first?.planQty ?? '', { toContainer: 'T1' })
  await confirm(second?.id, second?.planQty ?? '', { toContainer: 'T1' })
  await undo(first?.id)
  await desk.sound()
  await undo(second?.id)
  expect({ promises: await promises(), totes: await totes() }).toEqual(before)
  await desk.sound()
  await confirm(second?.id, second?.planQty ?? '', { toContainer: 'T1' })
  await confirm(first?.id, first?.planQty ?? '', { toContainer: 'T1' })
  await desk.server.relay.drain()
  expect((await bill(billId)).doneQty).toBe('15.000')
  await desk.sound()
})

test('a line that went into two totes comes back out of both', async () => {
  await desk.put('P-01', 'B', '50')
  const { lines } = await desk.pick({ B: '12' })
  const before = { promises: await promises(), totes: await totes() }
  await confirm(lines[0]?.id, '7', { partial: true, toContainer: 'T2' })
  await confirm(lines[0]?.id, '5', { toContainer: 'T3' })
  await undo(lines[0]?.id)
  expect({ promises: await promises(), totes: await totes() }).toEqual(before)
  await desk.sound()
})

test('of two totes one that has gone on keeps the line where it is', async () => {
  await desk.put('P-01', 'C', '50')
  const { lines } = await desk.pick({ C: '12' })
  await confirm(lines[0]?.id, '7', { partial: true, toContainer: 'T4' })
  await confirm(lines[0]?.id, '5', { toContainer: 'T5' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_container set state = 'CHECKED' where tenant_id = ${ctx.tenantId} and code = 'T4'`),
  )
  const before = { promises: await promises(), totes: await totes() }
  await expect(undo(lines[0]?.id)).rejects.toMatchObject({ code: 42259 })
  expect({ promises: await promises(), totes: await totes() }).toEqual(before)
  await desk.sound()
})
