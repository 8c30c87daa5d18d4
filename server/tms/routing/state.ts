// An engine: trips under construction, with what makes a change of them cheap to judge.
import { type Floats, floats, type Ints, ints } from './cells.ts'
import { deliver, type Model, shipFrom, shipTo } from './model.ts'
import type { Visit } from './problem.ts'
import { peaks, timeOf } from './walks.ts'

const far = 2 ** 30

/**
 * Trips as chains of nodes. All of it lies in two arrays, so that a copy is two calls. What is derived (times, loads, cost)
 * is right after `refresh` of each vehicle whose chain was changed.
 */
export class State {
  readonly m: Model
  private readonly all: Ints
  private readonly money: Floats
  readonly next: Ints
  readonly prev: Ints
  /** By node: its vehicle, or -1. */
  readonly trip: Ints
  /** What the way to the next node costs. */
  readonly leg: Ints
  /** When its service begins at the earliest, and the latest moment at which nothing behind it is too late. */
  readonly begin: Ints
  readonly latest: Ints
  /** By node and dimension: the highest load up to the leg behind it, and from that leg on. */
  readonly peakTo: Ints
  readonly peakFrom: Ints
  /** By node and dimension: the load on the leg behind it. */
  readonly loadBehind: Ints
  /** By vehicle. */
  readonly load: Ints
  readonly stops: Ints
  readonly metres: Ints
  readonly inRegion: Ints
  /** Two trips with the same stamp are the same trip; a copy has those of its original. */
  readonly stamp: Ints
  /** When it must begin at the latest, rests counted. */
  private readonly latestStart: Ints
  /** By node: how long is rested on the way to it. */
  private readonly rested: Ints
  private stamps = 0
  /** Vehicles that have a stop, and the nodes that have no trip. */
  readonly open: Ints
  readonly openAt: Ints
  readonly absent: Ints
  readonly absentAt: Ints
  private readonly counts: Ints
  readonly cost: Floats
  /** What waiting, lateness, overtime and rests cost, by vehicle. */
  readonly timeCost: Floats
  private readonly sums: Floats

  constructor(m: Model) {
    this.m = m
    const nodes = m.nodes + 2 * m.vehicles
    const legs = m.isMixed ? nodes * m.dims : 0
    const regions = m.problem.rules.costPerRegion > 0 ? m.regions * m.vehicles : 0
    const lengths = [nodes, nodes, m.nodes, nodes, nodes, legs, legs, m.vehicles * m.dims, m.vehicles, m.vehicles]
    lengths.push(regions, m.vehicles, m.vehicles, m.nodes, m.nodes, 2, legs, m.vehicles, nodes, m.vehicles, nodes)
    this.all = ints(lengths.reduce((a, b) => a + b, 0))
    let at = 0
    const take = (length: number): Ints => {
      at += length
      return this.all.subarray(at - length, at)
    }
    ;[this.next, this.prev, this.trip, this.begin, this.latest, this.peakTo, this.peakFrom, this.load] = lengths
      .slice(0, 8)
      .map(take) as [Ints, Ints, Ints, Ints, Ints, Ints, Ints, Ints]
    ;[this.stops, this.metres, this.inRegion, this.open, this.openAt, this.absent, this.absentAt, this.counts] = lengths
      .slice(8, 16)
      .map(take) as [Ints, Ints, Ints, Ints, Ints, Ints, Ints, Ints]
    this.loadBehind = take(legs)
    this.stamp = take(m.vehicles)
    this.leg = take(nodes)
    this.latestStart = take(m.vehicles)
    this.rested = take(nodes)
    this.money = floats(2 * m.vehicles + 1)
    this.cost = this.money.subarray(0, m.vehicles)
    this.timeCost = this.money.subarray(m.vehicles, 2 * m.vehicles)
    this.sums = this.money.subarray(2 * m.vehicles, 2 * m.vehicles + 1)
    this.clear()
  }

  get openCount(): number {
    return this.counts[0]
  }
  get absentCount(): number {
    return this.counts[1]
  }
  /** Cost of the trips and of what is left out. */
  get total(): number {
    return this.sums[0]
  }

  copy(from: State): void {
    this.all.set(from.all)
    this.money.set(from.money)
  }

  private clear(): void {
    const { m } = this
    this.trip.fill(-1)
    this.openAt.fill(-1)
    for (let v = 0; v < m.vehicles; v++) this.link(this.head(v), this.tail(v))
    for (let v = 0; v < m.vehicles; v++) this.refresh(v)
    for (let n = 0; n < m.nodes; n++) {
      this.absent[n] = n
      this.absentAt[n] = n
      this.sums[0] += m.penalty[n]
    }
    this.counts[1] = m.nodes
  }

  head(v: number): number {
    return this.m.nodes + 2 * v
  }
  tail(v: number): number {
    return this.m.nodes + 2 * v + 1
  }
  private link(a: number, b: number): void {
    this.next[a] = b
    this.prev[b] = a
  }

