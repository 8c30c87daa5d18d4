import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { createContainers } from '@lading/contract/wms/masterCalls.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { ownerUsers, productSchemes } from '@lading/contract/wms/productCalls.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { instead } from '../../testing/rows.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

interface Made {
  id: string
  version: number
}
let server: TestServer
let group: Client
let dc: Client
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, {
      bins: { 'S-01': 'STORAGE' },
      owners: ['O1', 'O2'],
      products: [{ code: 'X', qpc: '12' }],
    }),
  )
  group = await server.as('admin')
  dc = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

const orders = documentCalls(orderBill)
const ids = { product: () => yard.products.get('X')?.id ?? '', owner: (code: string) => yard.owners.get(code) ?? '' }
const order = async (vendorId: string, ownerId: string, planQty = '5') =>
  dc.call<Made>(orders.create, { vendorId, ownerId, lines: [{ productId: ids.product(), planQty }] })
const step = (verb: string, id: string, version: number) =>
  dc.call<{ ok: number; failed: { message: string }[] }>(orders[verb], { rows: [{ id, version }] })

test('a vendor that names its owners brings goods for nobody else', async () => {
  const v = await group.call<Made>(crudCalls(vendor).create, {
    code: 'V1',
    name: '沪江',
    supplies: [{ ownerId: ids.owner('O1') }],
  })
  const wrong = await order(v.id, ids.owner('O2'))
  expect(await step('approve', wrong.id, 0)).toMatchObject({
    ok: 0,
    failed: [{ message: '供应商[沪江]不供应货主[O2]' }],
  })
  expect(await dc.call(orders.getById, { id: wrong.id })).toMatchObject({ state: 'SAVED' })
  const right = await order(v.id, ids.owner('O1'))
  expect(await step('approve', right.id, 0)).toMatchObject({ ok: 1 })
  const suppliers = async (suppliedTo: string) => {
    const { records } = await group.call<{ records: { code: string; suppliedTo: string }[] }>(crudCalls(vendor).query, {
      filter: { suppliedTo },
    })
    return records.map((r) => [r.code, r.suppliedTo])
  }
  expect(await suppliers('O1')).toEqual([['V1', 'O1']])
  expect(await suppliers('O2')).toEqual([])
  const { supplies } = await group.call<{ supplies: { id: string }[] }>(crudCalls(vendor).getById, { id: v.id })
  await group.call(crudCalls(vendor).update, { id: v.id, version: 0, supplies: instead(supplies, []) })
  expect(await step('approve', wrong.id, 0)).toMatchObject({ ok: 1 })
  expect(await suppliers('O2')).toEqual([['V1', '全部']])
})

