// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** One piece of a check: within the caller's transaction, or in one of its own. */
export type Step = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Ids above `after`, up to and with `upTo`. */
export interface Range {
  readonly after: string
  readonly upTo: string
}
const last = '9223372036854775807'
export const everything: Range = { after: '0', upTo: last }

/** Whether a column is in a range: of ranges that follow each other each row is in one. */
export const isIn = (column: string, { after, upTo }: Range): Sql =>
  sql`${raw(column)} > ${after} and ${raw(column)} <= ${upTo}`

/**
 * Ranges that hold `size` rows of a table each, read along its key, and together every id of `within`: also ids that no
 * row has, and rows that come while they are walked through.
 */
export async function* ranges(step: Step, table: string, size: number, within = everything): AsyncGenerator<Range> {
  for (let after = within.after; ; ) {
    const end = await step((ctx) =>
      ctx.tx.maybe<{ id: string }>(sql`
        select id from ${raw(table)} where tenant_id = ${ctx.tenantId} and ${isIn('id', { after, upTo: within.upTo })}
        order by id limit 1 offset ${size - 1}`),
    )
    yield { after, upTo: end?.id ?? within.upTo }
    if (!end) return
    after = end.id
  }
}
