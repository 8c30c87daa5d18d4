import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import * as calls from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let yard: Yard
let clerk: Client
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: {
        'S-01': 'STORAGE',
        'S-02': 'STORAGE',
        'S-03': 'STORAGE',
        'S-04': 'STORAGE',
        'P-01': 'PICK',
        'EX-01': 'EXCEPTION',
        'CB-01': 'COLLECT',
        DOCK: 'RECEIVE',
      },
      products: [{ code: 'X', qpc: '10' }, { code: 'Y' }, { code: 'Z', qpc: '10' }],
      mix: false,
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [rack, kind] = [ctx.newId(), ctx.newId()]
    // A piece takes a litre: a rack bin takes a hundred.
    await bulkInsert(ctx.tx, 'wms_bin_type', [{ ...at, id: rack, code: 'RACK', name: 'rack', maxVolumeM3: '0.1' }])
    await ctx.tx.run(sql`
      update wms_bin set bin_type_id = ${rack} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'STORAGE'`)
    await ctx.tx.run(sql`
      update wms_bin set mix_product = true, mix_lot = true where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code in ('DOCK', 'EX-01')`)
    const face = { productId: made.products.get('Z')?.id, binId: made.bins.get('P-01'), role: 'PICK', maxCases: 5 }
    await bulkInsert(ctx.tx, 'wms_product_bin', [{ ...at, id: ctx.newId(), ...face }])
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: kind, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...at, id: ctx.newId(), code: 'PL1', typeId: kind, state: 'STORED', binId: made.bins.get('DOCK') },
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
  await lock('S-04', true)
})
afterAll(() => server.close())

let posted = 0
/** Goods that turned up on a bin. @returns their stock row */
const put = (bin: string, product: string, qty: string, pallet?: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const container = pallet && (await containerByCode(ctx, pallet)).id
    const to = await keyOf(ctx, yard, { bin, product, ...(container && { container }) })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `t${posted++}`, lines })
    return [...rowIds.values()][0] ?? ''
  })

const start = (...stockIds: string[]) => clerk.call(calls.startPutAway, { stockIds })
const linesOf = async (id: string | undefined) => (await clerk.call(work.getWork, { id: id ?? '' })).lines
/** Puts goods on the dock and makes their task. */
async function taskOf(product: string, qty: string) {
  const { tasks } = await start(await put('DOCK', product, qty))
  const [task] = tasks
  const [line] = await linesOf(task?.id)
  if (!task || !line) throw new Error('a task has a line')
  return { task, line }
}
const confirm = (taskLineId: string, qty: string, more: object = {}) =>
  clerk.call(work.confirmLine, { taskLineId, qty, ...more })
