// Which goods of a fixed route go on which trip of it. Plain data, no database.
import { peakOf } from '../trip/goods.ts'

/** A way bill at a store of the route: kilograms and cubic metres, brought or fetched. */
export interface Goods {
  readonly id: string
  readonly weight: number
  readonly volume: number
  readonly direction: 'OUT' | 'BACK'
}
/** What a truck holds. */
export interface Room {
  readonly weight: number
  readonly volume: number
}
export interface Packed<T> {
  readonly truck: T
  /** By store of the route, in its order; stores without goods are empty. */
  readonly stops: readonly (readonly Goods[])[]
}
export interface Packing<T> {
  readonly trips: readonly Packed<T>[]
  /** What no truck of the route holds, even alone; what there was no room for. */
  readonly oversize: readonly Goods[]
  readonly overflow: readonly Goods[]
}

/** A truck of a day never makes more trips of one route. */
export const tripsMost = 9

const holds = (room: Room, stops: readonly (readonly Goods[])[]): boolean => {
  const { weight, volume } = peakOf(stops)
  // Sums of decimals, as far as a scale tells them apart.
  return weight <= room.weight + 1e-6 && volume <= room.volume + 1e-9
}

/**
 * First fit along the route: each store's goods go together onto the first trip that holds them on every leg, and are only
 * parted where no empty truck would hold them.
 * @param stops goods by store, in the order of the route
 * @param next the truck of the first trip, or of one more; undefined: there is to be none
 */
export function pack<T extends { readonly room: Room }>(
  stops: readonly (readonly Goods[])[],
  next: (turn: number) => T | undefined,
): Packing<T> {
  const trips: { truck: T; stops: Goods[][] }[] = []
  const [oversize, overflow]: [Goods[], Goods[]] = [[], []]
  const empty = () => stops.map((): Goods[] => [])
  const with_ = (own: readonly (readonly Goods[])[], at: number, goods: readonly Goods[]) =>
    own.map((one, i) => (i === at ? [...one, ...goods] : one))
  const open = (at: number, goods: readonly Goods[]) => {
    if (trips.length >= tripsMost) return undefined
    const truck = next(trips.length)
    if (!truck || !holds(truck.room, with_(empty(), at, goods))) return undefined
    const trip = { truck, stops: empty() }
    trips.push(trip)
    return trip
  }
  const put = (at: number, goods: readonly Goods[]): boolean => {
    const trip = trips.find((t) => holds(t.truck.room, with_(t.stops, at, goods))) ?? open(at, goods)
    trip?.stops[at]?.push(...goods)
    return trip !== undefined
  }
  for (const [at, goods] of stops.entries()) {
    if (goods.length === 0 || put(at, goods)) continue
    for (const one of goods) if (!put(at, [one])) (isTooLarge(one) ? oversize : overflow).push(one)
  }
  return { trips, oversize, overflow }

  function isTooLarge(one: Goods): boolean {
    return trips.every((t) => !holds(t.truck.room, [[one]]))
  }
}
