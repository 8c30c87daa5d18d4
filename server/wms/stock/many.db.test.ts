import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { dice } from '../../testing/dice.ts'
import { isFull } from '../../testing/full.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { keyText, type StockKey } from './key.ts'
import { type PostLine, post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { readReservations, release, reserve } from './reservations.ts'

/** How many movements; each is two lines of the ledger. LADING_LINES chooses another size. */
const wanted = Number(process.env.LADING_LINES ?? (isFull ? 1_000_000 : 4_000)) / 2
const perPosting = isFull ? 50 : 20
const hands = 4
const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)
const shelves = Array.from({ length: 100 }, (_, i) => `B${i}`)
const dates = ['2027-01-01', '2027-06-01'] as const

let server: TestServer
let yard: Yard
/** Each hand has goods of its own, so that what it expects is not another's doing; the bins are everybody's. */
const goods: StockKey[][] = []
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    yard = await buildYard(ctx, {
      bins: Object.fromEntries(shelves.map((code) => [code, 'STORAGE'])),
      products: Array.from({ length: hands * 5 }, (_, i) => ({ code: `P${i}`, isWeigh: true })),
    })
    // Whoever takes a number may be made to begin again.
    goods.length = 0
    for (let h = 0; h < hands; h++) {
      const own: StockKey[] = []
      for (let p = 0; p < 5; p++)
        for (const expire of dates) own.push(await keyOf(ctx, yard, { bin: 'B0', product: `P${h * 5 + p}`, expire }))
      goods.push(own)
    }
  })
})
afterAll(() => server.close())
const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)

interface Row {
  readonly key: StockKey
  id: string
  qty: Qty
  reserved: Qty
}
/** What one hand believes of its goods. */
interface Hand {
  readonly n: number
  readonly random: (n: number) => number
  readonly rows: Map<string, Row>
  readonly promises: { readonly id: string; readonly row: Row; open: Qty }[]
  readonly counts: Map<string, number>
  serial: number
  turn: number
}
const anyOf = <T>(h: Hand, list: readonly T[]): T => list[h.random(list.length)] as T // callers pass lists that hold something
const someQty = (h: Hand): Qty => BigInt(1 + h.random(h.random(3) === 0 ? 90_000 : 90)) * (h.random(2) ? 1000n : 1n)
const at = (key: StockKey, bin: string): StockKey => ({ ...key, binId: yard.bins.get(bin) ?? '' })
const rowOf = (h: Hand, key: StockKey): Row => {
  const known = h.rows.get(keyText(key))
  if (known) return known
  const row: Row = { key, id: '', qty: 0n, reserved: 0n }
  h.rows.set(keyText(key), row)
  return row
}

const kinds = ['RECEIVE', 'MOVE', 'ADJ_DEC', 'MOVE', 'ADJ_INC', 'MOVE'] as const
/** One posting of many movements, none of which takes more than is free by then. */
async function posting(h: Hand): Promise<number> {
  const kind = h.rows.size < 20 ? 'RECEIVE' : (kinds[++h.turn % kinds.length] ?? 'RECEIVE')
  const outside = kind === 'RECEIVE' ? 'V_VENDOR' : 'V_ADJUST'
  const lines: PostLine[] = []
  const took = new Map<Row, Qty>()
  const gave = new Map<Row, Qty>()
  const held = [...h.rows.values()].filter((r) => r.qty > r.reserved)
  for (let i = 0; i < perPosting; i++) {
    const from = kind === 'RECEIVE' || kind === 'ADJ_INC' ? undefined : anyOf(h, held)
    const key = from?.key ?? anyOf(h, goods[h.n] ?? [])
    const to = kind === 'ADJ_DEC' ? undefined : rowOf(h, at(key, anyOf(h, shelves)))
    const free = from ? from.qty - from.reserved - (took.get(from) ?? 0n) : undefined
    const wish = someQty(h)
    const qty = free !== undefined && free < wish ? free : wish
    if (qty <= 0n || to === from) continue
    if (from) took.set(from, (took.get(from) ?? 0n) + qty)
    if (to) gave.set(to, (gave.get(to) ?? 0n) + qty)
    lines.push({ key: from?.key ?? at(key, outside), delta: -qty }, { key: to?.key ?? at(key, outside), delta: qty })
  }
  // A row that gives and takes in one posting has one line: what it takes counts for what it gives.
  if (lines.length === 0) return 0
  const done = await inside((ctx) => post(ctx, { bizType: kind, idemKey: `m${h.n}:${++h.serial}`, lines }))
  for (const [row, qty] of gave) row.qty += qty
  for (const [row, qty] of took) row.qty -= qty
  for (const row of [...gave.keys(), ...took.keys()]) row.id = done.rowIds.get(keyText(row.key)) ?? row.id
  h.counts.set(kind, (h.counts.get(kind) ?? 0) + lines.length / 2)
  return lines.length / 2
}

