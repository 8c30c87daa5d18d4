import { parseQty } from '@lading/contract/kernel/qty.ts'
import * as calls from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let yard: Yard
let clerk: Client
let relief: Client
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE', 'S-03': 'STORAGE', DOCK: 'RECEIVE' },
      products: [{ code: 'X', qpc: '10' }, { code: 'Y' }, { code: 'Z' }],
      mix: true,
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const kind = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: kind, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...at, id: ctx.newId(), code: 'PL1', typeId: kind, state: 'RECEIVING', binId: made.bins.get('DOCK') },
      { ...at, id: ctx.newId(), code: 'PL2', typeId: kind, state: 'RECEIVING', binId: made.bins.get('DOCK') },
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
  relief = await server.as('admin', 'DC01')
})
afterAll(() => server.close())
afterEach(async () => expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([]))

let posted = 0
/** Goods on the dock. @returns their stock row */
const arrive = (product: string, qty: string, pallet?: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const container = pallet && (await containerByCode(ctx, pallet)).id
    const to = await keyOf(ctx, yard, { bin: 'DOCK', product, ...(container && { container }) })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `h${posted++}`, lines })
    return [...rowIds.values()][0] ?? ''
  })
async function taskOf(...stock: string[]) {
  const { tasks } = await clerk.call(calls.startPutAway, { stockIds: stock })
  const { task, lines } = await clerk.call(work.getWork, { id: tasks[0]?.id ?? '' })
  const [line] = lines
  if (!line) throw new Error('a task has a line')
  return { task, line, lines }
}
const linesOf = async (id: string) =>
  (await clerk.call(work.getWork, { id })).lines.map((l) => [l.state, Number(l.doneQty), Number(l.handQty)])
const confirm = (taskLineId: string, qty: string, more: object = {}, who: Client = clerk) =>
  who.call(work.confirmLine, { taskLineId, qty, ...more })
const pickUp = (taskLineId: string, qty: string, more: object = {}, who: Client = clerk) =>
  confirm(taskLineId, qty, { pickUp: true, ...more }, who)
/** What stands where, with what is promised of it. */
const stockAt = (product: string) =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; box: string; qty: string; held: string }>(sql`
      select b.code as bin, c.code as box, s.qty, s.reserved_qty as held from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${yard.products.get(product)?.id} and s.qty > 0 order by b.code`)
    return rows.map((r) => `${r.bin}/${r.box} ${Number(r.qty)}/${Number(r.held)}`)
  })
const claims = () =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ qty: string }>(
      sql`select qty from wms_bin_claim where tenant_id = ${ctx.tenantId} and state = 'ACTIVE' order by id`,
    )
    return rows.map((r) => Number(r.qty))
  })
const userId = async (name: string) =>
  server.inside('DC01', async (ctx) => {
    const sees = sql`select id from sys_user where tenant_id = ${ctx.tenantId} and username = ${name}`
    return (await ctx.tx.one<{ id: string }>(sees)).id
  })

test('goods are taken up, carried and put down; each confirm repeated changes nothing', async () => {
  const { task, line } = await taskOf(await arrive('X', '40'))
  const once = await clerk.call(work.confirmLine, { taskLineId: line.id, qty: '40', pickUp: true }, { key: 'up' })
  expect(once).toMatchObject({
    task: { state: 'RUNNING', doneLines: 0 },
    line: { state: 'INHAND', doneQty: '0', handQty: '40' },
    next: { id: line.id, state: 'INHAND' },
  })
  expect(await clerk.call(work.confirmLine, { taskLineId: line.id, qty: '40', pickUp: true }, { key: 'up' })).toEqual(
    once,
  )
  expect(await stockAt('X')).toEqual(['HAND-clerk/LOOSE 40/40'])
  expect(await claims()).toEqual([40])
  await expect(pickUp(line.id, '1')).rejects.toThrow('实际数量1 个不能大于计划数量0 个')
  await expect(confirm(line.id, '30', { reason: 'DAMAGED' })).rejects.toThrow('存在已取未放的明细')
  for (const verb of [work.giveUpTask, work.finishTask])
    for (const foresee of [true, false])
      await expect(clerk.call(verb, { id: task.id, foresee })).rejects.toThrow('存在已取未放的明细，请先放回或完成')
  await confirm(line.id, '15', { partial: true })
  expect(await linesOf(task.id)).toEqual([['INHAND', 15, 25]])
  expect(await claims()).toEqual([25])
  expect(await confirm(line.id, '25')).toMatchObject({ task: { state: 'DONE' }, line: { state: 'DONE', handQty: '0' } })
  expect(await stockAt('X')).toEqual(['S-01/LOOSE 40/0'])
  expect(await claims()).toEqual([])
})

