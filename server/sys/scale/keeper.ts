import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Steadiness } from '@lading/contract/sys/scale.ts'
import { type Cutter, lineCutter, toledoCutter } from './frames.ts'
import { lineReader, otherLine, type Speech, type Weight } from './protocol.ts'

/** A weight that only stays the same counts as stable after so long. */
export const steadyMs = 1_000

/** What is to be noted of a scale, all that it said since the last time in one. */
export interface Noted {
  /** None: nothing that could be read came. */
  readonly reading?: {
    readonly kg: string | null
    readonly isNet: boolean
    readonly isStable: boolean
    readonly at: Date
  }
  /** The last that was stable, of what came. */
  readonly stable?: { readonly kg: string; readonly at: Date }
  readonly unreadable: number
  readonly raw?: { readonly line: string; readonly at: Date }
}

/** Whether a weight is stable, where its line does not say. */
export function steadyBy(how: Steadiness | null): (weight: Weight, at: Date) => boolean {
  let last: Qty | null = null
  let since: number | undefined
  return ({ kg, isStable }, at) => {
    if (kg === null) {
      since = undefined
      return false
    }
    if (isStable !== null) return isStable
    if (how === 'ALWAYS') return true
    const now = at.getTime()
    if (since === undefined || kg !== last) {
      last = kg
      since = now
    }
    return now - since >= steadyMs
  }
}

const rawMax = 200
/** As somebody may look at it: what cannot be drawn stands as its number. */
const drawn = (bytes: Buffer): string =>
  [...bytes.toString('latin1')]
    .map((sign) => (/[\x20-\x7e]/.test(sign) ? sign : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`))
    .join('')
    .slice(0, rawMax)

export interface Listening extends Speech {
  /** Null: as `STEADY`. */
  readonly steadiness: Steadiness | null
}
/** Reads what a scale says, and keeps of it what counts: never more than one reading and one line. */
export interface Ear {
  hear: Cutter
  /** What has come since it was asked last; undefined: nothing. */
  take(): Noted | undefined
}

/** @throws Fault pattern */
export function openEar(o: Listening, now: () => Date): Ear {
  const read = lineReader(o)
  const isSteady = steadyBy(o.steadiness)
  let reading: Noted['reading']
  let stable: Noted['stable']
  let raw: Noted['raw']
  let unreadable = 0
  const garbage = (bytes: Buffer): void => {
    unreadable += 1
    raw = { line: drawn(bytes), at: now() }
  }
  const line = (bytes: Buffer): void => {
    const told = read(bytes)
    if (told === undefined) garbage(bytes)
    if (told === undefined || told === otherLine) return
    const at = now()
    const isStable = isSteady(told, at)
    const kg = told.kg === null ? null : formatQty(told.kg)
    reading = { kg, isNet: told.isNet, isStable, at }
    if (isStable && kg !== null) stable = { kg, at }
  }
  const frames = { line, garbage }
  return {
    hear: o.lineFormat === 'TOLEDO' ? toledoCutter(frames) : lineCutter(frames),
    take: () => {
      if (reading === undefined && unreadable === 0) return undefined
      const noted: Noted = {
        unreadable,
        ...(reading && { reading }),
        ...(stable && { stable }),
        ...(raw && { raw }),
      }
      reading = undefined
      stable = undefined
      raw = undefined
      unreadable = 0
      return noted
    },
  }
}

/** What was noted last needs not be noted again so soon, while the scale says the same. */
export const sameMs = 1_500
/** Notes at most so often. */
export const noteMs = 200

/** Whether it says anything new, beside that the scale is still there. */
export function isNews(noted: Noted, last: Noted | undefined, now: number): boolean {
  if (noted.unreadable > 0 && noted.reading === undefined) return true
  const [a, b] = [noted.reading, last?.reading]
  if (!a || !b || a.kg !== b.kg || a.isStable !== b.isStable || a.isNet !== b.isNet) return true
  // A stable moment between two others is not lost.
  if (noted.stable?.kg !== last?.stable?.kg) return true
  return now - b.at.getTime() >= sameMs
}
