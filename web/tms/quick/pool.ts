import type { QuickOrder, QuickTruck } from '@lading/contract/tms/quickCalls.ts'
import { type Arranged, keyOf, moved } from '../plan/board.ts'

/** What the pool is told apart by. */
export type By = 'route' | 'region' | 'siteId'
export interface Group {
  /** Empty: those that have none. */
  readonly key: string
  readonly orders: readonly QuickOrder[]
}
/** Whether somebody may put it on a card. */
export const isFree = (o: QuickOrder): boolean =>
  o.heldBy === null && o.reason !== 'NO_LOCATION' && o.reason !== 'ZERO_SIZE'

/** In the order of their names as `said` tells them; those without one come last. */
export const groupsOf = (orders: readonly QuickOrder[], by: By, said: (key: string) => string): readonly Group[] =>
  [...Map.groupBy(orders, (o) => o[by])]
    .map(([key, of]) => ({ key, orders: of }))
    .toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || said(a.key).localeCompare(said(b.key), 'zh'))

interface Size {
  readonly kg: number
  readonly m3: number
}
const sizeOf = (orders: readonly QuickOrder[]): Size => ({
  kg: orders.reduce((sum, o) => sum + Number(o.weight), 0),
  m3: orders.reduce((sum, o) => sum + Number(o.volume), 0),
})
const holds = (t: QuickTruck, s: Size): boolean => s.kg <= (t.roomKg ?? s.kg) && s.m3 <= (t.roomM3 ?? s.m3)
const isColdGoods = (o: QuickOrder): boolean => o.tempZone !== 'AMBIENT'

/**
 * 按线路归车: of each group its goods onto the card that has most of it, then onto empty cards, then onto further trucks that
 * are free; the smallest that holds what is left, else the largest. Cold goods go on trucks that cool, for themselves. What
 * no truck has room for stays, and so does what belongs to no group.
 */
export function spread(
  trips: readonly Arranged[],
  pool: readonly QuickOrder[],
  all: ReadonlyMap<string, QuickOrder>,
  by: By,
  trucks: readonly QuickTruck[],
): readonly Arranged[] {
  const parts = Map.groupBy(pool.filter(isFree), (o) => `${isColdGoods(o) ? '*' : ''}${o[by]}`)
  return [...parts.values()]
    .filter(([first]) => first && first[by] !== '')
    .reduce((now, orders) => place(now, orders, all, by, trucks), trips)
}

function place(
  trips: readonly Arranged[],
  orders: readonly QuickOrder[],
  all: ReadonlyMap<string, QuickOrder>,
  by: By,
  trucks: readonly QuickTruck[],
): readonly Arranged[] {
  const isCold = orders.some(isColdGoods)
  const key = orders[0]?.[by]
  const on = (t: Arranged) => t.visits.flatMap((v) => all.get(v.wayBillId) ?? [])
  const share = (t: Arranged) => on(t).filter((o) => o[by] === key && isColdGoods(o) === isCold).length
  const begun = trips.filter((t) => !t.locked && share(t) > 0).toSorted((a, b) => share(b) - share(a))
  let now = trips
  let left = orders
  const fill = (to: { truckId: string; turn: number }): void => {
    const truck = trucks.find((t) => t.id === to.truckId)
    const card = now.find((t) => keyOf(t) === keyOf(to))
    if (!truck) return
    let there = card ? on(card) : []
    const going: QuickOrder[] = []
    for (const o of left)
      if (holds(truck, sizeOf([...there, o]))) {
        going.push(o)
        there = [...there, o]
      }
    if (going.length === 0) return
    now = moved(
      now,
      going.map((o) => o.id),
      to,
    )
    left = left.filter((o) => !going.includes(o))
  }
  for (const card of begun) fill(card)
  const used = new Set(trips.map((t) => t.truckId))
  const waits = trips.filter((t) => !t.locked && t.visits.length === 0).map((t) => t.truckId)
  const further = [
    ...trucks.filter((t) => waits.includes(t.id)),
    ...trucks.filter((t) => !used.has(t.id) && !t.isOut),
  ].filter((t) => t.isCold === isCold)
  while (left.length > 0 && further.length > 0) {
    const wanted = sizeOf(left)
    const fits = further.filter((t) => holds(t, wanted)).toSorted((a, b) => Number(a.kg) - Number(b.kg))
    const largest = further.toSorted((a, b) => Number(b.kg) - Number(a.kg))
    // A card that waits for goods goes before a truck that has none yet.
    const next = fits.find((t) => waits.includes(t.id)) ?? fits[0] ?? largest[0]
    if (!next) break
    further.splice(further.indexOf(next), 1)
    fill({ truckId: next.id, turn: trips.find((t) => t.truckId === next.id)?.turn ?? 0 })
  }
  return now
}
