import { Fault } from '@lading/contract/kernel/fault.ts'
import { minQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { ReservationKind } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { isFull } from '../../testing/full.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { firstLike, type Model, newModel, type Promised, Refused, type Row, textOf } from '../testing/stockModel.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { moveContainer } from './containers.ts'
import type { StockKey } from './key.ts'
import { type PostInput, type PostLine, post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { insertReservations, readReservations, release, reserve } from './reservations.ts'
import { reverse } from './reverse.ts'

/**
 * Random sequences of everything that moves goods, beside a model of a few lines. After every step the balances and
 * promises of the database are those of the model; LADING_SEED repeats a walk.
 */
const sequences = isFull ? 500 : 8
const steps = isFull ? 50 : 40
const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)
const shelves = ['A1', 'A2', 'F1', 'F2'] as const
const onTheWay = ['SYS-PICK', 'TRUCK'] as const
const dates = [null, '2027-01-01', '2027-06-01'] as const

let server: TestServer
let yard: Yard
const totes: string[] = []
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { A1: 'STORAGE', A2: 'STORAGE', F1: 'PICK', F2: 'PICK', TRUCK: 'TRUCK' },
      products: Array.from({ length: sequences }, (_, i) => ({ code: `P${i}`, isWeigh: true })),
    })
    const typeId = ctx.newId()
    const at = { tenantId: ctx.tenantId }
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { ...at, id: typeId, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
    ])
    for (let i = 0; i < sequences; i++) totes.push(ctx.newId())
    const binId = made.bins.get('SYS-PICK')
    await bulkInsert(
      ctx.tx,
      'wms_container',
      totes.map((id, i) => ({ ...at, orgId: ctx.org.id, id, code: `T${i}`, typeId, state: 'PICKING', binId })),
    )
    return made
  })
})
afterAll(() => server.close())
const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)

let state = seed
const random = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const anyOf = <T>(list: readonly T[]): T => list[random(list.length)] as T // callers pass lists that hold something
/** Whole units mostly, thousandths at times. */
/** As many pieces as the weight makes likely, or as somebody counts; at times nobody does. */
const somePieces = (qty: Qty): number | undefined =>
  random(4) === 0 ? undefined : Math.max(0, Number(qty / 1000n) + random(3) - 1)
const someQty = (): Qty => (random(4) === 0 ? BigInt(1 + random(6000)) : BigInt(1 + random(6)) * 1000n)

interface Walk {
  readonly n: number
  readonly model: Model
  readonly undoable: { line: string; from: Row | undefined; to: Row; qty: Qty; pieces: number | null }[]
  serial: number
}
const key = (ctx: Ctx, w: Walk, bin: string, tote: boolean, date: string | null): Promise<StockKey> =>
  keyOf(ctx, yard, { bin, product: `P${w.n}`, expire: date, container: tote ? (totes[w.n] ?? '') : yard.loose })

const dbText = (w: Walk): Promise<string[]> =>
  inside(async (ctx) => {
    const productId = yard.products.get(`P${w.n}`)?.id
    const rows = await ctx.tx.query<{ text: string }>(sql`
      select concat_ws(' ', b.code, case when s.container_id = ${yard.loose} then 'false' else 'true' end, coalesce(l.expire_date::text, 'null'),
        (s.qty * 1000)::bigint, (s.reserved_qty * 1000)::bigint, coalesce(s.pieces::text, 'uncounted'), s.reserved_pieces) as text
      from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${productId} and (s.qty > 0 or s.reserved_qty > 0)`)
    const promises = await ctx.tx.query<{ text: string }>(sql`
      select concat_ws(' ', r.kind, r.demand_line_id, b.code, case when s.id is null then 'waits' when s.container_id = ${yard.loose} then 'false' else 'true' end,
        case when s.id is not null then coalesce(l.expire_date::text, 'null') end, ((r.qty - r.used_qty - r.freed_qty) * 1000)::bigint,
        coalesce(r.pieces - r.used_pieces - r.freed_pieces, 0)) as text
      from wms_reservation r join wms_bin b on b.tenant_id = r.tenant_id and b.id = r.bin_id
      left join wms_stock s on s.tenant_id = r.tenant_id and s.id = r.stock_id left join wms_lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      where r.tenant_id = ${ctx.tenantId} and r.product_id = ${productId} and r.state in ('ACTIVE', 'PENDING')`)
    return [...rows.map((r) => r.text).sort(), ...promises.map((p) => p.text).sort()]
  })

