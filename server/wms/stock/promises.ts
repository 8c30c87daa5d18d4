import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { minQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { keyText, type StockKey } from './key.ts'
import { type Change, insertReservations, lockReservations, openQty, type Reservation } from './reservations.ts'
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
}

/** Every promise that a posting uses, locked in id order; stock rows must have been locked before. */
export interface Promises {
  readonly reservations: ReadonlyMap<string, Reservation>
  readonly promises: readonly Consume[]
  readonly carry: readonly Carry[]
  /** What promises give, by stock row. */
  readonly consumed: ReadonlyMap<string, Qty>
  /** What is promised on arrival, by the key's text. */
  readonly carried: ReadonlyMap<string, Qty>
}

/**
 * @param sources stock rows that goods are taken from: no other row's promise can be used
 * @throws Fault reservationGone when a promise holds less than is asked of it
 */
export async function lockPromises(ctx: Ctx, asked: Asked, sources: ReadonlySet<string>): Promise<Promises> {
  const named = [...(asked.consume ?? []), ...(asked.carry ?? [])]
  assert(!asked.own || (asked.taskLineId !== undefined && named.length === 0), "own promises are a task line's, alone")
  const reservations = await lockReservations(
    ctx,
    asked.own ? { taskLineId: asked.taskLineId ?? '' } : named.map((p) => p.reservationId),
  )
  const { own: mine } = asked
  const there = [...reservations.values()].filter((r) => r.stockId !== null && sources.has(r.stockId))
  const own = mine ? take(there, mine.qty) : []
  const carryTo = mine?.carryTo
  const forLine = (mine?.stays && asked.taskLineId) || null
  const carry = carryTo ? own.map((o) => ({ ...o, toKey: carryTo, taskLineId: forLine })) : (asked.carry ?? [])
  const promises = [...named, ...own]
  return {
    reservations,
    promises,
    carry,
    consumed: consumedByRow(promises, reservations, sources),
    carried: carriedByRow(carry),
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
function carriedByRow(carry: readonly Carry[]): Map<string, Qty> {
  const sums = new Map<string, Qty>()
  for (const c of carry) add(sums, keyText(c.toKey), c.qty)
  return sums
}
export function reservationChanges(promises: readonly Consume[]): Change[] {
  const sums = new Map<string, Qty>()
  for (const p of promises) add(sums, p.reservationId, p.qty)
  return [...sums].map(([id, used]) => ({ id, used, freed: 0n }))
}

/** Open promises go on at the target row, for the same demand. */
export async function carryOn(
  ctx: Ctx,
  carry: readonly Carry[],
  postingId: string,
  reservations: ReadonlyMap<string, Reservation>,
  rows: ReadonlyMap<string, StockRow>,
): Promise<void> {
  await insertReservations(
    ctx,
    carry.map((c, i) => {
      const r = reservations.get(c.reservationId)
      const row = rows.get(keyText(c.toKey))
      assert(r && row, 'a carried promise has its row')
      return {
        stockId: row.id,
        kind: r.kind,
        qty: c.qty,
        demandType: r.demandType,
        demandLineId: r.demandLineId,
        taskLineId: c.taskLineId === undefined ? r.taskLineId : c.taskLineId,
        ownerId: row.ownerId,
        productId: row.productId,
        qpcId: row.qpcId,
        binId: row.binId,
        stockType: row.stockType,
        idemKey: `carry:${postingId}:${i}`,
      }
    }),
  )
}
