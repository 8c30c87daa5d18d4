import { formatQty, parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { type PostLine, post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { release, reservationsOf, reserve } from './reservations.ts'
import { sweepEmpty } from './sweep.ts'

let server: TestServer
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, {
      bins: { A1: 'STORAGE', A2: 'STORAGE', P1: 'PICK', P2: 'PICK' },
      products: [{ code: 'X' }, { code: 'Y' }],
    }),
  )
})
afterAll(() => server.close())

const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
type Spot = Parameters<typeof keyOf>[2]

/** Lines of a move between two spots. */
async function move(ctx: Ctx, from: Spot, to: Spot, qty: string): Promise<PostLine[]> {
  const q = parseQty(qty)
  return [
    { key: await keyOf(ctx, yard, from), delta: -q },
    { key: await keyOf(ctx, yard, to), delta: q },
  ]
}
const receive = (spot: Spot, qty: string, idemKey: string) =>
  inside(async (ctx) =>
    post(ctx, { bizType: 'RECEIVE', idemKey, lines: await move(ctx, { ...spot, bin: 'V_VENDOR' }, spot, qty) }),
  )
const onHand = (spot: Spot) =>
  inside(async (ctx) => {
    const k = await keyOf(ctx, yard, spot)
    const row = await ctx.tx.maybe<{ id: string; qty: string; reservedQty: string }>(sql`
      select id, qty, reserved_qty from wms_stock where tenant_id = ${ctx.tenantId} and bin_id = ${k.binId} and lot_id = ${k.lotId} and product_id = ${k.productId} and stock_type = ${k.stockType}`)
    return {
      id: row?.id ?? '',
      qty: formatQty(parseQty(row?.qty ?? '0')),
      reserved: formatQty(parseQty(row?.reservedQty ?? '0')),
    }
  })

test('a receipt is one double entry, and its repeat is refused', async () => {
  const spot = { bin: 'A1', product: 'X', expire: '2027-01-01' }
  await receive(spot, '10', 'r1')
  await expect(receive(spot, '10', 'r1')).rejects.toMatchObject({ refusal: { code: 40901 } })
  expect(await onHand(spot)).toMatchObject({ qty: '10', reserved: '0' })
  expect(await inside(reconcile)).toEqual([])
})

test('more than is free is refused by name and leaves everything as it was', async () => {
  await receive({ bin: 'A2', product: 'Y' }, '5', 'r2')
  const { id } = await onHand({ bin: 'A2', product: 'Y' })
  await inside((ctx) => reserve(ctx, [{ stockId: id, qty: wholeQty(3), kind: 'HOLD', idemKey: 'h1' }]))
  const take = inside(async (ctx) =>
    post(ctx, {
      bizType: 'MOVE',
      idemKey: 'm1',
      lines: await move(ctx, { bin: 'A2', product: 'Y' }, { bin: 'A1', product: 'Y' }, '3'),
    }),
  )
  await expect(take).rejects.toMatchObject({
    refusal: { code: 42230 },
    args: { code: { key: 'mdm.product', no: 'Y' }, bin: { key: 'wms.bin', no: 'A2' }, avail: '2', need: '3' },
  })
  expect(await onHand({ bin: 'A2', product: 'Y' })).toMatchObject({ qty: '5', reserved: '3' })
  expect(await onHand({ bin: 'A1', product: 'Y' })).toMatchObject({ qty: '0' })
})

test('a promise travels with the goods and is used up where they leave', async () => {
  const [from, to, out] = [
    { bin: 'P1', product: 'X' },
    { bin: 'SYS-PICK', product: 'X' },
    { bin: 'V_STORE', product: 'X' },
  ]
  await receive(from, '8', 'r3')
  const { id } = await onHand(from)
  const [granted] = await inside((ctx) =>
    reserve(ctx, [{ stockId: id, qty: wholeQty(6), kind: 'ALLOC', idemKey: 'a1' }]),
  )
  expect(granted?.qty).toBe(6000n)
  await inside(async (ctx) => {
    const lines = await move(ctx, from, to, '6')
    const toKey = lines[1]?.key
    if (!toKey) throw new Error('no target')
    await post(ctx, {
      bizType: 'PICK',
      idemKey: 'p1',
      lines,
      carry: [{ reservationId: granted?.reservationId ?? '', qty: wholeQty(6), toKey }],
    })
  })
  expect(await onHand(from)).toMatchObject({ qty: '2', reserved: '0' })
  expect(await onHand(to)).toMatchObject({ qty: '6', reserved: '6' })
  const carried = await inside((ctx) =>
    ctx.tx.one<{ id: string }>(
      sql`select id from wms_reservation where tenant_id = ${ctx.tenantId} and state = 'ACTIVE' and kind = 'ALLOC'`,
    ),
  )
  await inside(async (ctx) =>
    post(ctx, {
      bizType: 'SHIP',
      idemKey: 's1',
      lines: await move(ctx, to, out, '6'),
      consume: [{ reservationId: carried.id, qty: wholeQty(6) }],
    }),
  )
  expect(await onHand(to)).toMatchObject({ qty: '0', reserved: '0' })
  expect(await inside(reconcile)).toEqual([])
})

