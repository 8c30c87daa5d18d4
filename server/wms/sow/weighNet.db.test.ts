import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { type WeighWork, weighConfirm, weighFind } from '@lading/contract/wms/weighSow.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openSowDesk(3)
  await stepSeven(desk)
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update mdm_product set is_weigh = true, catch_pct = 5 where tenant_id = ${ctx.tenantId} and code = 'P2'`,
    ),
  )
})
afterAll(() => desk.server.close())

/** Orders of so many kilograms by store, picked together into a container by what they weigh. */
async function pick(plans: Readonly<Record<string, string>>, net: string, toContainer: string): Promise<string[]> {
  const orders: string[] = []
  for (const [store, kg] of Object.entries(plans)) orders.push(await desk.order(store, { P2: kg }))
  await desk.step(await desk.wave(orders), 'start')
  if ((await desk.tasks('RPL_DOWN')).length > 0) await desk.work('RPL_DOWN')
  const { lines } = await desk.clerk.call<WeighWork>(work.nextTask as never, { taskTypes: ['PICK'] })
  await desk.clerk.call(work.confirmLine as never, { taskLineId: lines[0]?.id, qty: net, toContainer })
  await desk.server.relay.drain()
  return orders
}
const find = (scan: string) => desk.clerk.call(weighFind, { scan })
const shares = async (scan: string) => (await find(scan)).lines.map((l) => `${l.store?.code} ${l.restQty}`)
async function weigh(scan: string, store: string, grossKg: string, more: object = {}) {
  const line = (await find(scan)).lines.find((l) => l.store?.code === store)
  return desk.clerk.call(weighConfirm, { taskLineId: line?.id ?? '', grossKg, inTote: false, ...more })
}
/** Kilograms of goods by their container. */
const inside = (...codes: string[]) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ text: string }>(sql`
      select c.code || ' ' || trim_scale(s.qty) as text from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      where s.tenant_id = ${ctx.tenantId} and c.code = any(${codes}::text[]) and s.qty > 0 order by 1`)
    return rows.map((r) => r.text)
  })
const booked = (orders: readonly string[]) => Promise.all(orders.map(desk.lines))

test('a store gets what the scale shows, and what that is more or less is shared by those who come after it', async () => {
  const orders = await pick({ S1: '8', S2: '18', S3: '10' }, '36.361', 'T1')
  expect(await shares('T1')).toEqual(['S1 8.08', 'S2 18.18', 'S3 10.101'])
  await expect(weigh('T1', 'S1', '8.485')).rejects.toMatchObject({ code: checkFaults.weightOff.code })
  expect(await inside('T1', 'T2')).toEqual(['T1 36.361'])
  expect(await weigh('T1', 'S1', '8.15', { toContainer: 'T2' })).toMatchObject({ netKg: '8.15', offG: '70' })
  await desk.server.relay.drain()
  expect(await inside('T1', 'T2')).toEqual(['T1 28.211', 'T2 8.15'])
  expect(await shares('T1')).toEqual(['S2 18.136', 'S3 10.075'])
  expect(await booked(orders)).toEqual([['P2 8.15'], ['P2 18.136'], ['P2 10.075']])
  await desk.sound()
  // Taken back and weighed once more, it is as if it had been so at once.
  const sown = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select l.id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'SOW'
      where l.tenant_id = ${ctx.tenantId} and l.state = 'DONE'`),
  )
  await desk.clerk.call(work.undoLine as never, { taskLineId: sown.id, reason: '重称' })
  await desk.sound()
  expect(await shares('T1')).toEqual(['S1 8.15', 'S2 18.136', 'S3 10.075'])
  await weigh('T1', 'S1', '8.15', { toContainer: 'T2' })
  await desk.sound()
  // A part is what it weighs; the rest is still to come.
  await weigh('T1', 'S2', '10.1', { qty: '10', toContainer: 'T3' })
  expect(await shares('T1')).toEqual(['S2 8.036', 'S3 10.075'])
  await weigh('T1', 'S2', '8')
  expect(await shares('T1')).toEqual(['S3 10.111'])
  expect(await booked(orders)).toEqual([['P2 8.15'], ['P2 18.1'], ['P2 10.111']])
  await desk.sound()
  // Who comes last leaves what the scale does not find to those who count.
  await weigh('T1', 'S3', '10', { toContainer: 'T4' })
  await desk.server.relay.drain()
  expect(await booked(orders)).toEqual([['P2 8.15'], ['P2 18.1'], ['P2 10']])
  expect(await inside('T1', 'T2', 'T3', 'T4')).toEqual(['T2 8.15', 'T3 18.1', 'T4 10'])
  expect(await desk.tasks('SOW')).toEqual([])
  const kept = await desk.inside((ctx) =>
    ctx.tx.query(sql`
      select b.code, trim_scale(s.qty)::text as qty, trim_scale(s.reserved_qty)::text as reserved from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and b.usage = 'EXCEPTION' and s.qty > 0`),
  )
  expect(kept).toEqual([{ code: 'EX-1', qty: '0.111', reserved: '0.111' }])
  await desk.sound()
})

test('nothing is booked beyond what the batch container holds', async () => {
  const orders = await pick({ S1: '5' }, '5', 'T5')
  await weigh('T5', 'S1', '5.1', { toContainer: 'T6' })
  await desk.server.relay.drain()
  expect(await booked(orders)).toEqual([['P2 5']])
  expect(await inside('T5', 'T6')).toEqual(['T6 5'])
  await desk.sound()
})
