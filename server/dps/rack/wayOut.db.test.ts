import * as calls from '@lading/contract/dps/calls.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { ordersToHandhelds } from '@lading/contract/dps/operateBill.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outgoing, sent, wantedControllers } from '../gateway/book.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { warehouse } from '../testing/wire.ts'
import { createFollow } from './follow.ts'

/** Wherever a task gets, somebody can go on with it: completers are nodes 4 and 8, which 10 replaces. */
let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [3, 3], orders: 2, untagged: 1 })
  for (const pointCode of ['P1', 'P2']) await desk.clerk.call(calls.signOn, { pointCode })
})
afterAll(() => desk.close())

const rows = <T extends object>(query: Sql) => desk.inside((ctx) => ctx.tx.query<T>(query))
const arrive = async (pointCode: string, containerCode: string): Promise<string> => {
  const { taskId } = await desk.clerk.call(calls.arriveAt, { pointCode, containerCode })
  await desk.settle()
  return taskId
}
const steps = documentCalls(dpsTask) as Readonly<Record<string, never>>
async function step(name: string, id: string, more: object = {}) {
  const { version } = await desk.clerk.call<{ version: number }>(steps.getById as never, { id })
  const { failed } = await desk.clerk.call<{ failed: { code: number }[] }>(steps[name] as never, {
    rows: [{ id, version }],
    ...more,
  })
  await desk.settle()
  return failed[0]?.code ?? 0
}
const since = async (n: number) => (await desk.tasks()).slice(n)
const warehouseTasks = (of: Sql) =>
  rows<{ id: string; version: number; state: string; mode: string }>(
    sql`select k.id, k.version, k.state, k.mode from wms_task k join wms_store s on s.tenant_id = k.tenant_id and s.id = k.store_id where k.task_type = 'PICK' and ${of} order by k.id`,
  )

test('what was lit once and is unbound may be divided and brought together again in the warehouse', async () => {
  await desk.order('S01', { P01: '2', P02: '3' })
  const id = await arrive('P1', 'C001')
  expect(desk.lit()).toBe('1:2 2:3')
  expect(await step('unbind', id)).toBe(0)
  const [whole] = await warehouseTasks(sql`s.code = 'S01'`)
  const lines = await rows<{ id: string }>(
    sql`select id from wms_task_line where task_id = ${whole?.id} order by line_no`,
  )
  await desk.clerk.call(work.splitTask, { id: whole?.id, version: whole?.version, lineIds: [lines[1]?.id] } as never)
  await desk.settle()
  expect(await desk.tasks()).toEqual(['READY S01 0/1', 'READY S01 0/1'])
  const both = await warehouseTasks(sql`s.code = 'S01' and k.state <> 'CANCELED'`)
  await desk.clerk.call(work.mergeTasks, { rows: both.map(({ id, version }) => ({ id, version })) } as never)
  await desk.settle()
  expect((await desk.tasks()).sort()).toEqual(['CANCELLED S01 0/0', 'READY S01 0/2'])
  await arrive('P1', 'C001')
  await desk.press(1)
  await desk.press(2)
  await desk.press(4)
  await desk.sound()
})

const given = [
  { whole: 'task', goods: 'P06', node: 7, box: 'C002', other: 'C003' },
  { whole: 'order', goods: 'P04', node: 5, box: 'C021', other: 'C022' },
] as const
test.each(given)(
  'what was found elsewhere and went into another container is a handheld’s with its $whole',
  async (o) => {
    const before = (await desk.tasks()).length
    const orderId = await desk.order('S02', { [o.goods]: '12' })
    await desk.put(5, o.goods, '50')
    const id = await arrive('P2', o.box)
    desk.less(o.node, 10)
    await desk.short(o.node)
    expect(desk.lit()).toBe('6:2')
    await desk.clerk.call(calls.fullTask, { taskId: id })
    await desk.settle()
    expect(await since(before)).toEqual([`DONE S02 ${o.box} 1/1`, 'READY S02 0/1'])
    const { records } = await desk.clerk.call<{ records: { id: string }[] }>(crudCalls(dpsTask.header).query as never, {
      filter: { state: 'READY' },
    })
    if (o.whole === 'task') expect(await step('cancel', records[0]?.id ?? '')).toBe(0)
    else await desk.clerk.call(ordersToHandhelds, { rows: [{ id: orderId, version: 0 }] })
    await desk.settle()
    expect(await since(before)).toEqual([`DONE S02 ${o.box} 1/1`, 'CANCELLED S02 0/0'])
    const got = await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })
    expect(got?.lines.map((l) => [l.product?.code, Number(l.planQty)])).toEqual([[o.goods, 2]])
    await desk.clerk.call(work.confirmLine, { taskLineId: got?.lines[0]?.id ?? '', qty: '2', toContainer: o.other })
    await desk.settle()
    await desk.sound()
  },
)

