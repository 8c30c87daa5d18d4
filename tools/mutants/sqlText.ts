/** A change of a piece of text, by where it begins in it. */
export interface Edit {
  readonly at: number
  readonly from: string
  readonly to: string
}
interface Operator {
  readonly pattern: RegExp
  /** What of the match is replaced, and by what; none where nothing should be. */
  readonly change: (match: RegExpExecArray) => { readonly from: string; readonly to: string } | undefined
}

const swapped =
  (pairs: Readonly<Record<string, string>>, part = 1) =>
  (match: RegExpExecArray) => {
    const from = match[part] ?? ''
    const to = pairs[from.trim()]
    return to === undefined ? undefined : { from, to: from.replace(from.trim(), to) }
  }
const value = String.raw`(?:'[^']*'|\d+|[a-z_.]+|\([^()$]*\))`
/** Ends with its template: what follows a condition that a parameter ends is another text. */
const end = String.raw`(?=\s*(?:$|\)|\n|(?:and|or|order|group|limit|for|returning|then)\b))`

/**
 * Changes that leave a statement a statement: one that the database cannot read would be found by every test and say
 * nothing. Conditions of tenant and organisation stay: row-level security is the second wall behind them, and other
 * proofs try both from outside. So does the order of rows that are locked: only a race could tell.
 */
const operators: readonly Operator[] = [
  { pattern: /[\w)] (<=?|>=?) /g, change: swapped({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' }) },
  { pattern: /[\w)] ([+-]) (?!interval)/g, change: swapped({ '+': '-', '-': '+' }) },
  {
    pattern: new RegExp(
      String.raw`\s(and (?:not )?[a-z_.]+(?: (?:=|<>|<=?|>=?|in) ${value}| is (?:not )?null)?)${end}`,
      'g',
    ),
    change: ([, from = '']) => (/\b(tenant_id|org_id)\b/.test(from) ? undefined : { from, to: '' }),
  },
  {
    pattern: /\b(order by [a-z_.]+)(?! (?:asc|desc))(?! for update)(?=[\s,)]|$)/g,
    change: ([, from = '']) => ({ from, to: `${from} desc` }),
  },
  { pattern: /[\w)]( desc)\b/g, change: swapped({ desc: 'asc' }) },
  {
    pattern: /'([A-Z][A-Z_]+)'/g,
    change: ([from, name = '']) => (name === 'LOOSE' ? undefined : { from, to: "'MUTANT'" }),
  },
  { pattern: /\bcoalesce\([^()]*(?:\([^()]*\))?[^()]*(, 0)\)/g, change: () => ({ from: ', 0)', to: ', 1)' }) },
  {
    pattern: /\b(min|max|least|greatest)\(/g,
    change: swapped({ min: 'max', max: 'min', least: 'greatest', greatest: 'least' }),
  },
]

/** Every change of one text of a statement, between two parameters; `isLast` when no parameter follows. */
export function sqlEdits(text: string, isLast: boolean): readonly Edit[] {
  // A parameter is no end: what stands before it is half a condition.
  const whole = isLast ? text : `${text}?`
  return operators.flatMap(({ pattern, change }) =>
    [...whole.matchAll(pattern)].flatMap((match) => {
      const made = change(match)
      return made ? [{ at: match.index + match[0].lastIndexOf(made.from), ...made }] : []
    }),
  )
}
