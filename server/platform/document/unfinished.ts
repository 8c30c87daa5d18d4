import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { tableOf } from '../../kernel/tables.ts'
import type { Holding } from '../manifest.ts'

/** Papers of an organisation that are not at their end: of each kind, where there are any, how many. Whose goods they are about does not matter. */
export async function unfinishedOf(
  ctx: Ctx,
  orgId: string,
  kinds: readonly Pick<AnyDocument, 'header' | 'flow'>[],
): Promise<readonly Holding[]> {
  const held: Holding[] = []
  for (const { header, flow } of kinds) {
    const { count } = await ctx.tx.one<{ count: number }>(sql`
      select count(*)::int as count from ${raw(tableOf(header))}
      where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and state <> all(${flow.final}::text[])`)
    if (count > 0) held.push({ kind: header.title, count })
  }
  return held
}
