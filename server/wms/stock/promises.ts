import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { promiseMove } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { given } from '../../kernel/given.ts'
import { insert } from '../../kernel/insert.ts'
import { keyText, type StockKey } from './key.ts'
import { type Amount, addTo, type Counted, freeOf, type Line, minus, none, shareOf } from './pieces.ts'
import {
  type Change,
  type NewReservation,
  openOf,
  openQty,
  type Reservation,
  type Wanted,
  writeReservations,
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
  readonly promises: readonly Used[]
  readonly carry: readonly (Carry & Used)[]
  readonly reopen: readonly Reopen[]
  /** Used up by this posting. */
  readonly ended: readonly Used[]
  /** What promises give, by stock row. */
  readonly consumed: ReadonlyMap<string, Amount>
}
/** What is taken of a promise, with the pieces that it held for it. */
type Used = Consume & Amount

const giversOf = ({ reopen = [] }: Asked): Consume[] =>
  reopen.flatMap((r) => (r.giverId === null ? [] : [{ reservationId: r.giverId, qty: r.qty }]))

/** The promises that postings use: all of them name theirs, or none does and each uses those of its task line. */
export function wantedPromises(asked: readonly Asked[]): Wanted {
  const named = asked.flatMap((a) => [...(a.consume ?? []), ...(a.carry ?? []), ...giversOf(a), ...(a.reopen ?? [])])
  assert(asked.length === 1 || asked.every((a) => !a.reopen), 'what is mirrored is posted alone')
  const own = asked.filter((a) => a.own)
  if (own.length === 0) return named.map((p) => p.reservationId)
  const taskLineIds = own.flatMap((a) => a.taskLineId ?? [])
  assert(taskLineIds.length === asked.length && named.length === 0, "own promises are a task line's, alone")
  return { taskLineIds }
}

/**
 * @param reservations those that were wanted, locked
 * @param sources stock rows that goods are taken from: no other row's promise can be used
 * @throws Fault reservationGone when a promise holds less than is asked of it
 */
