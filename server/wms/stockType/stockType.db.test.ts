import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { stockOf } from '@lading/contract/wms/stockBill.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import { stockTypeScheme } from '@lading/contract/wms/stockTypeScheme.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import { typeLooks } from '@lading/contract/wms/typeLooks.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { readTypeRules, receivedAs, soldTypes, transitionOf, typesFor } from './types.ts'

let desk: PickDesk
let clerk: Client
let boss: Client
beforeAll(async () => {
  desk = await openPickDesk()
  clerk = desk.clerk
  boss = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())

const scheme = crudCalls(stockTypeScheme)
const change = documentCalls(typeChangeBill)
const operate = documentCalls(operateBill)
const order = documentCalls(orderBill)
interface Seen {
  id: string
  version: number
}
interface Bulk {
  ok: number
  failed: { code: number; message: string }[]
}
interface Stored extends Seen {
  types: ({ type: string } & Seen)[]
  transitions: ({ typeFrom: string } & Seen)[]
}
const standard = async (): Promise<Stored> => {
  const { records } = await clerk.call<{ records: Seen[] }>(scheme.query, { filter: { code: 'STD' } })
  return clerk.call<Stored>(scheme.getById, { id: records[0]?.id })
}
/** What the scheme says of a type from now on, and what it may become instead of what it might before. */
const write = async (type: string, more: object, to?: readonly { typeTo: string; byOther?: boolean }[]) => {
  const row = await standard()
  const its = row.types.find((t) => t.type === type)
  const gone = to ? row.transitions.filter((t) => t.typeFrom === type).map(({ id }) => ({ id, removed: true })) : []
  return clerk.call<Seen>(scheme.update, {
    id: row.id,
    version: row.version,
    types: [{ ...its, ...more }],
    transitions: [...gone, ...(to ?? []).map((t) => ({ byOther: true, ...t, typeFrom: type }))],
  })
}
const rules = () => desk.inside(async (ctx) => (await readTypeRules(ctx))(desk.yard.owners.get('O1') ?? ''))
const bin = (code: string) => desk.yard.bins.get(code)
const shelves = () =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; product: string; type: string; qty: string }>(sql`
      select b.code as bin, p.code as product, s.stock_type as type, s.qty from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 1, 2, 3`)
    return rows.map((r) => `${r.bin} ${r.product} ${r.type} ${Number(r.qty)}`)
  })
/** A change of so much of what stands in a bin. */
const asked = async (from: string, stockType: string, qty: string, typeTo: string, more: object = {}) => {
  const { records } = await clerk.call<{ records: Record<string, unknown>[] }>(stockOf(typeChangeBill), {
    filter: { binId: bin(from), stockType },
  })
  const key = Object.fromEntries(stockKeyNames.map((name) => [name, records[0]?.[name]]))
  return clerk.call<Seen>(change.create, {
    ownerId: records[0]?.ownerId,
    cause: 'x',
    lines: [{ ...key, qty, typeTo, ...more }],
  })
}
const approve = (row: Seen, by: Client = boss) => by.call<Bulk>(change.approve, { rows: [row] })
const allocate = async (lines: object[], mode = 'SUPPLY') => {
  const made = await clerk.call<Seen>(operate.create, {
    ownerId: desk.yard.owners.get('O1'),
    storeId: desk.storeId,
    mode,
    lines,
  })
  await clerk.call(operate.approve, { rows: [made] })
  await clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
  return desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ bookedQty: string; type: string | null }>(sql`
      select l.booked_qty, (select string_agg(distinct r.stock_type, ' ') from wms_reservation r
        where r.tenant_id = l.tenant_id and r.demand_line_id = l.id and r.state = 'ACTIVE') as type
      from wms_operate_bill_line l where l.tenant_id = ${ctx.tenantId} and l.bill_id = ${made.id} order by l.line_no`)
    return rows.map((r) => `${Number(r.bookedQty)} ${r.type ?? '-'}`)
  })
}
const productId = (code: string) => desk.yard.products.get(code)?.id

