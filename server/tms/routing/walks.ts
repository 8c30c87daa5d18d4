// An engine: what a trip's times cost and what it carries from leg to leg, by walking through it.

import type { Ints } from './cells.ts'
import { deliver, type Model, pickup, shipFrom } from './model.ts'

const far = 2 ** 30

/** What a walk reads of the trips, and the loads that it writes. */
interface Trips {
  readonly m: Model
  readonly next: Ints
  readonly prev: Ints
  readonly latest: Ints
  readonly peakTo: Ints
  readonly peakFrom: Ints
  readonly loadBehind: Ints
  head(v: number): number
  tail(v: number): number
  departure(v: number): number
  startOf(n: number, arrival: number): number
}

/**
 * Walks the whole trip, with node `extra` behind node `after` unless -1, and likewise the other end of a shipment. The
 * departure is put off as far as waiting allows.
 * @returns what waiting, lateness and overtime cost; Infinity when a limit of time breaks
 */
export function timeOf(s: Trips, v: number, after: number, extra: number, afterTo = -1, extraTo = -1): number {
  const { m, next } = s
  const { site, service, once, width, windowAt, windowTo, lateFrom } = m
  const { seconds } = m.roads[v] as Model['roads'][number]
  const { rules } = m.problem
  const rest = rules.rest
  const tail = s.tail(v)
  const end = extra < 0 ? m.to[v] : s.latest[tail]
  let a = s.head(v)
  let departure = s.departure(v)
  if (extra >= 0 && m.kind[extra] === deliver && m.release[extra] > departure) departure = m.release[extra]
  let t = departure
  let waited = 0
  let slack = far
  let late = 0
  let driving = 0
  let rested = 0
  while (a !== tail) {
    let b =
      a === after
        ? extra
        : a === afterTo
          ? extraTo
          : a === extra
            ? next[after]
            : a === extraTo
              ? next[afterTo]
              : next[a]
    if (a === extra && afterTo === extra) b = extraTo
    if (a === extraTo && afterTo === extra) b = next[after]
    const leg = seconds[site[a] * width + site[b]]
    t += leg
    const driven = leg > 0 ? leg - once[b] : 0
    driving += driven
    if (rest && driven > 0 && driving > rest.after) {
      t += rest.seconds
      rested += rest.seconds
      driving = driven
    }
    const begin = s.startOf(b, t)
    if (begin > (b === tail ? end : m.due[b])) return Number.POSITIVE_INFINITY
    if (b !== tail) {
      waited += begin - t
      let k = windowAt[b]
      while (windowTo[k] < begin) k++
      if (begin > lateFrom[k]) late += begin - lateFrom[k]
      // Whoever is late already would be later still: no putting off.
      slack = Math.min(slack, waited + Math.max(0, lateFrom[k] - begin))
      t = begin + service[b]
    }
    a = b
  }
  slack = Math.min(slack, m.due[s.head(v)] - departure)
  if (slack < 0) return Number.POSITIVE_INFINITY
  const lasted = t - departure - Math.min(waited, slack)
  if (lasted > m.maxSeconds[v]) return Number.POSITIVE_INFINITY
  const idle = waited - Math.min(waited, slack)
  const over = Math.max(0, lasted - rules.shiftSeconds)
  return (idle + rested) * m.hour[v] + (late * rules.costPerLateSecond + over * rules.costPerOvertimeSecond) * m.scale
}

/** Loads leg by leg: deliveries are on board from the start, pick-ups to the end. */
export function peaks(s: Trips, v: number): void {
  const { m, next, prev, peakTo, peakFrom, loadBehind } = s
  const { dims, demand, kind } = m
  const head = s.head(v)
  const tail = s.tail(v)
  for (let d = 0; d < dims; d++) {
    let load = 0
    for (let n = next[head]; n !== tail; n = next[n]) if (kind[n] === deliver) load += demand[n * dims + d]
    let peak = load
    peakTo[head * dims + d] = load
    peakFrom[head * dims + d] = load
    loadBehind[head * dims + d] = load
    for (let n = next[head]; n !== tail; n = next[n]) {
      load += kind[n] === pickup || kind[n] === shipFrom ? demand[n * dims + d] : -demand[n * dims + d]
      if (load > peak) peak = load
      peakTo[n * dims + d] = peak
      peakFrom[n * dims + d] = load
      loadBehind[n * dims + d] = load
    }
    peak = 0
    for (let n = prev[tail]; n !== head; n = prev[n]) {
      if (peakFrom[n * dims + d] > peak) peak = peakFrom[n * dims + d]
      else peakFrom[n * dims + d] = peak
    }
    if (peak > peakFrom[head * dims + d]) peakFrom[head * dims + d] = peak
  }
}
