/** When somebody was last here in a session, and after how many minutes without anybody its screen locks. */
export interface Activity {
  readonly sid: string
  readonly at: number
  readonly minutes: number
}

/** The latest of what is known: by this tab, and by all of this browser. */
export function lastActive(sid: string, now: number, known: readonly (Activity | undefined)[]): number {
  // Of another session it says nothing; and what lies ahead was written before the clock was set back.
  const times = known.flatMap((a) => (a?.sid === sid && a.at <= now ? [a.at] : []))
  // In a session that begins somebody is here.
  return times.length > 0 ? Math.max(...times) : now
}

/** A clock that is read, not one that runs: a computer that slept was idle meanwhile. */
export const isIdle = (at: number, now: number, minutes: number): boolean => minutes > 0 && now - at >= minutes * 60_000
