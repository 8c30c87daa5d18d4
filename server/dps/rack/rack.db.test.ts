import * as calls from '@lading/contract/dps/calls.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { dpsPickTask, dpsTask } from '@lading/contract/dps/task.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'

let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [4, 2, 3] })
})
afterAll(() => desk.close())

test('a container goes along the line: lit where it has work, booked by each press, passed on', async () => {
  await desk.order('S01', { P01: '5', P02: '12', P07: '7' })
  expect(await desk.tasks()).toEqual(['READY S01 0/3'])
  expect(desk.lit()).toBe('')
  const arrive = (pointCode: string, containerCode: string) =>
    desk.clerk.envelope(calls.arriveAt, { pointCode, containerCode })
  expect(await arrive('P1', 'C001')).toMatchObject({ code: dpsFaults.signOnFirst.code })
  for (const pointCode of ['P1', 'P2', 'P3']) await desk.clerk.call(calls.signOn, { pointCode })
  expect(await arrive('P1', 'C999')).toMatchObject({ code: dpsFaults.noContainer.code })
  expect(await arrive('P1', 'C001')).toMatchObject({ code: 0 })
  await desk.settle()
  expect(desk.lit()).toBe('1:5 2:12')
  await desk.press(1)
  expect(desk.lit()).toBe('2:12')
  await desk.press(2)
  // Through here: the completer says where it goes. The point between has nothing for it.
  expect(desk.lit()).toBe('5:-03')
  expect(await desk.tasks()).toEqual(['PICKING S01 C001 P1 2/3'])
  await desk.press(desk.completer(1))
  expect(desk.lit()).toBe('9:7')
  await desk.press(9)
  await desk.press(desk.completer(3))
  expect(await desk.tasks()).toEqual(['DONE S01 C001 3/3'])
  expect(desk.lit()).toBe('')
  await desk.sound()
})

const arrive = (pointCode: string, containerCode: string) =>
  desk.clerk.envelope(calls.arriveAt, { pointCode, containerCode })
/** An order on its way at the first point where it has work. */
async function bound(code: string, plan: Readonly<Record<string, string>>, store = 'S02'): Promise<string> {
  await desk.order(store, plan)
  const { data } = await arrive('P1', code)
  await desk.settle()
  return (data as { taskId: string }).taskId
}
interface Pick {
  id: string
  version: number
  state: string
  planQty: string
  doneQty: string
  shortQty: string
  taskLineId: string
  by: string | null
}
const picksOf = async (taskId: string): Promise<Pick[]> =>
  (
    await desk.clerk.call<{ records: Pick[] }>(crudCalls(dpsPickTask).query as never, {
      filter: { taskId },
      orderBy: 'seq',
    })
  ).records
const figures = async (taskId: string) =>
  (await picksOf(taskId)).map((p) => [p.state, Number(p.doneQty), Number(p.shortQty), p.by])
const last = async () => (await desk.tasks()).at(-1)
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
const outcomes = () =>
  desk.inside(async (ctx) =>
    (
      await ctx.tx.query<{ outcome: string }>(
        sql`select outcome from dps_event where tenant_id = ${ctx.tenantId} order by id`,
      )
    ).map((e) => e.outcome),
  )

test('a part, a shortage and what is found elsewhere', async () => {
  const id = await bound('C002', { P04: '12', P02: '3' })
  desk.less(4, 10)
  // Ten are taken, and the rest is asked for.
  await desk.press(4)
  expect(desk.lit()).toBe('2:3 4:2')
  await desk.short(4)
  expect(await figures(id)).toEqual([
    ['LIT', 0, 0, null],
    ['SHORT', 10, 2, 'TAG'],
  ])
  await desk.press(2)
  await desk.press(desk.completer(1))
  expect(await last()).toBe('DONE S02 C002 2/2')
  await desk.sound()
})

test('who is second finds no light: a press twice, a press after a handheld, a handheld after a press', async () => {
  const id = await bound('C003', { P02: '4', P03: '5' })
  const before = (await outcomes()).length
  desk.sim.press({ bus: 1, node: 2 })
  desk.sim.press({ bus: 1, node: 2 })
  await desk.settle()
  expect((await outcomes()).slice(before)).toEqual(['APPLIED', 'INFO'])
  const [first, second] = await picksOf(id)
  expect(await desk.clerk.envelope(calls.confirmPickByHand, { pickId: first?.id, qty: '4' })).toMatchObject({
    code: dpsFaults.pickClosed.code,
  })
  // By the handheld's own call: the light goes out with it.
  await desk.clerk.call(work.confirmLine, { taskLineId: second?.taskLineId ?? '', qty: '5', toContainer: 'C003' })
  await desk.settle()
  expect(desk.lit()).toBe(`${desk.completer(1)}:End`)
  expect(await figures(id)).toEqual([
    ['DONE', 4, 0, 'TAG'],
    ['DONE', 5, 0, 'HAND'],
  ])
  await desk.press(desk.completer(1))
  await desk.sound()
})

