import { parseQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { containerByCode } from '../masters/facts.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { keyOf } from '../testing/yard.ts'
import { type ContainerChange, changeContainers } from './containers.ts'
import { type PostInput, post } from './post.ts'
import { readStock, type StockRaw } from './rows.ts'

/** What a posting says of the rows that it leaves, and what is written down of containers. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update mdm_product set is_weigh = true where tenant_id = ${ctx.tenantId} and code in ('A', 'B')`),
  )
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

let serial = 0
/** Weight, and pieces where they are told, from one bin to another. */
async function carry(ctx: Ctx, product: string, from: string, to: string, kg: string, pieces?: number) {
  const [source, target] = [
    await keyOf(ctx, desk.yard, { bin: from, product }),
    await keyOf(ctx, desk.yard, { bin: to, product }),
  ]
  return post(ctx, {
    bizType: from === 'V_VENDOR' ? 'RECEIVE' : 'MOVE',
    idemKey: `posted ${++serial}`,
    lines: [
      { key: source, delta: -parseQty(kg), pieces: pieces === undefined ? undefined : -pieces },
      { key: target, delta: parseQty(kg), pieces },
    ],
  })
}
const rowsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.tx
    .query<StockRaw>(sql`
      select id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty, reserved_qty, pieces, reserved_pieces
      from wms_stock where tenant_id = ${ctx.tenantId} and id = any(${[...ids]}::bigint[])`)
    .then((rows) => new Map(rows.map((r) => [r.id, readStock(r)])))

test.each([
  ['counted goods come to a place where none were', 'V_VENDOR', 'S-01', '10', 5],
  ['more of them, counted', 'V_VENDOR', 'S-01', '4', 2],
  ['more of them that nobody counted', 'V_VENDOR', 'S-01', '6', undefined],
  ['a part of them goes, with its share', 'S-01', 'S-02', '5', undefined],
  ['a part goes that was counted', 'S-01', 'S-02', '3', 1],
  ['all of them go', 'S-01', 'S-02', '12', undefined],
  ['goods that nobody counted come to where all went', 'V_VENDOR', 'S-01', '7', undefined],
  ['counted ones come to those that nobody counted', 'V_VENDOR', 'S-01', '3', 2],
  ['all of both go', 'S-01', 'S-02', '10', undefined],
])('a posting says what it leaves: %s', async (_, from, to, kg, pieces) => {
  const posted = await desk.inside((ctx) => carry(ctx, 'A', from, to, kg, pieces))
  expect(posted.rows.size).toBe(from === 'V_VENDOR' ? 1 : 2)
  expect(posted.rows).toEqual(await desk.inside((ctx) => rowsOf(ctx, [...posted.rows.keys()])))
})

test('more pieces than there are is refused with how many there are, and leaves everything as it was', async () => {
  const { rows } = await desk.inside((ctx) => carry(ctx, 'B', 'V_VENDOR', 'S-01', '10', 4))
  const take = desk.inside((ctx) => carry(ctx, 'B', 'S-01', 'S-02', '5', 9))
  await expect(take).rejects.toMatchObject({
    refusal: { code: wmsFaults.piecesShort.code },
    args: { code: { no: 'B' }, bin: { no: 'S-01' }, avail: '4', need: '9' },
  })
  expect(await desk.inside((ctx) => rowsOf(ctx, [...rows.keys()]))).toEqual(rows)
})

const boxOf = (code: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select id, state, bin_id, store_id, bill_id, uses, version, last_move_at from wms_container where tenant_id = ${ctx.tenantId} and code = ${code}`),
  )
const change = async (code: string, what: Omit<ContainerChange, 'id'>) => {
  const { id } = await desk.inside((ctx) => containerByCode(ctx, code))
  await desk.inside((ctx) => changeContainers(ctx, [{ id, ...what }]))
  return boxOf(code)
}

test('a container is used once each time that it is begun, however often it moves on', async () => {
  const binId = desk.yard.bins.get('S-01') ?? ''
  const uses = async (what: Omit<ContainerChange, 'id'>) => (await change('T1', what)).uses
  expect(await uses({ state: 'PICKING', binId, storeId: desk.storeId })).toBe(1)
  expect(await uses({ from: ['PICKING'], state: 'PICKED' })).toBe(1)
  expect(await uses({ state: 'PICKING', binId: desk.yard.bins.get('S-02') ?? '' })).toBe(1)
  expect(await uses({ state: 'IDLE', binId: null, storeId: null })).toBe(1)
  expect(await uses({ binId })).toBe(1)
  expect(await uses({ state: 'RECEIVING' })).toBe(2)
})

test('of a container changes what is named, and where nothing is nothing is written', async () => {
  const [binId, billId] = [desk.yard.bins.get('S-01') ?? '', '77']
  const begun = await change('T2', { state: 'PICKING', binId, storeId: desk.storeId, billId })
  expect(begun).toMatchObject({ state: 'PICKING', binId, storeId: desk.storeId, billId, version: 1 })
  expect(begun.lastMoveAt).toBeInstanceOf(Date)
  expect(await change('T2', { from: ['PICKING'], state: 'PICKING' })).toEqual(begun)
  const named = { state: 'PICKED', binId, storeId: desk.storeId, billId, version: 2 }
  expect(await change('T2', { state: 'PICKED' })).toMatchObject(named)
  expect(await change('T2', { binId: null })).toMatchObject({ ...named, binId: null, version: 3 })
  expect(await change('T2', { billId: null })).toMatchObject({ ...named, binId: null, billId: null, version: 4 })
})

test('a container that is another store’s, or further on, is refused by its code and state', async () => {
  const { id: other } = await desk.inside(async (ctx) => {
    const row = { tenantId: ctx.tenantId, id: ctx.newId(), code: 'S2', name: 'other' }
    await bulkInsert(ctx.tx, 'wms_store', [row])
    return row
  })
  const binId = desk.yard.bins.get('S-01') ?? ''
  const before = await change('T3', { state: 'PICKING', binId, storeId: desk.storeId })
  for (const wrong of [
    { ofStoreId: other },
    { ofStoreId: null },
    { from: ['IDLE'] },
    { from: ['PICKED', 'LOADED'] },
  ] as const)
    await expect(change('T3', { ...wrong, state: 'PICKED' })).rejects.toMatchObject({
      refusal: { code: wmsFaults.containerState.code },
      args: { code: { no: 'T3' } },
    })
  expect(await boxOf('T3')).toEqual(before)
  expect(await change('T3', { ofStoreId: desk.storeId, from: ['PICKING'], state: 'PICKED' })).toMatchObject({
    state: 'PICKED',
  })
})

/** Goods of a pallet or a bin go to another place; containers change as they are told. */
const place = (input: Pick<PostInput, 'containers'>, to: { bin: string; container?: string }) =>
  desk.inside(async (ctx) => {
    const container = to.container && (await containerByCode(ctx, to.container)).id
    const from = await keyOf(ctx, desk.yard, { bin: 'V_VENDOR', product: 'C' })
    const key = await keyOf(ctx, desk.yard, { bin: to.bin, product: 'C', ...(container && { container }) })
    return post(ctx, {
      bizType: 'RECEIVE',
      idemKey: `place ${++serial}`,
      lines: [
        { key: from, delta: -parseQty('2') },
        { key, delta: parseQty('2') },
      ],
      ...input,
    })
  })

test('goods come into a container where it stands, or where an empty one is put by the same posting', async () => {
  const { id } = await desk.inside((ctx) => containerByCode(ctx, 'PL1'))
  const [here, there] = [desk.yard.bins.get('S-01') ?? '', desk.yard.bins.get('S-02') ?? '']
  const elsewhere = { refusal: { code: wmsFaults.containerElsewhere.code }, args: { code: { no: 'PL1' } } }
  // An idle one stands nowhere.
  await expect(place({}, { bin: 'S-01', container: 'PL1' })).rejects.toMatchObject(elsewhere)
  const begins = (binId: string) => ({ containers: [{ id, state: 'STORED' as const, binId }] })
  await expect(place(begins(there), { bin: 'S-01', container: 'PL1' })).rejects.toMatchObject(elsewhere)
  await place(begins(here), { bin: 'S-01', container: 'PL1' })
  await place({}, { bin: 'S-01', container: 'PL1' })
  // One that is in use does not follow its goods: it is moved with all that it holds.
  await expect(place(begins(there), { bin: 'S-02', container: 'PL1' })).rejects.toMatchObject(elsewhere)
  expect(await boxOf('PL1')).toMatchObject({ state: 'STORED', binId: here })
})
