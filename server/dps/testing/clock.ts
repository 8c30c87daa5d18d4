import type { DriverDeps } from '../driver/driver.ts'

/** Time that passes only when the test says so. */
export class ManualClock implements DriverDeps {
  #now = 0
  readonly #random: () => number
  readonly #timers = new Set<{ readonly at: number; readonly f: () => void }>()

  constructor(random = () => 0) {
    this.#random = random
  }

  now(): number {
    return this.#now
  }
  random(): number {
    return this.#random()
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

/**
 * Lets time pass, from one thing that is due to the next, until it is so; between two of them the sockets come to rest. What
 * happens over real connections thus takes no time, and does not hang on how busy the machine is.
 * @param activity grows with whatever the sockets bring
 */
export async function passTime(clock: ManualClock, activity: () => number, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    for (let quiet = 0, before = activity(); quiet < 8; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (activity() !== before) quiet = 0
      before = activity()
    }
    if (!isSo()) clock.advance(clock.untilNext)
  }
}

/** Lets the sockets work until it is so; what never comes is the test's time-out. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
/** Enough rounds of the sockets for what was sent to have come, and what it causes as well. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}
