import { owner } from '@lading/contract/mdm/owner.ts'
import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { product, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import type { ShortJob } from '../../platform/job/run.ts'
import { demoProducts } from './catalogue.ts'
import type { DemoMasters } from './masters.ts'
import { seedMorning } from './orders.ts'

/** The demo's masters as they are now; what the user deleted or disabled is left out. */
export async function loadMasters(ctx: Ctx): Promise<DemoMasters> {
  const owners = await ctx.tx.query<{ id: string; code: string }>(sql`
    select id, code from ${named(ctx, owner, 'o')} where not disabled`)
  const vendors = await ctx.tx.query<{ id: string }>(sql`
    select id from ${named(ctx, vendor, 'v')} where not disabled order by code`)
  const stores = await ctx.tx.query<{ id: string; route: string }>(sql`
    select id, coalesce(route, '') as route from ${named(ctx, store, 's')} where not disabled order by code`)
  const rows = await ctx.tx.query<{ id: string; code: string; qpcId: string; owners: string[] }>(sql`
    select p.id, p.code, (select min(q.id) from ${named(ctx, qpc, 'q')} where q.product_id = p.id) as qpc_id,
      array(select o.owner_id::text from ${named(ctx, productOwner.entity, 'o')} where o.product_id = p.id order by o.id) as owners
    from ${named(ctx, product, 'p')} where not p.disabled`)
  const known = new Map(rows.map((r) => [r.code, r]))
  const products = demoProducts().flatMap((p) => {
    const row = known.get(p.code)
    return row && row.owners.length > 0 ? [{ ...p, id: row.id, qpcId: row.qpcId, owners: row.owners }] : []
  })
  return { owners: new Map(owners.map((o) => [o.code, o.id])), vendors: vendors.map((v) => v.id), stores, products }
}

/** Each morning the demo company gets the day's orders, so that day two is alive too. Other tenants are left alone. */
export const demoMorning: ShortJob = {
  title: ['演示数据', "Demo company's orders of the day"],
  cron: '5 0 * * *',
  worksAt: ['DC'],
  run: async (ctx) => {
    const demo = await ctx.tx.maybe(sql`
      select 1 from sys_tenant t join sys_org o on o.tenant_id = t.id where t.id = ${ctx.tenantId} and t.code = 'demo' and o.id = ${ctx.org.id} and o.code = 'DC01'`)
    if (!demo) return undefined
    const m = await loadMasters(ctx)
    if (m.owners.size < 2 || m.vendors.length === 0 || m.stores.length === 0 || m.products.length === 0)
      return 'masters are gone'
    await seedMorning((work) => work(ctx), m)
    return 'orders of the day'
  },
}
