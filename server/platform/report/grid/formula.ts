import { periodOf } from '../period.ts'

/** What a cell holds. Decimals are numbers by now: they were added exactly before. */
export type Value = string | number | boolean | null

/** Which of a cell's copies are meant: those in reach, all of them, those of this page; or brothers so many steps away. */
export interface Reach {
  readonly of?: 'all' | 'page'
  readonly from?: number | 'first'
  readonly to?: number
}
export type Formula =
  | { readonly is: 'value'; readonly value: Value }
  | { readonly is: 'cell'; readonly name: string; readonly reach: Reach }
  | { readonly is: 'param'; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Formula[] }

/** What a formula says is not understood. */
export class FormulaError extends Error {}

const token =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"]|"")*)"|(\$\w+)|([A-Z]{1,2}[1-9]\d{0,2})(?![\w(])|([a-z_]\w*)|(<=|>=|<>|!=|==|\.\.|[-+*/&=<>(),[\]!%]))/giy

interface Token {
  readonly kind: 'number' | 'text' | 'param' | 'cell' | 'word' | 'sign' | 'end'
  readonly text: string
}
function tokensOf(source: string): Token[] {
  const found: Token[] = []
  const reader = new RegExp(token)
  const kinds = ['number', 'text', 'param', 'cell', 'word', 'sign'] as const
  while (reader.lastIndex < source.trimEnd().length) {
    const at = reader.lastIndex
    const match = reader.exec(source)
    if (!match) throw new FormulaError(source.slice(at).trim())
    const i = match.slice(1).findIndex((part) => part !== undefined)
    found.push({ kind: kinds[i] ?? 'end', text: match[i + 1] ?? '' })
  }
  return [...found, { kind: 'end', text: '' }]
}

/** From loose to tight; what stands in one row is equally tight. */
const levels: readonly Readonly<Record<string, string>>[] = [
  { or: 'or' },
  { and: 'and' },
  { '=': 'eq', '==': 'eq', '<>': 'ne', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' },
  { '&': 'join' },
  { '+': 'add', '-': 'sub' },
  { '*': 'mul', '/': 'div' },
]

class Reader {
  private at = 0
  private readonly tokens: readonly Token[]
  constructor(source: string) {
    this.tokens = tokensOf(source)
  }
  private get next(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '' }
  }
  private take(): Token {
    const one = this.next
    this.at += 1
    return one
  }
  private skip(text: string): boolean {
    const isThere = this.next.kind !== 'text' && this.next.text.toLowerCase() === text
    if (isThere) this.at += 1
    return isThere
  }
  private demand(text: string): void {
    if (!this.skip(text)) throw new FormulaError(this.next.text || text)
  }
  whole(): Formula {
    const made = this.level(0)
    if (this.next.kind !== 'end') throw new FormulaError(this.next.text)
    return made
  }
  private level(n: number): Formula {
    const signs = levels[n]
    if (!signs) return this.unary()
    let left = this.level(n + 1)
    for (;;) {
      const name = this.next.kind === 'text' ? undefined : signs[this.next.text.toLowerCase()]
      if (!name) return left
      this.at += 1
      left = { is: 'call', name, args: [left, this.level(n + 1)] }
    }
  }
  private unary(): Formula {
    if (this.skip('-')) return { is: 'call', name: 'neg', args: [this.unary()] }
    const made = this.single()
    return this.skip('%') ? { is: 'call', name: 'div', args: [made, { is: 'value', value: 100 }] } : made
  }
  private single(): Formula {
    const { kind, text } = this.take()
    if (kind === 'number') return { is: 'value', value: Number(text) }
    if (kind === 'text') return { is: 'value', value: text.replaceAll('""', '"') }
    if (kind === 'param') return { is: 'param', name: text.slice(1) }
    if (kind === 'cell') return { is: 'cell', name: text.toUpperCase(), reach: this.reach() }
    if (text === '(') {
      const inner = this.level(0)
      this.demand(')')
      return inner
    }
    if (kind === 'word') return this.word(text.toLowerCase())
    throw new FormulaError(text || 'end')
  }
  private word(name: string): Formula {
    if (name === 'true' || name === 'false') return { is: 'value', value: name === 'true' }
    if (!Object.hasOwn(functions, name)) throw new FormulaError(name)
    this.demand('(')
    const args: Formula[] = []
    while (!this.skip(')')) {
      if (args.length > 0) this.demand(',')
      const of = this.next.kind === 'word' ? this.next.text.toLowerCase() : ''
      const last = args.at(-1)
      // `sum(D4, page)`: the same cell, of this page.
      if ((of === 'page' || of === 'all') && last?.is === 'cell' && this.tokens[this.at + 1]?.text !== '(') {
        this.at += 1
        args[args.length - 1] = { ...last, reach: { of } }
      } else args.push(this.level(0))
    }
    return { is: 'call', name, args }
  }
  /** `[-1]`, `[..0]`, `!root`. */
  private reach(): Reach {
    if (this.skip('!')) {
      this.demand('root')
      return { of: 'all' }
    }
    if (!this.skip('[')) return {}
    const isRange = this.skip('..')
    const isBack = this.skip('-')
    const { kind, text } = this.take()
    if (kind !== 'number') throw new FormulaError(text)
    this.demand(']')
    const steps = isBack ? -Number(text) : Number(text)
    return isRange ? { from: 'first', to: steps } : { from: steps, to: steps }
  }
}