/** Promises some goods, and takes earlier promises back in whole or in part. */
async function promising(h: Hand): Promise<void> {
  const held = [...h.rows.values()].filter((r) => r.id !== '' && r.qty > r.reserved)
  if (held.length === 0) return
  const rows = [...new Set(Array.from({ length: 10 }, () => anyOf(h, held)))]
  const wants = rows.map((row) => ({ row, qty: someQty(h), idemKey: `r${h.n}:${++h.serial}` }))
  const granted = await inside((ctx) =>
    reserve(
      ctx,
      wants.map(({ row, qty, idemKey }) => ({ stockId: row.id, qty, kind: 'ALLOC' as const, idemKey })),
    ),
  )
  let n = 0
  for (const { row, qty } of wants) {
    const free = row.qty - row.reserved
    const expected = qty < free ? qty : free
    const got = granted[n++]
    expect(got?.qty).toBe(expected)
    row.reserved += expected
    h.promises.push({ id: got?.reservationId ?? '', row, open: expected })
  }
  const back = h.promises.filter((p) => p.open > 0n && h.random(3) === 0).slice(0, 10)
  for (const p of back) {
    const part = h.random(2) === 0 ? undefined : someQty(h)
    const freed = part === undefined || part > p.open ? p.open : part
    await inside(async (ctx) => release(ctx, await readReservations(ctx, [p.id]), part))
    p.open -= freed
    p.row.reserved -= freed
  }
  h.counts.set('promises', (h.counts.get('promises') ?? 0) + wants.length + back.length)
}

test(`T04 many random movements at once, then every balance is the ledger's (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const all = Array.from(
    { length: hands },
    (_, n): Hand => ({
      n,
      random: dice(seed + n * 7919),
      rows: new Map(),
      promises: [],
      counts: new Map(),
      serial: 0,
      turn: 0,
    }),
  )
  const started = performance.now()
  await Promise.all(
    all.map(async (h) => {
      for (let done = 0; done < wanted / hands; ) {
        done += await posting(h)
        if (h.turn % 3 === 0) await promising(h)
      }
    }),
  )
  const worked = performance.now()
  expect(await inside(reconcile)).toEqual([])
  const checked = performance.now()
  const stored = await inside((ctx) =>
    ctx.tx.query<{ id: string; qty: string; reserved: string }>(
      sql`select id, qty, reserved_qty as reserved from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and qty > 0`,
    ),
  )
  const text = (id: string, qty: Qty, reserved: Qty) => `${id} ${qty} ${reserved}`
  const believed = all.flatMap((h) => [...h.rows.values()]).filter((r) => r.qty > 0n)
  expect(stored.map((r) => text(r.id, parseQty(r.qty), parseQty(r.reserved))).sort()).toEqual(
    believed.map((r) => text(r.id, r.qty, r.reserved)).sort(),
  )
  const { n } = await inside((ctx) =>
    ctx.tx.one<{ n: number }>(sql`select count(*)::integer as n from wms_ledger where tenant_id = ${ctx.tenantId}`),
  )
  for (const kind of ['RECEIVE', 'MOVE', 'ADJ_INC', 'ADJ_DEC', 'promises'])
    expect(
      all.every((h) => (h.counts.get(kind) ?? 0) > 0),
      kind,
    ).toBe(true)
  process.stdout.write(
    `T04: ${n} ledger lines in ${Math.round(worked - started)} ms, checked in ${Math.round(checked - worked)} ms\n`,
  )
})
