import { dayIn } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'

type Place = Pick<Ctx, 'org'>

/** The calendar day on which a moment counts, YYYY-MM-DD, by the clocks of the working organisation. */
export const dayOf = (ctx: Place, at: Date): string => dayIn(ctx.org.timeZone, at)
/** The day on which counts what happens now. */
export const businessDay = (ctx: Place & Pick<Ctx, 'now'>): string => dayOf(ctx, ctx.now())
