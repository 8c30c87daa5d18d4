// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import type { StockType } from '@lading/contract/wms/place.ts'
import type { TakeKind } from '@lading/contract/wms/stockTakeBill.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

interface Scheme {
  readonly ownerId: string | null
  /** Types that it does not let be counted. */
  readonly off: readonly StockType[]
}
/** Which goods a stock count has. */
export interface Countable {
  /** As a condition on rows of stock, or of anything else with an owner and a stock type. @param alias of their table */
  readonly where: (alias: string) => Sql
  readonly has: (goods: { readonly ownerId: string; readonly stockType: StockType }) => boolean
}
const everything: Countable = { where: () => sql`true`, has: () => true }

/**
 * What is counted in this centre: all but the types that the scheme of their owner, or the general one, leaves out. Goods
 * in doubt are counted whatever they are, since nothing else would ever settle them.
 */
export async function countableOf(ctx: Ctx, kind: TakeKind): Promise<Countable> {
  if (kind === 'EXCEPTION') return everything
  const schemes = await ctx.tx.query<Scheme>(sql`
    select s.owner_id, array(select r.type from wms_stock_type r
      where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.scheme_id = s.id and not r.countable order by r.type) as off
    from (select distinct on (t.owner_id) t.id, t.owner_id from wms_stock_type_scheme t
      where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and not t.disabled order by t.owner_id, t.code) s`)
  if (schemes.every(({ off }) => off.length === 0)) return everything
  const general = schemes.find((s) => s.ownerId === null)?.off ?? []
  const own = schemes.flatMap(({ ownerId, off }) => (ownerId === null ? [] : [{ ownerId, off }]))
  const owners = own.map((s) => s.ownerId)
  const pairs = own.flatMap(({ ownerId, off }) => off.map((type) => `${ownerId} ${type}`))
  return {
    where: (alias) => {
      const at = raw(alias)
      return sql`not (${at}.stock_type = any(${general}::text[]) and ${at}.owner_id <> all(${owners}::bigint[])
        or (${at}.owner_id::text || ' ' || ${at}.stock_type) = any(${pairs}::text[]))`
    },
    has: ({ ownerId, stockType }) => !(schemes.find((s) => s.ownerId === ownerId)?.off ?? general).includes(stockType),
  }
}
