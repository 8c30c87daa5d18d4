/** What is known of a statement that has been slow. */
export interface Slow {
  readonly text: string
  count: number
  totalMs: number
  maxMs: number
  lastAt: number
}

/** From here on a statement is worth telling. */
export const slowFromMs = 200
const keptMax = 100
const kept = new Map<string, Slow>()

/** Takes note of how long an answer was waited for, together with what travelled before it. Texts hold no values. */
export function noteStatement(text: string, ms: number): void {
  if (ms < slowFromMs) return
  const known = kept.get(text) ?? { text, count: 0, totalMs: 0, maxMs: 0, lastAt: 0 }
  known.count += 1
  known.totalMs += ms
  known.maxMs = Math.max(known.maxMs, ms)
  known.lastAt = Date.now()
  // What was slow last stands last; what was slow longest ago goes.
  kept.delete(text)
  kept.set(text, known)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

/** Those that cost most, first. */
export const slowStatements = (): readonly Slow[] => [...kept.values()].sort((a, b) => b.totalMs - a.totalMs)
export const forgetSlow = (): void => kept.clear()
