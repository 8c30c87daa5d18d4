import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { overrideCalls } from '@lading/contract/sys/override.ts'
import { stockBatchLookBoard } from '@lading/contract/wms/board.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { receiveAll } from '@lading/contract/wms/receiveCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { orderReceipts } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { permitReceipt, testPin } from '../../testing/overrides.ts'
import { type Client, password, type TestServer } from '../../testing/server.ts'
import { reconcile } from '../stock/reconcile.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'
import type { Yard } from '../testing/yard.ts'

const order = documentCalls(orderBill)
let desk: ReceiveDesk
let server: TestServer
let clerk: Client
let yard: Yard
let vendor = ''
beforeAll(async () => {
  desk = await openReceiveDesk()
  ;({ server, clerk, yard, vendorId: vendor } = desk)
})
afterAll(() => server.close())
const make: ReceiveDesk['make'] = (lines) => desk.make(lines)
const read: ReceiveDesk['read'] = (id) => desk.read(id)
const stock = () => desk.stock()

test('what is refused at the dock never becomes stock, and is told on task and order', async () => {
  const { billId, lines } = await make({ NAIL: '24', BOLT: '10' })
  const [nail, bolt] = lines
  await expect(
    clerk.call(work.confirmLine, { taskLineId: nail?.id, qty: '20', refusedQty: '4' }),
  ).rejects.toMatchObject({ code: 42723 })
  const beyond = { taskLineId: nail?.id, qty: '0', refusedQty: '999999999999', refusedReason: 'DAMAGED' }
  await expect(clerk.call(work.confirmLine, beyond)).rejects.toMatchObject({ code: 42257 })
  const said = { ...beyond, refusedQty: '29' }
  await expect(clerk.call(work.confirmLine, said)).rejects.toThrow('实际数量2 箱 + 5 个不能大于计划数量2 箱')
  const done = await clerk.call(work.confirmLine, {
    taskLineId: nail?.id,
    qty: '20',
    refusedQty: '4',
    refusedReason: 'DAMAGED',
  })
  expect(done.line).toMatchObject({ state: 'SHORT', doneQty: '20', shortQty: '4' })
  const before = await stock()
  const all = await clerk.call(work.confirmLine, {
    taskLineId: bolt?.id,
    qty: '0',
    refusedQty: '10',
    refusedReason: 'WRONG',
  })
  expect(all.task).toMatchObject({ state: 'DONE', doneQty: '20.000' })
  expect(await stock()).toEqual(before)
  await server.relay.drain()
  const bill = await read(billId)
  expect(bill.lines.map((l) => [l.doneQty, l.refusedQty])).toEqual([
    ['20.000', '4.000'],
    ['0.000', '10.000'],
  ])
  expect(await server.inside('DC01', reconcile)).toEqual([])

  await clerk.call(work.undoLine, { taskLineId: nail?.id })
  expect((await read(billId)).lines[0]).toMatchObject({ doneQty: '0.000', refusedQty: null })
})

test('a part that is refused does not come again while the line waits for the rest', async () => {
  const { lines } = await make({ NAIL: '24' })
  const part = { taskLineId: lines[0]?.id, partial: true }
  await clerk.call(work.confirmLine, { ...part, qty: '10', refusedQty: '2', refusedReason: 'EXPIRED' })
  await expect(clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '5' })).rejects.toMatchObject({
    code: 42258,
  })
  const last = await clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '12' })
  expect(last.line).toMatchObject({ state: 'DONE', doneQty: '22', shortQty: '2' })
})

test('a product that is not on the order is told as such, one of another line as that', async () => {
  const { lines } = await make({ NAIL: '24', BOLT: '5' })
  const scan = (product: string) =>
    clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '24', scans: { product } })
  const before = await stock()
  await expect(scan('FISH')).rejects.toMatchObject({ code: 42267, message: '商品不在订货单中' })
  await expect(scan('BOLT')).rejects.toMatchObject({ code: 42272 })
  expect(await stock()).toEqual(before)
  expect((await scan('NAIL')).line.state).toBe('DONE')
})

