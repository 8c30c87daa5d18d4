import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { startPutAway } from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { balances } from '../testing/balances.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let store = ''
const codes = ['A', 'B', 'C']
const operate = documentCalls(operateBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    store = ctx.newId()
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK', DOCK: 'RECEIVE', 'S-01': 'STORAGE', 'S-02': 'STORAGE', DEF: 'DEFECT' },
      owners: ['O1', 'O2'],
      products: codes.map((code) => ({ code, qpc: '12' })),
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [tote, pallet] = [ctx.newId(), ctx.newId()]
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: store, code: 'S1', name: 'store' }])
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: tote, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
      { tenantId: ctx.tenantId, id: pallet, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    const dock = made.bins.get('DOCK')
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...at, id: ctx.newId(), code: 'T1', typeId: tote, state: 'IDLE', binId: null },
      ...['PL1', 'PL2'].map((code) => ({ ...at, id: ctx.newId(), code, typeId: pallet, state: 'STORED', binId: dock })),
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
  for (const code of codes) await put('P-01', code, '500')
})
afterAll(() => server.close())

let posted = 0
const put = (bin: string, product: string, qty: string, pallet?: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const container = pallet && (await containerByCode(ctx, pallet)).id
    const to = await keyOf(ctx, yard, { bin, product, ...(container && { container }) })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `p${posted++}`, lines })
    return [...rowIds.values()][0] ?? ''
  })

/** The pick of a fresh order of three lines. */
async function pick() {
  const made = await clerk.call<{ id: string; version: number }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: store,
    lines: codes.map((code) => ({ productId: yard.products.get(code)?.id, planQty: '15' })),
  })
  await clerk.call(operate.approve, { rows: [made] })
  await clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
  const { id } = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ id: string }>(sql`select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${made.id}`),
  )
  return { billId: made.id, id, lines: (await clerk.call(work.getWork, { id })).lines }
}
const written = (lines: readonly work.WorkLine[], ...qty: readonly string[]) =>
  qty.map((q, i) => ({ taskLineId: lines[i]?.id ?? '', qty: q }))
/** Everything that a confirm changes. */
const footprint = (id: string) =>
  server.inside('DC01', async (ctx) => ({
    stock: await balances(ctx),
    task: await ctx.tx.query(sql`select state, mode, done_lines, done_qty, version from wms_task where id = ${id}`),
    lines: await ctx.tx.query(
      sql`select id, state, done_qty, version from wms_task_line where task_id = ${id} order by id`,
    ),
    diffs: await ctx.tx.query(sql`select id from wms_pick_diff order by id`),
    log: await ctx.tx.query(sql`select id from wms_task_log where task_id = ${id} order by id`),
  }))
const sound = async () => expect(await server.inside('DC01', reconcile)).toEqual([])

test('a whole pick sheet is entered at once, and sending it again changes nothing', async () => {
  const { id, billId, lines } = await pick()
  const [a, b, c] = written(lines, '15', '12', '15')
  const input = { id, lines: [c, { ...b, reason: 'DAMAGED', toContainer: 'T1' }, a] } as never
  const answer = await clerk.call(work.confirmSheet, input, { key: 'sheet' })
  expect(answer).toMatchObject({ lines: 3, task: { state: 'DONE', mode: 'PAPER', doneLines: 3, shortQty: '3.000' } })
  const after = await footprint(id)
  expect(await clerk.call(work.confirmSheet, input, { key: 'sheet' })).toEqual(answer)
  await expect(clerk.call(work.confirmSheet, input)).rejects.toMatchObject({ code: 42201 })
  expect(await footprint(id)).toEqual(after)
  await server.relay.drain()
  const bill = await clerk.call<{ doneQty: string; lines: object[] }>(operate.getById, { id: billId })
  expect(bill).toMatchObject({ doneQty: '42.000', lines: [{}, { shortQty: '3.000', shortReason: 'DAMAGED' }, {}] })
  const log = await server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`select distinct device from wms_task_log where task_id = ${id} and action = 'confirm'`),
  )
  expect(log).toEqual([{ device: 'PAPER' }])
  await sound()
})

