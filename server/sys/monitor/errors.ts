import { createHash } from 'node:crypto'

/** Errors that are alike, as one. */
export interface Grouped {
  readonly fingerprint: string
  readonly kind: string
  readonly message: string
  readonly place: string
  readonly level: 'warn' | 'error'
  count: number
  firstAt: number
  lastAt: number
  lastTrace: string | null
}

const keptMax = 200
const kept = new Map<string, Grouped>()

/** What differs between errors that are alike, and might be somebody's: figures, and whatever stands in quotes. */
const masked = (message: string): string =>
  message
    .replace(/"[^"]*"|'[^']*'|“[^”]*”|\[[^\]]*\]/g, '«…»')
    .replace(/\d+/g, '#')
    .slice(0, 300)
/** The first line of ours in a trace. */
const placeIn = (stack: string | undefined): string =>
  /\((?:file:\/\/)?[^)]*?((?:server|contract)\/[^):]+:\d+)/.exec(stack ?? '')?.[1] ?? ''

interface Told {
  readonly err?: unknown
  readonly traceId?: unknown
}
/** Takes note of a line of the log that tells of an error. @param level of pino: 40 warns, 50 and more are errors */
export function noteError(told: unknown, words: unknown, level: number): void {
  if (level < 40 || typeof told !== 'object' || told === null) return
  const { err, traceId } = told as Told
  if (!(err instanceof Error)) return
  // What the database says tells of its inside: its code is enough.
  const { code } = err as { code?: unknown }
  const isOfDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  const message = isOfDatabase ? `SQLSTATE ${code}` : masked(err.message)
  const kind = err.name
  const place = placeIn(err.stack) || masked(String(words ?? ''))
  const fingerprint = createHash('sha256').update(`${kind}\n${message}\n${place}`).digest('hex').slice(0, 12)
  const now = Date.now()
  const known = kept.get(fingerprint) ?? {
    fingerprint,
    kind,
    message,
    place,
    level: level >= 50 ? 'error' : 'warn',
    count: 0,
    firstAt: now,
    lastAt: now,
    lastTrace: null,
  }
  known.count += 1
  known.lastAt = now
  known.lastTrace = typeof traceId === 'string' ? traceId : known.lastTrace
  kept.delete(fingerprint)
  kept.set(fingerprint, known)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

/** Those that came last, first. */
export const groupedErrors = (): readonly Grouped[] => [...kept.values()].sort((a, b) => b.lastAt - a.lastAt)
export const forgetErrors = (): void => kept.clear()
