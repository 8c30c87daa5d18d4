import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { promiseMove } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { keyText, type StockKey } from './key.ts'
import {
  type Change,
  insertReservations,
  lockReservations,
  type NewReservation,
  openQty,
  type Reservation,
} from './reservations.ts'
import type { StockRow } from './rows.ts'

export interface Consume {
  readonly reservationId: string
  readonly qty: Qty
}
/** The promise travels with the goods: the same demand holds them where they arrive. */
export interface Carry extends Consume {
  readonly toKey: StockKey
  readonly taskLineId?: string | null
  readonly pieces?: number | undefined
}
/** A promise that was used holds again what comes back; what it had become, if anything, gives it. */
export interface Reopen extends Consume {
  readonly giverId: string | null
  readonly toKey: StockKey
  readonly pieces: number | null
}
/**
 * What a task line was promised of the goods that are taken: used up, or carried on for the demand behind it, and for the
 * line only when it `stays` the line's.
 */
export interface Own {
  readonly qty: Qty
  /** Pieces of catch-weight goods that go along. */
  readonly pieces?: number | undefined
  readonly carryTo?: StockKey
  readonly stays?: boolean
}
interface Asked {
  readonly taskLineId?: string
  readonly own?: Own
  readonly consume?: readonly Consume[]
  readonly carry?: readonly Carry[]
  readonly reopen?: readonly Reopen[]
}

/** Every promise that a posting uses, locked in id order; stock rows must have been locked before. */
export interface Promises {
  readonly reservations: ReadonlyMap<string, Reservation>
  readonly promises: readonly Consume[]
  readonly carry: readonly Carry[]
  readonly reopen: readonly Reopen[]
  /** Used up by this posting. */
  readonly ended: readonly Consume[]
  /** What promises give, by stock row. */
  readonly consumed: ReadonlyMap<string, Qty>
  /** What is promised on arrival, by the key's text. */
  readonly promised: ReadonlyMap<string, Qty>
}

/**
 * @param sources stock rows that goods are taken from: no other row's promise can be used
 * @throws Fault reservationGone when a promise holds less than is asked of it
 */
export async function lockPromises(ctx: Ctx, asked: Asked, sources: ReadonlySet<string>): Promise<Promises> {
  const reopen = asked.reopen ?? []
  const givers = reopen.flatMap((r) => (r.giverId === null ? [] : [{ reservationId: r.giverId, qty: r.qty }]))
  const named = [...(asked.consume ?? []), ...(asked.carry ?? []), ...givers]
  assert(!asked.own || (asked.taskLineId !== undefined && named.length === 0), "own promises are a task line's, alone")
  const reservations = await lockReservations(
    ctx,
    asked.own ? { taskLineId: asked.taskLineId ?? '' } : [...named, ...reopen].map((p) => p.reservationId),
  )
  const { own: mine } = asked
  const there = [...reservations.values()].filter((r) => r.stockId !== null && sources.has(r.stockId))
  const own = mine ? take(there, mine.qty) : []
  const carryTo = mine?.carryTo
  const forLine = (mine?.stays && asked.taskLineId) || null
  const carry = carryTo
    ? own.map((o, i) => ({ ...o, toKey: carryTo, taskLineId: forLine, pieces: i === 0 ? mine?.pieces : undefined }))
    : (asked.carry ?? [])
  const promises = [...named, ...own]
  return {
    reservations,
    promises,
    carry,
    reopen,
    ended: [...(asked.consume ?? []), ...(carryTo ? [] : own)],
    consumed: consumedByRow(promises, reservations, sources),
    promised: byTarget([...carry, ...reopen]),
  }
}

/** As much of `qty` as the promises hold, in their order. */
export function take(reservations: readonly Reservation[], qty: Qty): Consume[] {
  let left = qty
  return reservations.flatMap((r) => {
    const part = minQty(left, openQty(r))
    left -= part
    return part > 0n ? [{ reservationId: r.id, qty: part }] : []
  })
}

const add = (map: Map<string, Qty>, key: string, qty: Qty): void => void map.set(key, (map.get(key) ?? 0n) + qty)

