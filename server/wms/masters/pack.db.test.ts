import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { packProduct, product, qpc } from '@lading/contract/mdm/product.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf } from '../testing/yard.ts'

interface Made {
  id: string
  version: number
}
type Pack = Made & { name: string; isDefault: boolean; disabled: boolean; volumeM3: string | null }
let server: TestServer
let group: Client
let booked: { id: string; qpcId: string }
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    const yard = await buildYard(ctx, { bins: { 'P-01': 'PICK' }, products: [{ code: 'BOOKED', qpc: '24' }] })
    booked = yard.products.get('BOOKED') ?? booked
    const lines = [
      { key: await keyOf(ctx, yard, { bin: 'V_ADJUST', product: 'BOOKED' }), delta: -parseQty('7') },
      { key: await keyOf(ctx, yard, { bin: 'P-01', product: 'BOOKED' }), delta: parseQty('7') },
    ]
    await post(ctx, { bizType: 'ADJ_INC', idemKey: 'x', lines })
  })
  group = await server.as('admin')
})
afterAll(() => server.close())

const calls = crudCalls(qpc)
const list = async (productId: string, who = group) =>
  (await who.call<{ records: Pack[] }>(calls.query, { filter: { productId: [productId] } })).records
const newProduct = async (code: string, more: object = {}) =>
  (await group.call<Made>(crudCalls(product).create, { code, name: code, qpcs: [{ qpc: '1' }], ...more })).id
const add = (productId: string, pack: object, who = group) => who.call<Made>(calls.create, { productId, ...pack })

test('a pack is made with its name and volume; one is the default', async () => {
  const id = await newProduct('COLA', { barcodes: [{ code: '6901234567892' }] })
  const made = await add(id, {
    qpc: '24',
    barcode: '16901234567899',
    palletTi: 12,
    palletHi: 5,
    lengthCm: '40',
    widthCm: '30',
    heightCm: '20',
  })
  const packs = await list(id)
  expect(packs.map((p) => [p.name, p.isDefault])).toEqual([
    ['1*1', true],
    ['1*24', false],
  ])
  expect(packs[1]?.volumeM3).toBe('0.024000')
  await group.call(calls.update, { id: made.id, version: 0, isDefault: true, midQpc: '6' })
  expect((await list(id)).map((p) => [p.name, p.isDefault])).toEqual([
    ['1*1', false],
    ['1*4*6', true],
  ])
  await expect(group.call(calls.update, { id: made.id, version: 1, isDefault: false })).rejects.toThrow(
    '规格[1*4*6]是默认规格，请先将其他规格设为默认',
  )
  await expect(group.call(calls.disable, { id: made.id, version: 1 })).rejects.toThrow('是默认规格')
  await expect(add(id, { qpc: '12', name: '1*4*6' })).rejects.toThrow('已存在')
})

test.each([
  [{ qpc: '0' }, 'qpc', '包装含量必须大于0'],
  [{ qpc: '2.5' }, 'qpc', '每箱数量不是整数'],
  [{ qpc: '12', barcode: '16901234567890' }, 'barcode', '条码校验位错误，应为9'],
  [{ qpc: '12', weightKg: '1', netWeightKg: '2' }, 'weightKg', '毛重不能小于净重'],
  [{ qpc: '12', lengthCm: '5', widthCm: '5', heightCm: '5' }, 'lengthCm', '尺寸小于下级包装'],
])('%j is refused and leaves nothing', async (pack, field, message) => {
  const id = await newProduct(`R${message.length}${field}${pack.qpc.length}`, {
    lengthCm: '6',
    widthCm: '6',
    heightCm: '6',
  })
  await expect(add(id, pack)).rejects.toMatchObject({ message, errors: [{ field, message }] })
  expect(await list(id)).toHaveLength(1)
})

test('a product and its packs are held to the same rules', async () => {
  const id = await newProduct('SAME')
  await expect(
    group.call(crudCalls(product).update, { id, version: 0, qpcs: [{ qpc: '12', weightKg: '1', netWeightKg: '2' }] }),
  ).rejects.toMatchObject({ errors: [{ field: 'qpcs.0.weightKg', message: '毛重不能小于净重' }] })
  const two = [
    { qpc: '12', isDefault: true },
    { qpc: '6', isDefault: true },
  ]
  await expect(group.call(crudCalls(product).update, { id, version: 0, qpcs: two })).rejects.toThrow(
    '商品应有且只有一个默认规格',
  )
})