/** Reads a formula without its `=`. @throws FormulaError with what was not understood */
export const parseFormula = (source: string): Formula => new Reader(source).whole()

/** The cells that it asks. */
export const cellsOf = (f: Formula): string[] =>
  f.is === 'cell' ? [f.name] : f.is === 'call' ? f.args.flatMap(cellsOf) : []

/** What a formula is asked in. */
export interface Scene {
  /** Values of the copies of a cell that are in reach. */
  readonly cell: (name: string, reach: Reach) => readonly Value[]
  readonly param: (name: string) => Value
  /** Which of its brothers the row is, from one. */
  readonly position: () => number
  readonly page: number
  readonly pages: number
  /** A day, `2026-11-28`. */
  readonly today: string
}

export const numberOf = (v: Value): number | null => {
  if (typeof v === 'number') return v
  if (typeof v === 'boolean') return v ? 1 : 0
  if (v === null || v.trim() === '') return null
  const n = Number(v)
  return Number.isFinite(n) ? n : null
}
export const textOf = (v: Value): string => (v === null ? '' : String(v))
const isTrue = (v: Value): boolean => v === true || (typeof v === 'number' && v !== 0)

/** Neumaier's sum: what is small is not lost beside what is large; rounded to a millionth. */
export function total(values: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const v of values) {
    const next = sum + v
    lost += Math.abs(sum) >= Math.abs(v) ? sum - next + v : v - next + sum
    sum = next
  }
  return rounded(sum + lost, 6)
}
function rounded(n: number, digits: number): number {
  if (!Number.isFinite(n) || Math.abs(n) > 1e15) return n
  const made = Number(`${Math.round(Number(`${Math.abs(n)}e${digits}`))}e${-digits}`)
  return Number.isFinite(made) ? Math.sign(n) * made : n
}

export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return x - y
  const [s, t] = [textOf(a), textOf(b)]
  return s < t ? -1 : s > t ? 1 : 0
}

type Args = readonly Value[]
const numbers = (args: Args): number[] => args.map(numberOf).filter((n): n is number => n !== null)
/** Nothing comes of nothing, and nothing is divided by zero. */
const arithmetic =
  (work: (a: number, b: number) => number | null) =>
  ([a = null, b = null]: Args): Value => {
    const [x, y] = [numberOf(a), numberOf(b)]
    return x === null && y === null ? null : work(x ?? 0, y ?? 0)
  }
const comparing =
  (holds: (order: number) => boolean) =>
  ([a = null, b = null]: Args): Value =>
    holds(compare(a, b))
const onText =
  (work: (text: string, ...numbers: number[]) => Value) =>
  ([v = null, ...rest]: Args): Value =>
    v === null ? null : work(textOf(v), ...numbers(rest))
const dayPart = (from: number, to: number) => onText((s) => numberOf(s.slice(from, to)))
const days = (v: Value): number => Math.floor(Date.parse(textOf(v).slice(0, 10)) / 86_400_000)

