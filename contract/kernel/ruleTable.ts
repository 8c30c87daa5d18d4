import { z } from 'zod'
import { id, query } from './call.ts'
import { type AnyEntity, childRows, entityPath, entityPermission, type Fields, type Rows } from './entity.ts'
import { choices, type Field, int, ref, refs } from './field.ts'
import { inputSchema } from './schema.ts'
import { plural, type Text } from './text.ts'

/** What a rule asks about a fact. Left empty it asks nothing: any will do. */
export interface Condition {
  readonly ask: 'is' | 'oneOf' | 'between'
  readonly fact: Field
}
/** The fact is exactly this. */
export const is = (fact: Field): Condition => ({ ask: 'is', fact })
/** The fact, a choice or a ref, is one of these. */
export const oneOf = (fact: Field): Condition => ({ ask: 'oneOf', fact })
/** The fact, a number or a time, lies between these, both included; one of them may be left open. */
export const between = (fact: Field): Condition => ({ ask: 'between', fact })
type Conditions = Readonly<Record<string, Condition>>

/** Rows that are asked in their order: each its conditions, and what holds when they are met. */
export interface RuleTable extends Rows {
  readonly conditions: Conditions
  /** What is told when rules are tried out: one fact for each condition. */
  readonly facts: Fields
  readonly results: readonly string[]
  /** `first`: the first rule that is met ends the search. `all`: each that is met counts, in their order. */
  readonly match: 'first' | 'all'
}

/** Steps between the numbers of rules: their places are what counts, and nobody types them. */
export const ruleStep = 10
const seq = int(['顺序', 'Order'], { required: true, initial: ruleStep, most: 9_999 })

const endsOf = (name: string) => [`${name}From`, `${name}To`] as const
/** The columns in which a rule keeps what it asks. */
function columnsOf(name: string, { ask, fact }: Condition): Fields {
  const { title, hint } = fact
  const open = { required: false, filter: false } as const
  if (ask === 'is') return { [name]: { ...fact, ...open } }
  const more = hint ? { hint } : {}
  if (ask === 'oneOf')
    return { [name]: fact.to ? refs(title, fact.to, more) : choices(title, fact.choices ?? {}, more as object) }
  const [from, to] = endsOf(name)
  return {
    [from]: { ...fact, ...open, title: [`${title[0]}起`, `${title[1]} from`] },
    [to]: { ...fact, ...open, title: [`${title[0]}止`, `${title[1]} to`] },
  }
}

interface RuleTableOptions<C extends Conditions, R extends Fields> {
  title: Text
  /** Of what the rules are: its key and title. */
  of: { readonly key: string; readonly title: Text }
  conditions?: C
  results: R
  match?: RuleTable['match']
  /** What the table shows of a rule, where one has more than a row of it has room for: then it is typed in a form of its own. */
  list?: readonly string[]
}

/**
 * Declares rules as child rows of what they are of: kept in order, moved up and down, tried out. Table, check, form, log,
 * import and export are those of all child rows; which rule is met is `tried` on both sides.
 */
export function ruleTable<const C extends Conditions, const R extends Fields>(
  area: string,
  noun: string,
  { title, of, conditions = {} as C, results, match = 'first', list }: RuleTableOptions<C, R>,
): RuleTable {
  const asked = Object.entries(conditions)
  for (const [name, { ask, fact }] of asked)
    if (ask === 'oneOf' && !fact.to && !fact.choices) throw new Error(`${noun}.${name} is neither a ref nor a choice`)
  const typed: Fields = {
    ...Object.assign({}, ...asked.map(([name, condition]) => columnsOf(name, condition))),
    ...results,
  }
  const rows = childRows(area, noun, of.key, {
    title,
    scope: 'org',
    sort: 'seq',
    fields: { schemeId: ref(of.title, of.key, { required: true, derived: true }), seq, ...typed } as Fields,
    unique: [['schemeId', 'seq']],
    ...(list && { form: ['seq', ...Object.keys(typed)], list }),
  })
  const facts = Object.fromEntries(asked.map(([name, { fact }]) => [name, { ...fact, required: false }]))
  return { ...rows, conditions, facts, results: Object.keys(results), match }
}

export type Facts = Readonly<Record<string, unknown>>
/** A rule as it fared: the conditions that these facts do not meet; one that meets all fires unless an earlier one did. */
export interface Tried<R> {
  readonly row: R
  readonly missed: readonly string[]
  readonly fires: boolean
}

/** Asks rules in the order in which they come. */
export function tried<R extends Facts>(
  { conditions, match }: Pick<RuleTable, 'conditions' | 'match'>,
  rows: readonly R[],
  facts: Facts,
): readonly Tried<R>[] {
  let isFound = false
  return rows.map((row) => {
    const missed = Object.entries(conditions).flatMap(([name, c]) => (isMet(name, c, row, facts[name]) ? [] : [name]))
    const fires = missed.length === 0 && !(match === 'first' && isFound)
    isFound ||= fires
    return { row, missed, fires }
  })
}

const isOpen = (value: unknown): boolean => value === null || value === undefined || value === ''
function isMet(name: string, { ask, fact }: Condition, row: Facts, got: unknown): boolean {
  if (ask === 'between') {
    const [from, to] = endsOf(name).map((end) => row[end])
    if (isOpen(from) && isOpen(to)) return true
    return !isOpen(got) && (isOpen(from) || order(fact, from, got) <= 0) && (isOpen(to) || order(fact, got, to) <= 0)
  }
  const wants = row[name]
  if (ask === 'is') return isOpen(wants) || wants === got
  return !Array.isArray(wants) || wants.length === 0 || wants.includes(got)
}

/** Days and times of day compare as they are written; numbers of up to fifteen digits are exact here. */
function order({ kind }: Field, a: unknown, b: unknown): number {
  if (kind === 'instant') return Date.parse(String(a)) - Date.parse(String(b))
  if (kind === 'date' || kind === 'time') return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
  return Number(a) - Number(b)
}

const outcome = z.object({
  no: z.number(),
  fires: z.boolean(),
  /** Why it does not: what it asks, in words. */
  why: z.array(z.string()),
  /** What would hold. */
  got: z.array(z.string()),
})
export type Outcome = z.output<typeof outcome>

/** 试算: which rules of a record would be met by given facts, and why the others would not. Nothing is written. */
export const tryRules = (parent: AnyEntity, table: RuleTable) =>
  query(`${entityPath(parent)}/try${table.entity.noun.replace(/^./, (c) => c.toUpperCase())}`, {
    title: [`试算：${table.entity.title[0]}`, `Simulate ${plural(table.entity.title[1]).toLowerCase()}`],
    permission: entityPermission(parent, 'view'),
    input: z.object({ id, facts: inputSchema(table.facts) }),
    output: z.object({ rows: z.array(outcome) }),
  })
