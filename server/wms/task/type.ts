import type { Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { confirmInput } from '@lading/contract/wms/taskCalls.ts'
import type { Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Permitted } from '../../platform/override/spend.ts'
import type { ContainerFacts } from '../masters/facts.ts'
import type { LineRow, TaskRow } from './read.ts'

export type Confirm = z.output<typeof confirmInput>

/** What a confirm did to its line, in base units. */
export interface Confirmed {
  readonly done: Qty
  readonly short: Qty
  /** Sent back from the dock. */
  readonly refused?: Qty
  readonly pieces?: number | undefined
  /** Whether the line is closed now. */
  readonly closed: boolean
  /** What the worker carries of the line after it. */
  readonly inHand?: Qty
  /** Further lines that the same act closed, such as the rest of a pallet. */
  readonly alsoClosed?: readonly { readonly id: string; readonly done: Qty }[]
  readonly toBinId?: string
  /** Where goods were put down, which a line that stays open does not say. */
  readonly placedBinId?: string
  readonly toContainerId?: string
  readonly lotId?: string
  readonly warnings?: readonly Text[]
  /** Who let it go beyond the rules, and why. */
  readonly permitted?: Permitted
}

/**
 * Moves goods of one line. What it writes may travel with the commit.
 * @param box the container that the input names, or the one that is called like the task; as it was read, not locked
 */
type Confirming = (
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  input: Confirm,
  box: ContainerFacts | null,
) => Promise<Confirmed>

/** A line that is about to be confirmed, with what is said of it and the container that this names, or the task's own. */
export interface Entering {
  readonly line: LineRow
  readonly input: Confirm
  readonly box: ContainerFacts | null
}

/** What one kind of task does beyond the common machine. Each is a plain record of named functions. */
export interface TaskKind {
  /** Moves the goods of one line. Locks after the task row: stock, reservations, containers, bill lines. */
  readonly confirm: Confirming
  /**
   * Several at once, in statements that do not grow with them; without it each goes alone. None is in hand. It may refuse
   * what would go one after the other: then they do.
   * @returns of each line what became of it, none of one that another has closed along with itself
   */
  readonly confirmAll?: (
    ctx: Ctx,
    task: TaskRow,
    entering: readonly Entering[],
  ) => Promise<readonly (Confirmed | null)[]>
  /** Runs when every line is final, or the worker finishes early. */
  readonly finish?: (ctx: Ctx, task: TaskRow) => Promise<void>
  /** Open lines of a task that ends early: what they held is freed. */
  readonly dropLine?: (ctx: Ctx, task: TaskRow, line: LineRow) => Promise<void>
  /** Takes goods up on the first confirm of two; the second, `confirm`, puts them down. */
  readonly pickUp?: Confirming
  /** What is in hand goes back to where it was taken from. */
  readonly putBack?: (ctx: Ctx, task: TaskRow, line: LineRow) => Promise<void>
  /** What the former worker carries goes into the hands of who takes over. */
  readonly passOn?: (ctx: Ctx, task: TaskRow, lines: readonly LineRow[]) => Promise<void>
  /** Takes a confirm back while the goods are untouched. */
  readonly undo?: (ctx: Ctx, task: TaskRow, line: LineRow) => Promise<void>
  /** Work that must be approved: from then on its goods, or their places, are kept for it. */
  readonly approve?: (ctx: Ctx, task: TaskRow) => Promise<void>
  /** Holds of a task `t` that this worker must not do, beside the one whom the task itself names. */
  readonly barred?: (ctx: Ctx) => Sql
  /** Refuses somebody who must not do it, before he has gone anywhere. */
  readonly demandWorker?: (ctx: Ctx, task: TaskRow, userId: string) => Promise<void>
  /** May the task end while lines are open? Receiving may, a pick must say why each is short. */
  readonly endsEarly: boolean
}
