import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { convertFaults } from '@lading/contract/wms/convertFaults.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { ownerAdjBill } from '@lading/contract/wms/ownerAdjBill.ts'
import { productAdjBill } from '@lading/contract/wms/productAdjBill.ts'
import { type StockBill, stockOf } from '@lading/contract/wms/stockBill.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { createRow } from '../../kernel/crud.ts'
import type { Client } from '../../testing/server.ts'
import { readReservations, release, reserve } from '../stock/reservations.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { ownerAdjWork } from './ownerAdj.ts'
import { stockBillRules } from './served.ts'

let desk: PickDesk
let boss: Client
beforeAll(async () => {
  desk = await openPickDesk()
  boss = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())

interface Seen {
  readonly id: string
  readonly version: number
}
const good = (code: string) => desk.yard.products.get(code)?.id
const owner = (code: string) => desk.yard.owners.get(code)
const stockIn = async (b: StockBill, bin: string, product: string): Promise<Record<string, unknown>> => {
  const { records } = await desk.clerk.call<{ records: Record<string, unknown>[] }>(stockOf(b), {
    filter: { binId: desk.yard.bins.get(bin), productId: good(product) },
    orderBy: 'id',
  })
  return records[0] ?? {}
}
const asked = async (
  b: StockBill,
  [bin, product]: readonly [string, string],
  qty: string,
  line: object,
  head: object = {},
) => {
  const row = await stockIn(b, bin, product)
  const key = Object.fromEntries(stockKeyNames.map((name) => [name, row[name]]))
  const calls = documentCalls(b)
  return desk.clerk.call<Seen>(calls.create, {
    ownerId: row.ownerId,
    cause: 'x',
    lines: [{ ...key, qty, ...line }],
    ...head,
  })
}
const step = async (b: StockBill, name: string, { id }: Seen, by: Client = boss) => {
  const calls = documentCalls(b)
  const { version } = await desk.clerk.call<Seen>(calls.getById, { id })
  const rows = { rows: [{ id, version }], reason: 'x' }
  const { ok, failed } = await by.call<{ ok: number; failed: { code: number; message: string }[] }>(calls[name], rows)
  return { ok, ...failed[0] }
}
/** `S-01 A/12 O1 24 2027-01-31 since 3`: with how many rows have stood there as long as the first. */
const shelves = (bin: string) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<Record<string, string | null>>(sql`
      select p.code, q.name as pack, o.code as owner, s.qty, g.expire_date from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code = ${bin} join wms_owner o on o.tenant_id = s.tenant_id and o.id = s.owner_id
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id join mdm_product_qpc q on q.tenant_id = s.tenant_id and q.id = s.qpc_id
      join wms_lot g on g.tenant_id = s.tenant_id and g.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 3, 1, 2, 5`)
    return rows.map((r) => `${r.code} ${r.pack} ${r.owner} ${Number(r.qty)} ${r.expireDate}`)
  })
const code = (of: { code: number }) => ({ code: of.code })
const at = ['S-01', 'A'] as const

