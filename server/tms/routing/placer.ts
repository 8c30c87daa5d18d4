// An engine: the cheapest place for an order.
import { type Floats, floats, type Ints, ints } from './cells.ts'
import { deliver, type Model, pickup, shipFrom } from './model.ts'
import type { Near } from './near.ts'
import type { Random } from './random.ts'
import type { State } from './state.ts'
import { timeOf } from './walks.ts'

/** One place in a hundred is overlooked, so that the same order does not always find the same one. Source: SISR (2020). */
const blinkEvery = Math.log(1 - 0.01)
const never = Number.POSITIVE_INFINITY
const far = 2 ** 30
/** With more trips than these only those are tried that have one of so many nearest nodes, and the rest when none has a place. */
const fewTrips = 8
const nearest = 40

export class Placer {
  private readonly m: Model
  private readonly s: State
  private readonly random: Random
  private blinkIn = 1
  private readonly near: Near
  /** Where `find` found a place. */
  private vehicle = -1
  /** The best place in one trip, while it is looked for: behind which node, and of a shipment the delivery's. */
  private best = never
  private after = -1
  private afterTo = -1
  /** By node and vehicle: the stamp of the trip in which the best place was found, and what that place costs; then where. */
  private readonly known: Floats
  private readonly knownAfter: Ints
  private readonly knownAfterTo: Ints
  /** By vehicle: the last node that may not be moved; nothing is put before it. */
  readonly fixedUpTo: Ints
  /** By class: an empty vehicle, or -1. */
  private readonly empty: Ints

  constructor(m: Model, s: State, random: Random, near: Near) {
    this.m = m
    this.s = s
    this.random = random
    this.near = near
    this.fixedUpTo = ints(Array.from({ length: m.vehicles }, (_, v) => s.head(v)))
    this.empty = ints(m.classes.length)
    this.known = floats(2 * m.nodes * m.vehicles)
    this.knownAfter = ints(m.nodes * m.vehicles)
    this.knownAfterTo = ints(m.nodes * m.vehicles)
  }

  /** To be called when vehicles may have been emptied. */
  findEmpty(): void {
    for (let c = 0; c < this.m.classes.length; c++) this.findEmptyOf(c)
  }
  private findEmptyOf(c: number): void {
    const { m, s } = this
    const members = m.classes[c] as Ints
    this.empty[c] = -1
    for (let i = 0; i < members.length; i++) {
      const v = members[i]
      const isFree = s.openAt[v] < 0 && (m.before[v] < 0 || s.openAt[m.before[v]] >= 0)
      if (!isFree) continue
      this.empty[c] = v
      return
    }
  }

  /**
   * @param n a node; of a shipment the one where it is fetched
   * @param canOpen whether an empty vehicle may be taken
   * @returns whether there is a place
   */
  find(n: number, canOpen: boolean): boolean {
    const { m, s, known } = this
    const { stamp, open } = s
    const row = 2 * n * m.vehicles
    // What costs more than leaving the order out is no place.
    let best: number = m.penalty[n] + (m.mate[n] >= 0 ? m.penalty[m.mate[n]] : 0)
    let vehicle = -1
    const isFew = s.openCount <= fewTrips
    const list = isFew ? open : this.near.trips
    for (let k = (isFew ? s.openCount : this.near.tripsOf(s, n, nearest)) - 1; k >= 0; k--) {
      const v: number = list[k]
      const at = row + 2 * v
      if (known[at] !== stamp[v]) this.look(n, v)
      const cost: number = known[at + 1]
      if (cost >= best) continue
      if (--this.blinkIn === 0) this.blink()
      else {
        best = cost
        vehicle = v
      }
    }
    for (let k = isFew || vehicle >= 0 ? -1 : s.openCount - 1; k >= 0; k--) {
      const v: number = open[k]
      const at = row + 2 * v
      if (known[at] !== stamp[v]) this.look(n, v)
      if (known[at + 1] >= best) continue
      best = known[at + 1]
      vehicle = v
    }
    for (let c = 0; canOpen && c < m.classes.length; c++) {
      const v: number = this.empty[c]
      if (v < 0) continue
      if (known[row + 2 * v] !== stamp[v]) this.look(n, v)
      if (known[row + 2 * v + 1] >= best) continue
      if (--this.blinkIn === 0) {
        this.blink()
        continue
      }
      best = known[row + 2 * v + 1]
      vehicle = v
    }
    this.vehicle = vehicle
    return vehicle >= 0
  }

