/** Metres. Source: the mean radius of the earth, IUGG 1980. */
const radius = 6_371_008.8
/** Above these many metres a way is driven faster. */
const bands = [5_000, 20_000, 60_000] as const

/** How ways are estimated: the straight line times `detour`, and km/h up to 5, 20 and 60 km and beyond. */
export interface Habits {
  readonly detour: number
  readonly speeds: readonly [number, number, number, number]
}

/** A place on the globe as a vector of length one: a distance then costs no trigonometry but one arc. */
export type Place = readonly [x: number, y: number, z: number]
export function placeOf(lng: number, lat: number): Place {
  const [a, b] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180]
  return [Math.cos(b) * Math.cos(a), Math.cos(b) * Math.sin(a), Math.sin(b)]
}

/** The great circle between two places, in metres. */
export function straight([ax, ay, az]: Place, [bx, by, bz]: Place): number {
  const [x, y, z] = [ax - bx, ay - by, az - bz]
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2))
}

/**
 * Seconds for a way of so many metres. Each part of it is driven at its own speed: with one speed for the whole a way of 5.1 km
 * would take less time than one of 5.
 */
export function secondsFor(metres: number, { speeds }: Habits): number {
  let seconds = 0
  let from = 0
  for (const [i, speed] of speeds.entries()) {
    const until = Math.min(metres, bands[i] ?? Number.POSITIVE_INFINITY)
    if (until <= from) break
    seconds += ((until - from) * 3.6) / speed
    from = until
  }
  return Math.round(seconds)
}

/** The estimated way, in whole metres and seconds. */
export function estimated(a: Place, b: Place, habits: Habits): { distanceM: number; durationS: number } {
  const distanceM = Math.round(straight(a, b) * habits.detour)
  return { distanceM, durationS: secondsFor(distanceM, habits) }
}
