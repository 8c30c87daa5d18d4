import type { Entity, Fields } from '@lading/contract/kernel/entity.ts'
import sql, { type Sql } from 'sql-template-tag'
import { bulkInsert } from './bulk.ts'
import type { Ctx } from './ctx.ts'
import type { NewRow } from './rowOf.ts'
import { tableOf } from './tables.ts'

/**
 * Writes rows of the caller's tenant and organisation, as he and now. All rows have the keys of the first.
 * @param suffix e.g. `on conflict do nothing`
 * @returns their ids, in order, and how many were written
 */
export async function insert<F extends Fields, S extends Fields>(
  ctx: Pick<Ctx, 'tx' | 'tenantId' | 'org' | 'userId' | 'now' | 'newId'>,
  e: Entity<F, S>,
  rows: readonly NewRow<F, S>[],
  suffix: Sql = sql``,
): Promise<{ readonly ids: readonly string[]; readonly count: number }> {
  const now = ctx.now()
  const stamps = {
    createdAt: now,
    createdBy: ctx.userId,
    ...(!e.appendOnly && { updatedAt: now, updatedBy: ctx.userId }),
  }
  const at = { tenantId: ctx.tenantId, ...(e.scope === 'org' && { orgId: ctx.org.id }), ...stamps }
  // A driver takes a list for an array of the database.
  const lists = Object.keys(e.fields).filter((name) => e.fields[name]?.kind === 'json')
  const asJson = (row: NewRow<F, S>): object =>
    Object.fromEntries(lists.flatMap((name) => (Array.isArray(row[name]) ? [[name, JSON.stringify(row[name])]] : [])))
  const whole = rows.map((row) => ({ ...at, ...row, ...(lists.length > 0 && asJson(row)), id: row.id ?? ctx.newId() }))
  const count = await bulkInsert(ctx.tx, tableOf(e), whole, suffix)
  return { ids: whole.map((row) => row.id), count }
}
