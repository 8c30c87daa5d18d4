import { ledger, stock } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { from } from '../../kernel/scope.ts'

const dayMs = 86_400_000

/**
 * Balances `t` of products that lay here all the days and of which nothing left: not picked, not shipped. Products are
 * asked, not balances: each over its own index, and only up to the first pick that is found.
 */
export function nothingLeft(ctx: Ctx, days: number): Sql {
  const since = new Date(ctx.now().getTime() - days * dayMs)
  return sql`t.first_in_at < ${since} and t.product_id = any(array(
    select d.product_id from (
      select distinct s.product_id, s.org_id from ${from(ctx, stock, 's')} where s.qty > 0 and s.first_in_at < ${since}) d
    where not exists (
      select 1 from ${from(ctx, ledger, 'x')} where x.org_id = d.org_id and x.product_id = d.product_id and x.id > ${idAt(since)}::bigint
        and x.biz_type in ('PICK', 'SHIP', 'VRTN_SHIP', 'USE', 'PROC_IN'))))`
}
