/** However much happens, what is shown is read again once a second. */
const everyMs = 1_000
const waitFirstMs = 1_000
const waitMaxMs = 30_000

/** How long to wait before the next attempt: twice as long each time, and never all browsers at once. */
export function waitMs(attempt: number, random: () => number = Math.random): number {
  const most = Math.min(waitMaxMs, waitFirstMs * 2 ** Math.min(attempt, 20))
  return most / 2 + (random() * most) / 2
}

export interface Gatherer {
  hear(topics: Iterable<string>): void
  /** Lets through what waits, when nothing holds it back. */
  look(): void
  stop(): void
}

/** Lets the first news through at once and gathers the others; while nobody looks, all of them wait. */
export function gatherer(pass: (topics: ReadonlySet<string>) => void, isSeen: () => boolean): Gatherer {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    if (timer !== undefined || waiting.size === 0 || !isSeen()) return
    const topics = new Set(waiting)
    waiting.clear()
    timer = setTimeout(() => {
      timer = undefined
      look()
    }, everyMs)
    pass(topics)
  }
  return {
    hear: (topics) => {
      for (const topic of topics) waiting.add(topic)
      look()
    },
    look,
    stop: () => {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
