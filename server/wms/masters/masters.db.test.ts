import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { productCategory } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { binLocks, containerSteps, createContainers, generateBins } from '@lading/contract/wms/masterCalls.ts'
import { area, bin } from '@lading/contract/wms/place.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { instead } from '../../testing/rows.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { prepareDc } from './prepareDc.ts'

interface Made {
  id: string
  version: number
}
let server: TestServer
let group: Client
let dc: Client
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', (ctx) => prepareDc(ctx))
  group = await server.as('admin')
  dc = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

const of = {
  product: crudCalls(product),
  owner: crudCalls(owner),
  category: crudCalls(productCategory),
  area: crudCalls(area),
  bin: crudCalls(bin),
  type: crudCalls(containerType),
  container: crudCalls(container),
  scheme: crudCalls(productStorageScheme),
}
type Name = keyof typeof of
const make = (name: Name, input: object, who = group) => who.call<Made>(of[name].create, input)
const read = (name: Name, id: string, who = group) => who.call<Made & Record<string, never>>(of[name].getById, { id })

/** Puts goods on a bin behind the engine's back: only their being there matters here. */
async function putStock(productId: string, ownerId: string, binCode: string, qty: string): Promise<void> {
  await server.inside('DC01', async (ctx) => {
    const [b] = await ctx.tx.query<{ id: string }>(
      sql`select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${binCode}`,
    )
    const [q] = await ctx.tx.query<{ id: string }>(
      sql`select id from mdm_product_qpc where tenant_id = ${ctx.tenantId} and product_id = ${productId}`,
    )
    const [c] = await ctx.tx.query<{ id: string }>(
      sql`select id from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'LOOSE'`,
    )
    const common = { tenantId: ctx.tenantId, orgId: ctx.org.id, productId, ownerId }
    const lotId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_lot', [{ ...common, id: lotId, lotNo: `L${lotId}`, identity: lotId }])
    await bulkInsert(ctx.tx, 'wms_stock', [
      {
        ...common,
        id: ctx.newId(),
        lotId,
        qpcId: q?.id,
        binId: b?.id,
        containerId: c?.id,
        stockType: 'GOOD',
        qty,
        firstInAt: ctx.now(),
      },
    ])
  })
}

test('a product gets its pack, its pack its name, and a typed barcode needs its check digit', async () => {
  const plain = await make('product', { code: 'P1', name: 'p1', baseUnit: '瓶' })
  expect(await read('product', plain.id)).toMatchObject({
    qpcs: [{ name: '1*1', qpc: '1.000', caseUnit: '瓶', isDefault: true }],
  })
  const packed = await make('product', { code: 'P2', name: 'p2', qpcs: [{ qpc: '12', midQpc: '6' }, { qpc: '24' }] })
  expect(await read('product', packed.id)).toMatchObject({
    qpcs: [
      { name: '1*2*6', isDefault: true },
      { name: '1*24', isDefault: false },
    ],
  })
  const wrong = { code: 'P3', name: 'p3', barcodes: [{ code: '6901234567890' }] }
  await expect(make('product', wrong)).rejects.toMatchObject({
    code: 40000,
    errors: [{ field: 'barcodes.0.code', message: '条码校验位错误，应为2' }],
  })
  const file = {
    file: {
      name: 'a.csv',
      data: '代码,名称,单位,条码.条码,规格.每箱数量\n00242,p,,6901234567890,0.83\n5,q,个,00243,\n',
    },
  }
  const negative = { file: { name: 'b.csv', data: '代码,名称,单位,规格.每箱数量\n5,q,个,-3\n' } }
  const refused = await group.call<{ errors: { row: number; field: string }[]; warnings: object[] }>(
    of.product.import,
    { dryRun: 'false' },
    negative,
  )
  expect(refused).toMatchObject({ errors: [{ row: 2, field: 'qpcs.qpc' }], warnings: [] })
  const answer = await group.call<{ errors: object[]; warnings: { row: number; message: string }[] }>(
    of.product.import,
    { dryRun: 'false' },
    file,
  )
  expect(answer.errors).toEqual([])
  expect(answer.warnings.map((w) => [w.row, w.message])).toEqual([
    [2, '缺少单位，按 个 处理'],
    [3, '缺少每箱数量，按 1 处理'],
    [2, '每箱数量不是整数'],
    [2, '条码校验位错误，应为2'],
  ])
})

