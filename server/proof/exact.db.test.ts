import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { valueSchema } from '@lading/contract/kernel/schema.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOfCall } from '../../tools/sample/rows.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { inputFor } from '../testing/inputs.ts'
import { ownInput } from '../testing/reach.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World, writerOf } from '../testing/world.ts'
import type { StockKey } from '../wms/stock/key.ts'
import { post } from '../wms/stock/post.ts'
import { reconcile } from '../wms/stock/reconcile.ts'
import { reserve } from '../wms/stock/reservations.ts'
import { buildYard, keyOf } from '../wms/testing/yard.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
})
afterAll(() => server.close())

/** How many digits after the point a decimal's pattern allows. */
const scaleOf = (patterns: readonly string[]): number | undefined => {
  const [, scale] = patterns.map((p) => /^\^-\?\\d\{1,\d+\}\(\\\.\\d\{1,(\d+)\}\)\?\$$/.exec(p)).find(Boolean) ?? []
  return scale === undefined ? undefined : Number(scale)
}

test('T10 a digit too many after the point is refused by every call, in every place', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const { call } of server.served) {
    if (call.method !== 'POST' || call.upload) continue
    const client = writerOf(world.admin, entityOfCall(call))
    const places: string[] = []
    inputFor(call, {
      id: () => '1',
      text: (path, patterns) => {
        if (scaleOf(patterns) !== undefined) places.push(path.join('.'))
        return undefined
      },
    })
    for (const place of new Set(places)) {
      const fine = (path: readonly string[], patterns: readonly string[]) => {
        const scale = scaleOf(patterns)
        return scale !== undefined && path.join('.') === place ? `1.${'0'.repeat(scale)}1` : undefined
      }
      const answer = await client.envelope(call, ownInput(call, world.own, { text: fine }))
      asked += 1
      const name = place.split('.').at(-1) ?? ''
      if (answer.code !== 40000 || !answer.errors?.some((e) => e.field.endsWith(name)))
        wrong.push(`${call.path} ${place}: ${JSON.stringify(answer)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(20)
})

test('T10 quantities are taken exactly or not at all', () => {
  const qty = valueSchema({ kind: 'qty', title: ['', ''], required: true, least: 0 })
  const money = valueSchema({ kind: 'money', title: ['', ''], required: true, least: 0 })
  for (const text of ['0', '0.001', '1000000000000', '999999999999.999'])
    expect(qty.safeParse(text).success, text).toBe(true)
  for (const text of [
    '0.0001',
    '0.0000',
    '1e3',
    ' 1',
    '1 ',
    '+1',
    '１',
    '1,000',
    '.5',
    '5.',
    '1000000000000000',
    '999999999999999',
    '1000000000000.001',
    '01',
    '000.5',
    '-1',
    'NaN',
    '',
  ])
    expect(qty.safeParse(text).success, text).toBe(false)
  expect(money.safeParse('0.0001').success).toBe(true)
  expect(money.safeParse('0.00001').success).toBe(false)
  expect(qty.safeParse(1).success).toBe(false)
})

test('T10 10^12 pieces in packs of 24 are posted, promised, shown and gone again to the last thousandth', async () => {
  const parts = ['333333333333.333', '333333333333.333', '333333333333.334']
  const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
  const yard = await inside((ctx) =>
    buildYard(ctx, {
      bins: { 'E-01': 'STORAGE' },
      products: [
        { code: 'EX', qpc: '24', isWeigh: true },
        { code: 'EP', qpc: '24' },
      ],
    }),
  )
  const keys = (ctx: Ctx, product: string) =>
    Promise.all(['V_ADJUST', 'E-01'].map((bin) => keyOf(ctx, yard, { bin, product })))
  const move = (qty: Qty, idemKey: string, product = 'EX') =>
    inside(async (ctx) => {
      const [outside, shelf] = (await keys(ctx, product)) as [StockKey, StockKey]
      const lines = [
        { key: outside, delta: -qty },
        { key: shelf, delta: qty },
      ]
      return post(ctx, { bizType: qty > 0n ? 'ADJ_INC' : 'ADJ_DEC', idemKey, lines })
    })
  const productId = [yard.products.get('EX')?.id]
  const shown = async (id = productId) => {
    const { records } = await world.admin.dc.call(queryStock, { filter: { productId: id } } as never)
    return records.map(({ qty, reservedQty, availableQty, caseText }) => [qty, reservedQty, availableQty, caseText])
  }
  // What the world's rows contradict each other in stays all there is.
  const before = await inside(reconcile)
  for (const [i, part] of parts.entries()) await move(parseQty(part), `exact:${i}`)
  const all = '1000000000000.000'
  expect(await shown()).toEqual([[all, '0.000', all, '1000000000000 kg']])
  for (const part of ['333333333333', '666666666667']) await move(parseQty(part), `exact:${part}`, 'EP')
  // 41,666,666,666 packs and 16 pieces; a float of 64 bits has no thousandths here.
  expect(await shown([yard.products.get('EP')?.id])).toEqual([[all, '0.000', all, '41666666666+16']])
  const [granted] = await inside(async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(sql`
      select id from wms_stock where tenant_id = ${ctx.tenantId} and product_id = any(${productId}::bigint[])`)
    return reserve(ctx, [{ stockId: id, qty: parseQty('999999999999.999'), kind: 'HOLD', idemKey: 'exact' }])
  })
  expect(granted?.qty).toBe(999_999_999_999_999n)
  await expect(move(-2n, 'exact:much')).rejects.toMatchObject({ args: { avail: '0.001', need: '0.002' } })
  await move(-1n, 'exact:out')
  const held = '999999999999.999'
  expect(await shown()).toEqual([[held, held, '0.000', '999999999999.999 kg']])
  expect(await inside(reconcile)).toEqual(before)
})