test('a confirm is taken back while its container is on its way with what was left of the task', async () => {
  const before = (await desk.tasks()).length
  await desk.order('S03', { P03: '3', P05: '4' })
  const id = await arrive('P1', 'C004')
  await desk.press(3)
  await desk.clerk.call(calls.fullTask, { taskId: id })
  // There was room in it after all.
  await arrive('P2', 'C004')
  expect(await since(before)).toEqual(['DONE S03 C004 1/1', 'PICKING S03 C004 P2 0/1'])
  const [pick] = await rows<{ line: string }>(sql`select task_line_id as line from dps_pick where task_id = ${id}`)
  await desk.clerk.call(work.undoLine, { taskLineId: pick?.line ?? '' })
  await desk.settle()
  expect(await since(before)).toEqual(['READY S03 0/1', 'PICKING S03 C004 P2 0/1'])
  await desk.press(6)
  await desk.press(8)
  await arrive('P1', 'C005')
  await desk.press(3)
  await desk.press(4)
  expect(await since(before)).toEqual(['DONE S03 C005 1/1', 'DONE S03 C004 1/1'])
  await desk.sound()
})

test('a tag whose bin has open picks stays where it is, whatever the form of its point says', async () => {
  await desk.order('S04', { P03: '1' })
  await arrive('P1', 'C006')
  const [point] = await rows<{ id: string; version: number }>(
    sql`select id, version from dps_jobpoint where code = 'P1'`,
  )
  const [slot] = await rows<{ id: string; tagId: string; binId: string }>(sql`
    select s.id, s.tag_id, s.bin_id from dps_slot s join dps_tag t on t.id = s.tag_id where t.node = 3`)
  const update = async (change: object) =>
    (await desk.clerk.envelope(crudCalls(jobpoint).update as never, { ...point, slots: [{ ...slot, ...change }] })).code
  const [spare] = await rows<{ id: string }>(sql`select id from dps_tag where node = 9`)
  for (const change of [{ tagId: spare?.id }, { enabled: false }, { removed: true }])
    expect([change, await update(change)]).toEqual([change, dpsFaults.binBusy.code])
  await desk.press(3)
  await desk.press(4)
  await desk.sound()
})

test('a completer that is replaced while it is lit is lit at its new place', async () => {
  await desk.order('S05', { P05: '1' })
  await arrive('P2', 'C007')
  await desk.press(6)
  expect(desk.lit()).toBe('8:End')
  await rows(sql`update dps_tag set kind = 'COMPLETER', digits = 6 where node = 10`)
  const [own] = await rows<{ id: string; version: number; by: string }>(
    sql`select id, version, (select id from dps_tag where node = 10) as by from dps_tag where node = 8`,
  )
  await desk.clerk.call(calls.replaceTag, { id: own?.id, version: own?.version, byId: own?.by } as never)
  await desk.settle()
  expect(desk.lit()).toBe('10:End')
  await desk.press(10)
  expect((await desk.tasks()).at(-1)).toBe('DONE S05 C007 1/1')
})

test('what has no light any more when the rack hears of it is a handheld’s', async () => {
  const before = (await desk.tasks()).length
  await desk.order('S07', { P05: '2', P07: '1' })
  // As if its tag had been there when the wave went out.
  await rows(
    sql`update wms_task k set mode = 'LIGHT' from wms_store s where s.id = k.store_id and s.code = 'S07' and k.mode = 'RF'`,
  )
  await desk.inside(async (ctx) => {
    const works = await ctx.tx.query<{ id: string }>(
      sql`select k.id from wms_task k join wms_store s on s.id = k.store_id and s.code = 'S07'`,
    )
    await createFollow(warehouse)(
      ctx,
      works.map((w) => w.id),
    )
  })
  await desk.settle()
  const got = await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  expect(got?.lines.map((l) => [l.product?.code, Number(l.planQty)])).toEqual([['P07', 1]])
  await desk.clerk.call(work.confirmLine, { taskLineId: got?.lines[0]?.id ?? '', qty: '1', toContainer: 'C011' })
  await arrive('P2', 'C012')
  await desk.press(6)
  await desk.press(10)
  expect(await since(before)).toEqual(['DONE S07 C012 1/1'])
  await desk.sound()
})