test('a barcode leads to one product', async () => {
  const other = await newProduct('OTHER', {
    barcodes: [{ code: '6902345678903' }],
    qpcs: [{ qpc: '10', barcode: '16902345678900' }],
  })
  const id = await newProduct('MINE')
  await expect(add(id, { qpc: '5', barcode: '6902345678903' })).rejects.toMatchObject({
    message: '条码[6902345678903]已用于商品[OTHER]规格[1*1]',
    about: [{ key: 'mdm.product', id: other, no: 'OTHER' }],
  })
  await expect(add(id, { qpc: '5', midQpc: '1', midBarcode: '16902345678900' })).rejects.toThrow(
    '条码[16902345678900]已用于商品[OTHER]规格[1*10]',
  )
  expect(await list(id)).toHaveLength(1)
})

test('goods that were booked keep the factors of their pack', async () => {
  const change = (input: object) => group.call(calls.update, { id: booked.qpcId, version: 0, ...input })
  await expect(change({ qpc: '20' })).rejects.toThrow('规格[1*24]已有库存或流水，不能修改换算数量')
  await expect(change({ midQpc: '6' })).rejects.toThrow('不能修改换算数量')
  const other = await add(booked.id, { qpc: '20', isDefault: true })
  const [old] = await list(booked.id)
  await expect(group.call(calls.remove, { id: booked.qpcId, version: old?.version })).rejects.toThrow(
    '规格[1*24]已有库存或流水，不能删除',
  )
  await group.call(calls.update, { id: booked.qpcId, version: old?.version, weightKg: '8.4', isDefault: true })
  await group.call(calls.remove, { id: other.id, version: 1 })
  expect((await list(booked.id)).map((p) => [p.name, p.isDefault])).toEqual([['1*24', true]])
})

test('a pack that is out of use takes no new lines and can be taken back', async () => {
  const id = await newProduct('OFF')
  const made = await add(id, { qpc: '6' })
  await group.call(calls.disable, { id: made.id, version: 0 })
  await expect(group.call(calls.update, { id: made.id, version: 1, isDefault: true })).rejects.toThrow('已停用')
  const form = (packs: object[]) =>
    group.call(crudCalls(product).update, { id, version: 0, qpcs: packs.map((p) => ({ ...p, qpc: '6' })) })
  const [usual] = await list(id)
  const off = { id: made.id, name: '1*6', caseUnit: '箱', isDefault: true }
  await expect(form([{ id: usual?.id, name: '1*1', isDefault: false }, off])).rejects.toThrow('已停用')
  await group.call(calls.enable, { id: made.id, version: 1 })
  expect((await list(id))[1]?.disabled).toBe(false)
})

test('packs are kept by the enterprise, by whoever may, in one tenant', async () => {
  const id = await newProduct('WALL')
  await expect(add(id, { qpc: '6' }, await server.as('admin', 'DC01'))).rejects.toMatchObject({ code: 40304 })
  await expect(add(id, { qpc: '6' }, await server.as('viewer'))).rejects.toMatchObject({ code: 40301 })
  await expect(add(id, { qpc: '6' }, await server.as('admin', 'G', 'two'))).rejects.toMatchObject({ code: 40400 })
  expect(await list(id, await server.as('admin', 'G', 'two'))).toEqual([])
  expect(await list(id)).toHaveLength(1)
})

test('who is limited to an owner sees the packs of that owner alone', async () => {
  await server.inside('DC01', async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_owner where tenant_id = ${ctx.tenantId} and code = 'O1'`,
    )
    const { visible } = await import('../../kernel/scope.ts')
    const seen = async (owners: readonly string[]) =>
      (
        await ctx.tx.query<{ name: string }>(
          sql`select t.name from mdm_product_qpc t where ${visible(qpc, { ...ctx, owners }, 't')}`,
        )
      ).map((r) => r.name)
    expect(await seen([id])).toEqual(['1*24'])
    expect(await seen(['1'])).toEqual([])
  })
})

test('a pack that business under way uses is not taken out of use', async () => {
  const id = await newProduct('BUSY')
  const made = await add(id, { qpc: '6' })
  const [one] = await list(id)
  await server.inside('DC01', async (ctx) => {
    const { id: ownerId } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_owner where tenant_id = ${ctx.tenantId} and code = 'O1'`,
    )
    await bulkInsert(ctx.tx, 'mdm_product_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), productId: id, ownerId }])
  })
  const dc = await server.as('admin', 'DC01')
  const owners = await dc.call<{ records: Made[] }>(crudCalls(owner).query, { filter: { code: 'O1' } })
  const supplier = await group.call<Made>(crudCalls(vendor).create, { code: 'VB', name: 'v' })
  const orders = documentCalls(orderBill)
  const order = async (qpcId: string) =>
    dc.call<Made>(orders.create, {
      vendorId: supplier.id,
      ownerId: owners.records[0]?.id,
      lines: [{ productId: id, qpcId, planQty: '6' }],
    })
  await order(one?.id ?? '')
  const bills = [await order(made.id), await order(made.id)]
  const disable = () => group.call(calls.disable, { id: made.id, version: 0 })
  await expect(disable()).rejects.toMatchObject({
    message: '存在在途业务：2张单据',
    about: [{ key: orderBill.header.key, id: bills[0]?.id, no: expect.stringMatching(/^DH/) }],
  })
  expect((await list(id))[1]?.disabled).toBe(false)
  const done = await dc.call<{ ok: number }>(orders.cancel, {
    rows: bills.map((b) => ({ id: b.id, version: 0 })),
    reason: '测试',
  })
  expect(done.ok).toBe(2)
  await disable()
  expect((await list(id))[1]?.disabled).toBe(true)
})

