import { formatQty, parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { type PostInput, post } from './post.ts'
import { reconcile } from './reconcile.ts'
import {
  insertReservations,
  type Reservation,
  readReservations,
  release,
  reservationsOf,
  reserve,
} from './reservations.ts'
import { sweepEmpty } from './sweep.ts'
import { demandWhole } from './whole.ts'

/** What may be promised, to whom goods that arrive belong, and which places take and give goods. */
let server: TestServer
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await inside((ctx) =>
    buildYard(ctx, {
      bins: {
        S1: 'STORAGE',
        S2: 'STORAGE',
        P1: 'PICK',
        P2: 'PICK',
        P3: 'PICK_STORAGE',
        P4: 'PICK',
        M1: 'STORAGE',
        D1: 'RECEIVE',
      },
      owners: ['O1', 'O2'],
      products: [{ code: 'X' }, { code: 'Y' }, { code: 'Z' }, { code: 'KG', isWeigh: true }],
    }),
  )
})
afterAll(() => server.close())
afterEach(async () => expect(await inside(reconcile)).toEqual([]))

const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
type Spot = Parameters<typeof keyOf>[2]
let serial = 0
const carry = (from: Spot, to: Spot, qty: string, more: Partial<PostInput> = {}) =>
  inside(async (ctx) => {
    const lines = [
      { key: await keyOf(ctx, yard, from), delta: -parseQty(qty) },
      { key: await keyOf(ctx, yard, to), delta: parseQty(qty) },
    ]
    return post(ctx, { bizType: 'MOVE', idemKey: `c${++serial}`, lines, ...more })
  })
/** Goods come from outside. @returns their stock row */
const come = async (to: Spot, qty: string): Promise<string> => {
  const { rowIds } = await carry({ ...to, bin: 'V_VENDOR' }, to, qty, { bizType: 'RECEIVE' })
  return [...rowIds.values()][0] ?? ''
}
const rowOf = (id: string) =>
  inside((ctx) =>
    ctx.tx.maybe<{ qty: string; reservedQty: string }>(
      sql`select qty, reserved_qty from wms_stock where tenant_id = ${ctx.tenantId} and id = ${id}`,
    ),
  )
const wish = (stockId: string, qty: string) => ({
  stockId,
  qty: parseQty(qty),
  kind: 'HOLD' as const,
  idemKey: `w${++serial}`,
})

test('so much is promised as is free, what one wish gets no later one does, and nothing is no promise', async () => {
  const [first, second] = [await come({ bin: 'S1', product: 'X' }, '10'), await come({ bin: 'S2', product: 'X' }, '3')]
  const wishes = [wish(first, '6'), wish(first, '6'), wish(first, '1'), wish(second, '3'), wish('1', '5')]
  const granted = await inside((ctx) => reserve(ctx, wishes))
  expect(granted.map((g) => [g.idemKey, formatQty(g.qty), g.pieces])).toEqual([
    [wishes[0]?.idemKey, '6', null],
    [wishes[1]?.idemKey, '4', null],
    [wishes[3]?.idemKey, '3', null],
  ])
  expect([await rowOf(first), await rowOf(second)]).toEqual([
    { qty: '10.000', reservedQty: '10.000' },
    { qty: '3.000', reservedQty: '3.000' },
  ])
  await expect(inside((ctx) => reserve(ctx, wishes.slice(0, 1)))).resolves.toEqual([])
  const promises = await inside((ctx) =>
    readReservations(
      ctx,
      granted.map((g) => g.reservationId),
    ),
  )
  await inside((ctx) => release(ctx, promises))
  // A wish is one wish, whatever became of it.
  await expect(inside((ctx) => reserve(ctx, wishes.slice(0, 1)))).rejects.toMatchObject({ refusal: { code: 40901 } })
})

test('a promise is freed in parts down to nothing, and once it is closed nothing more', async () => {
  const stockId = await come({ bin: 'S1', product: 'Y' }, '10')
  const [granted] = await inside((ctx) => reserve(ctx, [wish(stockId, '6')]))
  const promise = async (): Promise<Reservation> => {
    const [one] = await inside((ctx) => readReservations(ctx, [granted?.reservationId ?? '']))
    if (!one) throw new Error('the promise is gone')
    return one
  }
  const free = async (qty?: string) => {
    const one = await promise()
    await inside((ctx) => release(ctx, [one], qty === undefined ? undefined : parseQty(qty)))
    const { state, freed } = await promise()
    return [state, formatQty(freed), (await rowOf(stockId))?.reservedQty]
  }
  expect(await free('2')).toEqual(['ACTIVE', '2', '4.000'])
  expect(await free('0')).toEqual(['ACTIVE', '2', '4.000'])
  expect(await free('9')).toEqual(['RELEASED', '6', '0.000'])
  expect(await free()).toEqual(['RELEASED', '6', '0.000'])
})