async function moved(
  ctx: Ctx,
  w: Walk,
  bizType: PostInput['bizType'],
  from: StockKey,
  to: StockKey,
  qty: Qty,
  { pieces, ...more }: Partial<PostInput> & { readonly pieces?: number | undefined } = {},
) {
  const lines: PostLine[] = [
    { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
    { key: to, delta: qty, pieces },
  ]
  await post(ctx, { bizType, idemKey: `w${w.n}:${++w.serial}`, lines, ...more })
}
const rowKey = (ctx: Ctx, w: Walk, r: Row) => key(ctx, w, r.bin, r.tote, r.date)
const rowId = async (ctx: Ctx, w: Walk, r: Row): Promise<string> => {
  const k = await rowKey(ctx, w, r)
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select id from wms_stock where tenant_id = ${ctx.tenantId} and bin_id = ${k.binId} and container_id = ${k.containerId} and product_id = ${k.productId} and lot_id = ${k.lotId}`)
  return row?.id ?? '0'
}
const promiseId = async (ctx: Ctx, w: Walk, p: Promised): Promise<string> => {
  const stockId = p.row ? await rowId(ctx, w, p.row) : null
  const row = await ctx.tx.one<{ id: string }>(sql`
    select id from wms_reservation where tenant_id = ${ctx.tenantId} and kind = ${p.kind} and demand_line_id = ${p.demand} and stock_id is not distinct from ${stockId}::bigint
      and state in ('ACTIVE', 'PENDING') and ((qty - used_qty - freed_qty) * 1000)::bigint = ${p.open.toString()}::bigint
      and coalesce(pieces - used_pieces - freed_pieces, 0) = ${p.pieces} order by id limit 1`)
  return row.id
}

type Step = (w: Walk) => Promise<void> | undefined
const loose = (w: Walk) => w.model.rows.filter((r) => !r.tote && r.qty > 0n)
const open = (w: Walk, may: (p: Promised) => boolean) => w.model.promises.filter((p) => p.open > 0n && may(p))
const onShelf = (p: Promised): boolean => p.kind === 'ALLOC' && p.row !== undefined && !p.row.tote
let serial = 0

/** Runs the model's step, then the engine's; the engine refuses exactly when the model does. */
async function side(act: (ctx: Ctx) => Promise<unknown>, twin: () => void): Promise<void> {
  let refused = 0
  try {
    twin()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    refused = error.code
  }
  const [answer] = await Promise.allSettled([inside(act)])
  if (answer.status === 'rejected' && !(answer.reason instanceof Fault)) throw answer.reason
  expect(answer.status === 'fulfilled' ? 0 : (answer.reason as Fault).refusal.code).toBe(refused)
}

/** Promises goods of a row, as far as they are free. */
function wish(w: Walk, kind: ReservationKind, qty: Qty): Promise<void> | undefined {
  if (loose(w).length === 0) return undefined
  const [row, demand, pieces] = [anyOf(loose(w)), ++serial, random(3) === 0 ? random(6) : null]
  return side(
    async (ctx) => {
      const stockId = await rowId(ctx, w, row)
      await reserve(ctx, [{ stockId, qty, pieces, kind, demandLineId: String(demand), idemKey: `w:${demand}` }])
    },
    () => void w.model.grant(row, qty, pieces, { kind, demand, bin: row.bin, minExpire: null }),
  )
}

/** Takes promised goods into the tote; `short` says that the rest was not there. */
async function pick(w: Walk, short: boolean): Promise<void> {
  const p = firstLike(w.model, anyOf(open(w, onShelf)))
  const row = p.row as Row // onShelf says so
  const qty = minQty(someQty(), short ? p.open - 1n : p.open)
  const pieces = somePieces(qty)
  const [id, counted] = [await inside((ctx) => promiseId(ctx, w, p)), ++serial]
  const act = async (ctx: Ctx) => {
    const [from, to] = [await rowKey(ctx, w, row), await key(ctx, w, w.model.toteBin, true, row.date)]
    if (qty > 0n) await moved(ctx, w, 'PICK', from, to, qty, { pieces, carry: [{ reservationId: id, qty, toKey: to }] })
    if (!short) return
    await release(ctx, await readReservations(ctx, [id]))
    const want = { stockId: await rowId(ctx, w, row), qty: 10n ** 12n, kind: 'COUNT' as const }
    await reserve(ctx, [{ ...want, demandLineId: String(counted), idemKey: `w:${counted}` }])
  }
  await side(act, () => {
    const to = w.model.at(w.model.toteBin, true, row.date)
    if (qty > 0n) {
      const taken = w.model.take(row, qty, pieces, p)
      const come = pieces ?? taken
      w.model.put(to, qty, come)
      w.model.promises.push({ ...p, row: to, open: qty, pieces: come ?? 0 })
    }
    if (!short) return
    w.model.freePart(p, p.open)
    w.model.grant(row, w.model.free(row), null, { ...p, kind: 'COUNT', demand: counted, minExpire: null })
  })
}

const lineOf = (): string => String(10_000_000 + ++serial)
const stepsByName: Readonly<Record<string, Step>> = {
  receive: (w) => {
    const [bin, date, qty, line] = [anyOf(shelves), anyOf(dates), someQty(), lineOf()]
    const pieces = somePieces(qty)
    return side(
      async (ctx) => {
        const [from, to] = [await key(ctx, w, 'V_VENDOR', false, date), await key(ctx, w, bin, false, date)]
        await moved(ctx, w, 'RECEIVE', from, to, qty, { taskLineId: line, pieces })
      },
      () => {
        const to = w.model.at(bin, false, date)
        w.model.put(to, qty, pieces ?? null)
        w.undoable.push({ line, from: undefined, to, qty, pieces: pieces ?? null })
      },
    )
  },
  move: (w) => {
    if (loose(w).length === 0) return undefined
    const [from, qty, line] = [anyOf(loose(w)), someQty(), lineOf()]
    const bin = anyOf(shelves.filter((b) => b !== from.bin))
    return side(
      async (ctx) => {
        const to = await key(ctx, w, bin, false, from.date)
        await moved(ctx, w, 'MOVE', await rowKey(ctx, w, from), to, qty, { taskLineId: line })
      },
      () => {
        const pieces = w.model.take(from, qty)
        const to = w.model.at(bin, false, from.date)
        w.model.put(to, qty, pieces)
        w.undoable.push({ line, from, to, qty, pieces })
      },
    )
  },
  reverse: (w) => {
    if (w.undoable.length === 0) return undefined
    const undo = anyOf(w.undoable)
    return side(
      (ctx) => reverse(ctx, undo.line),
      () => {
        w.model.take(undo.to, undo.qty, undo.pieces)
        if (undo.from) w.model.put(undo.from, undo.qty, undo.pieces)
        w.undoable.splice(w.undoable.indexOf(undo), 1)
      },
    )
  },
  reserve: (w) => wish(w, anyOf(['ALLOC', 'ALLOC', 'ALLOC', 'MOVE'] as const), someQty()),
  freeze: (w) => (random(3) ? undefined : wish(w, 'HOLD', 10n ** 12n)),
  wait: (w) => {
    const [bin, minExpire, qty, demand] = [anyOf(['F1', 'F2'] as const), anyOf(dates), someQty(), ++serial]
    return side(
      async (ctx) => {
        const goods = await key(ctx, w, bin, false, null)
        const none = { stockId: null, demandType: null, taskLineId: null }
        const id = { demandLineId: String(demand), idemKey: `w:${demand}` }
        await insertReservations(ctx, [{ ...goods, ...none, ...id, kind: 'ALLOC', qty, minExpire }])
      },
      () => void w.model.promises.push({ kind: 'ALLOC', demand, row: undefined, bin, minExpire, open: qty, pieces: 0 }),
    )
  },
  release: async (w) => {
    const list = open(w, (p) => !p.row?.tote)
    if (list.length === 0) return
    const p = firstLike(w.model, anyOf(list))
    const part = random(2) ? undefined : someQty()
    const id = await inside((ctx) => promiseId(ctx, w, p))
    await side(
      async (ctx) => release(ctx, await readReservations(ctx, [id]), part),
      () => void w.model.freePart(p, part === undefined ? p.open : minQty(part, p.open)),
    )
  },
  pick: (w) => (open(w, onShelf).length === 0 ? undefined : pick(w, false)),
  shortPick: (w) => (random(2) || open(w, onShelf).length === 0 ? undefined : pick(w, true)),
  ship: async (w) => {
    const list = open(w, (p) => p.row?.tote === true)
    if (list.length === 0) return
    const p = firstLike(w.model, anyOf(list))
    const row = p.row as Row // chosen by it
    const qty = minQty(someQty(), p.open)
    const id = await inside((ctx) => promiseId(ctx, w, p))
    await side(
      async (ctx) => {
        const [from, to] = [await rowKey(ctx, w, row), await key(ctx, w, 'V_STORE', false, row.date)]
        await moved(ctx, w, 'SHIP', from, to, qty, { consume: [{ reservationId: id, qty }] })
      },
      () => void w.model.take(row, qty, undefined, p),
    )
  },
  adjust: (w) => {
    if (loose(w).length === 0) return undefined
    const [row, qty, more] = [anyOf(loose(w)), someQty(), random(2) === 0]
    return side(
      async (ctx) => {
        const [real, outside] = [await rowKey(ctx, w, row), await key(ctx, w, 'V_ADJUST', false, row.date)]
        if (more) await moved(ctx, w, 'ADJ_INC', outside, real, qty)
        else await moved(ctx, w, 'ADJ_DEC', real, outside, qty)
      },
      () => void (more ? w.model.put(row, qty, null) : w.model.take(row, qty)),
    )
  },
  tote: (w) => {
    const bin = anyOf(onTheWay.filter((b) => b !== w.model.toteBin))
    const move = { bizType: 'MOVE' as const, idemKey: `tote:${++serial}`, containerId: totes[w.n] ?? '', change: {} }
    return side(
      (ctx) => moveContainer(ctx, { ...move, toBinId: yard.bins.get(bin) ?? '' }),
      () => {
        w.model.toteBin = bin
        // An empty row stays where it was; one with goods comes along.
        const stays = w.model.rows.filter((r) => !r.tote || (r.qty === 0n && r.bin !== bin))
        const comes = w.model.rows.filter((r) => r.tote && r.qty > 0n)
        for (const r of comes) r.bin = bin
        w.model.rows.splice(0, w.model.rows.length, ...stays, ...comes)
      },
    )
  },
}

test(`T03 random walks agree with the model after every step (seed ${seed})`, async () => {
  const names = Object.keys(stepsByName)
  const counts = new Map<string, number>()
  for (let n = 0; n < sequences; n++) {
    const w: Walk = { n, model: newModel(), undoable: [], serial: 0 }
    const trail: string[] = []
    // The last walk goes on until everything was done once: what a seed never throws would go untried.
    const isShort = (i: number) => n === sequences - 1 && i < steps * 10 && counts.size < names.length
    for (let i = 0; i < steps || isShort(i); i++) {
      const name = i < 4 ? 'receive' : anyOf(names)
      trail.push(name)
      const step = stepsByName[name]?.(w)
      if (step === undefined) continue
      await step
      counts.set(name, (counts.get(name) ?? 0) + 1)
      expect(await dbText(w), `seed ${seed}, walk ${n}: ${trail.join(' ')}`).toEqual(textOf(w.model))
    }
    expect(await inside(reconcile), `seed ${seed}, walk ${n}: ${trail.join(' ')}`).toEqual([])
  }
  expect([...counts.keys()].sort()).toEqual([...names].sort())
})
