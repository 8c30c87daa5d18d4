import { parseQty } from '@lading/contract/kernel/qty.ts'
import { container } from '@lading/contract/wms/container.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { moveContainer } from './containers.ts'
import { keyText } from './key.ts'
import { type PostInput, post, postAll } from './post.ts'
import { reconcile } from './reconcile.ts'
import { readReservations, release, reserve } from './reservations.ts'
import { reverse } from './reverse.ts'

let server: TestServer
let yard: Yard
const products = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, {
      bins: { F1: 'STORAGE', F2: 'STORAGE' },
      products: products.map((code) => ({ code, isWeigh: true })),
    }),
  )
})
afterAll(() => server.close())
const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)

let serial = 0
type More = Partial<PostInput> & { readonly pieces?: number }
/** Goods from a bin to another; the pieces are told, or go along with the weight. */
const moved = (ctx: Ctx, product: string, [from, to]: readonly [string, string], kg: string, more: More = {}) =>
  Promise.all([from, to].map((bin) => keyOf(ctx, yard, { bin, product }))).then(async (keys) => {
    const [source, target] = keys as [(typeof keys)[0], (typeof keys)[0]] // two bins, two keys
    const { pieces, ...facts } = more
    const lines = [
      { key: source, delta: -parseQty(kg), pieces: pieces === undefined ? undefined : -pieces },
      { key: target, delta: parseQty(kg), pieces },
    ]
    const posted = await post(ctx, { bizType: 'MOVE', idemKey: `p${++serial}`, lines, ...facts })
    return { target, stockId: posted.rowIds.get(keyText(target)) ?? '' }
  })
const received = (product: string, kg: string, pieces?: number, bin = 'F1') =>
  inside((ctx) =>
    moved(ctx, product, ['V_VENDOR', bin], kg, { bizType: 'RECEIVE', ...(pieces !== undefined && { pieces }) }),
  )
const promised = (stockId: string, line: string, kg: string, pieces?: number) =>
  inside(async (ctx) => {
    const facts = { kind: 'ALLOC' as const, taskLineId: line, demandLineId: line, idemKey: `w${++serial}` }
    const [got] = await reserve(ctx, [{ ...facts, stockId, qty: parseQty(kg), pieces: pieces ?? null }])
    return got
  })
const picked = (product: string, line: string, kg: string, pieces?: number) =>
  inside(async (ctx) => {
    const carryTo = await keyOf(ctx, yard, { bin: 'SYS-PICK', product })
    const told = pieces === undefined ? {} : { pieces }
    const own = { qty: parseQty(kg), carryTo }
    await moved(ctx, product, ['F1', 'SYS-PICK'], kg, { bizType: 'PICK', taskLineId: line, own, ...told })
  })
/** kg, pieces and pieces promised of a place. */
const there = (product: string, bin: string) =>
  inside(async (ctx) => {
    const row = await ctx.tx.maybe<{ qty: string; pieces: number | null; held: number }>(sql`
      select qty, pieces, reserved_pieces as held from wms_stock
      where tenant_id = ${ctx.tenantId} and bin_id = ${yard.bins.get(bin)} and product_id = ${yard.products.get(product)?.id}`)
    return row && [Number(row.qty), row.pieces, row.held]
  })
/** Open pieces of each promise, oldest first. */
const promises = (product: string) =>
  inside(async (ctx) =>
    (
      await ctx.tx.query<{ n: number | null }>(sql`
        select pieces - used_pieces - freed_pieces as n from wms_reservation
        where tenant_id = ${ctx.tenantId} and product_id = ${yard.products.get(product)?.id} and state = 'ACTIVE' order by id`)
    ).map(({ n }) => n),
  )
const sound = async () => expect(await inside(reconcile)).toEqual([])