  insert(n: number, v: number, after: number): void {
    this.link(n, this.next[after])
    this.link(after, n)
    this.trip[n] = v
    const last = this.absent[--this.counts[1]]
    this.absent[this.absentAt[n]] = last
    this.absentAt[last] = this.absentAt[n]
    this.sums[0] -= this.m.penalty[n]
  }

  remove(n: number): void {
    this.link(this.prev[n], this.next[n])
    this.trip[n] = -1
    this.absentAt[n] = this.counts[1]
    this.absent[this.counts[1]++] = n
    this.sums[0] += this.m.penalty[n]
  }

  /** Works out a changed trip anew, with those of the same truck before and behind it. */
  refresh(v: number): void {
    const { before, behind } = this.m
    let first = v
    while (before[first] >= 0) first = before[first]
    let last = first
    for (let u = first; u >= 0; u = behind[u]) {
      this.forward(u)
      last = u
    }
    if (this.m.isTimed) for (let u = last; u >= 0; u = before[u]) this.backward(u)
    if (this.m.isMixed) peaks(this, v)
  }

  /** `insert` and `refresh` of a plain model in one: times change only as far as they differ. */
  insertPlain(n: number, v: number, after: number, delta: number): void {
    const { m, next, prev, begin, latest, stamp } = this
    const { site, service, demand, dims, width, ready, due } = m
    const { seconds, metres, cost } = m.roads[v] as Model['roads'][number]
    this.insert(n, v, after)
    const before: number = next[n]
    const here: number = site[n]
    if (here !== site[after] && here !== site[before]) this.stops[v]++
    for (let d = 0; d < dims; d++) this.load[v * dims + d] += demand[n * dims + d]
    const from = site[after] * width
    const to: number = site[before]
    this.leg[after] = cost[from + here]
    this.leg[n] = cost[here * width + to]
    this.metres[v] += metres[from + here] + metres[here * width + to] - metres[from + to]
    this.sums[0] += delta
    this.cost[v] += delta
    stamp[v] = ++this.stamps
    if (!m.isTimed) return
    let t = begin[after] + service[after] + seconds[from + here]
    begin[n] = t > ready[n] ? t : ready[n]
    for (let a = n, b = before; ; a = b, b = next[b]) {
      t = begin[a] + service[a] + seconds[site[a] * width + site[b]]
      if (t < ready[b]) t = ready[b]
      if (t === begin[b]) break
      begin[b] = t
      if (b >= m.nodes) break
    }
    t = latest[before] - seconds[here * width + to] - service[n]
    latest[n] = t < due[n] ? t : due[n]
    for (let b = n, a = after; ; b = a, a = prev[a]) {
      t = latest[b] - seconds[site[a] * width + site[b]] - service[a]
      if (t > due[a]) t = due[a]
      if (t === latest[a]) break
      latest[a] = t
      if (a >= m.nodes) break
    }
  }

  /** @returns when the trip may begin: its shift, the goods, and the trip before it */
  departure(v: number): number {
    const { m } = this
    let u = m.before[v]
    while (u >= 0 && this.openAt[u] < 0) u = m.before[u]
    let from = m.from[v]
    if (u >= 0) from = Math.max(from, this.begin[this.tail(u)] + m.reload[v])
    if (m.isRich)
      for (let n = this.next[this.head(v)]; n < m.nodes; n = this.next[n])
        if (m.kind[n] === deliver && m.release[n] > from) from = m.release[n]
    return from
  }

  private forward(v: number): void {
    const { m, next, begin } = this
    const { site, service, demand, dims, width } = m
    const { cost, seconds, metres } = m.roads[v] as Model['roads'][number]
    const head = this.head(v)
    const tail = this.tail(v)
    for (let d = 0; d < dims; d++) this.load[v * dims + d] = 0
    let money = 0
    let driven = 0
    let stops = 0
    let a = head
    let at = site[head] * width
    if (m.problem.rules.rest) this.placeRests(v, m.problem.rules.rest)
    begin[head] = m.isTimed ? this.departure(v) : 0
    while (a !== tail) {
      const b = next[a]
      const to = site[b]
      this.leg[a] = cost[at + to]
      money += this.leg[a]
      driven += metres[at + to]
      if (m.isTimed) begin[b] = this.startOf(b, begin[a] + service[a] + seconds[at + to] + this.rested[b])
      if (b !== tail) {
        if (to !== site[a]) stops++
        if (m.kind[b] !== shipTo) for (let d = 0; d < dims; d++) this.load[v * dims + d] += demand[b * dims + d]
        money += service[b] * m.hour[v]
      }
      a = b
      at = to * width
    }
    this.stops[v] = stops
    this.metres[v] = driven
    this.stamp[v] = ++this.stamps
    this.mark(v, stops > 0)
    const time = stops > 0 && m.isRich ? timeOf(this, v, -1, -1) : 0
    const whole = stops > 0 ? money + time + this.fixedOf(v) + (m.isPlain ? 0 : this.wishes(v)) : 0
    this.sums[0] += whole - this.cost[v]
    this.cost[v] = whole
    this.timeCost[v] = time
  }