test('goods to be inspected become good by the scheme, and then ship; gifts ship as gifts', async () => {
  await desk.put('S-01', 'A', '24')
  expect((await approve(await asked('S-01', 'GOOD', '10', 'QC'))).ok).toBe(1)
  expect((await approve(await asked('S-01', 'GOOD', '6', 'GIFT'))).ok).toBe(1)
  expect(await shelves()).toEqual(['S-01 A GIFT 6', 'S-01 A GOOD 8', 'S-01 A QC 10'])
  await desk.sound()
  const line = { productId: productId('A') }
  expect(await allocate([{ ...line, planQty: '12' }])).toEqual(['8 GOOD'])
  expect(await allocate([{ ...line, planQty: '2', gift: true }])).toEqual(['2 GIFT'])
  await approve(await asked('S-01', 'QC', '10', 'GOOD'))
  expect(
    await allocate([
      { ...line, planQty: '4' },
      { ...line, planQty: '3', gift: true },
    ]),
  ).toEqual(['4 GOOD', '3 GIFT'])
  await desk.sound()
})

test('a type is given to orders of its modes only', async () => {
  await desk.put('S-02', 'B', '12')
  await approve(await asked('S-02', 'GOOD', '12', 'NEAR'))
  const line = { productId: productId('B'), planQty: '2' }
  expect(await allocate([line])).toEqual(['0 -'])
  await write('NEAR', { sellable: true, modes: ['TRANSFER'] })
  expect(await allocate([line])).toEqual(['0 -'])
  expect(await allocate([line], 'TRANSFER')).toEqual(['2 NEAR'])
  expect([typesFor(await rules(), 'TRANSFER', false), typesFor(await rules(), 'SUPPLY', true)]).toEqual([
    ['GOOD', 'NEAR'],
    ['GIFT'],
  ])
  await expect(write('NEAR', { enabled: false })).rejects.toThrow('仍有[临期]类型的库存')
  await desk.sound()
})

test('what the scheme does not let become is refused when written down and when approved', async () => {
  const allowed = await asked('S-01', 'GOOD', '1', 'DAMAGE')
  await write('GOOD', {}, [{ typeTo: 'QC', byOther: false }])
  await expect(asked('S-01', 'GOOD', '1', 'DAMAGE')).rejects.toThrow('第1行：不允许由[正品]调整为[残次]')
  expect((await approve(allowed)).failed).toMatchObject([
    { message: expect.stringContaining('不允许由[正品]调整为[残次]') },
  ])
  // Nobody else need agree to this one.
  expect((await approve(await asked('S-01', 'GOOD', '1', 'QC'), clerk)).ok).toBe(1)
  await expect(write('EXPIRED', {}, [{ typeTo: 'GOOD' }])).rejects.toThrow('不允许由[过期]调整为[正品]')
  await write('GOOD', {}, [{ typeTo: 'QC' }, { typeTo: 'DAMAGE' }])
  expect((await approve(await asked('S-01', 'GOOD', '1', 'QC'), clerk)).failed).toMatchObject([
    { code: faults.notByMaker.code },
  ])
  expect((await approve(allowed)).ok).toBe(1)
  await desk.sound()
})