test('a full container: what is open comes into another, what is booked stays', async () => {
  const id = await bound('C004', { P01: '2', P02: '2', P07: '2' })
  await desk.press(1)
  await desk.clerk.call(calls.fullTask, { taskId: id })
  await desk.settle()
  expect(desk.lit()).toBe('')
  expect((await desk.tasks()).slice(-2)).toEqual(['DONE S02 C004 1/1', 'READY S02 0/2'])
  expect(await arrive('P1', 'C004')).toMatchObject({ code: 0 })
  await desk.settle()
  expect(desk.lit()).toBe('2:2')
  await desk.press(2)
  await desk.press(desk.completer(1))
  await desk.press(9)
  await desk.press(desk.completer(3))
  expect(await last()).toBe('DONE S02 C004 2/2')
  await desk.sound()
})

test('suspended it is dark, resumed it is lit; bound it is not cancelled, picked not unbound', async () => {
  const id = await bound('C005', { P01: '2', P02: '2' })
  expect(await step('cancel', id)).toBe(dpsFaults.boundFirst.code)
  expect(await step('suspend', id, { reason: 'rush' })).toBe(0)
  expect(desk.lit()).toBe('')
  expect(await step('resume', id)).toBe(0)
  expect(desk.lit()).toBe('1:2 2:2')
  expect(await step('unbind', id)).toBe(0)
  expect([await last(), desk.lit()]).toEqual(['READY S02 0/2', ''])
  await arrive('P1', 'C005')
  await desk.settle()
  await desk.press(1)
  expect(await step('unbind', id)).toBe(dpsFaults.pickedAlready.code)
  expect(await step('finish', id, { reason: 'end of shift' })).toBe(0)
  expect(await last()).toBe('DONE S02 C005 2/2')
  await desk.sound()
})

test('what is given back to handhelds is offered there, and nothing of it at the rack', async () => {
  await desk.order('S03', { P03: '6' })
  const { records } = await desk.clerk.call<{ records: { id: string }[] }>(crudCalls(dpsTask.header).query as never, {
    filter: { state: 'READY' },
  })
  expect(await desk.clerk.envelope(work.nextTask, { taskTypes: ['PICK'] })).toMatchObject({
    code: expect.not.stringMatching(/^0$/),
  })
  expect(await step('cancel', records[0]?.id ?? '')).toBe(0)
  expect(await last()).toBe('CANCELLED S03 0/0')
  const got = await desk.clerk.call<{ lines: { id: string }[] }>(work.nextTask as never, { taskTypes: ['PICK'] })
  await desk.clerk.call(work.confirmLine, { taskLineId: got.lines[0]?.id ?? '', qty: '6', toContainer: 'C006' })
  await desk.settle()
  await desk.sound()
})

test('a confirm that is taken back lights again when its container comes', async () => {
  const id = await bound('C007', { P01: '3' }, 'S04')
  await desk.press(1)
  await desk.press(desk.completer(1))
  const [pick] = await picksOf(id)
  await desk.clerk.call(work.undoLine, { taskLineId: pick?.taskLineId ?? '' })
  await desk.settle()
  expect(await last()).toBe('PICKING S04 C007 0/1')
  await arrive('P1', 'C007')
  await desk.settle()
  expect(desk.lit()).toBe('1:3')
  await desk.press(1)
  await desk.press(desk.completer(1))
  await desk.sound()
})

test('after the line was cut all that is on comes again, marked, and nothing twice', async () => {
  const id = await bound('C008', { P01: '3', P03: '4' }, 'S05')
  desk.sim.cut()
  const shown = () =>
    desk.sim
      .snapshot()
      .flatMap((t) => (t.text === '' ? [] : [`${t.node}:${t.text} ${t.style}`]))
      .join(', ')
  await expect.poll(shown, { timeout: 5_000 }).toBe('1:3 recheck, 3:4 recheck')
  await desk.settle()
  await desk.press(1)
  await desk.press(3)
  await desk.press(desk.completer(1))
  expect(await figures(id)).toEqual([
    ['DONE', 3, 0, 'TAG'],
    ['DONE', 4, 0, 'TAG'],
  ])
  await desk.sound()
})

test('whoever sees one owner’s goods sees dark tags where those of another are lit', async () => {
  await bound('C009', { P01: '6' }, 'S06')
  await desk.inside(async (ctx) => {
    const ownerId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_owner', [{ tenantId: ctx.tenantId, id: ownerId, code: 'O9', name: 'o9' }])
    const { userId } = await ctx.tx.one<{ userId: string }>(
      sql`select id as user_id from sys_user where tenant_id = ${ctx.tenantId} and username = 'viewer'`,
    )
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), userId, ownerId }])
  })
  const shown = async (who: Client) => {
    const { tags } = await who.call(calls.rackOf, { lineId: desk.lineId })
    const { records } = await who.call<{ records: { lit: number; queue: number }[] }>(
      crudCalls(jobpoint).query as never,
      { filter: { code: 'P1' } },
    )
    return [tags.filter((t) => t.light !== null).length, records[0]?.lit, records[0]?.queue]
  }
  expect(await shown(desk.clerk)).toEqual([1, 1, 1])
  expect(await shown(await desk.server.as('viewer', 'DC01'))).toEqual([0, 0, 0])
})

test('whoever may look at job points finds the racks by that right alone', async () => {
  const { lines, lineId, points } = await desk.clerk.call(calls.rackOf, {})
  expect(lines).toEqual([{ id: desk.lineId, code: 'L1', name: 'line' }])
  expect([lineId, points.length]).toEqual([desk.lineId, 3])
})
