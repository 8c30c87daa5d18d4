import type { qualityItemKinds } from './qualityScheme.ts'

/** What is known of one check of one line. */
export interface Checked {
  readonly lineNo: number
  readonly item: string
  readonly kind: keyof typeof qualityItemKinds
  readonly least: string | null
  readonly most: string | null
  readonly amount: string | null
  readonly said: string | null
  readonly finding: 'GOOD' | 'BAD' | null
  readonly needed: boolean
  /** How many were taken of it. */
  readonly photos: number
}

/** What was found of a check; a number within a range speaks for itself, a document by its number. Undefined where nothing was. */
export function findingOf(r: Checked): 'GOOD' | 'BAD' | undefined {
  if (r.finding) return r.finding
  if (r.kind === 'DOC') return r.said ? 'GOOD' : undefined
  if (r.kind === 'PHOTO') return r.photos > 0 ? 'GOOD' : undefined
  if (r.kind === 'BOOL' || r.amount === null || r.amount === '') return undefined
  const isOff =
    (r.least !== null && Number(r.amount) < Number(r.least)) || (r.most !== null && Number(r.amount) > Number(r.most))
  return isOff ? 'BAD' : 'GOOD'
}

/** A check that has to be made and was not. Whatever is said of them, a photo has to be there and a document to be named. */
export function isMissing(r: Checked): boolean {
  if (!r.needed) return false
  if (r.kind === 'PHOTO') return r.photos === 0
  if (r.kind === 'DOC') return !r.said
  return findingOf(r) === undefined
}