  /** Puts the node where `find` found it. */
  put(n: number): void {
    const { m, s, vehicle } = this
    const wasEmpty = s.openAt[vehicle] < 0
    const at = n * m.vehicles + vehicle
    if (m.isPlain && !wasEmpty) {
      s.insertPlain(n, vehicle, this.knownAfter[at], this.known[2 * at + 1])
      return
    }
    s.insert(n, vehicle, this.knownAfter[at])
    if (m.mate[n] >= 0) s.insert(m.mate[n], vehicle, this.knownAfterTo[at])
    s.refresh(vehicle)
    if (wasEmpty) this.findEmpty()
  }

  /** Finds the cheapest place in one trip and remembers it: until the trip changes it stays the cheapest. */
  private look(n: number, v: number): void {
    const { m, s } = this
    const at = n * m.vehicles + v
    this.best = never
    if (m.allowed[at] === 1) {
      if (m.isPlain && s.openAt[v] >= 0) {
        if (this.hasRoom(n, v)) this.tryPlain(n, v, 0)
      } else if (m.closed[v] === 0) this.tryTrip(n, v)
    }
    this.known[2 * at] = s.stamp[v]
    this.known[2 * at + 1] = this.best
    this.knownAfter[at] = this.after
    this.knownAfterTo[at] = this.afterTo
  }

  private hasRoom(n: number, v: number): boolean {
    const { dims, demand, capacity } = this.m
    const { load } = this.s
    for (let d = 0; d < dims; d++) if (load[v * dims + d] + demand[n * dims + d] > capacity[v * dims + d]) return false
    return true
  }

  private tryTrip(n: number, v: number): void {
    const { m, s } = this
    const isEmpty = s.openAt[v] < 0
    if (!(isEmpty || this.getsOn(n, s.next[s.head(v)]))) return
    let base = m.service[n] * m.hour[v]
    const { rules } = m.problem
    if (isEmpty) base += m.fixed[v]
    base += rules.costPerSquaredStop * m.scale * (2 * s.stops[v] + 1)
    if (rules.costPerRegion > 0 && !isEmpty && s.inRegion[v * m.regions + m.region[n]] === 0)
      base += rules.costPerRegion * m.scale
    if (m.mate[n] >= 0) {
      this.tryPair(n, m.mate[n], v, base)
      return
    }
    if (!(m.isMixed || this.hasRoom(n, v))) return
    if (m.isPlain) this.tryPlain(n, v, base)
    else this.trySingle(n, v, base)
  }

  /** What may not share a trip: zones, and with SEPARATE the two directions. */
  private getsOn(n: number, first: number): boolean {
    const { m } = this
    const { rules } = m.problem
    if (!rules.mixedZones && m.zone[n] !== m.zone[first]) return false
    return rules.pickups !== 'SEPARATE' || m.kind[n] === m.kind[first]
  }

  /** One window a node, one load a trip, the cost of the roads: most of a search is spent here. */
  private tryPlain(n: number, v: number, base: number): void {
    const { m, s } = this
    const { site } = m
    const { next, leg } = s
    const { cost, costInto } = m.roads[v] as Model['roads'][number]
    const row = site[n] * m.width
    const tail = s.tail(v)
    let best = never
    let a: number = this.fixedUpTo[v]
    if (m.isTimed) {
      this.tryTimed(n, v, base)
      return
    }
    while (a !== tail) {
      const b: number = next[a]
      const delta = costInto[row + site[a]] + cost[row + site[b]] - leg[a]
      if (delta < best) {
        best = delta
        this.after = a
      }
      a = b
    }
    this.best = best + base
  }

