import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { attrChangeBill } from '@lading/contract/wms/attrChangeBill.ts'
import { stockOf } from '@lading/contract/wms/stockBill.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { reserve } from '../stock/reservations.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let clerk: Client
let boss: Client
beforeAll(async () => {
  desk = await openPickDesk()
  clerk = desk.clerk
  boss = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())

const calls = documentCalls(attrChangeBill)
interface Seen {
  id: string
  version: number
}
const asked = async (bin: string, qty: string, more: object, product = 'A') => {
  const { records } = await clerk.call<{ records: Record<string, unknown>[] }>(stockOf(attrChangeBill), {
    filter: { binId: desk.yard.bins.get(bin), productId: desk.yard.products.get(product)?.id },
    orderBy: 'id',
  })
  const key = Object.fromEntries(stockKeyNames.map((name) => [name, records[0]?.[name]]))
  return clerk.call<Seen>(calls.create, { ownerId: records[0]?.ownerId, cause: 'x', lines: [{ ...key, qty, ...more }] })
}
const approve = (row: Seen, by: Client = boss) =>
  by.call<{ ok: number; failed: { code: number; message: string }[] }>(calls.approve, { rows: [row] })
/** `S-01 A 24 2027-01-31 (made 2026-01-31) B7`. */
const shelves = (bin: string) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<Record<string, string | null>>(sql`
      select p.code, s.qty, g.expire_date, g.production_date, g.production_batch, v.code as vendor, g.attr::text as attr from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code = ${bin}
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      join wms_lot g on g.tenant_id = s.tenant_id and g.id = s.lot_id left join wms_vendor v on v.tenant_id = g.tenant_id and v.id = g.vendor_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by g.expire_date nulls first, s.id`)
    return rows.map((r) =>
      [r.code, Number(r.qty), r.expireDate, r.productionDate, r.productionBatch, r.vendor, r.attr]
        .filter((v) => v !== null)
        .join(' '),
    )
  })

test('goods with a wrong date get the right lot, once somebody else has approved it', async () => {
  await desk.put('S-01', 'A', '24', { expire: '2027-01-31' })
  const bill = await asked('S-01', '10', { newExpires: '2027-03-01' })
  expect((await approve(bill, clerk)).failed).toMatchObject([{ code: faults.notByMaker.code }])
  expect((await approve(bill)).ok).toBe(1)
  expect(await shelves('S-01')).toEqual(['A 14 2027-01-31', 'A 10 2027-03-01 2026-03-01'])
  await desk.sound()
  // The same facts are the same lot.
  await approve(await asked('S-01', '4', { newProduced: '2026-03-01' }))
  expect(await shelves('S-01')).toEqual(['A 10 2027-01-31', 'A 14 2027-03-01 2026-03-01'])
  await desk.sound()
})

test('what makes no sense, and what makes no other lot, is refused', async () => {
  const at = (field: string) => ({ errors: [{ field }] })
  await expect(asked('S-01', '1', { newProduced: '2026-03-01', newExpires: '2026-02-01' })).rejects.toMatchObject({
    message: expect.stringContaining('到期日期不能早于生产日期'),
    ...at('lines.0.newProduced'),
  })
  await expect(asked('S-01', '1', { newProduced: '2150-01-01' })).rejects.toMatchObject(at('lines.0.newProduced'))
  await expect(asked('S-01', '1', { newProduced: '2026-03-01', newExpires: '2027-03-02' })).rejects.toThrow('保质期')
  await expect(asked('S-01', '1', {})).rejects.toThrow('批次不会因此不同')
  await expect(asked('S-01', '1', { newBatch: 'B7' })).rejects.toThrow('批次不会因此不同')
  await expect(asked('S-01', '1', { newAttrs: '产地=山东' })).rejects.toMatchObject(at('lines.0.newAttrs'))
  await expect(asked('S-01', '99', { newExpires: '2027-03-01' })).rejects.toThrow('可用')
  await desk.sound()
})

test('batch, vendor and what the product asks of each lot make another lot where it is told by them; nobody else need agree', async () => {
  const [vendorId] = await desk.inside(async (ctx) => {
    const at = { tenantId: ctx.tenantId }
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ ...at, id, code: 'V1', name: 'V1' }])
    const productId = desk.yard.products.get('B')?.id
    await bulkInsert(ctx.tx, 'mdm_product_lot_attr', [
      { ...at, id: ctx.newId(), productId, name: '产地', needed: false },
    ])
    await ctx.tx.run(
      sql`update mdm_product set lot_by = '{EXPIRY,BATCH,VENDOR}' where tenant_id = ${ctx.tenantId} and id = ${productId}`,
    )
    return [id]
  })
  await desk.put('S-02', 'B', '12', { expire: '2027-05-01' })
  const bill = await asked('S-02', '12', { newBatch: 'B7', newVendorId: vendorId, newAttrs: '产地=山东' }, 'B')
  expect((await approve(bill, clerk)).ok).toBe(1)
  expect(await shelves('S-02')).toEqual(['B 12 2027-05-01 B7 V1 {"产地": "山东"}'])
  // What is not said stays.
  await approve(await asked('S-02', '2', { newBatch: 'B8' }, 'B'))
  expect(await shelves('S-02')).toEqual([
    'B 10 2027-05-01 B7 V1 {"产地": "山东"}',
    'B 2 2027-05-01 B8 V1 {"产地": "山东"}',
  ])
  await desk.sound()
})

test('goods that are promised, on hold, or must not be mixed keep their lot', async () => {
  const row = await desk.put('DEF', 'C', '12', { expire: '2027-01-31' })
  const bill = await asked('DEF', '12', { newExpires: '2027-02-01' }, 'C')
  await desk.inside((ctx) => reserve(ctx, [{ stockId: row, qty: parseQty('1'), kind: 'HOLD', idemKey: 'x' }]))
  expect((await approve(bill)).failed).toMatchObject([{ message: expect.stringContaining('可用') }])
  const set = (change: ReturnType<typeof sql>) =>
    desk.inside((ctx) => ctx.tx.run(sql`${change} and tenant_id = ${ctx.tenantId}`))
  await set(
    sql`update wms_lot set hold = true, hold_reason = '召回' where id = (select lot_id from wms_stock where id = ${row})`,
  )
  expect((await approve(bill)).failed).toMatchObject([{ message: expect.stringContaining('已冻结：召回') }])
  await expect(asked('DEF', '1', { newExpires: '2027-02-01' }, 'C')).rejects.toThrow('已冻结')
  await desk.put('P-01', 'C', '12', { expire: '2027-06-01' })
  await set(sql`update wms_bin set mix_lot = false where code = 'P-01'`)
  const part = await asked('P-01', '5', { newExpires: '2027-06-02' }, 'C')
  expect((await approve(part)).failed).toMatchObject([{ message: expect.stringContaining('混放') }])
  const whole = await asked('P-01', '12', { newExpires: '2027-06-02' }, 'C')
  expect((await approve(whole)).ok).toBe(1)
  await desk.sound()
})

test('who may not, and who is of another tenant, changes nothing', async () => {
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(calls.create, {})).rejects.toMatchObject({ code: 40301 })
  const bill = await asked('S-01', '1', { newExpires: '2027-04-01' })
  const other = await desk.server.as('admin', 'DC01', 'two')
  expect((await approve(bill, other)).failed).toHaveLength(1)
  await desk.sound()
})
