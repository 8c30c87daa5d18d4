import { relativeDay } from '@lading/contract/kernel/relativeDay.ts'
import { dayIn } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** A day that is told from today, in the organisation that asks. */
export const dayOf = (ctx: Pick<Ctx, 'now' | 'org'>, text: string): string =>
  relativeDay(text, dayIn(ctx.org.timeZone, ctx.now()))