test('goods that change may go to a bin for such goods', async () => {
  const change1 = await asked('S-01', 'GOOD', '2', 'DAMAGE', { toBinId: bin('DEF') })
  await approve(change1)
  expect((await shelves()).filter((s) => s.startsWith('DEF'))).toEqual(['DEF A DAMAGE 2'])
  await desk.sound()
  await expect(asked('S-01', 'GOOD', '1', 'DAMAGE', { toBinId: bin('S-01') })).rejects.toThrow('来源与目标货位相同')
  await expect(asked('S-01', 'GOOD', '1', 'DAMAGE', { toBinId: bin('DOCK') })).rejects.toThrow('用途')
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
    update wms_bin set lock_in = true, lock_reason = '维修' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'DEF'`),
  )
  await expect(asked('S-01', 'GOOD', '1', 'DAMAGE', { toBinId: bin('DEF') })).rejects.toThrow('已锁定')
  await desk.sound()
})

test('an order is received as the scheme says for its mode, and by one type only', async () => {
  await write('QC', { receiptModes: ['PRODUCTION'] })
  const { id, version, types: stored } = await standard()
  const twice = stored.map((t) => ({
    ...t,
    receiptModes: t.type === 'QC' || t.type === 'RETURN' ? ['PRODUCTION'] : [],
  }))
  await expect(clerk.call(scheme.update, { id, version, types: twice })).rejects.toThrow(
    '[生产]的收货默认类型已是[待检]',
  )
  expect([receivedAs(await rules(), 'PRODUCTION'), receivedAs(await rules(), 'PURCHASE')]).toEqual(['QC', 'GOOD'])
  const vendorId = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id, code: 'V1', name: 'V1' }])
    return id
  })
  const line = { productId: productId('A'), planQty: '12' }
  const bill = {
    ownerId: desk.yard.owners.get('O1'),
    vendorId,
    mode: 'PRODUCTION',
    lines: [line, { ...line, gift: true }],
  }
  const made = await clerk.call<Seen>(order.create, bill)
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const types = await desk.inside((ctx) =>
    ctx.tx.query<{ stockType: string }>(sql`
      select l.stock_type from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and k.bill_id = ${made.id} order by l.line_no`),
  )
  expect(types.map((t) => t.stockType)).toEqual(['QC', 'GIFT'])
  // What is out of use is given to nobody, and nothing becomes it.
  await write('RETURN', { enabled: false, receiptModes: ['TRANSFER'] })
  const off = await rules()
  expect(receivedAs(off, 'TRANSFER')).toBe('GOOD')
  expect(transitionOf(off, 'NEAR', 'RETURN')).toBeUndefined()
  expect(soldTypes(off)).toEqual(['GOOD', 'NEAR', 'GIFT'])
})

test('an owner may have a scheme of his own; without any the usual holds', async () => {
  const mine = desk.yard.owners.get('O2') ?? ''
  await clerk.call(scheme.create, {
    code: 'A2',
    name: 'own',
    ownerId: mine,
    types: [{ type: 'DAMAGE', sellable: true }],
  })
  const of = (ownerId: string) => desk.inside(async (ctx) => soldTypes((await readTypeRules(ctx))(ownerId)))
  expect([await of(mine), await of(desk.yard.owners.get('O1') ?? '')]).toEqual([['DAMAGE'], ['GOOD', 'NEAR', 'GIFT']])
  const elsewhere = await desk.server.inside('DC02', async (ctx) => soldTypes((await readTypeRules(ctx))(mine)))
  expect(elsewhere).toEqual(['GOOD', 'GIFT'])
})

test('a centre calls and marks types its own way, each by one name, and all owners alike', async () => {
  const looks = (by: Client = clerk) => by.call(typeLooks, {})
  expect(await looks()).toEqual([])
  await write('NEAR', { caption: '临期特卖', colour: 'BLUE' })
  await write('GIFT', { captionEn: 'Free goods' })
  expect(await looks()).toEqual([
    { type: 'GIFT', caption: null, captionEn: 'Free goods', colour: null },
    { type: 'NEAR', caption: '临期特卖', captionEn: null, colour: 'BLUE' },
  ])
  // Everybody of this centre sees it so, and nobody of another.
  expect(await looks(await desk.server.as('viewer', 'DC01'))).toHaveLength(2)
  expect(await looks(await desk.server.as('admin', 'DC02'))).toEqual([])
  expect(await looks(await desk.server.as('admin', 'DC01', 'two'))).toEqual([])
  for (const [type, more] of [
    ['DAMAGE', { caption: '正品' }],
    ['DAMAGE', { caption: '临期特卖' }],
    ['QC', { captionEn: 'free GOODS' }],
  ] as const)
    await expect(write(type, more)).rejects.toMatchObject({
      code: stockBillFaults.captionTaken.code,
      errors: [{ field: expect.stringMatching(/^types\.0\.caption/) }],
    })
  // The usual name of a type that is called otherwise is free.
  await write('RETURN', { caption: '临期' })
  await write('RETURN', { caption: null })
  const own = { code: 'A3', name: 'own', ownerId: desk.yard.owners.get('O2') }
  await expect(
    clerk.call(scheme.create, { ...own, types: [{ type: 'GOOD' }, { type: 'NEAR', colour: 'RED' }] }),
  ).rejects.toMatchObject({ code: stockBillFaults.captionOwner.code, errors: [{ field: 'types.1.caption' }] })
  const { id, version } = await standard()
  await expect(clerk.call(scheme.update, { id, version, ownerId: own.ownerId })).rejects.toMatchObject({
    code: stockBillFaults.captionOwner.code,
  })
  await write('NEAR', { caption: null, colour: null })
  await write('GIFT', { captionEn: null })
  expect(await looks()).toEqual([])
})