export function promisesOf(
  asked: Asked,
  reservations: ReadonlyMap<string, Reservation>,
  sources: ReadonlySet<string>,
): Promises {
  const reopen = asked.reopen ?? []
  for (const { reservationId, qty } of reopen)
    if ((reservations.get(reservationId)?.used ?? 0n) < qty) refuse(wmsFaults.reservationGone)
  const givers = giversOf(asked)
  const { own: mine } = asked
  const isOwn = (r: Reservation) => r.taskLineId === asked.taskLineId && r.stockId !== null && sources.has(r.stockId)
  const own = mine ? take([...reservations.values()].filter(isOwn), mine.qty) : []
  const carryTo = mine?.carryTo
  const forLine = (mine?.stays && asked.taskLineId) || null
  const carry = carryTo ? own.map((o): Carry => ({ ...o, toKey: carryTo, taskLineId: forLine })) : (asked.carry ?? [])
  const { used, consumed } = spending(reservations, sources)
  const [ended, carried] = [[...(asked.consume ?? []), ...(carryTo ? [] : own)].map(used), carry.map(used)]
  return {
    reservations,
    promises: [...ended, ...carried, ...givers.map(used)],
    carry: carried,
    reopen,
    ended,
    consumed,
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

/**
 * Takes of promises, one after the other: the last of one takes all its pieces, a part its share.
 * @throws Fault reservationGone when a promise holds less than is asked of it
 */
function spending(reservations: ReadonlyMap<string, Reservation>, sources: ReadonlySet<string>) {
  const consumed = new Map<string, Amount>()
  const left = new Map<string, Amount>()
  const used = <C extends Consume>(p: C): C & Used => {
    const r = reservations.get(p.reservationId)
    if (r?.state !== 'ACTIVE' || r.stockId === null) return refuse(wmsFaults.reservationGone)
    const open = left.get(r.id) ?? openOf(r)
    if (p.qty > open.qty) refuse(wmsFaults.reservationGone)
    assert(sources.has(r.stockId), 'promises are used where goods are taken')
    const part = { qty: p.qty, pieces: shareOf(open.pieces, p.qty, open.qty) }
    left.set(r.id, minus(open, part))
    addTo(consumed, r.stockId, part)
    return { ...p, pieces: part.pieces }
  }
  return { used, consumed }
}

/** A promise of which so much was used. */
export function spend(promises: Map<string, Reservation>, { id, used }: Change): void {
  const r = promises.get(id)
  if (r) promises.set(id, { ...r, used: r.used + used.qty, usedPieces: r.usedPieces + used.pieces })
}

export function reservationChanges(promises: readonly Used[]): Change[] {
  const sums = new Map<string, Amount>()
  for (const p of promises) addTo(sums, p.reservationId, p)
  return [...sums].map(([id, used]) => ({ id, used, freed: none }))
}

type Rows = ReadonlyMap<string, StockRow>

/** What is promised where goods arrive. */
export interface Arrivals {
  readonly carried: readonly (Carry & Used & { readonly row: StockRow; readonly come: number | null })[]
  readonly reopened: readonly (Reopen & { readonly row: StockRow; readonly back: number })[]
  /** By the key's text. */
  readonly promised: ReadonlyMap<string, Amount>
}

/**
 * Promises that go on hold the pieces that arrive with their goods. One that holds its goods again holds its pieces too,
 * as far as nobody else was promised them meanwhile.
 */
export function arrivals(held: Promises, lines: readonly Counted<Line>[], rows: Rows): Arrivals {
  const lineAt = new Map(lines.map((l) => [keyText(l.key), l]))
  const promised = new Map<string, Amount>()
  const rowAt = (key: StockKey): StockRow => {
    const row = rows.get(keyText(key))
    assert(row, 'a promise that moves has its row')
    return row
  }
  const carried = held.carry.map((c) => {
    const text = keyText(c.toKey)
    const line = lineAt.get(text)
    const before = promised.get(text) ?? none
    const share = shareOf(line?.pieces ?? 0, before.qty + c.qty, line?.delta ?? 0n) - before.pieces
    addTo(promised, text, { qty: c.qty, pieces: share })
    return { ...c, row: rowAt(c.toKey), come: line?.pieces == null ? null : share }
  })
  const reopened = held.reopen.map((r) => {
    const [text, row] = [keyText(r.toKey), rowAt(r.toKey)]
    const free = freeOf(row).pieces + (lineAt.get(text)?.pieces ?? 0) - (promised.get(text)?.pieces ?? 0)
    const back = Math.max(0, Math.min(r.pieces ?? 0, free))
    addTo(promised, text, { qty: r.qty, pieces: back })
    return { ...r, row, back }
  })
  return { carried, reopened, promised }
}

/** What a posting does to promises. */
interface Moving {
  readonly held: Promises
  readonly come: Arrivals
  readonly postingId: string
}
/**
 * Lets promises go on with the goods, come back with them, or end; the ledger of promises says which and how much, so
 * that a mirror of the posting finds each again.
 */
export async function movePromises(ctx: Ctx, postings: readonly Moving[]): Promise<void> {
  const moving = postings.map((p) => ({ ...p, carried: p.come.carried.map((c) => ({ ...c, id: ctx.newId() })) }))
  await Promise.all([
    writeReservations(
      ctx,
      moving.flatMap(({ held, carried, postingId }) =>
        carried.map((c, i) => carriedOn(c, held.reservations.get(c.reservationId), `carry:${postingId}:${i}`)),
      ),
    ),
    reopenAll(
      ctx,
      postings.flatMap((p) => p.come.reopened),
    ),
    writeMoves(
      ctx,
      moving.flatMap(({ held, carried, postingId }) => movesOf(held, carried).map((move) => ({ ...move, postingId }))),
    ),
  ])
}

function movesOf(
  held: Promises,
  carried: readonly (Carry & Used & { readonly id: string })[],
): Omit<Move, 'postingId'>[] {
  const piecesOf = (id: string, pieces: number): number | null =>
    held.reservations.get(id)?.pieces == null ? null : pieces
  return [
    ...carried.map((c) => ({
      fromId: c.reservationId,
      toId: c.id,
      qty: c.qty,
      pieces: piecesOf(c.reservationId, c.pieces),
    })),
    ...held.ended.map((p) => ({
      fromId: p.reservationId,
      toId: null,
      qty: p.qty,
      pieces: piecesOf(p.reservationId, p.pieces),
    })),
    ...held.reopen.map((r) => ({ fromId: r.giverId, toId: r.reservationId, qty: r.qty, pieces: r.pieces })),
  ]
}

/** The same demand's promise, where the goods are now. */
function carriedOn(
  c: Arrivals['carried'][number] & { readonly id: string },
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
    pieces: c.come,
    demandType: r.demandType,
    demandLineId: r.demandLineId,
    taskLineId: c.taskLineId === undefined ? r.taskLineId : c.taskLineId,
    ...{ ownerId, productId, qpcId, binId, stockType },
    idemKey,
  }
}

async function reopenAll(ctx: Ctx, reopen: Arrivals['reopened']): Promise<void> {
  if (reopen.length === 0) return
  await ctx.tx.change(
    sql`
    update wms_reservation r set used_qty = r.used_qty - c.qty, used_pieces = r.used_pieces - c.pieces, state = 'ACTIVE', stock_id = c.stock_id,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from ${given('c', reopen, {
      id: ['bigint', (r) => r.reservationId],
      qty: ['numeric', (r) => formatQty(r.qty)],
      stock_id: ['bigint', (r) => r.row.id],
      pieces: ['integer', (r) => r.back],
    })}
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = c.id`,
    reopen.length,
  )
}

interface Move {
  readonly postingId: string
  readonly fromId: string | null
  readonly toId: string | null
  readonly qty: Qty
  readonly pieces: number | null
}
const writeMoves = (ctx: Ctx, moves: readonly Move[]): Promise<unknown> =>
  insert(
    ctx,
    promiseMove,
    moves.map(({ qty, ...move }) => ({ ...move, qty: formatQty(qty) })),
  )