test('orders are promised pieces beside the weight, and no two of them the same', async () => {
  const { stockId } = await received('A', '10', 10)
  expect((await promised(stockId, '11', '2.5'))?.pieces).toBe(2)
  // Who orders pieces is promised them; as many as are free at most.
  expect((await promised(stockId, '12', '4', 7))?.pieces).toBe(7)
  // All that is left of the weight has what is left of the pieces.
  expect(await promised(stockId, '13', '9', 9)).toMatchObject({ qty: parseQty('3.5'), pieces: 1 })
  expect(await there('A', 'F1')).toEqual([10, 10, 10])
  await sound()
})

test('what is picked takes the promise with it, and comes back as it was', async () => {
  const { stockId } = await received('B', '10', 12)
  await promised(stockId, '21', '6')
  await promised(stockId, '22', '4')
  expect(await promises('B')).toEqual([7, 5])
  await picked('B', '21', '2.5')
  // Of seven pieces of 6 kg two go along with 2.5 kg.
  expect(await there('B', 'F1')).toEqual([7.5, 10, 10])
  expect(await there('B', 'SYS-PICK')).toEqual([2.5, 2, 2])
  await picked('B', '21', '3.5', 5)
  expect(await there('B', 'SYS-PICK')).toEqual([6, 7, 7])
  await sound()
  await inside((ctx) => reverse(ctx, '21'))
  expect(await there('B', 'F1')).toEqual([10, 12, 12])
  expect(await there('B', 'SYS-PICK')).toEqual([0, 0, 0])
  expect(await promises('B')).toEqual([7, 5])
  await sound()
})

test('a count at the shelf goes before an estimate: what others were promised gives way', async () => {
  const { stockId } = await received('C', '10', 10)
  await promised(stockId, '31', '5')
  await promised(stockId, '32', '5')
  await picked('C', '31', '5', 6)
  expect(await there('C', 'F1')).toEqual([5, 4, 4])
  expect(await there('C', 'SYS-PICK')).toEqual([5, 6, 6])
  // More than the book has is nobody's to take.
  await expect(picked('C', '32', '4', 5)).rejects.toMatchObject({ refusal: { code: 42235 } })
  await sound()
  await inside((ctx) => reverse(ctx, '31'))
  expect(await there('C', 'F1')).toEqual([10, 10, 9])
  await sound()
})

test('picks for several stores at once are counted one after the other', async () => {
  const { stockId } = await received('I', '10', 10)
  await promised(stockId, '91', '4', 4)
  await promised(stockId, '92', '4', 4)
  await promised(stockId, '93', '2', 2)
  await inside(async (ctx) => {
    const [from, to] = [
      await keyOf(ctx, yard, { bin: 'F1', product: 'I' }),
      await keyOf(ctx, yard, { bin: 'SYS-PICK', product: 'I' }),
    ]
    const pick = (line: string, kg: string, pieces: number): PostInput => ({
      bizType: 'PICK',
      idemKey: `p${++serial}`,
      taskLineId: line,
      own: { qty: parseQty(kg), carryTo: to },
      lines: [
        { key: from, delta: -parseQty(kg), pieces: -pieces },
        { key: to, delta: parseQty(kg), pieces },
      ],
    })
    // One more than was reckoned for the first, one fewer for the second: what is promised of the rest gives way, and comes back to nobody.
    await postAll(ctx, [pick('91', '4', 5), pick('92', '4', 3)])
  })
  expect(await there('I', 'SYS-PICK')).toEqual([8, 8, 8])
  expect(await there('I', 'F1')).toEqual([2, 2, 1])
  await sound()
})

test('what came back is promised at most what is free by then', async () => {
  const { stockId } = await received('D', '10', 10)
  await promised(stockId, '41', '5')
  await picked('D', '41', '5', 3)
  await promised(stockId, '42', '5')
  expect(await there('D', 'F1')).toEqual([5, 7, 7])
  await inside((ctx) => reverse(ctx, '41'))
  expect(await there('D', 'F1')).toEqual([10, 10, 10])
  expect(await promises('D')).toEqual([3, 7])
  await sound()
})

