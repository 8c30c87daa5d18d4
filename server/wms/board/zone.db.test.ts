import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { dashboardCurrent, stockBatchLookBoard } from '@lading/contract/wms/board.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { inTenant } from '../../platform/job/run.ts'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

const [shanghai, newYork] = ['DC01', 'DC02']
const order = documentCalls(orderBill)
/** Half past midnight in Shanghai, the morning of the day before in New York. */
const late = new Date('2026-03-05T16:30:00Z')
let now = late
let server: TestServer
const clerks = new Map<string, Client>()
let yard: Yard

const inside = <T>(dc: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const org = server.one.orgs.get(dc)
  if (!org) throw new Error(`no ${dc}`)
  const timeZone = dc === newYork ? 'America/New_York' : 'Asia/Shanghai'
  return inTenant(server.kernel, server.one.tenantId, { ...org, timeZone }, work)
}
const clerk = (dc: string): Client => {
  const found = clerks.get(dc)
  if (!found) throw new Error(`nobody at ${dc}`)
  return found
}
async function receive(ctx: Ctx, at: Yard): Promise<void> {
  const [from, to] = [
    await keyOf(ctx, at, { bin: 'V_VENDOR', product: 'X' }),
    await keyOf(ctx, at, { bin: 'A-01', product: 'X' }),
  ]
  const lines = [
    { key: from, delta: -parseQty('20') },
    { key: to, delta: parseQty('20') },
  ]
  await post(ctx, { bizType: 'RECEIVE', idemKey: 'come', lines })
}

beforeAll(async () => {
  // What lies there came in the evening before in Shanghai, in the morning of the same day in New York.
  now = new Date('2026-03-05T14:00:00Z')
  server = await openTestServer({ now: () => now })
  const { tenantId } = server.one
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`update sys_org set time_zone = 'America/New_York' where tenant_id = ${tenantId} and code = ${newYork}`,
    ),
  )
  const spec = { bins: { 'A-01': 'STORAGE' }, products: [{ code: 'X', qpc: '10' }] }
  await inside(shanghai, async (ctx) => {
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId, id: ctx.newId(), code: 'V1', name: 'V1' }])
    yard = await buildYard(ctx, spec)
    await receive(ctx, yard)
  })
  await inside(newYork, async (ctx) => {
    const there = await buildYard(ctx, { ...spec, owners: [], products: [] })
    await receive(ctx, { ...there, owners: yard.owners, products: yard.products })
  })
  now = late
  for (const dc of [shanghai, newYork]) clerks.set(dc, await server.as('admin', dc))
})
afterAll(() => server.close())

test.each([
  [shanghai, '2026-03-06', '260306'],
  [newYork, '2026-03-05', '260305'],
])('at %s it is %s: a new order is of that day, and the board shows it', async (dc, day, number) => {
  const line = { productId: yard.products.get('X')?.id, planQty: '10' }
  const vendorId = await inside(
    dc,
    async (ctx) =>
      (await ctx.tx.one<{ id: string }>(sql`select id from wms_vendor where tenant_id = ${ctx.tenantId}`)).id,
  )
  const made = await clerk(dc).call<{ id: string }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId,
    upstreamNo: 'U1',
    lines: [line],
  })
  const bill = await clerk(dc).call<{ bizDate: string; billNo: string }>(order.getById, { id: made.id })
  expect(bill.bizDate).toBe(day)
  expect(bill.billNo).toContain(`DH${number}`)
  expect(await clerk(dc).call(dashboardCurrent, {})).toMatchObject({ day })
})

test.each([
  [shanghai, '2026-03-05', 22, 1],
  [newYork, '2026-03-05', 9, 0],
])('at %s goods came on %s in hour %i and are %i days old', async (dc, day, hour, age) => {
  const { hours } = await clerk(dc).call(dashboardCurrent, { day })
  expect(hours).toMatchObject([{ hour, received: '2.0' }])
  const ledger = await inside(dc, (ctx) =>
    ctx.tx.query(sql`
      select distinct p.business_date from wms_posting p where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id}`),
  )
  expect(ledger).toEqual([{ businessDate: day }])
  const lots = await clerk(dc).call<{ records: object[] }>(crudCalls(stockBatchLookBoard).query, {})
  expect(lots.records).toMatchObject([{ ageDays: age }])
})

test.each([
  [shanghai, '2026-03-10T00:00:00.000Z'],
  [newYork, '2026-03-10T12:00:00.000Z'],
])(
  'eight o’clock in a file that %s imports is eight o’clock there, in exports and filters too',
  async (dc, instant) => {
    const data = '上游单号,供应商,货主,预计时间,明细.商品,明细.计划数量\nU-8,V1,O1,2026-03-10 08:00,X,10\n'
    const file = { name: 'a.csv', data }
    const answer = await clerk(dc).call<ImportAnswer>(order.import, { dryRun: 'false', mode: 'INSERT' }, { file })
    expect(answer).toMatchObject({ created: 1, errors: [] })
    const [bill] = await inside(dc, (ctx) =>
      ctx.tx.query<{ expectAt: Date }>(sql`
      select expect_at from wms_order_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and upstream_no = 'U-8'`),
    )
    expect(bill?.expectAt.toISOString()).toBe(instant)
    const back = await clerk(dc).bytes(order.export, { format: 'csv', filter: { upstreamNo: 'U-8' } })
    expect(back.data.toString()).toContain('2026-03-10 08:00:00')
    const of = async (day: string) => {
      const filter = { expectAt: { from: day, to: day } }
      return (await clerk(dc).call<{ records: object[] }>(order.query, { filter })).records.length
    }
    expect([await of('2026-03-09'), await of('2026-03-10'), await of('2026-03-11')]).toEqual([0, 1, 0])
  },
)
