import type { Ctx } from '../../kernel/ctx.ts'
import type { Input } from '../../kernel/rules.ts'
import type { NewLine } from '../task/create.ts'

/** A line as it is typed, or as it was stored before somebody changed a part of it. */
export type TypedLine = Input & { readonly id?: string; readonly productId: string }

/** What kinds of work that must be approved do when they are written down. */
export interface Asking {
  /** Refuses what makes no sense, and says what is to be done. In the order of the lines; ids stay. */
  readonly complete: (ctx: Ctx, ownerId: string, lines: readonly TypedLine[]) => Promise<NewLine[]>
}

/** A fault of one line, which the form and the import mark. */
export const fieldOf = (i: number, name: string): string => `lines.${i}.${name}`
