// An engine: fewer vehicles first, then less money.
import { type Floats, floats } from './cells.ts'
import type { Model } from './model.ts'
import { Near } from './near.ts'
import { Placer } from './placer.ts'
import { Random } from './random.ts'
import { Recreate } from './recreate.ts'
import { Ruin, type Size } from './ruin.ts'
import { State } from './state.ts'

const small: Size = { mean: 10, longest: 10 }
/** Long trips want long strings. Measured: vrp.md §3. */
const sizes: readonly Size[] = [{ mean: 6, longest: 10 }, small, { mean: 20, longest: 20 }, { mean: 30, longest: 40 }]
const lookEvery = 32
/** From one heat to another, in mean legs. Where windows are narrow, the way to a better plan leads over far worse ones. */
interface Cooling {
  readonly hot: number
  readonly cold: number
}
const cooling: Cooling = { hot: 0.5, cold: 0.01 }
const coolingTimed: Cooling = { hot: 2, cold: 0.05 }
const coolingFewer: Cooling = { hot: 1, cold: 0.1 }
const heatAt = ({ hot, cold }: Cooling, share: number): number => hot * (cold / hot) ** Math.min(1, share)
/** With fewer vehicles: what an order left over weighs at first, in mean legs, and by how much more for each time. */
const leftOver = 20
const leftAgain = 0.02
/** Whoever has many left over after this share of the time has one vehicle too few. */
const hopeless = 0.15

/** How much has been used of what the search may take. */
export interface Clock {
  /** Called before every `lookEvery` iterations. @returns the share used, 1 or more at the end */
  used(iterations: number): number
  /** A better plan has been found. */
  better(best: State): void
}

/** Ruin and recreate with simulated annealing. All of it follows from the model, the seed and what the clock says. */
export class Search {
  private readonly m: Model
  private readonly random: Random
  private readonly now: State
  /** What the search is at, to go back to. */
  private readonly kept: State
  readonly best: State
  private readonly placer: Placer
  private readonly ruin: Ruin
  private readonly recreate: Recreate
  private readonly clock: Clock
  private mostOpen: number
  iterations = 0

  constructor(m: Model, seed: number, clock: Clock, start?: (s: State, p: Placer) => void) {
    this.m = m
    this.clock = clock
    this.random = new Random(seed)
    this.now = new State(m)
    this.kept = new State(m)
    this.best = new State(m)
    const near = new Near(m)
    this.placer = new Placer(m, this.now, this.random, near)
    this.ruin = new Ruin(m, this.now, this.random, near)
    this.recreate = new Recreate(m, this.now, this.random, this.placer)
    this.mostOpen = m.vehicles
    start?.(this.now, this.placer)
  }

  /** The first complete plan: the best of a few. */
  begin(tries: number): void {
    this.kept.copy(this.now)
    for (let i = 0; i < tries; i++) {
      this.now.copy(this.kept)
      this.recreate.all(this.mostOpen)
      if (i === 0 || isBetter(this.now, this.best, this.m)) this.best.copy(this.now)
    }
    this.now.copy(this.best)
    this.clock.better(this.best)
  }

  run(): void {
    if (this.m.nodes === 0) return
    if (this.m.problem.rules.vehiclesFirst) this.fewer(0.3)
    this.anneal()
  }

  private pickSize(): Size {
    const { now, m, random } = this
    const perTrip = (m.nodes - now.absentCount) / Math.max(1, now.openCount)
    if (perTrip <= 13) return small
    return sizes[random.below(perTrip >= 20 ? 4 : 3)] as Size
  }

  private anneal(): void {
    const { m, now, kept, best, random, clock } = this
    now.copy(best)
    kept.copy(best)
    if (m.problem.rules.vehiclesFirst && best.absentCount === 0) this.mostOpen = best.openCount
    const from = clock.used(this.iterations)
    const steps = m.problem.orders.some((o) => o.windows.length > 0) ? coolingTimed : cooling
    let heat = 0
    for (let used = from; used < 1; this.iterations++) {
      if (this.iterations % lookEvery === 0) {
        used = clock.used(this.iterations)
        heat = this.mean(best) * heatAt(steps, (used - from) / (1 - from))
      }
      this.step()
      if (now.total < kept.total - heat * Math.log(1 - random.next())) {
        if (now.total < best.total - 1e-6) {
          best.copy(now)
          clock.better(best)
        }
        kept.copy(now)
      } else now.copy(kept)
    }
  }

