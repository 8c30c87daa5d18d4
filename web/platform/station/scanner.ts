/** What of a key event matters to a scanner; the DOM's own events have this form. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** Milliseconds. */
  readonly timeStamp: number
  readonly isComposing?: boolean
  readonly isCapsLock?: boolean
}
/**
 * What a key came to: part of a burst, the end of a scan, or none of a scanner's business. `cut`: the end of a code whose
 * keys came too slowly to be sure of all of them, or of a person who typed; it is used for nothing.
 */
export type Heard = { readonly kind: 'none' | 'part' | 'cut' } | { readonly kind: 'scan'; readonly text: string }

/** Nobody types so fast; every scanner does. */
const gapMaxMs = 60
/** What follows later than this belongs to something else. */
const runMaxMs = 400
/** Shorter than any code: two keys struck at once and Enter are no scan. */
const lengthMin = 3
const lengthMax = 512
/** FNC1 inside a GS1 code, as scanners send it: the sign itself, Ctrl+], or F8. */
const groupSeparator = '\x1d'

const plain: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadAdd: ['+', '+'],
  NumpadSubtract: ['-', '-'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
  NumpadDecimal: ['.', '.'],
}
const shiftedDigits = ')!@#$%^&*('

/** The sign on a key of the layout that scanners are made for, whatever an input method makes of it. */
export function signOfCode(code: string, isShift: boolean, isCapsLock = false): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return isShift !== isCapsLock ? letter : letter.toLowerCase()
  const digit = /^(Digit|Numpad)(\d)$/.exec(code)
  if (digit?.[2]) return digit[1] === 'Digit' && isShift ? (shiftedDigits[Number(digit[2])] ?? '') : digit[2]
  return plain[code]?.[isShift ? 1 : 0] ?? ''
}

function signOf(k: KeyPress): string {
  if (k.key === groupSeparator || k.key === 'F8' || (k.ctrlKey && k.code === 'BracketRight')) return groupSeparator
  if (k.ctrlKey || k.metaKey || k.altKey) return ''
  // With a Chinese input method on, the browser only says `Process`: the key's place still tells its sign.
  const isEaten =
    k.isComposing === true || k.key === 'Process' || k.key === 'Unidentified' || /[^\x20-\x7e]/.test(k.key)
  return !isEaten && k.key.length === 1
    ? k.key
    : k.key.length > 1 && !isEaten
      ? ''
      : signOfCode(k.code, k.shiftKey, k.isCapsLock)
}

const isModifier = (key: string): boolean => /^(Shift|Control|Alt|Meta|CapsLock|NumLock)$/.test(key)
const isEnd = (k: KeyPress): boolean => /^(Enter|NumpadEnter|Tab)$/.test(k.code) || k.key === 'Enter' || k.key === 'Tab'

/** Tells a scanner, which types a whole code at once and ends it with Enter or Tab, from a person at the keys. */
export function scanReader(): (k: KeyPress) => Heard {
  /** Signs that came fast, and all that came one soon after the other: the same, unless the code was held up on its way. */
  let burst = ''
  let run = ''
  let last = Number.NEGATIVE_INFINITY
  return (k) => {
    if (isModifier(k.key)) return { kind: 'none' }
    const gap = k.timeStamp - last
    const heard = gap <= gapMaxMs ? burst : ''
    const before = gap <= runMaxMs ? run : ''
    if (isEnd(k)) {
      burst = ''
      run = ''
      if (before.length < lengthMin) return { kind: 'none' }
      return heard === before ? { kind: 'scan', text: heard } : { kind: 'cut' }
    }
    const sign = signOf(k)
    if (sign === '') return { kind: 'none' }
    burst = (heard + sign).slice(0, lengthMax)
    run = (before + sign).slice(0, lengthMax)
    last = k.timeStamp
    return { kind: heard === '' ? 'none' : 'part' }
  }
}
