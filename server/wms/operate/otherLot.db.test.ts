import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as pick from '@lading/contract/wms/pickCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { balances } from '../testing/balances.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

const morning = Date.parse('2026-11-20T08:00:00+08:00')
const calls = documentCalls(operateBill)
let server: TestServer
let clerk: Client
let yard: Yard
let storeId = ''
/** Lots by their expiry, all in one bin. */
const lots = new Map<string, string>()

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(morning) })
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK', 'P-02': 'PICK' },
      products: [{ code: 'X', qpc: '10', shelfLifeDays: 365, lotBy: ['EXPIRY'] }],
    })
    storeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [
      { tenantId: ctx.tenantId, id: storeId, code: 'S1', name: 'S1', minRemainDays: 60 },
    ])
    const stock = [
      ['P-01', '2027-06-01', '30'],
      ['P-01', '2027-05-01', '10'],
      ['P-01', '2027-08-01', '30'],
      ['P-01', '2026-12-01', '30'],
      ['P-02', '2027-05-15', '30'],
    ] as const
    for (const [bin, expireDate, qty] of stock) {
      const key = await keyOf(ctx, made, { bin, product: 'X', expire: expireDate })
      lots.set(expireDate, key.lotId)
      await post(ctx, {
        bizType: 'ADJ_INC',
        idemKey: `${bin} ${expireDate}`,
        lines: [
          { key: { ...key, binId: made.bins.get('V_ADJUST') ?? '' }, delta: -parseQty(qty) },
          { key, delta: parseQty(qty) },
        ],
      })
    }
    // The elder lots lie behind: nobody is sent for them.
    await hold(ctx, ['2027-05-01', '2026-12-01', '2027-05-15'], true)
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())
afterEach(async () => expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([]))

type Ctx = Parameters<typeof reconcile>[0]
const hold = (ctx: Ctx, days: readonly string[], on: boolean) =>
  ctx.tx.run(sql`
    update wms_lot set hold = ${on} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${days.map((d) => lots.get(d))}::bigint[])`)

/** An order of so many, allocated. @returns its pick and the pick's line */
async function picked(planQty: string) {
  const { id } = await clerk.call<{ id: string }>(calls.create, {
    ownerId: yard.owners.get('O1'),
    storeId,
    lines: [{ productId: yard.products.get('X')?.id, planQty }],
  })
  for (const [version, verb] of ['approve', 'allocate'].entries())
    expect(await clerk.call(calls[verb], { rows: [{ id, version }] })).toMatchObject({ ok: 1 })
  const { billNo } = await clerk.call<{ billNo: string }>(calls.getById, { id })
  const { tasks } = await clerk.call(work.findWork, { scan: billNo, taskTypes: ['PICK'] })
  const { task, lines } = await clerk.call(work.takeTask, { id: tasks[0]?.id ?? '' })
  const [line] = lines
  if (!line) throw new Error('a pick has a line')
  return { task, line }
}
const change = (taskLineId: string, day: string, who = clerk) =>
  who.call(pick.changeLot, { taskLineId, lotId: lots.get(day) ?? '' })
const offered = async (taskLineId: string) =>
  (await clerk.call(pick.otherLots, { taskLineId })).lots.map((l) => [l.expireDate, Number(l.free), l.refused])

test('a lot of the same bin that expires no later may be taken, when the order allows it and enough is free', async () => {
  const { task, line } = await picked('20')
  expect(line.lot?.expireDate).toBe('2027-06-01')
  await server.inside('DC01', (ctx) => hold(ctx, ['2027-05-01', '2026-12-01'], false))
  expect((await offered(line.id)).sort()).toEqual([
    ['2026-12-01', 30, '剩余效期11天低于要求60天'],
    ['2027-05-01', 10, null],
    ['2027-08-01', 30, `存在更早到期的批次[${line.lot?.lotNo}]`],
  ])
  const before = await server.inside('DC01', balances)
  await expect(change(line.id, '2027-08-01')).rejects.toThrow(`存在更早到期的批次[${line.lot?.lotNo}]`)
  await expect(change(line.id, '2026-12-01')).rejects.toThrow('剩余效期11天低于要求60天')
  // Half of what is wanted is no help, and lots of other bins are not here.
  await expect(change(line.id, '2027-05-01')).rejects.toThrow('可用10，需要20')
  await expect(change(line.id, '2027-05-15')).rejects.toThrow('不存在')
  const viewer = await server.as('viewer', 'DC01')
  await expect(change(line.id, '2027-05-01', viewer)).rejects.toMatchObject({ code: 40301 })
  const colleague = await server.as('admin', 'DC01')
  await expect(change(line.id, '2027-05-01', colleague)).rejects.toThrow(`任务[${task.taskNo}]已被[clerk]领取`)
  const stranger = await server.as('admin', 'DC01', 'two')
  await expect(change(line.id, '2027-05-01', stranger)).rejects.toThrow('不存在')
  expect(await server.inside('DC01', balances)).toEqual(before)
  await clerk.call(work.confirmLine, { taskLineId: line.id, qty: '20' })
})

test('the promise goes along, and what is picked is what the book says', async () => {
  const { line } = await picked('10')
  expect(line.lot?.expireDate).toBe('2027-05-01')
  const { lot } = line
  // FEFO sent for the eldest that is fresh; another order's line stands on the younger one.
  await server.inside('DC01', (ctx) => hold(ctx, ['2027-05-01'], true))
  const second = await picked('10')
  expect(second.line.lot?.expireDate).toBe('2027-06-01')
  await server.inside('DC01', (ctx) => hold(ctx, ['2027-05-01'], false))
  await clerk.call(work.confirmLine, { taskLineId: line.id, qty: '0', reason: 'OTHER' })
  const key = { key: 'change-once' }
  const input = { taskLineId: second.line.id, lotId: lots.get('2027-05-01') ?? '' }
  expect(await clerk.call(pick.changeLot, input, key)).toEqual({ lotNo: lot?.lotNo })
  expect(await clerk.call(pick.changeLot, input, key)).toEqual({ lotNo: lot?.lotNo })
  await clerk.call(work.confirmLine, { taskLineId: second.line.id, qty: '4', partial: true })
  await expect(change(second.line.id, '2027-06-01')).rejects.toThrow('已按原批次拣过')
  await clerk.call(work.confirmLine, { taskLineId: second.line.id, qty: '6' })
  const left = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ day: string; qty: string; held: string }>(sql`
      select l.expire_date as day, s.qty, s.reserved_qty as held from wms_stock s join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.bin_id = ${yard.bins.get('P-01')} and l.expire_date in ('2027-05-01', '2027-06-01') order by 1`),
  )
  expect(left.map((r) => [r.day, Number(r.qty), Number(r.held)])).toEqual([
    ['2027-05-01', 0, 0],
    ['2027-06-01', 10, 0],
  ])
  await clerk.call(work.undoLine, { taskLineId: second.line.id })
  expect((await clerk.call(work.getWork, { id: second.task.id })).lines).toMatchObject([
    { state: 'OPEN', lot: { expireDate: '2027-05-01' } },
  ])
  await clerk.call(work.confirmLine, { taskLineId: second.line.id, qty: '10' })
})