test('goods become others by a ratio, as old as they were, and become themselves again', async () => {
  await desk.put('S-01', 'A', '24', { expire: '2027-01-31' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_stock set first_in_at = '2026-01-01' where tenant_id = ${ctx.tenantId} and qty = 24`),
  )
  const bill = await asked(productAdjBill, at, '6', { toProductId: good('B'), ratioFrom: '2', ratioTo: '3' })
  const seen = await desk.clerk.call<{ lines: object[] }>(documentCalls(productAdjBill).getById, { id: bill.id })
  expect(seen.lines).toMatchObject([{ qty: '6.000', toQty: '9.000' }])
  expect(await step(productAdjBill, 'approve', bill, desk.clerk)).toMatchObject(code(faults.notByMaker))
  expect(await shelves('S-01')).toEqual(['A 1*12 O1 24 2027-01-31'])
  expect(await step(productAdjBill, 'approve', bill)).toMatchObject({ ok: 1 })
  expect(await shelves('S-01')).toEqual(['A 1*12 O1 18 2027-01-31', 'B 1*12 O1 9 2027-01-31'])
  const ages = await desk.inside((ctx) =>
    ctx.tx.query<{ day: string }>(sql`
      select first_in_at::date::text as day from wms_stock where tenant_id = ${ctx.tenantId} and qty > 0`),
  )
  expect(new Set(ages.map((a) => a.day))).toEqual(new Set(['2026-01-01']))
  await desk.sound('changed')
  // What somebody was promised of them stays what it is.
  const { id } = await stockIn(productAdjBill, 'S-01', 'B')
  const [held] = await desk.inside((ctx) =>
    reserve(ctx, [{ stockId: String(id), qty: parseQty('1'), kind: 'HOLD', idemKey: 'mine' }]),
  )
  expect(await step(productAdjBill, 'reverse', bill)).toMatchObject(code(wmsFaults.stockShort))
  await desk.inside(async (ctx) => release(ctx, await readReservations(ctx, [held?.reservationId ?? ''])))
  expect(await step(productAdjBill, 'reverse', bill)).toMatchObject({ ok: 1 })
  expect(await shelves('S-01')).toEqual(['A 1*12 O1 24 2027-01-31'])
  expect(await step(productAdjBill, 'reverse', bill)).toMatchObject({ ok: 0 })
  await desk.sound('reversed')
})

test('what is no other thing, comes to no whole number, or is of another owner, is refused', async () => {
  const ask = (qty: string, line: object) => asked(productAdjBill, at, qty, line)
  await expect(ask('6', { toProductId: good('A') })).rejects.toMatchObject(code(convertFaults.sameGoods))
  await expect(ask('5', { toProductId: good('B'), ratioFrom: '2', ratioTo: '3' })).rejects.toMatchObject(
    code(convertFaults.ratio),
  )
  await expect(ask('5', { toProductId: good('B'), ratioFrom: '0' })).rejects.toMatchObject(code(convertFaults.ratio))
  await expect(ask('5', { toProductId: good('A'), ratioTo: '2' })).rejects.toMatchObject(code(convertFaults.samePack))
  const packId = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'mdm_product_qpc', [
      { tenantId: ctx.tenantId, id, productId: good('A'), name: '1*24', qpc: '24', isDefault: false },
    ])
    await ctx.tx.run(
      sql`delete from mdm_product_owner where tenant_id = ${ctx.tenantId} and product_id = ${good('C')} and owner_id = ${owner('O1')}`,
    )
    await ctx.tx.run(sql`update mdm_product set split_allowed = false where tenant_id = ${ctx.tenantId} and code = 'A'`)
    return id
  })
  const other = ask('6', { toProductId: good('C') })
  await expect(other).rejects.toThrow('请使用货主调整')
  await expect(other).rejects.toMatchObject({ errors: [{ field: 'lines.0.toProductId' }] })
  await expect(ask('12', { toProductId: good('A'), toQpcId: packId })).rejects.toMatchObject(
    code(convertFaults.wholePacks),
  )
  const bill = await ask('24', { toProductId: good('A'), toQpcId: packId })
  expect(await step(productAdjBill, 'approve', bill)).toMatchObject({ ok: 1 })
  expect(await shelves('S-01')).toEqual(['A 1*24 O1 24 2027-01-31'])
  await desk.sound()
})

test('goods become another owner, with their dates, their age and their place', async () => {
  await desk.put('S-02', 'B', '20', { expire: '2027-05-31' })
  const to = (code: string) => ({ toOwnerId: owner(code), contractNo: 'HT-1' })
  const from = ['S-02', 'B'] as const
  await expect(asked(ownerAdjBill, from, '5', { price: '3.5' }, to('O1'))).rejects.toMatchObject(
    code(convertFaults.sameOwner),
  )
  await desk.put('S-02', 'C', '4', { expire: '2027-05-31', owner: 'O2' })
  await expect(asked(ownerAdjBill, ['S-02', 'C'], '4', {}, { ...to('O1') })).rejects.toThrow('商品[C]未授权给货主[O1]')
  const bill = await asked(ownerAdjBill, from, '5', { price: '3.5' }, to('O2'))
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`delete from mdm_product_owner where tenant_id = ${ctx.tenantId} and product_id = ${good('B')} and owner_id = ${owner('O2')}`,
    ),
  )
  const refused = await step(ownerAdjBill, 'approve', bill)
  expect(refused).toMatchObject(code(convertFaults.notGranted))
  expect(await shelves('S-02')).toEqual(['B 1*12 O1 20 2027-05-31', 'C 1*12 O2 4 2027-05-31'])
  await desk.inside((ctx) =>
    bulkInsert(ctx.tx, 'mdm_product_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), productId: good('B'), ownerId: owner('O2') },
    ]),
  )
  const set = (hold: boolean) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`update wms_lot set hold = ${hold}, hold_reason = '召回' where tenant_id = ${ctx.tenantId}`),
    )
  await set(true)
  expect(await step(ownerAdjBill, 'approve', bill)).toMatchObject(code(stockBillFaults.lotHeld))
  await set(false)
  expect(await step(ownerAdjBill, 'approve', bill)).toMatchObject({ ok: 1 })
  expect(await shelves('S-02')).toEqual(['B 1*12 O1 15 2027-05-31', 'B 1*12 O2 5 2027-05-31', 'C 1*12 O2 4 2027-05-31'])
  await desk.sound('changed')
  expect(await step(ownerAdjBill, 'reverse', bill)).toMatchObject({ ok: 1 })
  expect(await shelves('S-02')).toEqual(['B 1*12 O1 20 2027-05-31', 'C 1*12 O2 4 2027-05-31'])
  await desk.sound('reversed')
})

test('a bin that takes no mixed goods gives all of them or none; who sees one owner gives nothing to another', async () => {
  await desk.put('DEF', 'B', '6', { expire: '2027-05-31' })
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_bin set mix_owner = false, usage = 'STORAGE' where tenant_id = ${ctx.tenantId} and code = 'DEF'`,
    ),
  )
  const head = { toOwnerId: owner('O2') }
  const part = await asked(ownerAdjBill, ['DEF', 'B'], '2', {}, head)
  expect(await step(ownerAdjBill, 'approve', part)).toMatchObject(code(wmsFaults.binMix))
  const all = await asked(ownerAdjBill, ['DEF', 'B'], '6', {}, head)
  expect(await step(ownerAdjBill, 'approve', all)).toMatchObject({ ok: 1 })
  expect(await shelves('DEF')).toEqual(['B 1*12 O2 6 2027-05-31'])
  await desk.sound()
  const row = await stockIn(ownerAdjBill, 'S-02', 'B')
  const key = Object.fromEntries(stockKeyNames.map((name) => [name, row[name]]))
  const input = { ownerId: owner('O1'), cause: 'x', ...head, lines: [{ ...key, qty: '1' }] }
  const limited = desk.inside((ctx) =>
    createRow(
      { ...ctx, owners: [owner('O1') ?? ''] },
      ownerAdjBill.header,
      input,
      stockBillRules(ownerAdjBill, ownerAdjWork),
    ),
  )
  await expect(limited).rejects.toThrow()
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(documentCalls(ownerAdjBill).create, input)).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(documentCalls(ownerAdjBill).create, input)).rejects.toThrow('不存在')
})
