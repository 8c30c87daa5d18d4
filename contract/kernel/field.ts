import type { Rows } from './entity.ts'
import type { Text } from './text.ts'

/**
 * A field says what a value is, once. Check, column, form control and table cell are looked up by `kind`
 * in the layer that needs them; a kind without its entry there does not compile.
 *
 * `T` is a phantom: the type of the value in records and inputs (strings for ids, quantities and money).
 */
export interface Field<T = unknown> {
  readonly kind: Kind
  readonly title: Text
  readonly required: boolean
  /** Offered as a filter of the list; codes search by prefix, texts by substring, numbers and dates by range. */
  readonly filter?: boolean
  /** May be set on creation only. */
  readonly frozen?: boolean
  /** Never taken from a form or a file: the server's own functions set it. */
  readonly derived?: boolean
  /** No column: worked out from other tables whenever it is read. Shown, filtered and exported, never sorted or written. */
  readonly computed?: boolean
  /** Shown under the control in forms and as the note of an import column. */
  readonly hint?: Text
  /** Longest text in code points; text and code only. */
  readonly max?: number
  /** Least and greatest number, as decimal strings are compared exactly. */
  readonly least?: number
  readonly most?: number
  /**
   * How a text is read by who reads English: the field of its row that says it, where that is filled; or how its usual
   * words are called.
   */
  readonly english?: string | Readonly<Record<string, string>>
  /** Digits after the point of a decimal. */
  readonly scale?: number
  readonly choices?: Readonly<Record<string, Text>>
  /** What some values of a code are called where they are shown; any other stands for itself. */
  readonly known?: Readonly<Record<string, Text>>
  /** SYS dictionary type whose entries are the values. */
  readonly dict?: string
  /** Entity key (`wms.owner`) that a ref or refs point to. */
  readonly to?: string
  /** The database does not check the reference: ledgers and logs outlive what they name. */
  readonly loose?: boolean
  /** Of a ref: in a list its code and the beginning of its name tell it, so that what follows is in sight. */
  readonly brief?: boolean
  /** The child entity of a rows field. */
  readonly rows?: Rows
  readonly initial?: string | number | boolean | readonly string[]
  /** What a list adds up over the whole filtered set. */
  readonly total?: boolean
  readonly type?: T
}

export const kinds = [
  'code',
  'text',
  'note',
  'int',
  'decimal',
  'qty',
  'money',
  'flag',
  'choice',
  'choices',
  'dict',
  'ref',
  'refs',
  'date',
  'time',
  'instant',
  'json',
  'rows',
] as const
export type Kind = (typeof kinds)[number]

interface Common {
  filter?: boolean
  frozen?: boolean
  derived?: boolean
  hint?: Text
}
/** Whether a number is so many of a hundred: its title says so, as `超收比例%` does. */
export const isPercentage = (f: Field): boolean => /[%％]）?$/.test(f.title[0])
type Maybe<O, T> = O extends { required: true } ? Field<T> : Field<T | null>
type Options<X> = Common & { required?: boolean } & X

const make = <K extends Kind>(kind: K, title: Text, options: object): Field<never> & { readonly kind: K } => ({
  kind,
  title,
  required: false,
  ...options,
})

/** A key that people type and scan: letters, digits, `_ - . /`, compared byte by byte, searched by prefix. */
export const code = <const O extends Options<{ max?: number; known?: Readonly<Record<string, Text>> }>>(
  title: Text,
  o?: O,
): Maybe<O, string> => make('code', title, { max: 30, ...o })
/** One line of text. */
export const text = <
  const O extends Options<{ max?: number; initial?: string; english?: string | Readonly<Record<string, string>> }>,
>(
  title: Text,
  o?: O,
): Maybe<O, string> => make('text', title, { max: 64, ...o })
/** klkl of 可口可乐, made from the row's name: what a clerk types who does not want to choose characters. */
export const typedName = () => text(['拼音首字母', 'Pinyin initials'], { derived: true, max: 100 })
/** Several lines of text. */
export const note = <const O extends Options<{ max?: number }>>(title: Text, o?: O): Maybe<O, string> =>
  make('note', title, { max: 500, ...o })