test('one wrong line refuses the sheet, names itself, and leaves everything as it was', async () => {
  const { id, lines } = await pick()
  const other = await pick()
  const before = await footprint(id)
  const enter = (...more: object[]) => clerk.call(work.confirmSheet, { id, lines: more } as never)
  const [a, b, c] = written(lines, '15', '15', '15')
  const refusals: readonly (readonly [object[], number, string])[] = [
    [[a, { ...b, qty: '16' }, c] as object[], 42257, '第2行 B B：实际数量1 箱 + 4 个不能大于计划数量1 箱 + 3 个'],
    [[a, b, { ...c, qty: '3' }] as object[], 42258, '第3行 C'],
    [[a, { ...b, toContainer: 'NONE' }] as object[], 40400, '第2行 B'],
    [[a, b, a] as object[], 42756, '第1行'],
    [[a, written(other.lines, '15')[0]] as object[], 40400, ''],
  ]
  for (const [sheet, code, message] of refusals) {
    await expect(enter(...sheet)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
    expect(await footprint(id)).toEqual(before)
  }
  // Part of a sheet is a sheet: what is not written down stays open.
  expect(await enter(a as object, c as object)).toMatchObject({ lines: 2, task: { state: 'RUNNING', doneLines: 2 } })
  await expect(enter(a as object, b as object)).rejects.toMatchObject({
    code: 42256,
    message: expect.stringContaining('第1行'),
  })
  expect(await enter(b as object)).toMatchObject({ task: { state: 'DONE' } })
  await sound()
})

test('pallets of a put-away sheet go up once, with all that stands on them', async () => {
  const rows = [await put('DOCK', 'A', '24', 'PL1'), await put('DOCK', 'B', '12', 'PL1'), await put('DOCK', 'C', '6')]
  const { tasks } = await clerk.call(startPutAway, { stockIds: rows })
  const done: string[] = []
  for (const task of tasks) {
    const { task: whole, lines } = await clerk.call(work.getWork, { id: task.id })
    const all = lines.map((l) => ({ taskLineId: l.id, qty: l.planQty, toBin: 'S-02' }))
    if (all.length > 1) {
      const before = await footprint(task.id)
      for (const odd of [{ qty: '1' }, { toBin: 'S-01' }])
        await expect(
          clerk.call(work.confirmSheet, { id: task.id, lines: [all[0], { ...all[1], ...odd }] } as never),
        ).rejects.toMatchObject({ code: 42757 })
      expect(await footprint(task.id)).toEqual(before)
    }
    const answer = await clerk.call(work.confirmSheet, { id: task.id, lines: all })
    expect(answer).toMatchObject({ lines: all.length, task: { state: 'DONE', mode: 'PAPER', doneQty: whole.planQty } })
    done.push(...all.map((l) => l.qty))
  }
  expect(done.sort()).toEqual(['12.000', '24.000', '6.000'])
  expect(
    await server.inside('DC01', (ctx) =>
      ctx.tx.query(sql`
    select p.code, s.qty from wms_stock s join mdm_product p on p.id = s.product_id join wms_bin b on b.id = s.bin_id
    where b.code = 'S-02' and s.qty > 0 order by p.code`),
    ),
  ).toEqual([
    { code: 'A', qty: '24.000' },
    { code: 'B', qty: '12.000' },
    { code: 'C', qty: '6.000' },
  ])
  await sound()
})

test('a sheet is entered by whoever may do such tasks and has none of another', async () => {
  const { id, lines } = await pick()
  const input = { id, lines: written(lines, '15') }
  const before = await footprint(id)
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(work.confirmSheet, input)).rejects.toMatchObject({ code: 40301 })
  const stranger = await server.as('admin', 'DC01', 'two')
  await expect(stranger.call(work.confirmSheet, input)).rejects.toMatchObject({ code: 40400 })
  await server.inside('G', async (ctx) => {
    const ownerId = yard.owners.get('O2')
    const userId = server.one.users.get('clerk')
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), userId, ownerId }])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const ofTwo = await server.as('clerk', 'DC01')
  await expect(ofTwo.call(work.confirmSheet, input)).rejects.toMatchObject({ code: 40400 })
  const admin = await server.as('admin', 'DC01')
  expect(await footprint(id)).toEqual(before)
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(
      sql`update wms_task set state = 'ASSIGNED', assignee_id = ${server.one.users.get('clerk')} where id = ${id}`,
    ),
  )
  await expect(admin.call(work.confirmSheet, input)).rejects.toMatchObject({ code: 42250 })
})
