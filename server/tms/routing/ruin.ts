// An engine: which orders leave their trips, to be put back better.
import type { Ints } from './cells.ts'
import type { Model } from './model.ts'
import type { Near } from './near.ts'
import type { Random } from './random.ts'
import type { State } from './state.ts'

/** How many orders leave on average, and how many at most of one trip. */
export interface Size {
  readonly mean: number
  readonly longest: number
}

/**
 * Strings of neighbouring orders leave neighbouring trips, sometimes with a piece in the middle that stays.
 * Source: Christiaens, Vanden Berghe, Slack Induction by String Removals for Vehicle Routing Problems (2020).
 */
export class Ruin {
  private readonly m: Model
  private readonly s: State
  private readonly random: Random
  private readonly near: Near
  private readonly touched: Ints
  private readonly list: Ints
  private touchedCount = 0

  constructor(m: Model, s: State, random: Random, near: Near) {
    this.m = m
    this.s = s
    this.random = random
    this.near = near
    this.touched = new Int32Array(m.vehicles) as Ints
    this.list = new Int32Array(m.vehicles) as Ints
  }

  strings({ mean, longest }: Size): void {
    const { m, s, random } = this
    if (s.openCount === 0 || m.nodes === 0) return
    const length = Math.min(longest, (m.nodes - s.absentCount) / s.openCount)
    const strings = Math.floor(random.next() * Math.max(1, (4 * mean) / (1 + length) - 1) + 1)
    const seed = random.below(m.nodes)
    const near = this.near.of(seed)
    for (let i = 0; i < near.length && this.touchedCount < strings; i++) {
      const v = s.trip[near[i]]
      if (v < 0 || this.touched[v] === 1 || m.closed[v] === 1) continue
      const stops = this.lengthOf(v)
      const most = Math.min(stops, length)
      const l = Math.floor(random.next() * most + 1)
      this.string(near[i], v, l, l > 1 && l < stops && random.next() < 0.5 ? this.kept(l, stops) : 0)
    }
    this.refresh()
  }

  /** A whole trip leaves, so that another vehicle may have it. */
  trip(v: number): void {
    if (this.m.closed[v] === 1) return
    this.touch(v)
    for (let n = this.s.next[this.s.head(v)]; n < this.m.nodes; ) {
      const next = this.s.next[n]
      if (this.m.locked[n] === 0) this.take(n)
      n = next
      // A shipment's other end may be the next one.
      while (n < this.m.nodes && this.s.trip[n] !== v) n = this.s.next[n]
    }
    this.refresh()
  }

  private lengthOf(v: number): number {
    let length = 0
    for (let n = this.s.next[this.s.head(v)]; n < this.m.nodes; n = this.s.next[n]) length++
    return length
  }

  /** How many in the middle of a string stay: each further one with a chance of 1 in 100. */
  private kept(l: number, stops: number): number {
    let kept = 1
    while (l + kept < stops && this.random.next() < 0.01) kept++
    return kept
  }

  private string(n: number, v: number, l: number, kept: number): void {
    const { s, random, m } = this
    const whole = l + kept
    let before = 0
    let first = n
    const most = random.below(whole)
    while (before < most && s.prev[first] < m.nodes) {
      first = s.prev[first]
      before++
    }
    // Near the end of the trip the string begins earlier.
    let behind = 1
    for (let x = s.next[n]; x < m.nodes && behind + before < whole; x = s.next[x]) behind++
    for (let missing = whole - before - behind; missing > 0 && s.prev[first] < m.nodes; missing--) first = s.prev[first]
    const stays = kept > 0 ? random.below(l - 1) + 1 : whole
    this.touch(v)
    let x = first
    for (let i = 0; i < whole && x < m.nodes; i++) {
      const next = s.next[x]
      const isKept = i >= stays && i < stays + kept
      if (!isKept && s.trip[x] === v && m.locked[x] === 0) this.take(x)
      x = next
    }
  }

  private take(n: number): void {
    this.s.remove(n)
    const mate = this.m.mate[n]
    if (mate >= 0 && this.s.trip[mate] >= 0) this.s.remove(mate)
  }

  private touch(v: number): void {
    if (this.touched[v] === 1) return
    this.touched[v] = 1
    this.list[this.touchedCount++] = v
  }

  private refresh(): void {
    for (let i = 0; i < this.touchedCount; i++) {
      this.touched[this.list[i]] = 0
      this.s.refresh(this.list[i])
    }
    this.touchedCount = 0
  }
}
