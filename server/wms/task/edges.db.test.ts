import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as putAway from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { oneBox } from '../testing/oneBox.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { createTasks } from './create.ts'
import { endWithBill } from './verbs.ts'

/** Where a verb of a task just does not, or just does: the last that fits, one line among others, a part with a reason. */
let desk: PickDesk
let admin: Client
let vendor = ''
const order = documentCalls(orderBill)
const operate = documentCalls(operateBill)
beforeAll(async () => {
  desk = await openPickDesk()
  for (const code of ['A', 'B', 'C']) await desk.put('P-01', code, '5000')
  admin = await desk.server.as('admin', 'DC01')
  vendor = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id, code: 'V1', name: 'vendor' }])
    return id
  })
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

const confirm = (taskLineId: string | undefined, qty: string, more: object = {}, who = desk.clerk) =>
  who.call(work.confirmLine, { taskLineId: taskLineId ?? '', qty, ...more } as never)
const codeOf = async (call: object, input: object, who = desk.clerk): Promise<number> =>
  (await who.envelope(call as never, input)).code
const taskOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select state, version, assignee_id, done_lines, done_qty, short_qty, suspended_from, reason from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const linesOf = async (id: string) =>
  (await desk.clerk.call(work.getWork, { id })).lines.map((l) => [
    l.state,
    Number(l.doneQty),
    Number(l.shortQty),
    Number(l.handQty),
  ])
/** A step of a list of tasks. @returns 1, or the code of the refusal */
async function step(call: typeof work.cancelTasks, id: string): Promise<number> {
  const { version } = await taskOf(id)
  const { ok, failed } = await desk.clerk.call<{ ok: number; failed: { code: number }[] }>(call, {
    rows: [{ id, version }],
    reason: 'x',
  } as never)
  return failed[0]?.code ?? ok
}
/** An inbound order that has been approved, with its receive task. */
async function receipt(plan: Readonly<Record<string, string>>) {
  const lines = Object.entries(plan).map(([code, planQty]) => ({
    productId: desk.yard.products.get(code)?.id,
    planQty,
  }))
  const made = await desk.clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: desk.yard.owners.get('O1'),
    vendorId: vendor,
    lines,
  })
  await desk.clerk.call(order.approve, { rows: [made] })
  await desk.clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { billNo } = await desk.clerk.call<{ billNo: string }>(order.getById, { id: made.id })
  const { tasks } = await desk.clerk.call(work.findWork, { scan: billNo, taskTypes: ['RECEIVE'] })
  const { task, lines: its } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id ?? '' })
  return { billId: made.id, id: task.id, lines: its.map((l) => l.id) }
}
/** Goods on the dock with the one task that puts them away. */
async function arrived(plan: Readonly<Record<string, string>>) {
  const stockIds: string[] = []
  for (const [code, qty] of Object.entries(plan)) stockIds.push(await desk.put('DOCK', code, qty))
  const { tasks } = await desk.clerk.call(putAway.startPutAway, { stockIds })
  const { task, lines } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id ?? '' })
  return { id: task.id, lines: lines.map((l) => l.id) }
}
const received = { productionDate: '2026-11-01' }
/** Goods received into one tote, with the task of several lines that puts them away. */
async function inTote(code: string, plan: Readonly<Record<string, string>>) {
  const { lines } = await receipt(plan)
  for (const [i, qty] of Object.values(plan).entries()) await confirm(lines[i], qty, { toContainer: code, ...received })
  const { tasks } = await desk.clerk.call(work.findWork, { scan: code, taskTypes: ['PUTAWAY'] })
  const { task, lines: its } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id ?? '' })
  return { id: task.id, lines: its.map((l) => l.id) }
}

