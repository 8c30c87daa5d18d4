import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { startMoves } from '@lading/contract/wms/moveCalls.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { watchStatements } from '../../testing/watched.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { stageTote } from '../testing/stageTote.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let tote = ''
const stores: string[] = []
const codes = Array.from({ length: 9 }, (_, i) => `P${i}`)
const [operate, ship] = [documentCalls(operateBill), documentCalls(shipBill as never)]
/** Statements of a desk's confirm, since it was last asked. */
let sent: string[] = []

beforeAll(async () => {
  server = await openTestServer()
  await server.relay.stop()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK', 'S-01': 'STORAGE', 'S-02': 'STORAGE', 'C-01': 'COLLECT' },
      products: ['MILK', ...codes].map((code) => ({ code, qpc: '12' })),
    })
    tote = ctx.newId()
    stores.push(ctx.newId(), ctx.newId(), ctx.newId())
    await bulkInsert(
      ctx.tx,
      'wms_store',
      stores.map((id, i) => ({ tenantId: ctx.tenantId, id, code: `S${i}`, name: `store ${i}` })),
    )
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: tote, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
  for (const code of codes) await put('P-01', code, '900')
  watchStatements([server.db.pool], (one) => {
    if (!/^(begin|set local|commit|rollback)/.test(one.text)) sent.push(one.text)
    return one
  })
})
afterAll(() => server.close())

let posted = 0
const put = (bin: string, product: string, qty: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const to = await keyOf(ctx, yard, { bin, product })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '' }
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `p${posted++}`, lines })
    return [...rowIds.values()][0] ?? ''
  })