test('goods in stock keep their owner, product, bin and pack factors', async () => {
  const o = await make('owner', { code: 'O1', name: 'o' })
  const p = await make('product', { code: 'P9', name: 'p9', qpcs: [{ qpc: '24' }] })
  const a = await make('area', { code: 'A', name: 'a' }, dc)
  const b = await make('bin', { code: 'A-01', areaId: a.id }, dc)
  await putStock(p.id, o.id, 'A-01', '7.5')
  await expect(group.call(of.owner.disable, { id: o.id, version: 0 })).rejects.toThrow('该货主仍有库存7.5，不能停用')
  await expect(group.call(of.product.disable, { id: p.id, version: 0 })).rejects.toThrow('商品仍有库存7.5，不能停用')
  await expect(dc.call(of.bin.disable, { id: b.id, version: 0 })).rejects.toThrow('货位有库存或在途任务，不能停用')
  await expect(dc.call(of.bin.update, { id: b.id, version: 0, usage: 'PICK' })).rejects.toThrow('不能修改用途')
  await expect(dc.call(of.area.remove, { id: a.id, version: 0 })).rejects.toThrow('库区下存在货位')
  const { qpcs } = (await read('product', p.id)) as unknown as { qpcs: { id: string; name: string; qpc: string }[] }
  const change = (rows: readonly object[]) => group.call(of.product.update, { id: p.id, version: 0, qpcs: rows })
  await expect(change([{ ...qpcs[0], qpc: '12' }])).rejects.toThrow('规格[1*24]已有库存或流水，不能修改换算数量')
  await expect(change(instead(qpcs, [{ qpc: '12' }]))).rejects.toThrow('规格[1*24]已有库存或流水，不能删除')
  await change([{ ...qpcs[0], qpc: '24', weightKg: '8' }, { qpc: '12' }])
  const file = { file: { name: 'a.csv', data: '代码,规格.规格,规格.每箱数量\nP9,1*24,30\n' } }
  expect(await group.call(of.product.import, { dryRun: 'true', mode: 'UPDATE' }, file)).toMatchObject({
    errors: [{ row: 2, message: '规格[1*24]已有库存或流水，不能修改换算数量' }],
  })
})

test('categories make a tree of four levels without circles', async () => {
  const ids: string[] = []
  for (let i = 1; i <= 4; i++)
    ids.push((await make('category', { code: `C${i}`, name: `c${i}`, upperId: ids.at(-1) ?? null })).id)
  await expect(make('category', { code: 'C5', name: 'c5', upperId: ids[3] })).rejects.toThrow('类别最多4级')
  const move = (id: string | undefined, upperId: string | null | undefined, version = 0) =>
    group.call(of.category.update, { id, version, upperId })
  await expect(move(ids[0], ids[2])).rejects.toThrow('不能移动到自己的下级')
  await move(ids[2], null)
  expect(await read('category', ids[3] ?? '')).toMatchObject({ path: `/${ids[2]}/${ids[3]}/`, level: 2 })
  await expect(group.call(of.category.remove, { id: ids[2], version: 1 })).rejects.toThrow(
    '类别下存在下级或商品，不能删除',
  )
  const file = { file: { name: 'a.csv', data: '代码,名称,上级类别\nX3,x,X2\nX2,x,X1\nX1,x,\n' } }
  expect(await group.call(of.category.import, { dryRun: 'false' }, file)).toMatchObject({ created: 3, errors: [] })
  const page = await group.call<{ records: { code: string; level: number }[] }>(of.category.query, {
    filter: { code: 'X' },
  })
  expect(page.records.map((r) => [r.code, r.level])).toEqual([
    ['X1', 1],
    ['X2', 2],
    ['X3', 3],
  ])
})