test('a whole order is received at once when nothing has to be looked at', async () => {
  const { billId, task } = await make({ NAIL: '24', BOLT: '10' })
  const got = await clerk.call(receiveAll, { id: task.id }, { key: 'all' })
  expect(got).toMatchObject({ lines: 2, task: { state: 'DONE', doneQty: '34.000' } })
  expect(await clerk.call(receiveAll, { id: task.id }, { key: 'all' })).toEqual(got)
  await server.relay.drain()
  expect(await read(billId)).toMatchObject({ doneQty: '34.000', state: 'INPROGRESS' })
  expect(await clerk.call(orderReceipts.call, { id: billId })).toHaveLength(2)
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test.each([
  ['MILK', 42720],
  ['FISH', 42721],
])('%s is not received unseen, and nothing beside it', async (code, fault) => {
  const { billId, task } = await make({ NAIL: '24', [code]: '5' })
  const before = await stock()
  await expect(clerk.call(receiveAll, { id: task.id })).rejects.toMatchObject({ code: fault })
  expect(await stock()).toEqual(before)
  expect(await read(billId)).toMatchObject({ doneQty: '0.000' })
})

test('receiving at once needs its own right, and a task of one’s own', async () => {
  const { task } = await make({ NAIL: '24' })
  await expect((await server.as('viewer', 'DC01')).call(receiveAll, { id: task.id })).rejects.toMatchObject({
    code: 40301,
  })
  await expect((await server.as('admin', 'DC01', 'two')).call(receiveAll, { id: task.id })).rejects.toMatchObject({
    code: 40400,
  })
  await clerk.call(work.takeTask, { id: task.id })
  await expect((await server.as('admin', 'DC01')).call(receiveAll, { id: task.id })).rejects.toMatchObject({
    code: 42250,
  })
  const rows = await server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`select 1 from wms_task_line where task_id = ${task.id} and done_qty > 0`),
  )
  expect(rows).toEqual([])
})

