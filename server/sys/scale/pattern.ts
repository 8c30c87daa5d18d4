import { refuse } from '@lading/contract/kernel/fault.ts'
import { scaleFaults } from '@lading/contract/sys/scaleCalls.ts'

/** What of a line a pattern tells; `weight` as it was written. */
export interface Matched {
  readonly weight: string
  readonly unit?: string
  readonly isStable?: boolean
  readonly isNet?: boolean
}
type Part =
  | { readonly kind: 'text' | 'stable' | 'net'; readonly text: string }
  | { readonly kind: 'skip'; readonly length: number }
  | { readonly kind: 'blank' | 'weight' | 'unit' | 'rest' }
export type Pattern = readonly Part[]

const partsMax = 40
const skipMax = 60
const piece = /\{(weight|unit|rest)\}|\{(stable|net)=([^{}]{1,12})\}|\{skip=(\d{1,2})\}| +|[^{} ]+/gy

/**
 * Reads a pattern such as `{stable=ST},{net=NT},{weight}{unit}`. It is gone through from left to right and never back, so
 * that no line takes longer than it is long.
 * @throws Fault pattern
 */
export function readPattern(text: string | null): Pattern {
  const wrong = (): never => refuse(scaleFaults.pattern, { pattern: text ?? '' })
  const parts: Part[] = []
  piece.lastIndex = 0
  const source = text ?? ''
  while (piece.lastIndex < source.length) {
    const found = piece.exec(source)
    if (!found || parts.length >= partsMax) return wrong()
    const [whole, bare, marked, mark = '', skip] = found
    parts.push(
      bare !== undefined
        ? { kind: bare as 'weight' | 'unit' | 'rest' } // The expression's own words.
        : marked !== undefined
          ? { kind: marked as 'stable' | 'net', text: mark } // As above.
          : skip !== undefined
            ? { kind: 'skip', length: Number(skip) }
            : whole.startsWith(' ')
              ? { kind: 'blank' }
              : { kind: 'text', text: whole },
    )
  }
  const count = (kind: Part['kind']): number => parts.filter((p) => p.kind === kind).length
  const isOnce = (['unit', 'stable', 'net', 'rest'] as const).every((kind) => count(kind) <= 1)
  const isLast = count('rest') === 0 || parts.at(-1)?.kind === 'rest'
  const isShort = parts.every((p) => p.kind !== 'skip' || (p.length > 0 && p.length <= skipMax))
  return count('weight') === 1 && isOnce && isLast && isShort ? parts : wrong()
}

const weightHere = /[+-]? *(?:\d{1,9}(?:[.,]\d{0,6})?|[.,]\d{1,6})/y
const unitHere = /[A-Za-z]{1,3}/y
const blankHere = / */y

/** How long the expression is that stands at a place; undefined: it does not stand there. */
function lengthAt(expression: RegExp, line: string, at: number): number | undefined {
  expression.lastIndex = at
  return expression.exec(line)?.[0].length
}

/** @returns undefined where the line is not like the pattern */
export function matchPattern(pattern: Pattern, line: string): Matched | undefined {
  let at = 0
  let told: { -readonly [K in keyof Matched]: Matched[K] } = { weight: '' }
  for (const part of pattern) {
    const length = lengthOf(part, line, at)
    if (length === undefined || at + length > line.length) return undefined
    const here = line.slice(at, at + length)
    if (part.kind === 'weight') told = { ...told, weight: here }
    if (part.kind === 'unit') told = { ...told, unit: here }
    if (part.kind === 'stable') told = { ...told, isStable: here === part.text }
    if (part.kind === 'net') told = { ...told, isNet: here === part.text }
    at += length
  }
  return line.slice(at).trim() === '' ? told : undefined
}

function lengthOf(part: Part, line: string, at: number): number | undefined {
  switch (part.kind) {
    case 'text':
      return line.startsWith(part.text, at) ? part.text.length : undefined
    case 'stable':
    case 'net':
      return part.text.length
    case 'skip':
      return part.length
    case 'blank':
      return lengthAt(blankHere, line, at)
    case 'weight':
      return lengthAt(weightHere, line, at)
    case 'unit':
      return lengthAt(unitHere, line, at)
    case 'rest':
      return line.length - at
  }
}
