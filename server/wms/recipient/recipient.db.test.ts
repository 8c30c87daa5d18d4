import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { recipientBill } from '@lading/contract/wms/recipientBill.ts'
import { recipientFaults } from '@lading/contract/wms/recipientFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
})
afterAll(() => desk.server.close())

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly version: number
}
const calls = documentCalls(recipientBill)
const good = (code: string) => desk.yard.products.get(code)?.id
const read = (id: string) => desk.clerk.call<Row>(calls.getById, { id })
const make = async (plan: Readonly<Record<string, string>>, more: object = {}) => {
  const lines = Object.entries(plan).map(([p, planQty]) => ({ productId: good(p), planQty, unitPrice: '2' }))
  const head = { ownerId: desk.yard.owners.get('O1'), userId: desk.clerk.userId, costCentre: 'IT', purpose: '清洁' }
  return (await desk.clerk.call<Row>(calls.create, { ...head, lines, ...more })).id
}
const step = async (name: string, id: string) => {
  const { version } = await read(id)
  const answer = await desk.clerk.call<{ ok: number; failed: { code: number; message: string }[]; made?: object[] }>(
    calls[name],
    {
      rows: [{ id, version }],
      reason: 'x',
    },
  )
  return { ok: answer.ok, made: answer.made, ...answer.failed[0] }
}
const code = (of: { code: number }) => ({ code: of.code })
const shelves = () =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<Record<string, string | null>>(sql`
      select b.code as bin, p.code, s.qty, s.reserved_qty as held, g.expire_date from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id join wms_lot g on g.tenant_id = s.tenant_id and g.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 1, 2, 5`)
    return rows.map((r) => `${r.bin} ${r.code} ${Number(r.qty)} (${Number(r.held)}) ${r.expireDate}`)
  })

test('what is used in the house is kept for who asks, and leaves the book when he gets it', async () => {
  await desk.put('S-01', 'A', '4', { expire: '2027-01-31' })
  await desk.put('S-02', 'A', '10', { expire: '2027-06-30' })
  await expect(make({ A: '1' }, { userId: null })).rejects.toMatchObject(code(recipientFaults.nobody))
  await expect(make({ A: '0' })).rejects.toMatchObject(code(wmsFaults.qtyNotPositive))
  const tooMuch = await step('approve', await make({ A: '15' }))
  expect(tooMuch).toMatchObject(code(recipientFaults.noStock))
  const id = await make({ A: '6' })
  expect(await read(id)).toMatchObject({ amount: '12.0000' })
  expect(await step('finish', id)).toMatchObject({ ok: 0 })
  expect(await step('approve', id)).toMatchObject({ ok: 1 })
  expect(await shelves()).toEqual(['S-01 A 4 (4) 2027-01-31', 'S-02 A 10 (2) 2027-06-30'])
  await desk.sound('approved')
  expect(await step('finish', id)).toMatchObject({ ok: 1 })
  expect(await shelves()).toEqual(['S-02 A 8 (0) 2027-06-30'])
  expect(await read(id)).toMatchObject({ state: 'FINISHED', doneQty: '6.000', bookedQty: '6.000' })
  await desk.sound('used')
})

test('what nobody takes is free again', async () => {
  const id = await make({ A: '5' })
  await step('approve', id)
  expect(await shelves()).toEqual(['S-02 A 8 (5) 2027-06-30'])
  expect(await step('cancel', id)).toMatchObject({ ok: 1 })
  expect(await shelves()).toEqual(['S-02 A 8 (0) 2027-06-30'])
  expect(await step('finish', id)).toMatchObject({ ok: 0 })
  await desk.sound()
})

test('no more comes back than was taken, all returns together, and it is of the lots that were taken', async () => {
  const { records } = await desk.clerk.call<{ records: Row[] }>(calls.query, { filter: { state: ['FINISHED'] } })
  const sourceId = records[0]?.id
  const back = { kind: 'BACK', sourceId }
  await expect(make({ A: '1' }, { kind: 'BACK' })).rejects.toMatchObject(code(recipientFaults.noSource))
  await expect(make({ B: '1' }, back)).rejects.toMatchObject(code(recipientFaults.overBack))
  await expect(make({ A: '7' }, back)).rejects.toThrow('退回数量不能大于领用数量')
  const [first, second] = [await make({ A: '5' }, back), await make({ A: '2' }, back)]
  for (const id of [first, second]) expect(await step('approve', id)).toMatchObject({ ok: 1 })
  const done = await step('finish', first)
  expect(done).toMatchObject({ ok: 1 })
  expect(done.made).not.toHaveLength(0)
  const stands = await shelves()
  expect(stands.filter((s) => s.startsWith('SYS-RETURN'))).toEqual([
    'SYS-RETURN A 4 (4) 2027-01-31',
    'SYS-RETURN A 1 (1) 2027-06-30',
  ])
  expect(await step('finish', second)).toMatchObject(code(recipientFaults.overBack))
  expect(await shelves()).toEqual(stands)
  const last = await make({ A: '1' }, back)
  await step('approve', last)
  expect(await step('finish', last)).toMatchObject({ ok: 1 })
  await desk.sound('back')
})

test('who may not, and who is of another tenant, takes nothing', async () => {
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(calls.create, {})).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  const { records } = await other.call<{ records: Row[] }>(calls.query, { filter: {} })
  expect(records).toEqual([])
})
