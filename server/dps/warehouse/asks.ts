import type { LightConfirm, LightContainer, LightTask } from '@lading/contract/dps/work.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** What the rack asks of the warehouse, each within the caller's transaction. Goods move nowhere else. */
export interface Warehouse {
  /** Tasks as they stand, locked, each with all of its lines. */
  readonly workOf: (ctx: Ctx, taskIds: readonly string[]) => Promise<readonly LightTask[]>
  /**
   * Locks the task of a line, before anything of the rack is locked.
   * @returns whether it is done by light: what is confirmed of it the rack follows at once
   */
  readonly holdTask: (ctx: Ctx, taskLineId: string) => Promise<boolean>
  /** Books a press. Whatever else a confirm refuses, this refuses. What the rack shows follows by itself. */
  readonly confirm: (ctx: Ctx, press: LightConfirm) => Promise<void>
  /** A container by its code, if it may be picked into. */
  readonly containerOf: (ctx: Ctx, code: string) => Promise<LightContainer | undefined>
  /** Picks by handheld that nobody has begun are done by light, where each of their bins has one: of these orders, or of all. @returns how many */
  readonly toLights: (ctx: Ctx, orderIds: readonly string[] | null) => Promise<number>
  /** From now on by handheld. */
  readonly toHandhelds: (ctx: Ctx, taskIds: readonly string[]) => Promise<void>
  /** The same of these lines alone, which nobody has begun: what else their tasks want is still done by light. Of sorting the whole of it. */
  readonly linesToHandhelds: (ctx: Ctx, taskLineIds: readonly string[]) => Promise<void>
}