const taskOf = (billId: string, type: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${billId} and task_type = ${type}`,
    )
    return id
  })

/** The pick of a fresh order of so many lines. */
async function pick(lines: number): Promise<{ id: string; billId: string }> {
  const made = await clerk.call<{ id: string; version: number }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId: stores[0],
    lines: codes.slice(0, lines).map((code) => ({ productId: yard.products.get(code)?.id, planQty: '15' })),
  })
  await clerk.call(operate.approve, { rows: [made] })
  await clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
  return { id: await taskOf(made.id, 'PICK'), billId: made.id }
}

/** So many goods that go from the shelf to another in one task. */
async function move(lines: number): Promise<{ id: string }> {
  const rows: string[] = []
  for (const code of codes.slice(0, lines)) rows.push(await put('S-01', code, '24'))
  const toBinId = yard.bins.get('S-02') ?? ''
  const { id } = await clerk.call(startMoves, { lines: rows.map((stockId) => ({ stockId, qty: '24', toBinId })) })
  return { id }
}

let trucks = 0
/** The load of a fresh truck with so many totes, for two stores. */
async function load(totes: number): Promise<{ id: string; billId: string }> {
  const truck = trucks++
  for (let i = 0; i < totes; i++)
    await server.inside('DC01', (ctx) =>
      stageTote(ctx, yard, { code: `L${truck}-${i}`, typeId: tote, storeId: stores[1 + (i % 2)] ?? '', qty: '12' }),
    )
  const made = await clerk.call<{ id: string; version: number }>(ship.create, {
    vehicleNo: `T${truck}`,
    stops: stores.slice(1).map((storeId, i) => ({ seq: i + 1, storeId })),
  })
  for (const [i, step] of (['approve', 'start'] as const).entries())
    await clerk.call(ship[step], { rows: [{ id: made.id, version: made.version + i }] })
  return { id: await taskOf(made.id, 'ENTER_TRUCK'), billId: made.id }
}

async function statementsOf(id: string, lines: number): Promise<readonly string[]> {
  sent = []
  expect(await clerk.call(work.confirmSheet, { id })).toMatchObject({
    lines,
    task: { state: 'DONE', doneLines: lines },
  })
  return [...sent]
}
const sound = async () => expect(await server.inside('DC01', reconcile)).toEqual([])

test.each([
  ['a pick', pick],
  ['a move', move],
  ['a load', load],
] as const)('%s is confirmed in as many statements whatever the number of its lines', async (_, make) => {
  const kinds = (list: readonly string[]) => list.map((t) => t.replace(/\s+/g, ' ').trim().slice(0, 70))
  // What is looked up once is known by then. Up to four rows have statements that are named and travel otherwise.
  await statementsOf((await make(2)).id, 2)
  const few = await statementsOf((await make(5)).id, 5)
  const many = await statementsOf((await make(9)).id, 9)
  expect(kinds(many)).toEqual(kinds(few))
  await sound()
})

/** All that a task's confirms leave behind, but for ids and moments. */
const leftBy = (id: string, billId: string) =>
  server.inside('DC01', async (ctx) => {
    const of = (text: ReturnType<typeof sql>) => ctx.tx.query(text)
    const lines = sql`(select l.id from wms_task_line l where l.task_id = ${id})`
    return {
      task: await of(
        sql`select state, mode, done_lines, done_qty, short_qty, device, assignee_id from wms_task where id = ${id}`,
      ),
      lines: await of(
        sql`select line_no, state, done_qty, short_qty, done_pieces, reason, to_bin_id, version from wms_task_line where task_id = ${id} order by line_no`,
      ),
      log: await of(sql`
        select l.line_no, g.action, g.from_state, g.to_state, g.device, g.payload from wms_task_log g join wms_task_line l on l.id = g.task_line_id
        where g.task_id = ${id} and g.action = 'confirm' order by g.id`),
      ledger: await of(sql`
        select p.biz_type, g.line_no, g.product_id, g.delta, g.pieces from wms_posting p join wms_ledger g on g.posting_id = p.id
        where p.task_line_id in ${lines} order by p.id, g.line_no`),
      promises: await of(sql`
        select m.qty, m.pieces, r.state, n.state as carried, n.demand_line_id is not null as for_order from wms_posting p
        join wms_promise_move m on m.posting_id = p.id join wms_reservation r on r.id = m.from_id left join wms_reservation n on n.id = m.to_id
        where p.task_line_id in ${lines} order by m.id`),
      boxes: await of(sql`
        select c.state, c.uses, c.bin_id is not null as stands, c.store_id from wms_container c
        where c.id in (select l.to_container_id from wms_task_line l where l.task_id = ${id}) order by c.id`),
      bill: await of(
        sql`select line_no, plan_qty, booked_qty, done_qty, short_qty from wms_operate_bill_line where bill_id = ${billId} order by line_no`,
      ),
    }
  })

test('a task that is confirmed at once leaves what its lines leave one by one', async () => {
  const [one, whole] = [await pick(4), await pick(4)]
  const { lines } = await clerk.call(work.getWork, { id: one.id })
  for (const { id, planQty } of lines)
    await clerk.call(work.confirmSheet, { id: one.id, lines: [{ taskLineId: id, qty: formatQty(parseQty(planQty)) }] })
  await clerk.call(work.confirmSheet, { id: whole.id })
  const left = await leftBy(whole.id, whole.billId)
  expect(left.log.length).toBe(4)
  expect(left).toEqual(await leftBy(one.id, one.billId))
  await sound()
})

test('containers that bury those of a later stop are told of, as one by one', async () => {
  const [one, whole] = [await load(3), await load(3)]
  const { lines } = await clerk.call(work.getWork, { id: one.id })
  const told: unknown[] = []
  for (const l of lines)
    told.push(
      ...(await clerk.call(work.confirmLine, { taskLineId: l.id, qty: l.planQty, scans: {} } as never)).warnings,
    )
  const { warnings } = await clerk.call(work.confirmSheet, { id: whole.id })
  expect(warnings).toEqual(told)
  await sound()
})

test('a task without anything open is refused', async () => {
  const { id } = await pick(2)
  await clerk.call(work.confirmSheet, { id })
  await expect(clerk.call(work.confirmSheet, { id })).rejects.toMatchObject({ code: 42201 })
})
