import { performance } from 'node:perf_hooks'
import type { DriverDeps } from '../driver/driver.ts'

/** Time that passes only when the test says so. */
export class ManualClock implements DriverDeps {
  #now = 0
  readonly #timers = new Set<{ readonly at: number; readonly f: () => void }>()

  now(): number {
    return this.#now
  }
  random(): number {
    return 0
  }
  after(ms: number, f: () => void): () => void {
    const timer = { at: this.#now + ms, f }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** What is due on the way happens in its order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.#timers.delete(next)
      this.#now = next.at
      next.f()
    }
    this.#now = end
  }
  /** Ms until the next thing is due. */
  get untilNext(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now
  }
}

/** Real time that passes `times` as fast. */
export const hurried = (times: number, random: () => number = Math.random): DriverDeps => ({
  now: () => performance.now() * times,
  after: (ms, f) => {
    const timer = setTimeout(f, ms / times)
    return () => clearTimeout(timer)
  },
  random,
})

/** Lets the sockets work until it is so; what never comes is the test's time-out. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
/** Enough rounds of the sockets for what was sent to have come, and what it causes as well. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}
