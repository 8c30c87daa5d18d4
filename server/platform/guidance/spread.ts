import { guidance } from '@lading/contract/sys/guidance.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { inTenant } from '../job/run.ts'

const kept = [
  ...(['title', 'kind', 'product', 'edition', 'audience', 'pages', 'validFrom', 'validTo'] as const),
  ...(['url', 'body', 'publishedAt'] as const),
] as const
type Material = RowOf<typeof guidance, 'id' | (typeof kept)[number]>

/** What the platform shows tenants now. */
const writtenFor = (ctx: Ctx): Promise<Material[]> =>
  ctx.tx.query<Material>(sql`
    select * from sys_guidance where tenant_id = ${ctx.tenantId} and state = 'PUBLISHED' and 'TENANT' = any(audience) order by id`)

/** Makes a tenant's copies what the platform shows, and takes away what it no longer shows; what the tenant wrote stays. */
async function bring(ctx: Ctx, all: readonly Material[]): Promise<void> {
  const own = await ctx.tx.query<Material>(sql`
    select * from sys_guidance where tenant_id = ${ctx.tenantId} and is_brought for update`)
  const said = (m: Material): string => JSON.stringify(kept.map((name) => m[name]))
  const wanted = new Set(all.map(said))
  const gone = own.filter((m) => !wanted.has(said(m)))
  const there = new Set(own.map(said))
  const ids = gone.map((m) => m.id)
  await ctx.tx.run(
    sql`delete from sys_guidance_read where tenant_id = ${ctx.tenantId} and guidance_id = any(${ids}::bigint[])`,
  )
  await ctx.tx.run(sql`delete from sys_guidance where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  const fresh = all.filter((m) => !there.has(said(m)))
  await insert(
    ctx,
    guidance,
    fresh.map((m) => ({
      ...Object.fromEntries(kept.map((name) => [name, m[name]])),
      ...{
        title: m.title,
        kind: m.kind,
        product: m.product,
        audience: m.audience,
        state: 'PUBLISHED',
        isBrought: true,
      },
    })),
  )
  if (gone.length + fresh.length > 0) ctx.tell(guidance.key)
}

/**
 * Brings the platform's materials to tenants. Harmless to repeat.
 * @param from the platform's tenant
 * @param to the tenants
 */
export async function spread(kernel: Kernel, from: string, to: readonly string[]): Promise<void> {
  const all = await inTenant(kernel, from, systemOrg, writtenFor)
  for (const tenantId of to)
    if (tenantId !== from) await inTenant(kernel, tenantId, systemOrg, (ctx) => bring(ctx, all))
}
