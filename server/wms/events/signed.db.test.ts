import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { type BusinessMessage, businessMessage } from '@lading/contract/sys/businessEvent.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { signDelivered } from '../ship/sign.ts'
import { stageTote } from '../testing/stageTote.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
let typeId = ''
const stores = new Map<string, string>()
const ship = documentCalls(shipBill as never)
beforeAll(async () => {
  server = await openTestServer()
  clerk = await server.as('clerk', 'DC01')
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, { bins: { 'C-01': 'COLLECT' }, products: [{ code: 'MILK', qpc: '12' }] })
    for (const code of ['S1', 'S2', 'S3']) {
      stores.set(code, ctx.newId())
      const row = { tenantId: ctx.tenantId, id: stores.get(code), code, name: `store ${code}`, route: 'L1' }
      await bulkInsert(ctx.tx, 'wms_store', [row])
    }
    typeId = ctx.newId()
    const type = { tenantId: ctx.tenantId, id: typeId, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' }
    await bulkInsert(ctx.tx, 'wms_container_type', [type])
    return made
  })
})
afterAll(() => server.close())

const stage = (code: string, store: string, qty: string) =>
  server.inside('DC01', (ctx) => stageTote(ctx, yard, { code, typeId, storeId: stores.get(store) ?? '', qty }))
const step = async (verb: string, id: string) => {
  const { version } = await clerk.call<{ version: number }>(ship.getById, { id })
  const { failed } = await clerk.call<{ failed: unknown[] }>(ship[verb], { rows: [{ id, version }] })
  expect(failed, verb).toEqual([])
}
/** A truck to these stores that has left. */
const shipped = async (at: readonly string[]) => {
  const stops = at.map((s, i) => ({ seq: i + 1, storeId: stores.get(s) }))
  const made = await clerk.call<{ id: string; billNo: string }>(ship.create, { route: 'L1', stops })
  for (const verb of ['approve', 'start']) await step(verb, made.id)
  const { billNo } = await clerk.call<{ billNo: string }>(ship.getById, { id: made.id })
  const { tasks } = await clerk.call(work.findWork, { scan: billNo, taskTypes: ['ENTER_TRUCK'] })
  const { lines } = await clerk.call(work.getWork, { id: tasks[0]?.id })
  for (const l of lines)
    await clerk.call(work.confirmLine, {
      taskLineId: l.id,
      qty: '1',
      scans: { container: l.fromContainer?.code },
    })
  for (const verb of ['finish', 'despatch']) await step(verb, made.id)
  return { ...made, billNo }
}
const sign = (days = 7) => server.inside('DC01', (ctx) => signDelivered(ctx, days))
const age = (id: string) =>
  server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`
      update wms_ship_bill set despatched_at = despatched_at - interval '8 days' where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const told = async (accountId: string): Promise<BusinessMessage[]> => {
  await server.relay.drain()
  const rows = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ body: string }>(sql`
      select body from sys_open_delivery where tenant_id = ${ctx.tenantId} and account_id = ${accountId} order by id`),
  )
  return rows.map(({ body }) => businessMessage.parse(JSON.parse(body)))
}

test('each store that has signed is told of once, with what it got of which shipment', async () => {
  const admin = await server.as('admin')
  const made = await admin.call<{ id: string; version: number }>(openAccountCalls.create, {
    name: '上游系统',
    orgIds: [server.one.orgs.get('DC01')?.id],
    scopes: [],
    // Nobody listens there: what is told stands in the queue.
    callbackUrl: 'http://127.0.0.1:9/hook',
    callbackEvents: ['signed'],
  })
  await admin.call(openAccountCalls.webhookSecret, { id: made.id, version: made.version })
  await stage('T1', 'S1', '30')
  await stage('T2', 'S1', '5')
  await stage('T3', 'S2', '12')
  const { id, billNo } = await shipped(['S1', 'S2', 'S3'])
  expect(await sign()).toBe(0)
  expect(await told(made.id)).toEqual([])
  await age(id)
  expect(await sign()).toBe(1)
  expect(await sign()).toBe(0)
  const messages = await told(made.id)
  const source = { kind: shipBill.header.key, no: billNo, billNo }
  const org = expect.objectContaining({ code: 'DC01' })
  // Nothing was brought to the third one.
  expect(messages).toMatchObject([
    { type: 'signed', version: 1, org, source, store: 'S1', storeName: 'store S1', reason: null, reverses: null },
    { type: 'signed', version: 1, org, source, store: 'S2', storeName: 'store S2' },
  ])
  const goods = messages.map(({ lines }) => lines.map((l) => `${l.lineNo} ${l.product} ${l.container} ${l.qty}`))
  expect(goods.map((g) => g.map((text) => text.slice(2)).sort())).toEqual([['MILK T1 30', 'MILK T2 5'], ['MILK T3 12']])
  expect(goods[0]?.map((text) => text[0])).toEqual(['1', '2'])
})