test('what comes is divided into pallets by the pattern of its pack, each with a code and a put-away of its own', async () => {
  const pallets = () =>
    server.inside('DC01', (ctx) =>
      ctx.tx.query<{ code: string; state: string; qty: string | null }>(sql`
        select c.code, c.state, sum(s.qty)::text as qty from wms_container c
        join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id and k.category = 'PALLET'
        left join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
        where c.tenant_id = ${ctx.tenantId} group by c.code, c.state order by c.code`),
    )
  const { lines } = await make({ CASE: '300', NAIL: '24' })
  const [full, nail] = lines
  expect(full?.pack?.palletQty).toBe('120.000')
  const onPallets = (taskLineId: string | undefined, qty: string, o: object = {}) =>
    clerk.call(work.confirmLine, { taskLineId, qty, onPallets: true, ...o }, o)
  const before = await stock()
  await expect(onPallets(full?.id, '300')).rejects.toThrow('没有可用的托盘类型')
  await server.inside('DC01', (ctx) =>
    bulkInsert(ctx.tx, 'wms_container_type', [
      {
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        code: 'PAL',
        name: 'pallet',
        category: 'PALLET',
        prefix: 'PAL',
        digits: 4,
      },
    ]),
  )
  await expect(onPallets(nail?.id, '24')).rejects.toThrow('商品[NAIL]没有码托标准')
  await expect(onPallets(full?.id, '99999')).rejects.toThrow('一次最多分100托')
  await expect(onPallets(full?.id, '600')).rejects.toThrow('超收')
  expect(await pallets()).toEqual([])
  expect(await stock()).toEqual(before)
  const key = { key: 'pallets-once' }
  const done = await clerk.call(work.confirmLine, { taskLineId: full?.id, qty: '300', onPallets: true }, key)
  expect(done.warnings[0]?.[0]).toBe('已分3托：PAL0001、PAL0002、PAL0003')
  expect(await clerk.call(work.confirmLine, { taskLineId: full?.id, qty: '300', onPallets: true }, key)).toEqual(done)
  const three = [
    { code: 'PAL0001', state: 'RECEIVING', qty: '120.000' },
    { code: 'PAL0002', state: 'RECEIVING', qty: '120.000' },
    { code: 'PAL0003', state: 'RECEIVING', qty: '60.000' },
  ]
  expect(await pallets()).toEqual(three)
  for (const { code } of three)
    expect((await clerk.call(work.findWork, { scan: code, taskTypes: ['PUTAWAY'] })).tasks).toHaveLength(1)
  expect(await server.inside('DC01', reconcile)).toEqual([])
  // Taken back as a whole: the pallets are free for other goods.
  await clerk.call(work.undoLine, { taskLineId: full?.id })
  expect(await pallets()).toEqual(three.map((p) => ({ ...p, state: 'IDLE', qty: null })))
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test('what a product asks of each lot is demanded, kept, and tells lots apart', async () => {
  const ask = (code: string, names: Record<string, boolean>) =>
    server.inside('DC01', (ctx) =>
      bulkInsert(
        ctx.tx,
        'mdm_product_lot_attr',
        Object.entries(names).map(([name, needed]) => ({
          tenantId: ctx.tenantId,
          id: ctx.newId(),
          productId: yard.products.get(code)?.id,
          name,
          needed,
        })),
      ),
    )
  await ask('BOLT', { 产地: true, 证书: false })
  const { lines } = await make({ BOLT: '15' })
  const [bolt] = lines
  expect(bolt?.product?.lotAttrs).toEqual([
    { name: '产地', needed: true },
    { name: '证书', needed: false },
  ])
  const take = (attrs?: Record<string, string>) =>
    clerk.call(work.confirmLine, { taskLineId: bolt?.id, qty: '5', partial: true, ...(attrs && { attrs }) })
  const before = await stock()
  await expect(take()).rejects.toThrow('批次属性[产地]不能为空')
  await expect(take({ 产地: ' ' })).rejects.toThrow('批次属性[产地]不能为空')
  await expect(take({ 产地: '山东', 颜色: '红' })).rejects.toThrow('商品[BOLT]没有批次属性[颜色]')
  expect(await stock()).toEqual(before)
  await take({ 产地: '山东', 证书: 'C1' })
  await take({ 证书: 'C1', 产地: '山东' })
  await take({ 产地: '江苏' })
  const lots = await clerk.call<{ records: { attrs: string; onHand: string }[] }>(
    crudCalls(stockBatchLookBoard).query,
    {
      filter: { productId: [yard.products.get('BOLT')?.id] },
      orderBy: 'id',
    },
  )
  expect(lots.records.filter((l) => l.attrs).map((l) => [l.attrs, Number(l.onHand)])).toEqual([
    ['产地: 山东; 证书: C1', 10],
    ['产地: 江苏', 5],
  ])
  expect(await server.inside('DC01', reconcile)).toEqual([])
})

test.each([
  ['NONE', [], false],
  ['WARN', ['批次倒挂'], false],
  ['BLOCK', ['批次倒挂'], true],
] as const)(
  'of an owner who says %s, goods older than those before are told or refused',
  async (rule, told, isRefused) => {
    await server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`update wms_owner set date_inversion = ${rule} where tenant_id = ${ctx.tenantId}`),
    )
    const { lines } = await make({ MILK: '20' })
    const [milk] = lines
    const day = (before: number) => dayIn(usualZone, new Date(Date.now() - before * 86_400_000))
    const take = (before: number, o: object = {}, who = clerk) =>
      who.call(work.confirmLine, { taskLineId: milk?.id, qty: '5', partial: true, productionDate: day(before), ...o })
    await take(1)
    const before = await stock()
    if (isRefused) {
      await expect(take(3)).rejects.toMatchObject({ code: 42729, message: expect.stringContaining('批次倒挂') })
      expect(await stock()).toEqual(before)
    }
    const permit = isRefused ? await permitReceipt(server, clerk, milk?.id ?? '') : undefined
    const { warnings } = await take(3, { permit })
    expect(warnings.map((w) => w[0].slice(0, 4))).toEqual([...(isRefused ? ['已放行，'] : []), ...told])
    expect(await server.inside('DC01', reconcile)).toEqual([])
  },
)

test('the number on the vendor’s delivery note finds the task', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: vendor,
    upstreamNo: 'PO-7788',
    lines: [{ productId: yard.products.get('BOLT')?.id, planQty: '5' }],
  })
  const found = async () => (await clerk.call(work.findWork, { scan: 'PO-7788', taskTypes: ['RECEIVE'] })).tasks
  expect(await found()).toEqual([])
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  expect(await found()).toMatchObject([{ taskType: 'RECEIVE' }])
  expect((await clerk.call(work.findWork, { scan: 'PO-7788', taskTypes: ['PICK'] })).tasks).toEqual([])
})

test('a line of gifts is received as gifts, unless the receiver says otherwise', async () => {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId: vendor,
    upstreamNo: 'PO-GIFT',
    lines: [true, true, false].map((gift) => ({ productId: yard.products.get('NAIL')?.id, planQty: '12', gift })),
  })
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { tasks } = await clerk.call(work.findWork, { scan: 'PO-GIFT', taskTypes: ['RECEIVE'] })
  const { lines } = await clerk.call(work.getWork, { id: tasks[0]?.id })
  const [gift, damaged, bought] = lines
  expect(lines.map((l) => l.stockType)).toEqual(['GIFT', 'GIFT', 'GOOD'])
  await clerk.call(work.confirmLine, { taskLineId: gift?.id, qty: '12' })
  await clerk.call(work.confirmLine, { taskLineId: damaged?.id, qty: '12', stockType: 'DAMAGE' })
  await clerk.call(work.confirmLine, { taskLineId: bought?.id, qty: '12' })
  const receipts = await clerk.call(orderReceipts.call, { id: made.id })
  expect(receipts.map((r) => r.stockType)).toEqual(['GOOD', 'DAMAGE', 'GIFT'])
})