test('what is not there is told when goods are taken up; the rest follows later', async () => {
  const { task, line } = await taskOf(await arrive('Y', '30'))
  await expect(pickUp(line.id, '10')).rejects.toThrow('数量不足时必须选择原因')
  await pickUp(line.id, '10', { partial: true })
  expect(await linesOf(task.id)).toEqual([['INHAND', 0, 10]])
  expect(await stockAt('Y')).toEqual(['DOCK/LOOSE 20/20', 'HAND-clerk/LOOSE 10/10'])
  await pickUp(line.id, '15', { reason: 'OTHER' })
  expect(await linesOf(task.id)).toEqual([['INHAND', 0, 25]])
  expect(await stockAt('Y')).toEqual(['DOCK/LOOSE 5/0', 'HAND-clerk/LOOSE 25/25'])
  expect(await claims()).toEqual([25])
  expect(await confirm(line.id, '25')).toMatchObject({ task: { state: 'DONE' }, line: { state: 'SHORT' } })
  expect(await claims()).toEqual([])
})

test('put back, the goods stand where they were and the task may be given up', async () => {
  const { task, line } = await taskOf(await arrive('Z', '12'))
  await expect(clerk.call(work.putBackLine, { taskLineId: line.id })).rejects.toThrow('没有已取未放的货物')
  await pickUp(line.id, '12')
  await expect(relief.call(work.putBackLine, { taskLineId: line.id })).rejects.toThrow(
    `任务[${task.taskNo}]已被[clerk]领取`,
  )
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(work.putBackLine, { taskLineId: line.id })).rejects.toMatchObject({ code: 40301 })
  expect(await clerk.call(work.putBackLine, { taskLineId: line.id })).toMatchObject({
    lines: [{ state: 'OPEN', handQty: '0.000' }],
  })
  expect(await claims()).toEqual([12])
  await clerk.call(work.giveUpTask, { id: task.id })
  await clerk.call(work.takeTask, { id: task.id })
  await pickUp(line.id, '12')
  await confirm(line.id, '12', { toBin: 'S-02' })
  // The whole way back, hands and all, in one step.
  await clerk.call(work.undoLine, { taskLineId: line.id })
  expect(await linesOf(task.id)).toEqual([['OPEN', 0, 0]])
  expect(await claims()).toEqual([12])
  await confirm(line.id, '12', { toBin: 'S-02' })
  expect(await stockAt('Z')).toEqual(['S-02/LOOSE 12/0'])
})

test('who takes over has the goods in his hands from then on', async () => {
  const { task, line } = await taskOf(await arrive('X', '8'))
  await pickUp(line.id, '8')
  await relief.call(work.takeOverTask, { id: task.id })
  expect(await stockAt('X')).toEqual(['HAND-admin/LOOSE 8/8', 'S-01/LOOSE 40/0'])
  await expect(confirm(line.id, '8')).rejects.toThrow(`任务[${task.taskNo}]已被[admin]领取`)
  // His own again, on another device: nothing moves.
  await relief.call(work.takeOverTask, { id: task.id, device: 'HH-2' })
  await confirm(line.id, '8', {}, relief)
  expect(await stockAt('X')).toEqual(['S-01/LOOSE 48/0'])
  await relief.call(work.undoLine, { taskLineId: line.id })
  expect(await stockAt('X')).toEqual(['DOCK/LOOSE 8/8', 'S-01/LOOSE 40/0'])
  await confirm(line.id, '8', {}, relief)
})