test('nobody gives up a task while he carries goods of any of its lines', async () => {
  const { id, lines } = await inTote('T20', { A: '4', B: '4' })
  expect(lines.length).toBe(2)
  await desk.clerk.call(work.takeTask, { id })
  await confirm(lines[0], '4', { pickUp: true })
  const before = [await taskOf(id), await linesOf(id)]
  expect(await codeOf(work.giveUpTask, { id })).toBe(wmsFaults.inHand.code)
  expect(await codeOf(work.finishTask, { id })).toBe(wmsFaults.inHand.code)
  expect([await taskOf(id), await linesOf(id)]).toEqual(before)
  await desk.clerk.call(work.putBackLine, { taskLineId: lines[0] } as never)
  await desk.clerk.call(work.giveUpTask, { id })
  expect(await taskOf(id)).toMatchObject({ state: 'READY', assigneeId: null })
})

test('a task of which goods are carried is not cancelled, though nothing of it is done', async () => {
  const { id, lines } = await inTote('T21', { A: '4', B: '4' })
  await confirm(lines[0], '4', { pickUp: true })
  expect(await step(work.suspendTasks, id)).toBe(1)
  expect(await step(work.cancelTasks, id)).toBe(wmsFaults.started.code)
  expect((await linesOf(id)).map(([state]) => state)).toEqual(['INHAND', 'OPEN'])
})

test('a task of which one line was told missing is not cancelled, though nothing of it was moved', async () => {
  const { id, lines } = await desk.pick({ A: '4', B: '4' })
  await confirm(lines[0]?.id, '0', { reason: 'DAMAGED' })
  await desk.clerk.call(work.giveUpTask, { id })
  expect(await step(work.cancelTasks, id)).toBe(wmsFaults.started.code)
  expect((await linesOf(id)).map(([state, , short]) => [state, short])).toEqual([
    ['SHORT', 4],
    ['OPEN', 0],
  ])
})

test('what was never done, or told missing from the start, is not taken back', async () => {
  const { lines } = await desk.pick({ A: '4', B: '4' })
  expect(await codeOf(work.undoLine, { taskLineId: lines[0]?.id })).toBe(wmsFaults.movedOn.code)
  await confirm(lines[1]?.id, '0', { reason: 'DAMAGED' })
  expect(await codeOf(work.undoLine, { taskLineId: lines[1]?.id })).toBe(wmsFaults.movedOn.code)
})

test('a task that rests is worked on by nobody: nothing of it is taken back either', async () => {
  // What was missing before is looked for first: else it may be promised what is put away here.
  await desk.server.relay.drain()
  const pick = await desk.pick({ A: '4', B: '4' })
  await confirm(pick.lines[0]?.id, '4', { toContainer: 'T1' })
  const put = await inTote('T22', { A: '4', B: '4' })
  await confirm(put.lines[0], '4', { toBin: 'S-01' })
  const inbound = await receipt({ A: '4', B: '4' })
  await confirm(inbound.lines[0], '4', received)
  for (const [id, line] of [
    [pick.id, pick.lines[0]?.id],
    [put.id, put.lines[0]],
    [inbound.id, inbound.lines[0]],
  ] as const) {
    expect(await step(work.suspendTasks, id)).toBe(1)
    const before = [await taskOf(id), await linesOf(id)]
    expect(await codeOf(work.undoLine, { taskLineId: line })).toBe(wmsFaults.suspended.code)
    expect([await taskOf(id), await linesOf(id)]).toEqual(before)
    expect(await step(work.resumeTasks, id)).toBe(1)
    await desk.clerk.call(work.undoLine, { taskLineId: line ?? '' })
    expect(await taskOf(id)).toMatchObject({ state: 'RUNNING', doneLines: 0, suspendedFrom: null })
  }
})