function consumedByRow(
  promises: readonly Consume[],
  reservations: ReadonlyMap<string, Reservation>,
  sources: ReadonlySet<string>,
): Map<string, Qty> {
  const taken = new Map<string, Qty>()
  const sums = new Map<string, Qty>()
  for (const p of promises) {
    const r = reservations.get(p.reservationId)
    if (r?.state !== 'ACTIVE' || r.stockId === null) return refuse(wmsFaults.reservationGone)
    add(sums, r.id, p.qty)
    if ((sums.get(r.id) ?? 0n) > openQty(r)) refuse(wmsFaults.reservationGone)
    assert(sources.has(r.stockId), 'promises are used where goods are taken')
    add(taken, r.stockId, p.qty)
  }
  return taken
}
function byTarget(arriving: readonly (Carry | Reopen)[]): Map<string, Qty> {
  const sums = new Map<string, Qty>()
  for (const c of arriving) add(sums, keyText(c.toKey), c.qty)
  return sums
}
export function reservationChanges(promises: readonly Consume[]): Change[] {
  const sums = new Map<string, Qty>()
  for (const p of promises) add(sums, p.reservationId, p.qty)
  return [...sums].map(([id, used]) => ({ id, used, freed: 0n }))
}

type Rows = ReadonlyMap<string, StockRow>

/**
 * Lets promises go on with the goods, come back with them, or end; the ledger of promises says which and how much, so
 * that a mirror of the posting finds each again.
 */
export async function movePromises(ctx: Ctx, held: Promises, postingId: string, rows: Rows): Promise<void> {
  const rowAt = (key: StockKey): StockRow => {
    const row = rows.get(keyText(key))
    assert(row, 'a promise that moves has its row')
    return row
  }
  const carried = held.carry.map((c) => ({ ...c, id: ctx.newId(), row: rowAt(c.toKey) }))
  await Promise.all([
    insertReservations(
      ctx,
      carried.map((c, i) => carriedOn(c, held.reservations.get(c.reservationId), `carry:${postingId}:${i}`)),
    ),
    reopenAll(ctx, held.reopen, rowAt),
    writeMoves(ctx, postingId, [
      ...carried.map((c) => ({ fromId: c.reservationId, toId: c.id, qty: c.qty, pieces: c.pieces ?? null })),
      ...held.ended.map((p) => ({ fromId: p.reservationId, toId: null, qty: p.qty, pieces: null })),
      ...held.reopen.map((r) => ({ fromId: r.giverId, toId: r.reservationId, qty: r.qty, pieces: r.pieces })),
    ]),
  ])
}

/** The same demand's promise, where the goods are now. */
function carriedOn(
  c: Carry & { id: string; row: StockRow },
  r: Reservation | undefined,
  idemKey: string,
): NewReservation {
  assert(r, 'a carried promise is locked')
  const { ownerId, productId, qpcId, binId, stockType } = c.row
  return {
    id: c.id,
    stockId: c.row.id,
    kind: r.kind,
    qty: c.qty,
    pieces: c.pieces ?? null,
    demandType: r.demandType,
    demandLineId: r.demandLineId,
    taskLineId: c.taskLineId === undefined ? r.taskLineId : c.taskLineId,
    ...{ ownerId, productId, qpcId, binId, stockType },
    idemKey,
  }
}

async function reopenAll(ctx: Ctx, reopen: readonly Reopen[], rowAt: (key: StockKey) => StockRow): Promise<void> {
  if (reopen.length === 0) return
  const n = await ctx.tx.run(sql`
    update wms_reservation r set used_qty = r.used_qty - c.qty, state = 'ACTIVE', stock_id = c.stock_id,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from unnest(${reopen.map((r) => r.reservationId)}::bigint[], ${reopen.map((r) => formatQty(r.qty))}::numeric[],
      ${reopen.map((r) => rowAt(r.toKey).id)}::bigint[]) as c(id, qty, stock_id)
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = c.id and r.used_qty >= c.qty`)
  if (n !== reopen.length) refuse(wmsFaults.reservationGone)
}

interface Move {
  readonly fromId: string | null
  readonly toId: string | null
  readonly qty: Qty
  readonly pieces: number | null
}
const writeMoves = (ctx: Ctx, postingId: string, moves: readonly Move[]): Promise<unknown> =>
  insert(
    ctx,
    promiseMove,
    moves.map(({ qty, ...move }) => ({
      postingId,
      ...move,
      qty: formatQty(qty),
    })),
  )