test('bins are generated aisle by aisle, locked with a reason and unlocked', async () => {
  const a = await make('area', { code: 'G', name: 'g' }, dc)
  const plan = {
    areaId: a.id,
    usage: 'STORAGE',
    prefix: 'G',
    aisle: { from: 1, to: 2, digits: 2 },
    bay: { from: 1, to: 3, digits: 2 },
    level: { from: 1, to: 2, digits: 1 },
  }
  expect(await dc.call(generateBins, { ...plan, dryRun: true })).toMatchObject({
    count: 12,
    first: 'G-01-01-1',
    last: 'G-02-01-2',
  })
  expect(await dc.call(generateBins, plan)).toMatchObject({ count: 12, existing: [] })
  await expect(dc.call(generateBins, plan)).rejects.toThrow('货位[G-01-01-1]等12个已存在')
  await expect(dc.call(generateBins, { ...plan, bay: { from: 1, to: 9_999, digits: 4 } })).rejects.toMatchObject({
    code: 42208,
  })
  const { records } = await dc.call<{ records: (Made & { pickSeq: number })[] }>(of.bin.query, {
    filter: { code: 'G-' },
    orderBy: 'pickSeq',
  })
  expect(records.map((r) => r.pickSeq)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
  const rows = records.slice(0, 2).map(({ id, version }) => ({ id, version }))
  expect(await dc.call(binLocks.lock, { rows })).toMatchObject({ ok: 0, failed: [{}, {}] })
  expect(await dc.call(binLocks.lock, { rows, reason: '货架损坏' })).toMatchObject({ ok: 2 })
  expect(await read('bin', rows[0]?.id ?? '', dc)).toMatchObject({
    lockIn: true,
    lockOut: true,
    lockReason: '货架损坏',
  })
  expect(await dc.call(binLocks.unlock, { rows: rows.map((r) => ({ ...r, version: 1 })) })).toMatchObject({ ok: 2 })
  const { records: system } = await dc.call<{ records: Made[] }>(of.bin.query, { filter: { code: 'V_VENDOR' } })
  await expect(dc.call(of.bin.disable, { id: system[0]?.id, version: 0 })).rejects.toThrow('系统货位[V_VENDOR]不能修改')
})

test('the parts of generated codes stand around what the organisation chose', async () => {
  const a = await make('area', { code: 'SEP', name: 's' }, dc)
  const one = { from: 1, to: 1, digits: 2 }
  const plan = { areaId: a.id, usage: 'STORAGE', prefix: 'S', aisle: one, bay: one, level: one, dryRun: true }
  const orgId = server.one.orgs.get('DC01')?.id
  const choose = async (value: string | null, version: number) => {
    const key = 'wms_bin_code_separator'
    await dc.call(optionCalls.update, { key, value, version, orgId })
    return (await dc.call(generateBins, plan)).first
  }
  expect(await choose('.', 0)).toBe('S.01.01.01')
  expect(await choose('none', 1)).toBe('S010101')
  await expect(choose('~', 2)).rejects.toMatchObject({ code: 40010 })
  expect(await choose(null, 2)).toBe('S-01-01-01')
})

test('a bin lies in three dimensions, to the centimetre', async () => {
  const a = await make('area', { code: 'XYZ', name: 'z' }, dc)
  const made = await make('bin', { code: 'XYZ-1', areaId: a.id, x: '1.5', y: '-2', z: '3.25' }, dc)
  expect(await read('bin', made.id, dc)).toMatchObject({ x: '1.50', y: '-2.00', z: '3.25' })
  await dc.call(of.bin.update, { id: made.id, version: 0, z: '-0.5' })
  expect(await read('bin', made.id, dc)).toMatchObject({ x: '1.50', z: '-0.50' })
  for (const z of ['1.234', '-1000.01', '1000000'])
    await expect(dc.call(of.bin.update, { id: made.id, version: 1, z })).rejects.toMatchObject({
      errors: [{ field: 'z' }],
    })
  expect(await read('bin', made.id, dc)).toMatchObject({ version: 1, z: '-0.50' })
})

test('containers are made in batches with the next codes of their type', async () => {
  const type = await make('type', { code: 'T1', name: '托盘', category: 'PALLET', prefix: 'TP', digits: 4 })
  const batch = (count: number) => dc.call(createContainers, { typeId: type.id, count })
  expect(await batch(3)).toEqual({ first: 'TP0001', last: 'TP0003', count: 3 })
  expect(await Promise.all([batch(2), batch(2)])).toHaveLength(2)
  expect(await batch(1)).toMatchObject({ first: 'TP0008' })
  await expect(batch(5_000).then(() => batch(5_000))).rejects.toThrow('流水号不足')
  await expect(group.call(of.type.update, { id: type.id, version: 0, returnable: false })).rejects.toThrow(
    '该类型已有容器，不能修改管理方式',
  )
  const { records } = await dc.call<{ records: Made[] }>(of.container.query, { filter: { code: 'TP0001' } })
  const rows = [{ id: records[0]?.id, version: 0 }]
  expect(await dc.call(containerSteps.hold, { rows, reason: '破损' })).toMatchObject({ ok: 1 })
  expect(
    await dc.call(containerSteps.lose, { rows: [{ id: records[0]?.id, version: 1 }], reason: '找不到' }),
  ).toMatchObject({ ok: 1 })
  expect(await dc.call(containerSteps.clear, { rows: [{ id: records[0]?.id, version: 2 }] })).toMatchObject({ ok: 0 })
})

test('a case goes out as its maker packed it, or in a bag', async () => {
  for (const [code, category] of [
    ['CS', 'PACKAGE'],
    ['BG', 'BAG'],
  ] as const) {
    const { id } = await make('type', { code, name: code, category, prefix: code, returnable: false })
    expect(await read('type', id)).toMatchObject({ category, returnable: false })
  }
})

test('a scheme without rules is refused', async () => {
  await expect(make('scheme', { code: 'S', name: 's', rules: [] }, dc)).rejects.toThrow('明细不能为空')
})

test('C-51 names are listed by pinyin, whichever database it is, and Latin ones after them', async () => {
  const names = ['重庆百货', '上海联华', '阿里', 'Metro', '杭州世纪', '北京物美', 'aldi', '苏果']
  for (const [i, name] of names.entries()) await make('owner', { code: `PY${i}`, name })
  const listed = async (orderBy: string) => {
    const page = await group.call<{ records: { name: string }[] }>(of.owner.query, { filter: { code: 'PY' }, orderBy })
    return page.records.map((r) => r.name)
  }
  // Chóngqìng: by itself its first character is read zhòng.
  const sorted = ['阿里', '北京物美', '重庆百货', '杭州世纪', '上海联华', '苏果', 'aldi', 'Metro']
  expect(await listed('name')).toEqual(sorted)
  expect(await listed('-name')).toEqual(sorted.toReversed())
})