  private tryTimed(n: number, v: number, base: number): void {
    const { m, s } = this
    const { site, service } = m
    const { next, leg, begin, latest } = s
    const { cost, costInto, seconds, secondsInto } = m.roads[v] as Model['roads'][number]
    const row = site[n] * m.width
    const due: number = m.due[n]
    const ready: number = m.ready[n]
    const lasts: number = service[n]
    const stopsAt = m.isTriangular ? due : far
    const tail = s.tail(v)
    let best = never
    let a: number = this.fixedUpTo[v]
    let from: number = row + site[a]
    while (a !== tail) {
      const b: number = next[a]
      const to: number = row + site[b]
      const delta = costInto[from] + cost[to] - leg[a]
      if (delta < best) {
        const leaves = begin[a] + service[a]
        if (leaves > stopsAt) break
        const arrives = leaves + secondsInto[from]
        const leavesHere = (arrives > ready ? arrives : ready) + lasts
        if (arrives <= due && leavesHere + seconds[to] <= latest[b]) {
          best = delta
          this.after = a
        }
      }
      a = b
      from = to
    }
    this.best = best + base
  }

  private trySingle(n: number, v: number, base: number): void {
    const { m, s } = this
    const { site, service } = m
    const { next, leg, begin, latest } = s
    const { cost, costInto, seconds, secondsInto } = m.roads[v] as Model['roads'][number]
    const row = site[n] * m.width
    const due: number = m.due[n]
    const stopsAt = m.isTimed && m.isTriangular ? due : far
    const tail = s.tail(v)
    let a: number = this.fixedUpTo[v]
    let from: number = row + site[a]
    while (a !== tail) {
      const b: number = next[a]
      const to: number = row + site[b]
      const delta = base + costInto[from] + cost[to] - leg[a]
      if (delta < this.best) {
        const leaves = begin[a] + service[a]
        if (leaves > stopsAt) return
        const arrives = leaves + secondsInto[from]
        const isInTime = !m.isTimed || (arrives <= due && s.startOf(n, arrives) + service[n] + seconds[to] <= latest[b])
        if (isInTime && this.allows(n, v, a, b)) {
          const whole = m.isRich ? delta + timeOf(s, v, a, n) - s.timeCost[v] : delta
          if (whole < this.best) this.take(a, whole)
        }
      }
      a = b
      from = to
    }
  }

  private take(a: number, whole: number): void {
    this.best = whole
    this.after = a
  }

  private blink(): void {
    this.blinkIn = 1 + Math.floor(Math.log(1 - this.random.next()) / blinkEvery)
  }

  /** What the plain search does not ask: loads of the legs, order of directions, number of stops, metres. */
  private allows(n: number, v: number, a: number, b: number): boolean {
    const { m, s } = this
    const { dims, demand, capacity, site, kind } = m
    if (m.isMixed) {
      const peak = kind[n] === deliver ? s.peakTo : s.peakFrom
      for (let d = 0; d < dims; d++)
        if (peak[a * dims + d] + demand[n * dims + d] > capacity[v * dims + d]) return false
      if (m.problem.rules.pickups === 'AFTER_DELIVERIES' && !this.isInOrder(n, a, b)) return false
    }
    if (s.stops[v] + this.halts(a, n, b) > m.maxStops[v]) return false
    return s.metres[v] + this.further(v, site[a], site[n], site[b]) <= m.maxMetres[v]
  }

  /** Deliveries before pick-ups; shipments stand anywhere. */
  private isInOrder(n: number, a: number, b: number): boolean {
    const { kind, nodes } = this.m
    let before = a
    while (before < nodes && kind[before] >= shipFrom) before = this.s.prev[before]
    let behind = b
    while (behind < nodes && kind[behind] >= shipFrom) behind = this.s.next[behind]
    if (kind[n] === deliver) return before >= nodes || kind[before] !== pickup
    return behind >= nodes || kind[behind] !== deliver
  }