/** Receives an order and says what lot and type the goods became. */
async function received(vendorId: string, ownerId: string) {
  const made = await order(vendorId, ownerId)
  await step('approve', made.id, 0)
  await step('createTask', made.id, 1)
  return server.inside('DC01', async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${made.id}`,
    )
    return id
  })
}

test('received goods are what their owner says, in a lot for each receipt where he wants one', async () => {
  const v = await group.call<Made>(crudCalls(vendor).create, { code: 'V2', name: 'v' })
  const o2 = ids.owner('O2')
  await group.call(crudCalls(owner).update, { id: o2, version: 0, stockType: 'QC', lotPerReceipt: true })
  for (const ownerId of [ids.owner('O1'), ids.owner('O1'), o2, o2]) {
    const taskId = await received(v.id, ownerId)
    const { lines } = await dc.call(work.takeTask, { id: taskId })
    await dc.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '5' })
  }
  const stock = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ owner: string; stockType: string; lots: number; qty: string }>(sql`
      select o.code as owner, s.stock_type, count(distinct s.lot_id)::int as lots, sum(s.qty)::text as qty
      from wms_stock s join wms_owner o on o.tenant_id = s.tenant_id and o.id = s.owner_id
      where s.tenant_id = ${ctx.tenantId} and s.qty > 0 group by 1, 2 order by 1`),
  )
  expect(stock).toEqual([
    { owner: 'O1', stockType: 'GOOD', lots: 1, qty: '10.000' },
    { owner: 'O2', stockType: 'QC', lots: 2, qty: '10.000' },
  ])
})

test('a product tells which scheme serves it, for each owner, and why', async () => {
  const rules = [{ seq: 10, method: 'EMPTY' }]
  const scheme = (input: object) => dc.call<Made>(crudCalls(productStorageScheme).create, { rules, ...input })
  const ask = async () =>
    (await dc.call(productSchemes, { id: ids.product() })).map((r) => [r.owner.code, r.scheme?.code, r.why[0]])
  expect(await ask()).toEqual([
    ['O1', undefined, '没有适用的方案，按标准规则'],
    ['O2', undefined, '没有适用的方案，按标准规则'],
  ])
  await scheme({ code: 'ALL', name: 'all' })
  await scheme({ code: 'MINE', name: 'mine', ownerId: ids.owner('O2') })
  expect(await ask()).toEqual([
    ['O1', 'ALL', '通用方案'],
    ['O2', 'MINE', '方案指定了货主'],
  ])
  await scheme({ code: 'X', name: 'x', productId: ids.product() })
  expect((await ask()).map((r) => r[2])).toEqual(['方案指定了该商品', '方案指定了该商品'])
  await expect(
    (await server.as('admin', 'DC01', 'two')).call(productSchemes, { id: ids.product() }),
  ).rejects.toMatchObject({ code: 40400 })
  await expect(group.call(productSchemes, { id: ids.product() })).rejects.toMatchObject({ code: 40303 })
})

test('an owner lists the users who see nothing but it', async () => {
  await server.inside('DC01', async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(
      sql`select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'nobody'`,
    )
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: id, ownerId: ids.owner('O2') },
    ])
  })
  expect(await group.call(ownerUsers, { id: ids.owner('O2') })).toMatchObject([{ username: 'nobody' }])
  expect(await group.call(ownerUsers, { id: ids.owner('O1') })).toEqual([])
  await expect((await server.as('clerk', 'DC01')).call(ownerUsers, { id: ids.owner('O2') })).rejects.toMatchObject({
    code: 40301,
  })
})

test('a container tells what is in it, what it weighs and how long it has stood', async () => {
  const counted = await group.call<Made>(crudCalls(containerType).create, {
    code: 'N',
    name: '隔板',
    prefix: 'NN',
    serialised: false,
  })
  await expect(dc.call(createContainers, { typeId: counted.id, count: 1 })).rejects.toThrow(
    '容器类型[隔板]不按条码管理，不能生成容器',
  )
  const type = await group.call<Made>(crudCalls(containerType).create, {
    code: 'C',
    name: 'c',
    prefix: 'CC',
    tareKg: '1.5',
  })
  await dc.call(createContainers, { typeId: type.id, count: 2 })
  await expect(
    group.call(crudCalls(containerType).update, { id: type.id, version: 0, serialised: false }),
  ).rejects.toThrow('该类型已有容器，不能修改管理方式')
  const list = async (filter: object) =>
    (
      await dc.call<{ records: Record<string, unknown>[] }>(crudCalls(container).query, {
        filter: { code: 'CC', ...filter },
      })
    ).records
  const [first, second] = await list({})
  await server.inside('DC01', async (ctx) => {
    const key = { product: 'X', owner: 'O1', container: String(first?.id) }
    await post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: 'c',
      lines: [
        { key: await keyOf(ctx, yard, { ...key, bin: 'V_ADJUST', container: yard.loose }), delta: -parseQty('29') },
        { key: await keyOf(ctx, yard, { ...key, bin: 'S-01' }), delta: parseQty('29') },
      ],
      containers: [{ id: key.container, binId: yard.bins.get('S-01') ?? '' }],
    })
    await ctx.tx.run(sql`
      update wms_container set state = 'SHIPPED', last_move_at = ${new Date(ctx.now().getTime() - 9.5 * 86_400_000)}
      where tenant_id = ${ctx.tenantId} and id = ${String(second?.id)}`)
  })
  expect(await list({})).toMatchObject([
    { code: first?.code, cases: '2+5', weightKg: '16.000', inDc: true, idleDays: 0 },
    { code: second?.code, cases: null, weightKg: null, inDc: false, idleDays: 9 },
  ])
  expect((await list({ inDc: false })).map((r) => r.code)).toEqual([second?.code])
  expect((await list({ idleDays: { from: '5' } })).map((r) => r.code)).toEqual([second?.code])
})

test('products are found by owner and by vendor', async () => {
  const find = async (filter: object) =>
    (await group.call<{ records: { code: string }[] }>(crudCalls(product).query, { filter })).records.map((r) => r.code)
  expect(await find({ ofOwner: [ids.owner('O2')] })).toEqual(['X'])
  expect(await find({ ofVendor: [ids.owner('O2')] })).toEqual([])
})
