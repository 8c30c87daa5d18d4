import { formatQty, parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { keyText } from './key.ts'
import { post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { type Reservation, readReservations, reserve } from './reservations.ts'
import { reverse } from './reverse.ts'

let server: TestServer
let yard: Yard
const products = ['A', 'B', 'C', 'D'] as const
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: { F1: 'STORAGE' }, products: products.map((code) => ({ code, isWeigh: code === 'C' })) }),
  )
})
afterAll(() => server.close())
const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
const order = { kind: 'ALLOC' as const, demandType: 'order' }

/** Posts so much of a product from a bin to another. */
const moved = (
  ctx: Ctx,
  product: string,
  [from, to]: readonly [string, string],
  qty: string,
  more: Pick<Parameters<typeof post>[1], 'bizType' | 'idemKey'> & Partial<Parameters<typeof post>[1]>,
) =>
  Promise.all([from, to].map((bin) => keyOf(ctx, yard, { bin, product }))).then(async ([source, target]) => {
    if (!source || !target) throw new Error('no keys')
    const lines = [
      { key: source, delta: -parseQty(qty) },
      { key: target, delta: parseQty(qty) },
    ]
    return { ...(await post(ctx, { lines, ...more })), source, target }
  })

/** Ten on the shelf, promised to two orders: six and four. */
async function shelve(product: string): Promise<void> {
  await inside(async (ctx) => {
    const made = await moved(ctx, product, ['V_VENDOR', 'F1'], '10', { bizType: 'RECEIVE', idemKey: `in ${product}` })
    const stockId = made.rowIds.get(keyText(made.target)) ?? ''
    await reserve(ctx, [
      { ...order, stockId, qty: wholeQty(6), demandLineId: '1', taskLineId: lineOf(product), idemKey: `1 ${product}` },
      { ...order, stockId, qty: wholeQty(4), demandLineId: '2', taskLineId: lineOf(product), idemKey: `2 ${product}` },
    ])
  })
}
const lineOf = (product: string): string => String(700 + products.indexOf(product as 'A'))
/** Takes promised goods of the line on; the promise goes along, for the order alone. */
const picked = (product: string, qty: string, n: number) =>
  inside(async (ctx) => {
    const toKey = await keyOf(ctx, yard, { bin: 'SYS-PICK', product })
    const own = { qty: parseQty(qty), carryTo: toKey }
    const facts = { bizType: 'PICK', idemKey: `pick ${product} ${n}`, taskLineId: lineOf(product), own } as const
    await moved(ctx, product, ['F1', 'SYS-PICK'], qty, facts)
  })
const open = (ctx: Ctx, product: string, bin: string): Promise<Reservation[]> =>
  ctx.tx
    .query<{ id: string }>(sql`
      select id from wms_reservation where tenant_id = ${ctx.tenantId} and state = 'ACTIVE' and bin_id = ${yard.bins.get(bin)}
        and product_id = ${yard.products.get(product)?.id} order by id`)
    .then((rows) =>
      readReservations(
        ctx,
        rows.map((r) => r.id),
      ),
    )
/** Who is promised what in a bin: order, task line, quantity. */
const promised = (product: string, bin: string) =>
  inside(async (ctx) =>
    (await open(ctx, product, bin)).map((r) => [r.demandLineId, r.taskLineId, formatQty(r.qty - r.used - r.freed)]),
  )
const onHand = (product: string, bin: string) =>
  inside(async (ctx) => {
    const row = await ctx.tx.maybe<{ qty: string; held: string }>(sql`
      select qty, reserved_qty as held from wms_stock
      where tenant_id = ${ctx.tenantId} and bin_id = ${yard.bins.get(bin)} and product_id = ${yard.products.get(product)?.id}`)
    return [Number(row?.qty ?? 0), Number(row?.held ?? 0)]
  })
const back = (product: string) =>
  inside(async (ctx) => {
    await reverse(ctx, lineOf(product))
  })

test('what several postings took comes back with each promise spent once', async () => {
  await shelve('A')
  await picked('A', '5', 1)
  await picked('A', '3', 2)
  expect(await promised('A', 'SYS-PICK')).toEqual([
    ['1', null, '5'],
    ['1', null, '1'],
    ['2', null, '2'],
  ])
  await back('A')
  expect(await onHand('A', 'SYS-PICK')).toEqual([0, 0])
  expect(await onHand('A', 'F1')).toEqual([10, 10])
  expect(await promised('A', 'SYS-PICK')).toEqual([])
  // The very promises that were there before.
  expect(await promised('A', 'F1')).toEqual([
    ['1', lineOf('A'), '6'],
    ['2', lineOf('A'), '4'],
  ])
  expect(await inside(reconcile)).toEqual([])
})

test('what came back is taken and comes back again, and not twice', async () => {
  await shelve('B')
  await picked('B', '7', 1)
  await back('B')
  await expect(back('B')).rejects.toMatchObject({ refusal: { code: 42259 } })
  expect(await onHand('B', 'F1')).toEqual([10, 10])
  await picked('B', '9', 2)
  await back('B')
  expect(await onHand('B', 'SYS-PICK')).toEqual([0, 0])
  expect(await onHand('B', 'F1')).toEqual([10, 10])
  expect(await inside(reconcile)).toEqual([])
})

test('without promises that travel, goods come back free', async () => {
  const taskLineId = lineOf('C')
  const facts = { idemKey: 'C', taskLineId } as const
  await inside((ctx) => moved(ctx, 'C', ['V_VENDOR', 'F1'], '2.5', { ...facts, bizType: 'RECEIVE' }))
  await inside((ctx) => reverse(ctx, taskLineId))
  expect(await onHand('C', 'F1')).toEqual([0, 0])
  expect(await inside(reconcile)).toEqual([])
})

test('goods that went on are not taken back, and nothing of the line is', async () => {
  await shelve('D')
  await picked('D', '4', 1)
  await picked('D', '2', 2)
  const [first] = await inside((ctx) => open(ctx, 'D', 'SYS-PICK'))
  const consume = [{ reservationId: first?.id ?? '', qty: wholeQty(1) }]
  await inside((ctx) => moved(ctx, 'D', ['SYS-PICK', 'V_STORE'], '1', { bizType: 'SHIP', idemKey: 'gone', consume }))
  await expect(back('D')).rejects.toMatchObject({ refusal: { code: 42231 } })
  expect(await onHand('D', 'SYS-PICK')).toEqual([5, 5])
  expect(await onHand('D', 'F1')).toEqual([4, 4])
  expect(await inside(reconcile)).toEqual([])
})