test('a promise of which a part was used is spent when its rest is freed', async () => {
  const stockId = await come({ bin: 'S1', product: 'Z' }, '10')
  const [granted] = await inside((ctx) => reserve(ctx, [wish(stockId, '6')]))
  const reservationId = granted?.reservationId ?? ''
  await carry({ bin: 'S1', product: 'Z' }, { bin: 'S2', product: 'Z' }, '4', {
    consume: [{ reservationId, qty: parseQty('4') }],
  })
  const read = () => inside((ctx) => readReservations(ctx, [reservationId]))
  expect(await read()).toMatchObject([{ state: 'ACTIVE', used: wholeQty(4) }])
  await inside(async (ctx) => release(ctx, await readReservations(ctx, [reservationId])))
  expect(await read()).toMatchObject([{ state: 'CONSUMED', used: wholeQty(4), freed: wholeQty(2) }])
  expect(await rowOf(stockId)).toEqual({ qty: '6.000', reservedQty: '0.000' })
})

/** Somebody waits for goods of a pick face. */
const waits = (spot: Spot, line: string, qty: string, minExpire?: string) =>
  inside(async (ctx) => {
    const { ownerId, productId, qpcId, binId, stockType } = await keyOf(ctx, yard, spot)
    await insertReservations(ctx, [
      {
        ...{ ownerId, productId, qpcId, binId, stockType },
        stockId: null,
        kind: 'ALLOC',
        qty: parseQty(qty),
        demandType: 'line',
        demandLineId: line,
        taskLineId: null,
        minExpire: minExpire ?? null,
        idemKey: `wait${++serial}`,
      },
    ])
  })
/** What each has and still waits for, with the day on which his goods expire. */
const served = (...lines: string[]) =>
  inside(async (ctx) => {
    const open = await reservationsOf(ctx, 'demand_line_id', lines)
    const days = await ctx.tx.query<{ id: string; day: string | null }>(sql`
      select s.id, l.expire_date::text as day from wms_stock s join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.id = any(${open.flatMap((r) => r.stockId ?? [])}::bigint[])`)
    return open
      .map(
        (r) =>
          `${r.demandLineId} ${r.state} ${formatQty(r.qty - r.used - r.freed)} ${days.find((d) => d.id === r.stockId)?.day ?? '-'}`,
      )
      .toSorted()
  })
const freeAll = (...lines: string[]) =>
  inside(async (ctx) => release(ctx, await reservationsOf(ctx, 'demand_line_id', lines)))

test('who waits gets goods that last long enough, the first to expire first, and none that are held', async () => {
  const face = { bin: 'P1', product: 'X' }
  await waits(face, '11', '5', '2027-03-01')
  await waits(face, '12', '4')
  await come({ ...face, expire: '2027-01-01' }, '2')
  expect(await served('11', '12')).toEqual(['11 PENDING 5 -', '12 ACTIVE 2 2027-01-01', '12 PENDING 2 -'])
  await inside((ctx) =>
    ctx.tx.run(sql`update wms_lot set hold = true where tenant_id = ${ctx.tenantId} and expire_date = '2027-01-01'`),
  )
  await come({ ...face, expire: '2027-01-01' }, '2')
  expect(await served('12')).toEqual(['12 ACTIVE 2 2027-01-01', '12 PENDING 2 -'])
  // Exactly as long as is asked for is long enough.
  await come({ ...face, expire: '2027-03-01' }, '3')
  expect(await served('11', '12')).toEqual([
    '11 ACTIVE 3 2027-03-01',
    '11 PENDING 2 -',
    '12 ACTIVE 2 2027-01-01',
    '12 PENDING 2 -',
  ])
  // What never expires lasts long enough for everybody.
  await come(face, '9')
  expect(await served('11', '12')).toEqual([
    '11 ACTIVE 2 -',
    '11 ACTIVE 3 2027-03-01',
    '12 ACTIVE 2 -',
    '12 ACTIVE 2 2027-01-01',
  ])
  await freeAll('11', '12')
})

test('goods that several lots bring are given first to expire first, over as many as it takes', async () => {
  const face = { bin: 'P3', product: 'Y' }
  await come({ ...face, expire: '2028-02-01' }, '2')
  await come({ ...face, expire: '2028-01-01' }, '2')
  await waits(face, '21', '5')
  await come(face, '4')
  expect(await served('21')).toEqual(['21 ACTIVE 1 -', '21 ACTIVE 2 2028-01-01', '21 ACTIVE 2 2028-02-01'])
  await freeAll('21')
})