test('a receipt ends with what has come by then, and its order hears of it', async () => {
  const { billId, id, lines } = await receipt({ A: '12', B: '12' })
  const { line } = await confirm(lines[0], '5', { partial: true, ...received })
  expect(line).toMatchObject({ state: 'OPEN', doneQty: '5' })
  const header = async () => {
    await desk.server.relay.drain()
    return desk.clerk.call<Record<string, unknown>>(order.getById, { id: billId })
  }
  expect(await header()).toMatchObject({ state: 'INPROGRESS', doneQty: '5.000' })
  // As if it had not heard of the confirm.
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_order_bill set done_qty = 0 where tenant_id = ${ctx.tenantId} and id = ${billId}`),
  )
  const { task } = await desk.clerk.call(work.finishTask, { id })
  expect(task).toMatchObject({ state: 'DONE', lineCount: 2, doneLines: 2 })
  expect(await linesOf(id)).toEqual([
    ['DONE', 5, 0, 0],
    ['CANCELED', 0, 0, 0],
  ])
  expect(await header()).toMatchObject({ state: 'INPROGRESS', doneQty: '5.000' })
})

test('what a dock refuses in several turns adds up, in the answer and in the task', async () => {
  const { id, lines } = await receipt({ A: '12' })
  const refuses = (refusedQty: string) =>
    confirm(lines[0], '0', { refusedQty, refusedReason: 'DAMAGED', partial: true })
  expect((await refuses('2')).line).toMatchObject({ state: 'OPEN', doneQty: '0', shortQty: '2' })
  expect((await refuses('3')).line).toMatchObject({ state: 'OPEN', doneQty: '0', shortQty: '5' })
  const { line, task } = await confirm(lines[0], '4', { partial: true, ...received })
  expect(line).toMatchObject({ state: 'OPEN', doneQty: '4', shortQty: '5' })
  expect(task).toMatchObject({ doneQty: '4.000', shortQty: '5.000' })
  expect(await taskOf(id)).toMatchObject({ doneQty: '4.000', shortQty: '5.000' })
})

test('without a dock goods are received at the first of the receiving bins, by their order and then by code', async () => {
  const place = (code: string, pickSeq: number) =>
    desk.inside(async (ctx) => {
      const like = await ctx.tx.one<Record<string, unknown>>(
        sql`select area_id from wms_bin where tenant_id = ${ctx.tenantId} and code = 'DOCK'`,
      )
      const row = { tenantId: ctx.tenantId, orgId: ctx.org.id, id: ctx.newId(), code, usage: 'RECEIVE', pickSeq }
      await bulkInsert(ctx.tx, 'wms_bin', [{ ...row, ...like }])
    })
  const come = async () => {
    const { lines } = await receipt({ A: '4' })
    await confirm(lines[0], '4', received)
    const { bin } = await desk.inside((ctx) =>
      ctx.tx.one<{ bin: string }>(sql`
        select b.code as bin from wms_task_line l join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
        where l.tenant_id = ${ctx.tenantId} and l.id = ${lines[0]}`),
    )
    return bin
  }
  const sequence = await desk.inside((ctx) =>
    ctx.tx.one<{ least: number }>(
      sql`select min(pick_seq) as least from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'RECEIVE'`,
    ),
  )
  await place('A-LATER', sequence.least + 5000)
  await place('Z-FIRST', sequence.least - 1)
  expect(await come()).toBe('Z-FIRST')
  await place('Y-FIRST', sequence.least - 1)
  expect(await come()).toBe('Y-FIRST')
})

test('who has as many tasks as one may hold gets no further one, taken or begun', async () => {
  const most = 20
  const ids = await desk.inside(async (ctx) => {
    const bare = { taskType: 'PICK' as const, lines: [] }
    return (
      await createTasks(
        ctx,
        Array.from({ length: most + 1 }, () => bare),
      )
    ).map((t) => t.id)
  })
  const take = (id: string | undefined) => codeOf(work.takeTask, { id }, admin)
  for (const id of ids.slice(0, most)) expect(await take(id)).toBe(0)
  expect(await take(ids[most])).toBe(wmsFaults.tooManyTasks.code)
  const states = async (state: string, many: readonly string[]) =>
    desk.inside((ctx) =>
      ctx.tx.run(
        sql`update wms_task set state = ${state} where tenant_id = ${ctx.tenantId} and id = any(${[...many]}::bigint[])`,
      ),
    )
  await states('RUNNING', ids.slice(0, 10))
  expect(await take(ids[most])).toBe(wmsFaults.tooManyTasks.code)
  // What has ended, or rests, is in nobody's hands.
  await states('SUSPENDED', ids.slice(0, 1))
  expect(await take(ids[most])).toBe(0)
  await states('CANCELED', ids)
})

test('a shortage is told by one of the reasons that there are, and by no other word', async () => {
  const { id, lines } = await desk.pick({ A: '4' })
  const before = await taskOf(id)
  for (const reason of ['LATER', 'toString', ''])
    expect(await codeOf(work.confirmLine, { taskLineId: lines[0]?.id, qty: '1', reason }), reason).not.toBe(0)
  expect(await codeOf(work.confirmLine, { taskLineId: lines[0]?.id, qty: '1', reason: 'LATER' })).toBe(
    wmsFaults.needReason.code,
  )
  expect(await taskOf(id)).toEqual(before)
})

test('a part with a reason closes a put-away line; without one the rest stays to be done', async () => {
  const { id, lines } = await arrived({ A: '10' })
  const { line: open } = await confirm(lines[0], '3', { partial: true, toBin: 'S-01' })
  expect(open).toMatchObject({ state: 'OPEN', doneQty: '3', shortQty: '0' })
  const { line: closed } = await confirm(lines[0], '5', { partial: true, reason: 'DAMAGED', toBin: 'S-01' })
  expect(closed).toMatchObject({ state: 'SHORT', doneQty: '8', shortQty: '2' })
  expect(await taskOf(id)).toMatchObject({ state: 'DONE', doneQty: '8.000', shortQty: '2.000' })
})

test('who finds nothing to put away needs no bin for it', async () => {
  const { id, lines } = await arrived({ B: '6' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_task_line set to_bin_id = null where tenant_id = ${ctx.tenantId} and id = ${lines[0]}`),
  )
  expect(await codeOf(work.confirmLine, { taskLineId: lines[0], qty: '6' })).toBe(wmsFaults.noTarget.code)
  expect(await codeOf(work.confirmLine, { taskLineId: lines[0], qty: '0', partial: true })).toBe(
    wmsFaults.qtyNotPositive.code,
  )
  const { line } = await confirm(lines[0], '0', { reason: 'DAMAGED' })
  expect(line).toMatchObject({ state: 'SHORT', doneQty: '0', shortQty: '6' })
  expect(await taskOf(id)).toMatchObject({ state: 'DONE', doneQty: '0.000', shortQty: '6.000' })
})