test('a part that is freed frees its pieces', async () => {
  const { stockId } = await received('E', '9', 9)
  const got = await promised(stockId, '51', '8')
  const freed = (kg?: string) =>
    inside(async (ctx) => {
      const held = await readReservations(ctx, [got?.reservationId ?? ''])
      await release(ctx, held, kg === undefined ? undefined : parseQty(kg))
    })
  await freed('2.5')
  expect(await there('E', 'F1')).toEqual([9, 9, 6])
  await freed()
  expect(await there('E', 'F1')).toEqual([9, 9, 0])
  await sound()
})

test('pieces that nobody tells go along with the weight, and none stay where nothing is left', async () => {
  const { stockId } = await received('F', '10', 10)
  await promised(stockId, '61', '4')
  await inside((ctx) => moved(ctx, 'F', ['F1', 'F2'], '3'))
  expect(await there('F', 'F1')).toEqual([7, 7, 4])
  expect(await there('F', 'F2')).toEqual([3, 3, 0])
  await inside((ctx) => moved(ctx, 'F', ['F1', 'F2'], '3'))
  await picked('F', '61', '4', 3)
  expect(await there('F', 'F1')).toEqual([0, 0, 0])
  expect(await there('F', 'SYS-PICK')).toEqual([4, 3, 3])
  await sound()
})

test('goods that were never counted are promised without pieces, whoever counts them later', async () => {
  const { stockId } = await received('G', '10')
  expect((await promised(stockId, '71', '4'))?.pieces).toBeNull()
  await picked('G', '71', '4', 3)
  expect(await there('G', 'F1')).toEqual([6, null, 0])
  expect(await there('G', 'SYS-PICK')).toEqual([4, 3, 3])
  await inside((ctx) => reverse(ctx, '71'))
  expect(await there('G', 'F1')).toEqual([10, null, 0])
  await sound()
})

test('a promise without its pieces is found, and a container carries them in the ledger too', async () => {
  const { stockId } = await received('H', '10', 10)
  await promised(stockId, '81', '5')
  const owner = (text: string) => server.db.owner.query(text)
  await owner(`update wms_stock set reserved_pieces = reserved_pieces - 1 where id = ${stockId}`)
  expect((await inside(reconcile)).map(({ rule }) => rule)).toEqual(['W2'])
  await owner(`update wms_stock set reserved_pieces = reserved_pieces + 1 where id = ${stockId}`)
  const tote = await inside(async (ctx) => {
    const { id: typeId } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_container_type where tenant_id = ${ctx.tenantId} and category = 'VIRTUAL' limit 1`,
    )
    const { ids } = await insert(ctx, container, [{ code: 'T1', typeId }])
    const id = ids[0] ?? ''
    const [from, to] = [
      await keyOf(ctx, yard, { bin: 'F1', product: 'H' }),
      await keyOf(ctx, yard, { bin: 'F1', product: 'H', container: id }),
    ]
    const lines = [
      { key: from, delta: -parseQty('5') },
      { key: to, delta: parseQty('5') },
    ]
    await post(ctx, { bizType: 'MOVE', idemKey: 'into', lines })
    return id
  })
  const before = (await owner('select coalesce(sum(pieces), 0)::int as n from wms_ledger')).rows
  const facts = { bizType: 'MOVE', idemKey: 'box', containerId: tote, change: {} } as const
  await inside((ctx) => moveContainer(ctx, { ...facts, toBinId: yard.bins.get('F2') ?? '' }))
  expect((await owner('select coalesce(sum(pieces), 0)::int as n from wms_ledger')).rows).toEqual(before)
  expect(
    (await owner(`select count(*)::int as n from wms_ledger where pieces = -5 and container_id = ${tote}`)).rows,
  ).toEqual([{ n: 1 }])
})