const version = (id: string) =>
  server.inside('DC01', async (ctx) => {
    const sees = sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`
    return (await ctx.tx.one<{ version: number }>(sees)).version
  })
const again = async (id: string) => clerk.call(calls.repropose, { rows: [{ id, version: await version(id) }] })
const claims = () =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ code: string; qty: string }>(sql`
      select b.code, c.qty from wms_bin_claim c join wms_bin b on b.id = c.bin_id and b.tenant_id = c.tenant_id
      where c.tenant_id = ${ctx.tenantId} and c.state = 'ACTIVE' order by b.code`)
    return rows.map((r) => `${r.code} ${Number(r.qty)}`)
  })
const lock = (code: string, lockIn: boolean) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`
      update wms_bin set lock_in = ${lockIn}, lock_reason = '盘点' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code}`),
  )
const isSound = async () => expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([])

test('stock that waits gets a task, a bin and a promise; a second try finds nothing free', async () => {
  const row = await put('DOCK', 'X', '60')
  const shelf = await put('S-03', 'Y', '5')
  const waiting = await clerk.call(calls.waitingStock, { filter: {} })
  expect(waiting.records.map((r) => r.id)).toEqual([row])
  await expect(start(shelf)).rejects.toThrow('货位[S-03]上没有可上架的库存')
  const { tasks } = await start(row)
  expect(tasks).toMatchObject([{ withoutBin: 0 }])
  expect(await linesOf(tasks[0]?.id)).toMatchObject([
    { planQty: '60.000', toBin: { code: 'S-01' }, why: ['空货位', 'Empty bins'] },
  ])
  expect(await claims()).toEqual(['S-01 60'])
  await expect(start(row)).rejects.toThrow('货位[DOCK]上没有可上架的库存')
  expect((await clerk.call(calls.waitingStock, { filter: {} })).records).toEqual([])
  await expect(start('1')).rejects.toThrow('不存在')
  await isSound()
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(calls.startPutAway, { stockIds: [row] })).rejects.toMatchObject({ code: 40301 })
  const other = await server.as('admin', 'DC01', 'two')
  await expect(other.call(calls.startPutAway, { stockIds: [row] })).rejects.toThrow('不存在')
  await clerk.call(work.cancelTasks, { rows: [{ id: tasks[0]?.id, version: await version(tasks[0]?.id ?? '') }] })
  await confirmAll(row)
})

/** Clears the dock for the next test. */
async function confirmAll(row: string): Promise<void> {
  const { tasks } = await start(row)
  const [line] = await linesOf(tasks[0]?.id)
  await confirm(line?.id ?? '', '60')
}

test('a bin chosen by hand must take the goods; the claim moves with the line', async () => {
  const { task, line } = await taskOf('X', '30')
  // S-01 holds 60 of the same lot by now.
  expect(line.toBin?.code).toBe('S-01')
  const to = (bin: string) => clerk.call(calls.changeTarget, { taskLineId: line.id, bin })
  expect((await clerk.call(calls.otherBins, { taskLineId: line.id })).bins.map((b) => b.code)).toEqual(['S-02'])
  await expect(to('S-03')).rejects.toThrow('货位[S-03]不允许混放')
  await expect(to('CB-01')).rejects.toMatchObject({
    message: '货位[CB-01]用途为[集货位]，不能作为目标',
    about: [{ key: 'wms.bin', no: 'CB-01' }],
  })
  await lock('S-02', true)
  await expect(to('S-02')).rejects.toThrow('货位[S-02]已锁定：盘点')
  await lock('S-02', false)
  expect(await claims()).toEqual(['S-01 30'])
  expect(await to('S-02')).toMatchObject({ code: 'S-02' })
  expect(await claims()).toEqual(['S-02 30'])
  expect(await linesOf(task.id)).toMatchObject([{ toBin: { code: 'S-02' }, why: ['人工指定', 'Chosen by hand'] }])
  await expect(confirm(line.id, '30', { toBin: 'S-03' })).rejects.toThrow('货位[S-03]不允许混放')
  await confirm(line.id, '10', { partial: true })
  expect(await claims()).toEqual(['S-02 20'])
  await confirm(line.id, '20', { toBin: 'S-01' })
  expect(await claims()).toEqual([])
  await isSound()
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(calls.changeTarget, { taskLineId: line.id, bin: 'S-01' })).rejects.toMatchObject({
    code: 40301,
  })
})

test('no bin takes more than it has room for, no pick face more than its most', async () => {
  // S-01 holds 80 of 100.
  const { line } = await taskOf('X', '40')
  await expect(confirm(line.id, '40', { toBin: 'S-01' })).rejects.toThrow('货位[S-01]容量不足')
  await confirm(line.id, '40')
  const z = await taskOf('Z', '60')
  expect((await linesOf(z.task.id)).map((l) => [l.toBin?.code ?? null, Number(l.planQty)])).toEqual([
    ['P-01', 50],
    [null, 10],
  ])
  const rest = (await linesOf(z.task.id)).find((l) => l.toBin === null)
  await expect(confirm(rest?.id ?? '', '10', { toBin: 'P-01' })).rejects.toThrow(
    '超过拣货位最高库存：货位[P-01]还可放0',
  )
  const list = (filter: object) =>
    clerk.call<{ records: { id: string }[] }>(crudCalls(calls.putAwayTask).query, { filter })
  expect((await list({ noBin: true })).records.map((r) => r.id)).toEqual([z.task.id])
  await isSound()
})

test('lines without a bin are looked at again, and divided where no bin takes all', async () => {
  const query = crudCalls(calls.putAwayTask).query
  const found = await clerk.call<{ records: { id: string }[] }>(query, { filter: { noBin: true } })
  const id = found.records[0]?.id ?? ''
  const places = async () => (await linesOf(id)).map((l) => [l.toBin?.code ?? null, Number(l.planQty)])
  // Nothing has changed: nothing is found, and nothing lost.
  expect(await again(id)).toMatchObject({ ok: 1 })
  expect(await places()).toEqual([
    ['P-01', 50],
    [null, 10],
  ])
  // The face may hold a case more; a face that is locked gives its goods back to be placed.
  const most = (cases: number) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(
        sql`update wms_product_bin set max_cases = ${cases} where tenant_id = ${ctx.tenantId} and role = 'PICK'`,
      ),
    )
  await most(6)
  expect(await again(id)).toMatchObject({ ok: 1 })
  expect(await places()).toEqual([
    ['P-01', 50],
    ['P-01', 10],
  ])
  await lock('P-01', true)
  expect(await again(id)).toMatchObject({ ok: 1 })
  expect(await places()).toEqual([
    [null, 50],
    [null, 10],
  ])
  expect(await claims()).toEqual([])
  await lock('P-01', false)
  await most(3)
  expect(await again(id)).toMatchObject({ ok: 1 })
  expect(await places()).toEqual([
    ['P-01', 30],
    [null, 10],
    [null, 20],
  ])
  expect(await claims()).toEqual(['P-01 30'])
  await isSound()
  expect(await clerk.call(calls.repropose, { rows: [{ id, version: 0 }] })).toMatchObject({ ok: 0 })
})

test('a pallet goes up as a whole, and never twice', async () => {
  const x = await put('DOCK', 'X', '20', 'PL1')
  await put('DOCK', 'Y', '5', 'PL1')
  const { tasks } = await start(x)
  const lines = await linesOf(tasks[0]?.id)
  expect(lines).toHaveLength(2)
  const [line] = lines
  await lock('S-04', false)
  // A bin of one product takes no pallet of two, empty or not.
  const to = (bin: string) => clerk.call(calls.changeTarget, { taskLineId: line?.id, bin })
  await expect(to('S-03')).rejects.toThrow('货位[S-03]不允许混放')
  await expect(to('S-04')).rejects.toThrow('货位[S-04]不允许混放')
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_bin set mix_product = true where tenant_id = ${ctx.tenantId} and code = 'S-04'`),
  )
  await to('S-04')
  expect((await linesOf(tasks[0]?.id)).map((l) => l.toBin?.code)).toEqual(['S-04', 'S-04'])
  expect(await claims()).toContain('S-04 20')
  const y = await put('DOCK', 'Y', '1', 'PL1')
  await expect(start(y)).rejects.toThrow('存在进行中的任务')
  await confirm(line?.id ?? '', '20')
  expect((await linesOf(tasks[0]?.id)).map((l) => l.state)).toEqual(['DONE', 'DONE'])
  await isSound()
})