test('goods that arrive on a pick face serve those who wait there, oldest first', async () => {
  const face = { bin: 'P2', product: 'Y' }
  const key = await inside((ctx) => keyOf(ctx, yard, face))
  await inside(async (ctx) => {
    const { insertReservations } = await import('./reservations.ts')
    const pending = (qty: bigint, n: number) => ({
      ...key,
      stockId: null,
      kind: 'ALLOC' as const,
      qty,
      demandType: 't',
      demandLineId: String(n),
      taskLineId: null,
      idemKey: `pend${n}`,
    })
    await insertReservations(ctx, [pending(wholeQty(4), 1), pending(wholeQty(5), 2)])
  })
  await receive(face, '6', 'r4')
  expect(await onHand(face)).toMatchObject({ qty: '6', reserved: '6' })
  const open = await inside((ctx) => reservationsOf(ctx, 'demand_line_id', ['1', '2']))
  expect(open.map((r) => [r.demandLineId, r.state, formatQty(r.qty - r.used - r.freed)])).toEqual([
    ['2', 'PENDING', '3'],
    ['1', 'ACTIVE', '4'],
    ['2', 'ACTIVE', '2'],
  ])
  await inside((ctx) => release(ctx, open))
  expect(await onHand(face)).toMatchObject({ qty: '6', reserved: '0' })
  expect(await inside(reconcile)).toEqual([])
})

test('a locked bin gives nothing and takes nothing', async () => {
  await inside((ctx) =>
    ctx.tx.run(
      sql`update wms_bin set lock_in = true, lock_reason = '盘点' where tenant_id = ${ctx.tenantId} and code = 'A1'`,
    ),
  )
  await expect(receive({ bin: 'A1', product: 'X' }, '1', 'r5')).rejects.toMatchObject({ refusal: { code: 42240 } })
  await inside((ctx) =>
    ctx.tx.run(sql`update wms_bin set lock_in = false where tenant_id = ${ctx.tenantId} and code = 'A1'`),
  )
})

test('a ledger line can be neither changed nor deleted', async () => {
  await expect(
    inside((ctx) => ctx.tx.run(sql`update wms_ledger set delta = 1 where tenant_id = ${ctx.tenantId}`)),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    inside((ctx) => ctx.tx.run(sql`delete from wms_ledger where tenant_id = ${ctx.tenantId}`)),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a place that goods left is forgotten a day later, and goods may come back', async () => {
  const [here, there] = [
    { bin: 'A1', product: 'X', expire: '2027-05-05' },
    { bin: 'A2', product: 'X', expire: '2027-05-05' },
  ]
  const moved = (from: Spot, to: Spot, idemKey: string) =>
    inside(async (ctx) => post(ctx, { bizType: 'MOVE', idemKey, lines: await move(ctx, from, to, '4') }))
  await receive(here, '4', 'sweep1')
  await moved(here, there, 'sweep2')
  const later = (hours: number) =>
    inside((ctx) => sweepEmpty({ ...ctx, now: () => new Date(ctx.now().getTime() + hours * 3_600_000) }))
  const { id } = await onHand(here)
  await later(23)
  expect((await onHand(here)).id).toBe(id)
  expect(await later(25)).toBeGreaterThan(0)
  expect((await onHand(here)).id).toBe('')
  expect(await onHand(there)).toMatchObject({ qty: '4' })
  await moved(there, here, 'sweep3')
  expect(await onHand(here)).toMatchObject({ qty: '4' })
  expect(await inside(reconcile)).toEqual([])
})
