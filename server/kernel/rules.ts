import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { Ctx } from './ctx.ts'
import type { Columns, FieldsOf, Kept, RowOf } from './rowOf.ts'

export type Input = Record<string, unknown>
/** No interface: what is also an {@link Input} has to be of a kind that may have further names. */
export type Seen = {
  readonly id: string
  readonly version: number
}

/** Something odd about a value: refused where a person types it, told where a file brings it. */
export interface Warning {
  /** `barcodes.0.code` for a child row's field. */
  readonly field: string
  readonly message: Text
}
/** What a file may leave empty: the value taken instead, and what is told. What it says is never replaced. */
export interface Leniency {
  readonly instead: unknown
  readonly message: Text
}

/** Something that no two rows may both be known by, although no key of the entity says so. */
export interface Claim {
  /** `barcodes.0.code` for a child row's field. */
  readonly field: string
  readonly value: string
  /** Equal for values that mean the same. */
  readonly same: string
}

type Nullable<R> = { [N in keyof R]-?: null extends R[N] ? N : never }[keyof R]
/** Whatever is sent of a child row, rules get all of it. */
type ChildRow<R> = { [N in Exclude<keyof R, Nullable<R> | 'id' | 'removed'>]-?: Exclude<R[N], undefined> } & {
  [N in Nullable<R>]?: R[N]
} & { readonly id?: string; readonly removed?: boolean }
/** A moment that a call brings is a text; a rule may write one as it has it. */
type Given<F> = F extends { readonly type?: infer T }
  ? F extends { readonly kind: 'instant' }
    ? Date | Exclude<T, undefined>
    : F extends { readonly kind: 'rows' }
      ? Exclude<T, undefined> extends readonly (infer R)[]
        ? readonly ChildRow<R>[]
        : never
      : Exclude<T, undefined>
  : never
type Optional<C> = {
  [N in keyof C]: null extends Given<C[N]> ? N : Given<C[N]> extends readonly object[] ? N : never
}[keyof C]
type Told<E, Unnamed, Named> = string extends keyof FieldsOf<E> ? Unnamed : Named

/**
 * A new row as rules get it, its child rows with it. What has an initial value or is derived stands there once it was
 * filled in.
 */
export type NewRow<E = AnyEntity> = Told<
  E,
  Input,
  { -readonly [N in Exclude<keyof Columns<E>, Optional<Columns<E>>>]: Given<Columns<E>[N]> } & {
    -readonly [N in Optional<Columns<E>>]?: Given<Columns<E>[N]>
  } & { id: string }
>
/** What is to become of a row, as far as it is said; of a new one all of it. */
export type Changes<E = AnyEntity> = Told<E, Input, { -readonly [N in keyof Columns<E>]?: Given<Columns<E>[N]> }>
type Stored<E> = {
  [N in keyof Columns<E>]: Columns<E>[N] extends { readonly kind: 'rows' } | { readonly computed: true } ? never : N
}[keyof Columns<E>] &
  string
/** A row with all its columns, as the database tells it. */
export type StoredRow<E = AnyEntity> = Seen & Told<E, Input, RowOf<E, Stored<E> | keyof Kept>>

/** What rules get: a new row, changes of one, one as it is kept. */
interface RulesOver<New, Changed, Kept> {
  /** Fills in what follows from other values, before anything is checked. */
  complete?(input: Changed, creating: boolean): void
  warn?(input: Changed): readonly Warning[]
  /** What a row claims by what is said of it: rows of one file are refused by each other, before the database is asked. */
  claims?(input: Changed): readonly Claim[]
  /** By column as `qpcs.qpc`: empty cells of a file that have a substitute. */
  readonly lenient?: Readonly<Record<string, Leniency>>
  beforeCreate?(ctx: Ctx, input: New): Promise<void>
  /** Many new rows of a file at once; without it each is asked of `beforeCreate`. */
  beforeCreateMany?(ctx: Ctx, inputs: readonly New[]): Promise<void>
  beforeUpdate?(ctx: Ctx, input: Changed & Seen, before: Kept): Promise<void>
  beforeEnable?(ctx: Ctx, row: Kept): Promise<void>
  beforeDisable?(ctx: Ctx, row: Kept): Promise<void>
  beforeRemove?(ctx: Ctx, row: Kept): Promise<void>
}
/**
 * Rules of an entity's own, as named functions; each may refuse. At most these. They are methods, so that the kernel, which
 * knows no entity by name, takes those of any; who serves an entity takes none of another's.
 */
export type Rules<E extends AnyEntity = AnyEntity> = RulesOver<NewRow<E>, Changes<E>, StoredRow<E>>
