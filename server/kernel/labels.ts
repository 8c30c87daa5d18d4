import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import sql from 'sql-template-tag'
import type { Ctx } from './ctx.ts'
import { entityByKey } from './registry.ts'
import { named } from './scope.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * What each of some rows is called, as it is shown: a row that is called like what it refers to, like that. Reads only for
 * such entities, once for all rows.
 */
export async function labelsOf(
  ctx: Pick<Ctx, 'tx' | 'tenantId'>,
  e: AnyEntity,
  rows: readonly Row[],
): Promise<(row: Row) => string | null> {
  const column = e.label.code
  const own = (row: Row): string | null => (row[column] === undefined ? null : String(row[column]))
  const to = e.fields[column]?.to
  if (to === undefined || e.fields[column]?.kind !== 'ref') return own
  const target = entityByKey(to)
  const ids = [...new Set(rows.flatMap((row) => own(row) ?? []))]
  const there = await ctx.tx.query<Row & { readonly id: string }>(sql`
    select t.* from ${named(ctx, target, 't')} where t.id = any(${ids}::bigint[])`)
  const labelOf = await labelsOf(ctx, target, there)
  const labels = new Map(there.map((row) => [row.id, labelOf(row)]))
  return (row) => labels.get(own(row) ?? '') ?? null
}