test('a line claims the room that it still needs, none when it is done, and all of it again when it is taken back', async () => {
  const { lines } = await arrived({ C: '10' })
  const claims = () =>
    desk.inside(async (ctx) => {
      const rows = await ctx.tx.query<{ state: string; qty: string; bin: string }>(sql`
        select m.state, m.qty, b.code as bin from wms_bin_claim m join wms_bin b on b.tenant_id = m.tenant_id and b.id = m.bin_id
        where m.tenant_id = ${ctx.tenantId} and m.task_line_id = ${lines[0]} order by m.id`)
      return rows.map((r) => `${r.bin} ${r.state} ${Number(r.qty)}`)
    })
  await desk.clerk.call(putAway.changeTarget, { taskLineId: lines[0] ?? '', bin: 'S-02' })
  expect(await claims()).toEqual(['S-02 ACTIVE 10'])
  await confirm(lines[0], '3', { partial: true })
  expect(await claims()).toEqual(['S-02 ACTIVE 7'])
  await confirm(lines[0], '7')
  expect((await claims()).map((c) => c.split(' ')[1])).toEqual(['DONE'])
  await desk.clerk.call(work.undoLine, { taskLineId: lines[0] ?? '' })
  expect(await claims()).toEqual(['S-02 ACTIVE 10'])
})

