import type { CoordSystem } from '@lading/contract/tms/gps.ts'

export type At = readonly [lng: number, lat: number]

/** Krasovsky 1940, by which maps of China shift. */
const [axis, flat] = [6_378_245, 0.006_693_421_622_965_943]
const waves = (x: number, of: readonly (readonly [number, number])[]): number =>
  of.reduce((sum, [share, by]) => sum + share * Math.sin(x * Math.PI * by), 0)

/** By how much a public map shows a place beside where it is. */
function shift([lng, lat]: At): At {
  const [x, y] = [lng - 105, lat - 35]
  const root = Math.sqrt(Math.abs(x))
  const own = (40 * Math.sin(6 * x * Math.PI) + 40 * Math.sin(2 * x * Math.PI)) / 3
  const dy =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    own +
    (waves(y, [
      [20, 1],
      [40, 1 / 3],
      [160, 1 / 12],
      [320, 1 / 30],
    ]) *
      2) /
      3
  const dx =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    own +
    (waves(x, [
      [20, 1],
      [40, 1 / 3],
      [150, 1 / 12],
      [300, 1 / 30],
    ]) *
      2) /
      3
  const sine = Math.sin((lat * Math.PI) / 180)
  const magic = 1 - flat * sine * sine
  const cosine = Math.cos((lat * Math.PI) / 180)
  return [
    (dx * 180) / ((axis / Math.sqrt(magic)) * cosine * Math.PI),
    (dy * 180) / (((axis * (1 - flat)) / (magic * Math.sqrt(magic))) * Math.PI),
  ]
}
/** Outside of this box nothing is shifted. */
const isInChina = ([lng, lat]: At): boolean => lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271

/** The way back by approaching it: three steps come below a centimetre. */
function fromGcj(at: At): At {
  if (!isInChina(at)) return at
  let guess = at
  for (let n = 0; n < 3; n++) {
    const [dx, dy] = shift(guess)
    guess = [at[0] - dx, at[1] - dy]
  }
  return guess
}
function fromBd([lng, lat]: At): At {
  const [x, y] = [lng - 0.0065, lat - 0.006]
  const turn = (Math.PI * 3000) / 180
  const z = Math.hypot(x, y) - 0.000_02 * Math.sin(y * turn)
  const theta = Math.atan2(y, x) - 0.000_003 * Math.cos(x * turn)
  return fromGcj([z * Math.cos(theta), z * Math.sin(theta)])
}
const backFrom: Readonly<Record<CoordSystem, (at: At) => At>> = { WGS84: (at) => at, GCJ02: fromGcj, BD09: fromBd }

/** A provider's coordinates as WGS-84, to a tenth of a metre: the only spot at which positions are shifted. */
export function toWgs84(system: CoordSystem, at: At): At {
  const [x, y] = backFrom[system](at)
  return [Number(x.toFixed(6)), Number(y.toFixed(6))]
}

/** Metres in a degree of a meridian. */
const degree = 111_195
/** Metres between two places that lie near each other, by the plane that touches there. */
export function metres([ax, ay]: At, [bx, by]: At): number {
  const squeeze = Math.cos((((ay + by) / 2) * Math.PI) / 180)
  return Math.hypot((ax - bx) * degree * squeeze, (ay - by) * degree)
}

/** Metres from a place to a straight way between two others. */
export function metresOff(p: At, a: At, b: At): number {
  const squeeze = Math.cos((p[1] * Math.PI) / 180)
  const [ax, ay] = [(a[0] - p[0]) * degree * squeeze, (a[1] - p[1]) * degree]
  const [bx, by] = [(b[0] - p[0]) * degree * squeeze, (b[1] - p[1]) * degree]
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + along * dx, ay + along * dy)
}
