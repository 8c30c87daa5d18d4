/** How a number format shows things. */
export interface Look {
  /** So many of a hundred. */
  readonly isPercent: boolean
  /**
   * What a cell shows of the number or the day that it holds. Told only where it can be told for certain and where nothing
   * of the value is hidden: a format of each machine's own, a rounded number or a day without its year give null.
   */
  readonly of: (value: number | Date) => string | null
}

export function lookBy(format: string): Look {
  const parts = sections(format).map(pieces)
  const [first = null] = parts
  const sectionOf = (value: number) => {
    if (value === 0) return parts.length > 2 ? parts[2] : first
    return value < 0 && parts.length > 1 ? parts[1] : first
  }
  return {
    isPercent: (first ?? []).some((p) => !p.isLiteral && p.text === '%'),
    of: (value) => {
      if (value instanceof Date) return dayBy(value, first)
      const text = numberBy(Math.abs(value), sectionOf(value) ?? null)
      // A section of its own says itself what is below zero.
      return text === null || text === '' ? null : `${value < 0 && parts.length === 1 ? '-' : ''}${text}`
    },
  }
}

interface Piece {
  readonly text: string
  /** Shown as it is, and no place for a digit or a part of a day. */
  readonly isLiteral: boolean
}

const token =
  /"([^"]*)"|\\([\s\S])|[_*][\s\S]|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|\$([^\]-]*)(?:-(?!F[48]00)[^\]]*)?)\]|(\[[^\]]*\]?)|(y+|m+|d+|h+|s+)|([\s\S])/gi

/** The sections of a format, for what is above zero, below it, and zero. */
function sections(format: string): string[] {
  const parts = ['']
  for (const [text] of format.matchAll(token)) {
    if (text === ';') parts.push('')
    else parts[parts.length - 1] += text
  }
  return parts
}

/** The pieces of a section; null where it has a condition, digits of another script, or a custom of the machine. */
function pieces(section: string): readonly Piece[] | null {
  const found: Piece[] = []
  for (const [, quoted, escaped, currency, unknown, part, sign] of section.matchAll(token)) {
    if (unknown !== undefined) return null
    const literal = quoted ?? escaped ?? currency
    if (literal !== undefined) found.push({ text: literal, isLiteral: true })
    else if (part !== undefined) found.push({ text: part.toLowerCase(), isLiteral: false })
    else if (sign !== undefined) found.push({ text: sign, isLiteral: !/[a-z0#?.,%/@!]/i.test(sign) })
  }
  return found
}

const isPlace = (p: Piece): boolean => !p.isLiteral && /[0#?]/.test(p.text)

/** A number of at least nothing, by the pieces of its section. */
function numberBy(size: number, all: readonly Piece[] | null): string | null {
  if (!all?.some(isPlace) || all.some((p) => !p.isLiteral && !/^[0#?.,%]$/.test(p.text))) return null
  const places = all.flatMap((p, i) => (isPlace(p) ? [i] : []))
  const point = all.findIndex((p) => !p.isLiteral && p.text === '.')
  const before = places.filter((i) => point === -1 || i < point)
  const after = places.filter((i) => point !== -1 && i > point)
  const commas = all.flatMap((p, i) => (!p.isLiteral && p.text === ',' ? [i] : []))
  // Behind the last place a comma hides three digits.
  if (commas.some((i) => i > (before.at(-1) ?? -1) || i < (before[0] ?? 0))) return null
  const hundredfold = all.filter((p) => !p.isLiteral && p.text === '%').length
  const exact = Number((size * 100 ** hundredfold).toPrecision(15))
  const fixed = exact.toFixed(after.length)
  if (exact >= 1e15 || Number(fixed) !== exact) return null
  const [whole = '', decimals = ''] = fixed.split('.')
  const shown = new Map(all.map((p, i) => [i, p.text === ',' && !p.isLiteral ? '' : p.text]))
  putWhole(shown, all, before, whole === '0' ? '' : whole, commas.length > 0)
  after.forEach((at, i) => {
    const isRest = /^0*$/.test(decimals.slice(i))
    shown.set(at, isRest && all[at]?.text !== '0' ? '' : (decimals[i] ?? ''))
  })
  return [...shown.values()].join('').trim()
}

/** Fills places from the right; what is left over stands at the first of them. */
function putWhole(
  shown: Map<number, string>,
  all: readonly Piece[],
  places: readonly number[],
  digits: string,
  isGrouped: boolean,
): void {
  places.toReversed().forEach((at, i) => {
    const isFirst = i === places.length - 1
    const own = digits.slice(isFirst ? 0 : Math.max(0, digits.length - i - 1), Math.max(0, digits.length - i))
    const filled = own === '' && all[at]?.text === '0' ? '0' : own
    shown.set(at, isGrouped ? grouped(filled, i) : filled)
  })
}

/** Digits with a comma behind each that has so many times three to its right. */
const grouped = (digits: string, toTheRight: number): string =>
  [...digits]
    .map((digit, i) => {
      const right = toTheRight + digits.length - i - 1
      return right > 0 && right % 3 === 0 ? `${digit},` : digit
    })
    .join('')

/** A day, and a time where the format has one, by its pieces. */
function dayBy(at: Date, all: readonly Piece[] | null): string | null {
  if (!all || Number.isNaN(at.getTime())) return null
  let text = ''
  let isTime = false
  const told = new Set<string>()
  for (const piece of all) {
    if (piece.isLiteral || /^[/.,]$/.test(piece.text)) {
      text += piece.text
      continue
    }
    const letter = piece.text[0] ?? ''
    isTime = letter === 'h' || (isTime && letter !== 'd' && letter !== 'y')
    const name = letter === 'm' && isTime ? 'minute' : letter
    const value = dayParts[name]?.(at)
    if (value === undefined || piece.text.length > (name === 'y' ? 4 : 2) || (name === 'y' && piece.text.length < 4))
      return null
    told.add(name)
    text += String(value).padStart(piece.text.length, '0')
  }
  const isMidnight = at.getTime() % 86_400_000 === 0
  const needed = isMidnight ? ['y', 'm', 'd'] : ['y', 'm', 'd', 'h', 'minute']
  const hides = !told.has('s') && at.getUTCSeconds() !== 0
  return needed.every((name) => told.has(name)) && !hides ? text.trim() : null
}
const dayParts: Readonly<Record<string, (at: Date) => number>> = {
  y: (at) => at.getUTCFullYear(),
  m: (at) => at.getUTCMonth() + 1,
  d: (at) => at.getUTCDate(),
  h: (at) => at.getUTCHours(),
  minute: (at) => at.getUTCMinutes(),
  s: (at) => at.getUTCSeconds(),
}
