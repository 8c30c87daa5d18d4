// engine: places sites in regions of the enterprise

import { refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { areaOf, crossesItself, isInside, ringOf } from '@lading/contract/tms/geometry.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import { type Ring, reassignSites, type region } from '@lading/contract/tms/region.ts'
import sql, { join } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { Input, Rules } from '../../kernel/rules.ts'

interface Drawn {
  readonly id: string
  readonly ring: Ring
}
/** The delivery regions that have a boundary, the smallest first. */
export async function readRegions(ctx: Ctx): Promise<readonly Drawn[]> {
  const rows = await ctx.tx.query<Drawn>(sql`
    select id, ring from tms_region where tenant_id = ${ctx.tenantId} and kind = 'DELIVERY' and jsonb_typeof(ring) = 'array'`)
  return rows.toSorted((a, b) => areaOf(a.ring) - areaOf(b.ring))
}
/** The smallest region that a place lies in. */
export const regionAt = (regions: readonly Drawn[], lng: string, lat: string): string | null =>
  regions.find(({ ring }) => isInside([Number(lng), Number(lat)], ring))?.id ?? null

async function demandRegion(ctx: Ctx, input: Input): Promise<void> {
  if (typeof input.parentId === 'string') {
    const { circle } = await ctx.tx.one<{ circle: boolean }>(sql`
      with recursive above as (
        select id, parent_id from tms_region where tenant_id = ${ctx.tenantId} and id = ${input.parentId}
        union select r.id, r.parent_id from tms_region r join above a on r.tenant_id = ${ctx.tenantId} and r.id = a.parent_id)
      select exists (select 1 from above where id = ${String(input.id)}) as circle`)
    if (circle) refuse(tmsFaults.regionCircle)
  }
  if (input.ring === undefined || input.ring === null) return
  const ring = ringOf(input.ring) ?? refuse(tmsFaults.noBoundary)
  if (crossesItself(ring)) refuse(tmsFaults.selfCrossing)
  input.ring = ring
}
export const regionRules: Rules<typeof region> = {
  beforeCreate: (ctx, input) => demandRegion(ctx, input),
  beforeUpdate: (ctx, input) => demandRegion(ctx, input),
}

const chunk = 500
async function reassign(ctx: Ctx): Promise<{ count: number }> {
  const regions = await readRegions(ctx)
  const sites = await ctx.tx.query<{ id: string; code: string; regionId: string | null; lng: string; lat: string }>(sql`
    select id, code, region_id, lng, lat from tms_client_site
    where tenant_id = ${ctx.tenantId} and not is_region_chosen and lng is not null and lat is not null order by id for update`)
  const moved = sites.flatMap((site) => {
    const to = regionAt(regions, site.lng, site.lat)
    return to === site.regionId ? [] : [{ ...site, to }]
  })
  for (let from = 0; from < moved.length; from += chunk) {
    const rows = moved.slice(from, from + chunk).map(({ id, to }) => sql`(${id}::bigint, ${to}::bigint)`)
    await ctx.tx.run(sql`
      update tms_client_site s set region_id = v.region_id, version = s.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      from (values ${join(rows)}) as v (id, region_id) where s.tenant_id = ${ctx.tenantId} and s.id = v.id`)
  }
  for (const { id, code, regionId, to } of moved)
    ctx.audit({
      subject: clientSite.key,
      subjectId: id,
      subjectNo: code,
      action: 'reassign',
      before: { regionId },
      after: { regionId: to },
    })
  return { count: moved.length }
}
export const regionServed = (): Served[] => [serve(reassignSites, reassign)]
