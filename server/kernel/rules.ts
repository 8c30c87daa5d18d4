import type { Text } from '@lading/contract/kernel/text.ts'
import type { Ctx } from './ctx.ts'

export type Input = Record<string, unknown>
export interface Seen {
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

/** Rules of an entity's own, as named functions; each may refuse. At most these. */
export interface Rules {
  /** Fills in what follows from other values, before anything is checked. */
  readonly complete?: (input: Input, creating: boolean) => void
  readonly warn?: (input: Input) => readonly Warning[]
  /** By column as `qpcs.qpc`: empty cells of a file that have a substitute. */
  readonly lenient?: Readonly<Record<string, Leniency>>
  readonly beforeCreate?: (ctx: Ctx, input: Input) => Promise<void>
  /** Many new rows of a file at once; without it each is asked of `beforeCreate`. */
  readonly beforeCreateMany?: (ctx: Ctx, inputs: readonly Input[]) => Promise<void>
  readonly beforeUpdate?: (ctx: Ctx, input: Input & Seen, before: Input) => Promise<void>
  readonly beforeEnable?: (ctx: Ctx, row: Input & Seen) => Promise<void>
  readonly beforeDisable?: (ctx: Ctx, row: Input & Seen) => Promise<void>
  readonly beforeRemove?: (ctx: Ctx, row: Input & Seen) => Promise<void>
}