  /** How many halts more there are with n between a and b; `instead` stood before b until now. */
  private halts(a: number, n: number, b: number, instead = a): number {
    const { site, nodes } = this.m
    const isHalt = (x: number, y: number) => (y < nodes && site[x] !== site[y] ? 1 : 0)
    return isHalt(a, n) + isHalt(n, b) - isHalt(instead, b)
  }

  private further(v: number, a: number, n: number, b: number): number {
    const { metres } = this.m.roads[v] as Model['roads'][number]
    const { width } = this.m
    return metres[a * width + n] + metres[n * width + b] - metres[a * width + b]
  }

  /** Both ends of a shipment: for each place of the first, the second is walked away from it until something breaks. */
  private tryPair(n: number, to: number, v: number, base: number): void {
    const { m, s } = this
    const { site, service, width } = m
    const { cost, seconds } = m.roads[v] as Model['roads'][number]
    const tail = s.tail(v)
    for (let a = this.fixedUpTo[v]; a !== tail; a = s.next[a]) {
      const b = s.next[a]
      const leaves = s.begin[a] + service[a]
      if (leaves > m.due[n] && m.isTriangular) return
      const arrives = leaves + seconds[site[a] * width + site[n]]
      if (arrives > m.due[n] || !this.loads(n, v, a)) continue
      const fetched = base + cost[site[a] * width + site[n]] - cost[site[a] * width + site[b]]
      this.tryDelivery(n, to, v, a, s.startOf(n, arrives) + service[n], fetched)
    }
  }

  private loads(n: number, v: number, leg: number): boolean {
    const { m, s } = this
    for (let d = 0; d < m.dims; d++)
      if (s.loadBehind[leg * m.dims + d] + m.demand[n * m.dims + d] > m.capacity[v * m.dims + d]) return false
    return true
  }

  /** @param left when the vehicle leaves the place of fetching, in seconds */
  private tryDelivery(n: number, to: number, v: number, a: number, left: number, fetched: number): void {
    const { m, s } = this
    const { site, service, width } = m
    const { cost, seconds } = m.roads[v] as Model['roads'][number]
    const tail = s.tail(v)
    let last = n
    let leaves = left
    let money = fetched
    for (let b = s.next[a]; ; b = s.next[b]) {
      const from = site[last] * width
      const next = site[b]
      const arrives = leaves + seconds[from + site[to]]
      if (arrives <= m.due[to]) {
        const whole =
          money + cost[from + site[to]] + cost[site[to] * width + next] - (last === n ? 0 : cost[from + next])
        const begins = s.startOf(to, arrives)
        if (whole < this.best && begins + service[to] + seconds[site[to] * width + next] <= s.latest[b])
          this.takePair(n, to, v, a, last, whole)
      } else if (m.isTriangular) return
      if (b === tail || !this.loads(n, v, b)) return
      const at = leaves + seconds[from + next]
      if (at > s.latest[b]) return
      if (last === n) money += cost[from + next]
      leaves = s.startOf(b, at) + service[b]
      last = b
    }
  }

  private takePair(n: number, to: number, v: number, a: number, last: number, delta: number): void {
    const { m, s } = this
    const { site } = m
    const more =
      last === n
        ? (site[a] !== site[n] ? 1 : 0) + this.halts(n, to, s.next[a], a)
        : this.halts(a, n, s.next[a]) + this.halts(last, to, s.next[last])
    if (s.stops[v] + more > m.maxStops[v]) return
    if (m.maxMetres[v] < far) {
      const b = site[s.next[a]]
      const end = last === n ? b : site[s.next[last]]
      const second = this.further(v, last === n ? site[n] : site[last], site[to], end)
      if (s.metres[v] + this.further(v, site[a], site[n], b) + second > m.maxMetres[v]) return
    }
    const whole = m.isRich ? delta + timeOf(s, v, a, n, last, to) - s.timeCost[v] : delta
    if (whole >= this.best) return
    this.take(a, whole)
    this.afterTo = last
  }
}