  private step(): void {
    const { random, now, m } = this
    if (m.classes.length > 1 && now.openCount > 0 && random.next() < 0.02)
      this.ruin.trip(now.open[random.below(now.openCount)])
    else this.ruin.strings(this.pickSize())
    this.recreate.all(this.mostOpen)
  }

  /** What a leg costs in the middle. */
  private mean(s: State): number {
    return (s.total - this.left(s)) / (this.m.nodes + s.openCount)
  }

  private left(s: State): number {
    let sum = 0
    for (let i = 0; i < s.absentCount; i++) sum += this.m.penalty[s.absent[i]]
    return sum
  }

  /**
   * Takes away one trip after the other and tries to place its orders in the rest. Orders that were often left over weigh more.
   * Source: as `Ruin`, §4.5; instead of the fewest left over alone it anneals money and what is left over together: cheap trips
   * have room.
   */
  private fewer(share: number): void {
    const { m, now, best, clock } = this
    if (best.absentCount > 0) return
    const leastOpen = lowerBound(m)
    const weight = floats(m.nodes).fill(leftOver)
    const started = clock.used(this.iterations)
    const part = (1 - started) * share
    let until = started + part
    now.copy(best)
    while (now.openCount > leastOpen) {
      const taken = this.lightest(weight)
      if (taken < 0) return
      this.mostOpen = now.openCount - 1
      this.ruin.trip(taken)
      if (!this.placeAll(weight, until)) return
      best.copy(now)
      clock.better(best)
      until = Math.max(until, Math.min(started + part * 1.5, clock.used(this.iterations) + part * 0.5))
    }
  }

  /** @returns whether all orders have found a place in time */
  private placeAll(weight: Floats, until: number): boolean {
    const { m, now, kept, random, clock } = this
    kept.copy(now)
    const mean = (now.total - this.left(now)) / m.nodes
    const energy = (s: State): number => s.total - this.left(s) + mean * this.sumOf(s, weight)
    const begun = clock.used(this.iterations)
    let heat = 0
    let least = energy(kept)
    let fewest = kept.absentCount
    while (now.absentCount > 0) {
      if (this.iterations++ % lookEvery === 0) {
        const used = (clock.used(this.iterations) - begun) / (until - begun)
        if (used >= 1 || (used > hopeless && fewest > 2 + m.nodes * 0.03)) return false
        heat = mean * heatAt(coolingFewer, used)
      }
      this.ruin.strings(this.pickSize())
      this.recreate.all(this.mostOpen)
      if (now.absentCount === 0) return true
      fewest = Math.min(fewest, now.absentCount)
      if (energy(now) < least - heat * Math.log(1 - random.next())) kept.copy(now)
      else now.copy(kept)
      for (let i = 0; i < kept.absentCount; i++) weight[kept.absent[i]] += leftAgain
      least = energy(kept)
    }
    return true
  }

  private sumOf(s: State, weight: Floats): number {
    let sum = 0
    for (let i = 0; i < s.absentCount; i++) sum += weight[s.absent[i]]
    return sum
  }

  private lightest(weight: Floats): number {
    const { now, m } = this
    let [least, vehicle] = [Number.POSITIVE_INFINITY, -1]
    for (let k = 0; k < now.openCount; k++) {
      const v = now.open[k]
      let sum = 0
      let isFixed = m.closed[v] === 1
      for (let n = now.next[now.head(v)]; n < m.nodes; n = now.next[n]) {
        sum += weight[n]
        if (m.locked[n] === 1) isFixed = true
      }
      if (!isFixed && sum < least) [least, vehicle] = [sum, v]
    }
    return vehicle
  }
}

/** @returns whether a is the better plan: less left out, then with `vehiclesFirst` fewer vehicles, then less money */
export function isBetter(a: State, b: State, m: Model): boolean {
  if (a.absentCount !== b.absentCount) return a.absentCount < b.absentCount
  if (m.problem.rules.vehiclesFirst && a.openCount !== b.openCount) return a.openCount < b.openCount
  return a.total < b.total
}

/** How many of the largest vehicles the goods need at least. */
function lowerBound(m: Model): number {
  let least = 1
  for (let d = 0; d < m.dims; d++) {
    const room = Array.from({ length: m.vehicles }, (_, v) => m.capacity[v * m.dims + d] as number).sort(
      (a, b) => b - a,
    )
    let sum = 0
    for (let n = 0; n < m.nodes; n++) sum += m.isMixed ? 0 : m.demand[n * m.dims + d]
    let count = 0
    for (; sum > 0 && count < room.length; count++) sum -= room[count] as number
    least = Math.max(least, count)
  }
  return least
}
