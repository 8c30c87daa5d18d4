import { performance } from 'node:perf_hooks'
import type { DriverDeps } from './driver.ts'

/** Time and chance as they are. */
export const realDeps: DriverDeps = {
  now: () => performance.now(),
  after: (ms, f) => {
    const timer = setTimeout(f, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

const firstPauseMs = 200
const lastPauseMs = 5_000

/** Pauses between attempts, doubled each time; chance keeps many drivers from coming back in the same moment. */
export class BackOff {
  readonly #deps: Pick<DriverDeps, 'random'>
  #failures = 0

  constructor(deps: Pick<DriverDeps, 'random'>) {
    this.#deps = deps
  }

  /** @returns ms, between half of the pause and all of it */
  next(): number {
    const pause = Math.min(lastPauseMs, firstPauseMs * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 10)
    return pause * (0.5 + this.#deps.random() / 2)
  }

  /** The other side answered: the next pause is short again. */
  reset(): void {
    this.#failures = 0
  }
}