export const int = <const O extends Options<{ least?: number; most?: number; initial?: number; total?: boolean }>>(
  title: Text,
  o?: O,
): Maybe<O, number> => make('int', title, { least: 0, most: 2_000_000_000, ...o })
/** An exact number that is no stock quantity: metres, kilograms, per cent. A decimal string of `scale` digits. */
export const decimal = <
  const O extends Options<{ scale?: number; least?: number; most?: number; initial?: string; total?: boolean }>,
>(
  title: Text,
  o?: O,
): Maybe<O, string> => make('decimal', title, { scale: 3, least: 0, most: 1e12, ...o })
/** Stock quantity in base units, numeric(18,3), a decimal string outside the engines. */
export const qty = <const O extends Options<{ initial?: string; total?: boolean; least?: number }>>(
  title: Text,
  o?: O,
): Maybe<O, string> => make('qty', title, { least: 0, ...o })
/** Amount of money, numeric(18,4), a decimal string. */
export const money = <const O extends Options<{ total?: boolean; least?: number }>>(
  title: Text,
  o?: O,
): Maybe<O, string> => make('money', title, { least: 0, ...o })
export const flag = (title: Text, o: Common & { initial?: boolean } = {}): Field<boolean> =>
  make('flag', title, { required: true, initial: false, ...o })
/** One of a closed list known to the code. */
export const choice = <const C extends Readonly<Record<string, Text>>, const O extends Options<{ initial?: string }>>(
  title: Text,
  choices: C,
  o?: O,
): Maybe<O, keyof C & string> => make('choice', title, { choices, ...o })
/** Any of a closed list: a text array. */
export const choices = <const C extends Readonly<Record<string, Text>>>(
  title: Text,
  options: C,
  o: Common & { initial?: readonly string[] } = {},
): Field<readonly (keyof C & string)[]> =>
  make('choices', title, { choices: options, required: true, initial: [], ...o })
/** An entry of a SYS dictionary that the tenant may extend. */
export const dict = <const O extends Options<{ initial?: string }>>(
  title: Text,
  dictionary: string,
  o?: O,
): Maybe<O, string> => make('dict', title, { dict: dictionary, max: 32, ...o })
/** Another entity's row, by id. Records carry its code and name under `refs`. */
export const ref = <const O extends Options<{ loose?: boolean; brief?: boolean }>>(
  title: Text,
  to: string,
  o?: O,
): Maybe<O, string> => make('ref', title, { to, ...o })
/** Several rows of another entity, by id, in the order that a person gave them. `refs` carries their codes and names with commas between. */
export const refs = (title: Text, to: string, o: Common = {}): Field<readonly string[]> =>
  make('refs', title, { to, required: true, initial: [], ...o })
/** A calendar day, YYYY-MM-DD. */
export const date = <const O extends Options<object>>(title: Text, o?: O): Maybe<O, string> =>
  make('date', title, { ...o })
/** A time of day, HH:mm. */
export const time = <const O extends Options<object>>(title: Text, o?: O): Maybe<O, string> =>
  make('time', title, { ...o })
/** A point in time, ISO-8601. */
export const instant = <const O extends Options<object>>(
  title: Text,
  o?: O,
): Maybe<O, string> & { readonly kind: 'instant' } => make('instant', title, { ...o })
/** A small structure that no user filters or sums; its shape is checked by the verb that writes it. */
export const json = <T = unknown>(title: Text, o: Common = {}): Field<T | null> =>
  make('json', title, { derived: true, ...o })
/** A value that stands in no column: the area's manifest on the server names how it is worked out. */
export const computed = <T>(field: Field<T>): Field<T> & { readonly computed: true } => ({
  ...field,
  derived: true,
  computed: true,
})
/** Child rows, written together with their parent. */
export const rows = <R extends Rows>(
  title: Text,
  child: R,
  o: Common & { required?: boolean } = {},
): Field<readonly R['_row'][]> & { readonly kind: 'rows' } => make('rows', title, { rows: child, ...o })
/** A list of which logs tell how many it has: no column. */
export const counted = (title: Text): Field<readonly unknown[]> & { readonly kind: 'rows' } => make('rows', title, {})