test('what somebody suspended stays dark whatever is confirmed elsewhere; what the warehouse suspended it resumes', async () => {
  const before = (await desk.tasks()).length
  await desk.order('S08', { P03: '2', P05: '2' })
  const id = await arrive('P1', 'C013')
  expect(await step('suspend', id, { reason: 'rush' })).toBe(0)
  const [pick] = await rows<{ line: string }>(
    sql`select task_line_id as line from dps_pick where task_id = ${id} order by seq limit 1`,
  )
  await desk.clerk.call(work.confirmLine, { taskLineId: pick?.line ?? '', qty: '2', toContainer: 'C013' })
  await desk.settle()
  expect([await since(before), desk.lit()]).toEqual([['SUSPENDED S08 C013 P1 1/2'], ''])
  expect(await step('resume', id)).toBe(0)
  const suspend = async (call: typeof work.suspendTasks) => {
    const [w] = await warehouseTasks(sql`s.code = 'S08'`)
    const { failed } = await desk.clerk.call(call, {
      rows: [{ id: w?.id ?? '', version: w?.version ?? 0 }],
      reason: 'x',
    })
    await desk.settle()
    return failed
  }
  expect(await suspend(work.suspendTasks)).toEqual([])
  expect(await since(before)).toEqual(['SUSPENDED S08 C013 P1 1/2'])
  expect(await step('resume', id)).toBe(dpsFaults.heldByTask.code)
  expect(await suspend(work.resumeTasks)).toEqual([])
  await desk.press(4)
  await desk.press(6)
  await desk.press(10)
  expect(await since(before)).toEqual(['DONE S08 C013 2/2'])
  await desk.sound()
})

test('a container that is empty again is bound, though nobody scanned it at the check', async () => {
  const before = (await desk.tasks()).length
  await rows(
    sql`insert into dps_jobpoint (tenant_id, org_id, id, line_id, seq, code, name, kind) select tenant_id, org_id, id + 1000, line_id, 9, 'CK', 'check', 'CHECK' from dps_jobpoint where code = 'P2'`,
  )
  await desk.order('S09', { P05: '1' })
  await arrive('P2', 'C014')
  await desk.press(6)
  await desk.press(10)
  expect(await since(before)).toEqual(['PICKED S09 C014 1/1'])
  const [check] = await rows<{ id: string; version: number }>(
    sql`select id, version from dps_jobpoint where code = 'CK'`,
  )
  const { failed } = await desk.clerk.call<{ failed: { code: number }[] }>(crudCalls(jobpoint).disable as never, {
    rows: [check],
  })
  expect(failed[0]?.code).toBe(dpsFaults.pointBusy.code)
  // Checked, shipped and come back without it.
  await desk.order('S10', { P05: '1' })
  await rows(sql`update wms_container set state = 'IDLE', store_id = null, bill_id = null where code = 'C014'`)
  await arrive('P2', 'C014')
  expect(await since(before)).toEqual(['DONE S09 C014 1/1', 'PICKING S10 C014 P2 0/1'])
  await rows(sql`update dps_jobpoint set disabled = true where code = 'CK'`)
  await desk.press(6)
  await desk.press(10)
})

test('a light that was withdrawn while its frame was on its way goes dark', async () => {
  await desk.order('S06', { P01: '1' })
  await desk.gateway.stop()
  const { taskId } = await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C008' })
  const [c] = await wantedControllers(desk.server.kernel, 'me')
  if (!c) throw new Error('no controller')
  const { lit } = await outgoing(desk.server.kernel, c)
  expect(await step('suspend', taskId, { reason: 'rush' })).toBe(0)
  const ids = lit.map((l) => l.id)
  await sent(desk.server.kernel, c, { dark: [], lit: ids, commands: [] })
  expect((await outgoing(desk.server.kernel, c)).dark.map((l) => l.id)).toEqual(ids)
})