test('who waits is served at his own face with his own goods: no other owner’s, product’s, type’s or place’s', async () => {
  const face = { bin: 'P2', product: 'Z' }
  await waits(face, '31', '5')
  for (const other of [
    { ...face, owner: 'O2' },
    { ...face, product: 'Y' },
    { ...face, type: 'DAMAGE' as const },
    { ...face, bin: 'P4' },
    { ...face, bin: 'S2' },
  ])
    await come(other, '5')
  expect(await served('31')).toEqual(['31 PENDING 5 -'])
  await come(face, '5')
  expect(await served('31')).toEqual(['31 ACTIVE 5 -'])
  await freeAll('31')
})

const binSays = (code: string, what: string) =>
  inside((ctx) => ctx.tx.run(sql`update wms_bin set ${raw(what)} where tenant_id = ${ctx.tenantId} and code = ${code}`))

test('a bin that is closed for coming or for going says why, one that is out of use takes nothing and can be emptied', async () => {
  const [here, there] = [
    { bin: 'D1', product: 'X' },
    { bin: 'S1', product: 'X' },
  ]
  await come(here, '9')
  const locked = { refusal: { code: wmsFaults.binLocked.code }, args: { bin: { no: 'D1' }, reason: 'count' } }
  await binSays('D1', `lock_in = true, lock_reason = 'count'`)
  await expect(come(here, '1')).rejects.toMatchObject(locked)
  await carry(here, there, '1')
  await binSays('D1', 'lock_in = false, lock_out = true')
  await come(here, '1')
  await expect(carry(here, there, '1')).rejects.toMatchObject(locked)
  await binSays('D1', 'lock_out = false, lock_reason = null, disabled = true')
  await expect(come(here, '1')).rejects.toMatchObject({
    refusal: { code: wmsFaults.binDisabled.code },
    args: { bin: { no: 'D1' } },
  })
  await carry(here, there, '1')
  await binSays('D1', 'disabled = false')
})

/** M1 with lot a of X of O1 in it; what may come beside it. */
const comers = {
  'more of the same': {},
  'another lot of it': { expire: '2029-02-02' },
  'another product': { product: 'Y' },
  'goods of another owner': { owner: 'O2' },
} as const
test.each([
  ['mix_owner', { 'goods of another owner': false }],
  ['mix_product', { 'another product': false }],
  // Whose lots they are is another question.
  ['mix_lot', { 'another lot of it': false, 'goods of another owner': false }],
] as const)(
  'a bin without %s takes what may lie beside what is there, and all when it is empty',
  async (column, wrong) => {
    const base = { bin: 'M1', product: 'X', expire: '2029-01-01' }
    await come(base, '5')
    await binSays('M1', `${column} = false`)
    for (const [name, other] of Object.entries(comers)) {
      const spot = { ...base, ...other }
      const act = carry({ ...spot, bin: 'V_VENDOR' }, spot, '1', { bizType: 'RECEIVE' })
      if ((wrong as Record<string, boolean>)[name] === false)
        await expect(act, name).rejects.toMatchObject({
          refusal: { code: wmsFaults.binMix.code },
          args: { bin: { no: 'M1' } },
        })
      else {
        await act
        await carry(spot, { ...spot, bin: 'D1' }, '1')
      }
    }
    await carry(base, { ...base, bin: 'D1' }, '5')
    for (const [name, other] of Object.entries(comers)) {
      const spot = { ...base, ...other }
      await expect(come(spot, '1'), name).resolves.not.toBe('')
      await carry(spot, { ...spot, bin: 'D1' }, '1')
    }
    await binSays('M1', `${column} = true`)
  },
)

test('goods that are counted come in whole pieces; which field is wrong is told, and weighed goods may be any part', async () => {
  const [x, kg] = [yard.products.get('X')?.id ?? '', yard.products.get('KG')?.id ?? '']
  const ask = (...list: (readonly [string, string])[]) =>
    inside((ctx) =>
      demandWhole(
        ctx,
        list.map(([productId, qty]) => ({ productId, qty: parseQty(qty) })),
        (i) => `lines.${i}.qty`,
      ),
    )
  await ask([x, '3'], [kg, '0.125'])
  await expect(ask([x, '3'], [kg, '0.125'], [x, '2.5'])).rejects.toMatchObject({
    refusal: { code: wmsFaults.notWhole.code },
    args: { code: 'X', qty: '2.5' },
    errors: [{ field: 'lines.2.qty', message: '2.5' }],
  })
})

test('an empty place is kept as long as something is promised of it, and a full one for ever', async () => {
  const id = await come({ bin: 'S2', product: 'KG' }, '4')
  const sweep = () => inside((ctx) => sweepEmpty({ ...ctx, now: () => new Date(ctx.now().getTime() + 90_000_000) }))
  await sweep()
  expect(await rowOf(id)).toMatchObject({ qty: '4.000' })
  await carry({ bin: 'S2', product: 'KG' }, { bin: 'S1', product: 'KG' }, '4')
  expect(await rowOf(id)).toMatchObject({ qty: '0.000' })
  await sweep()
  expect(await rowOf(id)).toBeUndefined()
})