test('a pallet is carried as it stands, all its lines with it', async () => {
  const rows = [await arrive('X', '20', 'PL1'), await arrive('Y', '6', 'PL1')]
  const { task, line, lines } = await taskOf(...rows)
  expect(lines).toHaveLength(2)
  const qty = line.planQty
  await expect(pickUp(line.id, '1', { partial: true })).rejects.toThrow('数量不足时必须选择原因')
  await pickUp(line.id, qty)
  expect((await linesOf(task.id)).map(([state]) => state)).toEqual(['INHAND', 'INHAND'])
  expect(await stockAt('Y')).toContain('HAND-clerk/PL1 6/6')
  const state = () => server.inside('DC01', async (ctx) => (await containerByCode(ctx, 'PL1')).state)
  expect(await state()).toBe('MOVING')
  await clerk.call(work.putBackLine, { taskLineId: lines[1]?.id ?? '' })
  expect((await linesOf(task.id)).map(([s]) => s)).toEqual(['OPEN', 'OPEN'])
  expect(await state()).toBe('RECEIVING')
  expect(await stockAt('Y')).toContain('DOCK/PL1 6/6')
  await pickUp(line.id, qty)
  await relief.call(work.takeOverTask, { id: task.id })
  expect(await stockAt('Y')).toContain('HAND-admin/PL1 6/6')
  expect(await confirm(line.id, qty, { toBin: 'S-03' }, relief)).toMatchObject({ task: { state: 'DONE' } })
  expect(await stockAt('Y')).toContain('S-03/PL1 6/0')
  expect(await state()).toBe('STORED')
  expect(await linesOf(task.id)).toEqual([
    ['DONE', 20, 0],
    ['DONE', 6, 0],
  ])
})

test('hands are refused where work is confirmed once, and a stranger sees none of it', async () => {
  const { line } = await taskOf(await arrive('X', '3'))
  const other = await server.as('admin', 'DC01', 'two')
  await expect(other.call(work.putBackLine, { taskLineId: line.id })).rejects.toThrow('不存在')
  await expect(pickUp(line.id, '3', {}, other)).rejects.toThrow('不存在')
  await pickUp(line.id, '3')
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_task set task_type = 'ENTER_TRUCK' where tenant_id = ${ctx.tenantId} and id = (
      select task_id from wms_task_line where tenant_id = ${ctx.tenantId} and id = ${line.id})`),
  )
  await expect(pickUp(line.id, '3')).rejects.toThrow('该任务一次确认即可')
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_task set task_type = 'PUTAWAY' where tenant_id = ${ctx.tenantId} and id = (
      select task_id from wms_task_line where tenant_id = ${ctx.tenantId} and id = ${line.id})`),
  )
  expect(await userId('clerk')).toBe(clerk.userId)
  await confirm(line.id, '3')
})

test('nothing is put away of what is not there, nor where something else is scanned', async () => {
  const before = (await stockAt('Y')).length
  const { task, line } = await taskOf(await arrive('Y', '9'))
  await expect(confirm(line.id, '0')).rejects.toThrow('数量不足时必须选择原因')
  await expect(confirm(line.id, '0', { partial: true })).rejects.toThrow('数量必须大于0')
  await expect(confirm(line.id, '9', { scans: { product: 'X' } })).rejects.toThrow('X')
  await expect(pickUp(line.id, '9', { scans: { product: 'X' } })).rejects.toThrow('X')
  await expect(pickUp(line.id, '9', { scans: { bin: 'S-01' } })).rejects.toThrow('S-01')
  expect(await linesOf(task.id)).toEqual([['OPEN', 0, 0]])
  expect(await confirm(line.id, '0', { reason: 'OTHER' })).toMatchObject({
    task: { state: 'DONE', doneQty: '0.000', shortQty: '14.000' },
    line: { state: 'SHORT' },
  })
  // They stand where they were, promised to nobody, and no bin waits for them.
  expect((await stockAt('Y')).filter((row) => row.startsWith('DOCK'))).toEqual(['DOCK/LOOSE 14/0'])
  expect(await stockAt('Y')).toHaveLength(before)
  expect(await claims()).toEqual([])
})

test('a pallet of which nothing is found stays where it stands', async () => {
  const { task, line } = await taskOf(await arrive('Z', '6', 'PL2'))
  expect(await confirm(line.id, '0', { reason: 'OTHER' })).toMatchObject({ task: { state: 'DONE' } })
  expect(await linesOf(task.id)).toEqual([['SHORT', 0, 0]])
  expect(await stockAt('Z')).toContain('DOCK/PL2 6/0')
  expect(await claims()).toEqual([])
})
