import type { Ints } from './cells.ts'

/** Numbers from a seed, the same on every machine. Source: mulberry32 by Tommy Ettinger, public domain. */
export class Random {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** @returns in [0, 1) */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  /** @returns a whole number in [0, n) */
  below(n: number): number {
    return (this.next() * n) | 0
  }
  shuffle(items: Ints, count: number): void {
    for (let i = count - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const x = items[i]
      items[i] = items[j]
      items[j] = x
    }
  }
}
