import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { type MessageRecord, messageCalls } from '@lading/contract/sys/message.ts'
import { stockBatchLookBoard } from '@lading/contract/wms/board.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { lotExpiry } from './expiry.ts'

const dayMs = 86_400_000
const first = Date.parse('2026-03-05T06:00:00+08:00')
let at = first
let server: TestServer
let yard: Yard
let admin: Client
let keys = 0

/** Goods that end on a day, by a product of 30 days near the end and 10 before it is not sent any more. */
async function receive(product: string, owner: string, expireDate: string): Promise<void> {
  await server.inside('DC01', async (ctx) => {
    const from = await keyOf(ctx, yard, { bin: 'V_VENDOR', product, owner })
    const to = await keyOf(ctx, yard, { bin: 'A-01', product, owner })
    const qty = parseQty('5')
    await post(ctx, {
      ...{ bizType: 'RECEIVE', idemKey: `e${keys++}` },
      lines: [
        { key: from, delta: -qty },
        { key: to, delta: qty },
      ],
    })
    await ctx.tx.run(sql`
      update wms_lot set expire_date = ${expireDate} where tenant_id = ${ctx.tenantId} and id = ${to.lotId}`)
  })
}

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, {
      bins: { 'A-01': 'STORAGE' },
      owners: ['O1', 'O2'],
      products: ['N', 'S', 'E', 'F', 'M'].map((code) => ({ code, qpc: '10', shelfLifeDays: 90 })),
    })
    await ctx.tx.run(sql`
      update mdm_product set near_days = 30, out_days = 10 where tenant_id = ${ctx.tenantId}`)
  })
  await receive('N', 'O1', '2026-04-04')
  await receive('S', 'O1', '2026-03-14')
  await receive('E', 'O1', '2026-03-04')
  await receive('F', 'O1', '2026-04-05')
  await receive('M', 'O2', '2026-03-20')
})
afterAll(() => server.close())

const run = async () => {
  const said = await server.inside('DC01', (ctx) => lotExpiry.run(ctx, {}))
  await server.relay.drain()
  admin = await server.as('admin', 'DC01')
  return said
}
const told = async (): Promise<MessageRecord[]> =>
  (await admin.call(messageCalls.query, {})).records.filter((m) => m.key === 'LOT_EXPIRY')

test('each owner is told of once, with counts and the lots by a link; a run that is repeated tells nothing', async () => {
  expect(await run()).toBe('4 lots, 2 owners')
  const messages = await told()
  const of = (owner: string) => messages.find((m) => m.args.owner === owner)
  expect(messages.length).toBe(2)
  const [own, other] = [yard.owners.get('O1') ?? '', yard.owners.get('O2') ?? '']
  const name = async (id: string) =>
    (await server.inside('G', (ctx) => ctx.tx.one<{ name: string }>(sql`select name from wms_owner where id = ${id}`)))
      .name
  expect(of(await name(own))?.args).toMatchObject({ count: '3', near: '1', stopped: '1', expired: '1' })
  expect(of(await name(other))?.args).toMatchObject({ count: '1', near: '1', stopped: '0', expired: '0' })
  const [entity, search] = (of(await name(own))?.link ?? '').split('?')
  expect(entity).toBe('#/app-wms/stockBatchLookBoardList')
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    ownerId: own,
    shelfState: 'NEAR,STOPPED,EXPIRED',
    hasStock: 'true',
  })
  const filter = { ownerId: own, shelfState: ['NEAR', 'STOPPED', 'EXPIRED'], hasStock: true }
  const board = await admin.call<{ records: { shelfState: string }[] }>(crudCalls(stockBatchLookBoard).query, {
    filter,
  })
  expect(board.records.map((r) => r.shelfState).sort()).toEqual(['EXPIRED', 'NEAR', 'STOPPED'])
  expect(await run()).toBe('0 lots, 0 owners')
  expect((await told()).length).toBe(2)
})

test('a lot is told of again once it is worse off, and one that comes below its days the day it does', async () => {
  at = first + dayMs
  expect(await run()).toBe('1 lots, 1 owners')
  expect((await told())[0]?.args).toMatchObject({ count: '1', near: '1', stopped: '0' })
  // M has less than its ten days now, and S has ended.
  at = first + 10 * dayMs
  expect(await run()).toBe('2 lots, 2 owners')
  expect(await run()).toBe('0 lots, 0 owners')
  expect(await server.inside('DC02', (ctx) => lotExpiry.run(ctx, {}))).toBe('0 lots, 0 owners')
})

test('who sees one owner only hears of his alone', async () => {
  await server.inside('DC01', (ctx) => ctx.tx.run(sql`delete from wms_lot_alarm where tenant_id = ${ctx.tenantId}`))
  const own = yard.owners.get('O2') ?? ''
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`delete from sys_message where tenant_id = ${ctx.tenantId}`)
    await ctx.tx.run(sql`insert into sys_user_owner (tenant_id, id, user_id, owner_id, created_at, updated_at)
      values (${ctx.tenantId}, ${ctx.newId()}, ${admin.userId}, ${own}, ${ctx.now()}, ${ctx.now()})`)
  })
  await run()
  expect((await told()).map((m) => m.args.count)).toEqual(['1'])
})
