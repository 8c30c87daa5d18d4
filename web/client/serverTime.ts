/**
 * The server's clock, as its answers tell it, and counted on by one that nobody sets. It is never ahead: an answer takes
 * time to arrive, its seconds are whole, and a device that sleeps does not count.
 */
export function serverClock(ticksMs: () => number) {
  let aheadMs: number | undefined
  return {
    /** @param date the `Date` of an answer; one that a cache kept tells less than another told already */
    hear: (date: string | null): void => {
      const at = Date.parse(date ?? '') - ticksMs()
      if (Number.isFinite(at)) aheadMs = Math.max(aheadMs ?? at, at)
    },
    /** The beginning of time, as long as no answer came. */
    now: (): Date => new Date(aheadMs === undefined ? 0 : aheadMs + ticksMs()),
  }
}

export const serverTime = serverClock(() => performance.now())
