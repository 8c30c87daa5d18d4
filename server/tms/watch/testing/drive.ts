import { type At, metres } from '../../gps/coords.ts'
import type { Fix } from '../fence.ts'

/** A way to somewhere, and how long the truck stands there. */
export interface Leg {
  readonly to: At
  readonly kmh: number
  readonly stayS: number
}

/** Chance that is the same in every run: numbers of a normal distribution. */
export function gauss(seed: number): () => number {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

/** The positions of a truck that drives straight from place to place, each of which misses by chance. */
export function driven(
  from: At,
  legs: readonly Leg[],
  o: { readonly everyS: number; readonly noiseM?: number; readonly random?: () => number; readonly startS?: number },
): Fix[] {
  const fixes: Fix[] = []
  const miss = () => ((o.noiseM ?? 0) * (o.random?.() ?? 0)) / 111_195
  let [t, due, p] = [o.startS ?? 0, o.startS ?? 0, from]
  const put = (place: At, speed: number) => {
    fixes.push({ at: due * 1000, p: [place[0] + miss(), place[1] + miss()], speed, temps: [] })
    due += o.everyS
  }
  for (const { to, kmh, stayS } of legs) {
    const seconds = metres(p, to) / (kmh / 3.6)
    while (due < t + seconds) {
      const share = (due - t) / seconds
      put([p[0] + (to[0] - p[0]) * share, p[1] + (to[1] - p[1]) * share], kmh)
    }
    t += seconds
    while (due < t + stayS) put(to, 0)
    t += stayS
    p = to
  }
  return fixes
}
