import type { Ctx } from '../../kernel/ctx.ts'
import { feeTopic } from '../warehouse/topics.ts'

/** Leaves word of a trip that is over: it is charged after the commit. */
export const tellOver = (ctx: Ctx, { id }: { readonly id: string }): void =>
  ctx.emit({ topic: feeTopic, key: `trip:${id}` })
/** The same of a way bill whose receipt has been looked through. */
export const tellClosed = (ctx: Ctx, { id }: { readonly id: string }): void =>
  ctx.emit({ topic: feeTopic, key: `wayBill:${id}` })