  /** Rests follow from the driving alone, whenever the trip begins. */
  private placeRests(v: number, rest: { after: number; seconds: number }): void {
    const { site, once, width } = this.m
    const { seconds } = this.m.roads[v] as Model['roads'][number]
    let driving = 0
    for (let a = this.head(v), b = this.next[a]; ; a = b, b = this.next[b]) {
      const leg = seconds[site[a] * width + site[b]]
      const driven = leg > 0 ? leg - once[b] : 0
      driving += driven
      this.rested[b] = driven > 0 && driving > rest.after ? rest.seconds : 0
      if (this.rested[b] > 0) driving = driven
      if (b >= this.m.nodes) return
    }
  }

  /** A truck costs what its first trip says, whichever trips it makes; a further one costs what it says itself. */
  private fixedOf(v: number): number {
    const { fixed, before } = this.m
    return before[v] < 0 || this.openAt[before[v]] >= 0 ? fixed[v] : this.fixedOf(before[v])
  }

  /** Costs of a trip as a whole: regions, evenness, emptiness. */
  private wishes(v: number): number {
    const { m } = this
    const { rules } = m.problem
    let cost = rules.costPerSquaredStop * m.scale * this.stops[v] ** 2
    if (rules.costPerRegion > 0) {
      const at = v * m.regions
      this.inRegion.fill(0, at, at + m.regions)
      let regions = 0
      for (let n = this.next[this.head(v)]; n < m.nodes; n = this.next[n])
        if (this.inRegion[at + m.region[n]]++ === 0) regions++
      cost += (regions - 1) * rules.costPerRegion * m.scale
    }
    if (rules.costOfEmptiness > 0) {
      let fill = 0
      for (let d = 0; d < m.dims; d++)
        fill = Math.max(fill, this.load[v * m.dims + d] / Math.max(1, m.capacity[v * m.dims + d]))
      cost += Math.max(0, rules.minFill - fill) * rules.costOfEmptiness * m.scale
    }
    return cost
  }

  private mark(v: number, isOpen: boolean): void {
    const at = this.openAt[v]
    if (isOpen === at >= 0) return
    if (isOpen) {
      this.openAt[v] = this.counts[0]
      this.open[this.counts[0]++] = v
      return
    }
    const last = this.open[--this.counts[0]]
    this.open[at] = last
    this.openAt[last] = at
    this.openAt[v] = -1
  }

  /** @returns the first moment from `arrival` on at which the node may be begun; past its last window, `arrival` */
  startOf(n: number, arrival: number): number {
    const { ready, windowAt, windowFrom, windowTo, hasWindows } = this.m
    if (!hasWindows) return arrival > ready[n] ? arrival : ready[n]
    for (let k = windowAt[n]; k < windowAt[n + 1]; k++)
      if (arrival <= windowTo[k]) return arrival > windowFrom[k] ? arrival : windowFrom[k]
    return arrival
  }

  /** @returns the last moment up to `limit` at which the node may be begun */
  private lastOf(n: number, limit: number): number {
    const { due, windowAt, windowFrom, windowTo, hasWindows } = this.m
    if (!hasWindows) return limit < due[n] ? limit : due[n]
    for (let k = windowAt[n + 1] - 1; k >= windowAt[n]; k--)
      if (windowFrom[k] <= limit) return limit < windowTo[k] ? limit : windowTo[k]
    return -far
  }

  private backward(v: number): void {
    const { m, prev, latest, next } = this
    const { site, service, width } = m
    const { seconds } = m.roads[v] as Model['roads'][number]
    const head = this.head(v)
    const tail = this.tail(v)
    let u = m.behind[v]
    while (u >= 0 && this.openAt[u] < 0) u = m.behind[u]
    let limit = m.to[v]
    if (u >= 0) limit = Math.min(limit, this.latestStart[u] - m.reload[u])
    latest[tail] = limit
    let exact = limit
    for (let b = tail; b !== head; b = prev[b]) {
      const a = prev[b]
      const lasts = seconds[site[a] * width + site[b]] + service[a]
      latest[a] = this.lastOf(a, latest[b] - lasts)
      exact = this.lastOf(a, exact - lasts - this.rested[b])
    }
    this.latestStart[v] = exact
    if (next[head] === tail) latest[head] = limit
  }

  /** @returns the visits of a vehicle */
  visits(v: number): Visit[] {
    const visits: Visit[] = []
    for (let n = this.next[this.head(v)]; n < this.m.nodes; n = this.next[n])
      visits.push({ order: this.m.order[n], ...(this.m.kind[n] === shipFrom && { isPickup: true }) })
    return visits
  }
}