test('a task that ends with its bill counts as done when anything of it was, and as cancelled when nothing was', async () => {
  const [begun, untouched] = [await desk.pick({ A: '4', B: '4' }), await desk.pick({ A: '4', B: '4' })]
  await confirm(begun.lines[1]?.id, '4', { toContainer: 'T30' })
  for (const { id } of [begun, untouched]) await desk.inside((ctx) => endWithBill(ctx, id))
  expect([await taskOf(begun.id), await taskOf(untouched.id)]).toMatchObject([{ state: 'DONE' }, { state: 'CANCELED' }])
  expect([await linesOf(begun.id), await linesOf(untouched.id)].map((all) => all.map(([state]) => state))).toEqual([
    ['CANCELED', 'DONE'],
    ['CANCELED', 'CANCELED'],
  ])
  const { state } = await desk.inside((ctx) =>
    ctx.tx.one<{ state: string }>(
      sql`select state from wms_container where tenant_id = ${ctx.tenantId} and code = 'T30'`,
    ),
  )
  expect(state).toBe('PICKED')
})

test('an order hears of each pick, and of each that is taken back', async () => {
  const { billId, lines } = await desk.pick({ A: '4', B: '4' })
  const done = async () => {
    await desk.server.relay.drain()
    return (await desk.clerk.call<{ doneQty: string }>(operate.getById, { id: billId })).doneQty
  }
  await confirm(lines[0]?.id, '4', { toContainer: 'T31' })
  expect(await done()).toBe('4.000')
  await desk.clerk.call(work.undoLine, { taskLineId: lines[0]?.id ?? '' })
  expect(await done()).toBe('0.000')
})

test('what is picked without a tote is in a container of its task’s own, which is nothing that could be carried', async () => {
  // Older than any other type.
  await desk.inside((ctx) =>
    bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: '1', code: 'OLD', name: 'old', category: 'CAGE', prefix: 'OLD' },
    ]),
  )
  const { id, lines } = await desk.pick({ A: '4' })
  const { task } = await confirm(lines[0]?.id, '4')
  const box = await desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select c.state, k.category, (select sum(s.qty) from wms_stock s where s.tenant_id = c.tenant_id and s.container_id = c.id) as qty
      from wms_container c join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
      where c.tenant_id = ${ctx.tenantId} and c.code = ${task.taskNo}`),
  )
  expect([id, box]).toEqual([task.id, { state: 'PICKED', category: 'VIRTUAL', qty: '4.000' }])
})

test('a receipt is not taken back once its goods are on their way, carried or partly put away', async () => {
  for (const [tote, step] of [
    ['T40', { pickUp: true }],
    ['T41', { partial: true, toBin: 'S-01' }],
  ] as const) {
    const { lines } = await receipt({ A: '8' })
    await confirm(lines[0], '8', { toContainer: tote, ...received })
    const { tasks } = await desk.clerk.call(work.findWork, { scan: tote, taskTypes: ['PUTAWAY'] })
    const { id } = tasks[0] ?? { id: '' }
    const [line] = (await desk.clerk.call(work.getWork, { id })).lines
    await confirm(line?.id, '3', { partial: true, ...step })
    const before = [await taskOf(id), await linesOf(id)]
    expect(await codeOf(work.undoLine, { taskLineId: lines[0] }), tote).toBe(wmsFaults.movedOn.code)
    expect([await taskOf(id), await linesOf(id)]).toEqual(before)
  }
})

test('a container that was left behind is not taken off the truck', async () => {
  const box = oneBox(desk)
  const one = await box.prepare('staged', 'TOTE', ['leave'])
  await box.verbs.leave?.act(one)?.()
  expect(await codeOf(work.undoLine, { taskLineId: one.lines.load })).toBe(wmsFaults.movedOn.code)
})