describe('goods that are too old', () => {
  const day = (ahead: number) => dayIn(usualZone, new Date(Date.now() + ahead * 86_400_000))
  const old = async () => {
    const { billId, lines } = await make({ MILK: '20' })
    const taskLineId = lines[0]?.id ?? ''
    const take = (o: object = {}) =>
      clerk.call(work.confirmLine, { taskLineId, qty: '5', partial: true, productionDate: day(-40), ...o })
    return { billId, taskLineId, take }
  }
  const grant = (subjectId: string, o: object = {}) =>
    clerk.call(overrideCalls.grant, {
      who: 'admin',
      pin: testPin,
      permission: 'wms:task.receive:permit',
      subjectId,
      reason: 'a store needs it',
      ...o,
    })

  test('come in by somebody else’s word only, once, and to be inspected; both logs say by whose', async () => {
    const { billId, taskLineId, take } = await old()
    await expect(take()).rejects.toMatchObject({ code: 42269 })
    const permit = await permitReceipt(server, clerk, taskLineId)
    const before = await stock()
    const { warnings } = await take({ permit })
    expect(warnings.map((w) => w[0])).toContain('已放行，货物转待检')
    const { rows } = await server.db.owner.query(
      `select s.stock_type, s.qty from wms_stock s join wms_lot l on l.id = s.lot_id where l.production_date = '${day(-40)}' and s.qty > 0`,
    )
    expect(rows).toEqual([{ stock_type: 'QC', qty: '5.000' }])
    expect(await stock()).not.toEqual(before)
    await expect(take({ permit })).rejects.toMatchObject({ code: 42891 })
    const log = await server.db.owner.query(
      `select payload -> 'permitted' as p from wms_task_log where task_line_id = ${taskLineId} and action = 'confirm'`,
    )
    expect(log.rows).toEqual([{ p: { by: 'admin', name: expect.any(String), reason: '门店急需' } }])
    const audit = await server.db.owner.query(
      `select after from sys_audit_log where subject_id = ${billId} and action = 'permit'`,
    )
    expect(audit.rows).toMatchObject([{ after: { qty: '5', reason: '门店急需' } }])
    expect(await server.inside('DC01', reconcile)).toEqual([])
  })

  test('do not come in by a wrong PIN, one’s own, that of who lacks the right, or for another line', async () => {
    const { taskLineId, take } = await old()
    const other = await old()
    await clerk.call(overrideCalls.setPin, { password, pin: '246801' })
    const viewer = await server.as('viewer', 'DC01')
    await viewer.call(overrideCalls.setPin, { password, pin: '975312' })
    await expect(grant(taskLineId, { who: 'clerk', pin: '246801' })).rejects.toMatchObject({ code: 42893 })
    await expect(grant(taskLineId, { who: 'viewer', pin: '975312' })).rejects.toMatchObject({ code: 42894 })
    await expect(grant(taskLineId, { pin: '111222' })).rejects.toMatchObject({ code: 42892 })
    await expect(grant(taskLineId, { who: 'nobody-there' })).rejects.toMatchObject({ code: 42892 })
    const { id } = await grant(other.taskLineId)
    await expect(take({ permit: id })).rejects.toMatchObject({ code: 42891 })
  })

  test('guessing a PIN is slowed down, and shuts nobody out of his log-in', async () => {
    const { taskLineId } = await old()
    const codes: number[] = []
    for (let i = 0; i < 6; i++)
      codes.push(
        await grant(taskLineId, { pin: '000001' }).then(
          () => 0,
          (e: { code: number }) => e.code,
        ),
      )
    expect(codes.slice(0, 3)).toEqual([42892, 42892, 42892])
    expect(codes.at(-1)).toBe(42900)
    await server.as('admin', 'DC01')
  })

  test.each(['111111', '123456', '987654'])('%s is no PIN', async (pin) => {
    await expect(clerk.call(overrideCalls.setPin, { password, pin })).rejects.toMatchObject({ code: 42895 })
  })
})
