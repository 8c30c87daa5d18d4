import { clientSite } from '@lading/contract/tms/clientSite.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import type { Trip } from '../trip/read.ts'
import { tripTopic } from './topics.ts'

/** Leaves word of a trip for the warehouse that it departs from, where that is one of the tenant's own. */
export async function tellWarehouse(ctx: Ctx, { id, departSiteId }: Pick<Trip, 'id' | 'departSiteId'>): Promise<void> {
  const own = await ctx.tx.maybe(sql`
    select 1 from ${named(ctx, clientSite, 's')} where s.id = ${departSiteId} and s.org_ref is not null`)
  if (own) ctx.emit({ topic: tripTopic, key: id })
}