test('products are found by how their name is typed, and by the day of their last change', async () => {
  const id = await newProduct('KK')
  const find = async (of: AnyEntity, filter: object) =>
    (await group.call<{ records: { code: string }[] }>(crudCalls(of).query, { filter })).records.map((r) => r.code)
  await group.call(crudCalls(product).update, { id, version: 0, name: '可口可乐330ml' })
  expect(await find(product, { initials: 'kkkl' })).toEqual(['KK'])
  expect(await find(packProduct, { initials: 'KKKL3' })).toEqual(['KK'])
  expect(await find(product, { keyword: 'kkl' })).toEqual(['KK'])
  expect(await find(product, { keyword: '口可' })).toEqual(['KK'])
  expect(await find(owner, { keyword: 'o1' })).toEqual(['O1'])
  const [{ id: pack } = { id: '' }] = await list(id)
  await server.inside('DC01', async (ctx) => {
    const at = (table: string, of: string, day: string) =>
      ctx.tx.run(sql`update ${raw(table)} set updated_at = ${day} where tenant_id = ${ctx.tenantId} and id = ${of}`)
    await at('mdm_product', id, '2020-01-05T04:00:00Z')
    await at('mdm_product_qpc', pack, '2020-02-05T04:00:00Z')
  })
  const changed = (from: string, to: string) => find(packProduct, { changedAt: { from, to } })
  expect(await changed('2020-02-05', '2020-02-05')).toEqual(['KK'])
  expect(await changed('2020-01-01', '2020-01-31')).toEqual([])
})

test('a barcode tells who has it, and a case code who has what is in the case', async () => {
  const ask = async (code: string, who = group) => {
    const { holders, contained } = await who.call(verifyBarcode, { code })
    const told = (all: typeof holders) => all.map((h) => [h.code, h.pack, h.level])
    return [told(holders), told(contained)]
  }
  const each = ['COLA', '1*1', 'EACH']
  expect(await ask('6901234567892')).toEqual([[each], []])
  expect(await ask('06901234567892')).toEqual([[each], []])
  expect(await ask('16901234567899')).toEqual([[['COLA', '1*4*6', 'CASE']], [each]])
  expect(await ask('26901234567896')).toEqual([[], [each]])
  expect(await ask('16901234567890')).toEqual([[], []])
  expect(await ask('6901234567892', await server.as('admin', 'G', 'two'))).toEqual([[], []])
})

test('products are found by what their packs lack', async () => {
  const find = async (filter: object) =>
    (await group.call<{ records: { code: string }[] }>(crudCalls(packProduct).query, { filter })).records.map(
      (r) => r.code,
    )
  expect(await find({ code: 'COLA', hasLevel: ['PALLET'] })).toEqual(['COLA'])
  expect(await find({ code: 'COLA', hasLevel: ['INNER', 'CASE'] })).toEqual(['COLA'])
  expect(await find({ code: 'BOOKED', hasLevel: ['PALLET', 'INNER'] })).toEqual([])
  expect(await find({ code: 'BOOKED', noDimensions: true, noGtin: true })).toEqual(['BOOKED'])
  expect(await find({ barcode: '16901234567899' })).toEqual(['COLA'])
  const file = await group.bytes(crudCalls(packProduct).export, { filter: { code: 'COLA' }, format: 'csv' })
  expect(file.data.toString().trim().split('\n')).toHaveLength(3)
})