type Work = (args: Args, scene: Scene) => Value
/** Every function that there is: nothing else is called, whatever a formula says. */
const functions: Readonly<Record<string, Work>> = {
  add: arithmetic((a, b) => total([a, b])),
  sub: arithmetic((a, b) => total([a, -b])),
  mul: arithmetic((a, b) => a * b),
  div: arithmetic((a, b) => (b === 0 ? null : a / b)),
  neg: ([a = null]) => {
    const n = numberOf(a)
    return n === null ? null : -n
  },
  join: ([a = null, b = null]) => textOf(a) + textOf(b),
  eq: comparing((o) => o === 0),
  ne: comparing((o) => o !== 0),
  lt: comparing((o) => o < 0),
  le: comparing((o) => o <= 0),
  gt: comparing((o) => o > 0),
  ge: comparing((o) => o >= 0),
  and: (args) => args.every(isTrue),
  or: (args) => args.some(isTrue),
  not: ([a = null]) => !isTrue(a),
  if: ([a = null, b = null, c = null]) => (isTrue(a) ? b : c),
  ifblank: ([a = null, b = null]) => (a === null || a === '' ? b : a),
  isblank: ([a = null]) => a === null || a === '',
  sum: (args) => total(numbers(args)),
  avg: (args) => {
    const n = numbers(args)
    return n.length === 0 ? null : total(n) / n.length
  },
  count: (args) => args.filter((v) => v !== null && v !== '').length,
  min: (args) => least(args, 1),
  max: (args) => least(args, -1),
  round: ([a = null, n = 0]) => {
    const x = numberOf(a)
    return x === null ? null : rounded(x, numberOf(n) ?? 0)
  },
  abs: arithmetic((a) => Math.abs(a)),
  int: arithmetic((a) => Math.trunc(a)),
  len: onText((s) => [...s].length),
  left: onText((s, n = 1) => [...s].slice(0, n).join('')),
  right: onText((s, n = 1) => [...s].slice(Math.max(0, [...s].length - n)).join('')),
  mid: onText((s, from = 1, n = 1) => [...s].slice(from - 1, from - 1 + n).join('')),
  upper: onText((s) => s.toUpperCase()),
  lower: onText((s) => s.toLowerCase()),
  trim: onText((s) => s.trim()),
  concat: (args) => args.map(textOf).join(''),
  year: dayPart(0, 4),
  month: dayPart(5, 7),
  day: dayPart(8, 10),
  begins: onText((s) => periodOf(s)?.[0] ?? null),
  ends: onText((s) => periodOf(s)?.[1] ?? null),
  days: ([a = null, b = null]) => (a === null || b === null ? null : days(b) - days(a)),
  today: (_, { today }) => today,
  row: (_, { position }) => position(),
  page: (_, { page }) => page,
  pages: (_, { pages }) => pages,
  /** `rank(D4)`: which it is by size, the largest first. Its own value comes first, those of its brothers behind it. */
  rank: ([own = null, ...all]) => (own === null ? null : 1 + all.filter((v) => compare(v, own) > 0).length),
}
const least = (args: Args, sign: 1 | -1): Value =>
  args.reduce<Value>(
    (best, v) => (v !== null && v !== '' && (best === null || sign * compare(v, best) < 0) ? v : best),
    null,
  )

/** Those that take all copies of a cell; any other takes the first. */
const overAll = new Set(['sum', 'avg', 'count', 'min', 'max', 'concat'])
const brothers: Reach = { from: 'first', to: Number.POSITIVE_INFINITY }

/** What a formula comes to. */
export function evaluate(f: Formula, scene: Scene): Value {
  if (f.is === 'value') return f.value
  if (f.is === 'param') return scene.param(f.name)
  if (f.is === 'cell') return scene.cell(f.name, f.reach)[0] ?? null
  const work = functions[f.name]
  if (!work) throw new FormulaError(f.name)
  const [first] = f.args
  if (f.name === 'if' && first) return evaluate(f.args[isTrue(evaluate(first, scene)) ? 1 : 2] ?? nothing, scene)
  if (f.name === 'rank' && first?.is === 'cell')
    return work([evaluate(first, scene), ...scene.cell(first.name, brothers)], scene)
  const args = f.args.flatMap((a) =>
    a.is === 'cell' && overAll.has(f.name) ? scene.cell(a.name, a.reach) : [evaluate(a, scene)],
  )
  return work(args, scene)
}
const nothing: Formula = { is: 'value', value: null }
