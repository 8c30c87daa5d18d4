// engine: inspects what is received and judges it, under the lock of its receipt or bill

import type { qualityItem, qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { SampleRow } from './sample.ts'

export type Matched = RowOf<typeof qualityScheme, 'id' | 'kind' | 'percent' | 'binId' | 'skipAfter' | 'skipLots'> & {
  readonly samples: readonly SampleRow[]
  readonly items: readonly RowOf<typeof qualityItem.entity, 'name' | 'kind' | 'least' | 'most' | 'unit' | 'needed'>[]
}
interface Of {
  readonly productId: string
  readonly ownerId: string
  readonly vendorId: string | null
}

/**
 * The scheme of goods that come in: all that it names is theirs, a category serves all below it. Most conditions first,
 * then the nearest category, the lowest priority number, the older. Source: wms.md 7.1, 11.11.
 */
export async function schemeOf(ctx: Ctx, { productId, ownerId, vendorId }: Of): Promise<Matched | null> {
  const scheme = await ctx.tx.maybe<Omit<Matched, 'samples' | 'items'>>(sql`
    select s.id, s.kind, s.percent, s.bin_id, s.skip_after, s.skip_lots
    from wms_quality_scheme s
    join mdm_product p on p.tenant_id = s.tenant_id and p.id = ${productId}
    left join wms_product_category c on c.tenant_id = s.tenant_id and c.id = p.category_id
    cross join lateral (select array_position(string_to_array(btrim(c.path, '/'), '/'), s.category_id::text) as level) named
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and not s.disabled
      and (s.owner_id is null or s.owner_id = ${ownerId}) and (s.vendor_id is null or s.vendor_id = ${vendorId}::bigint)
      and (s.product_id is null or s.product_id = p.id) and (s.category_id is null or named.level is not null)
    order by num_nonnulls(s.owner_id, s.vendor_id, s.product_id, s.category_id) desc, named.level desc nulls last, s.priority, s.id
    limit 1`)
  if (!scheme) return null
  const of = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and scheme_id = ${scheme.id}`
  const [samples, items] = await Promise.all([
    ctx.tx.query<SampleRow & object>(sql`
      select lot_to, sample, accept, reject from wms_quality_sample where ${of} order by lot_to`),
    ctx.tx.query<Matched['items'][number] & object>(sql`
      select name, kind, least, most, unit, needed from wms_quality_item where ${of} order by seq, id`),
  ])
  return { ...scheme, samples, items }
}

/**
 * Whether these goods are looked at. After so many lots that were accepted without a reject, so many receipts of the same
 * goods and vendor are not.
 */
export async function isInspected(ctx: Ctx, scheme: Matched | null, of: Of, lineId: string): Promise<boolean> {
  if (scheme === null || scheme.kind === 'NONE') return false
  if (scheme.skipAfter === null || scheme.skipLots === null) return true
  const last = await ctx.tx.query<{ good: boolean; taskLineId: string }>(sql`
    select coalesce(l.verdict = 'PASS' and l.reject_qty = 0, false) as good, l.task_line_id from wms_quality_bill b
    join wms_quality_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.state <> 'CANCELED' and b.owner_id = ${of.ownerId}
      and b.vendor_id is not distinct from ${of.vendorId}::bigint and l.product_id = ${of.productId} and l.scheme_id = ${scheme.id}
    order by l.task_line_id desc, l.id desc limit ${scheme.skipAfter}`)
  if (last.length < scheme.skipAfter || last.some((l) => !l.good)) return true
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'RECEIVE' and k.vendor_id is not distinct from ${of.vendorId}::bigint
      and l.product_id = ${of.productId} and l.owner_id = ${of.ownerId} and l.done_qty > 0 and l.id > ${last[0]?.taskLineId} and l.id <> ${lineId}`)
  return n >= scheme.skipLots
}
