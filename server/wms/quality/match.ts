// engine: inspects what is received and judges it, under the lock of its receipt or bill

import type { qualityItem, qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { SampleRow } from './sample.ts'

export type Matched = RowOf<
  typeof qualityScheme,
  'id' | 'kind' | 'percent' | 'binId' | 'skipAfter' | 'skipLots' | 'strictLots' | 'resetDays'
> & {
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
    select s.id, s.kind, s.percent, s.bin_id, s.skip_after, s.skip_lots, s.strict_lots, s.reset_days
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

/** How much of a scheme goods have earned: none of it, what it says, or all of every lot. */
export type Stage = 'SKIP' | 'NORMAL' | 'STRICT'

/**
 * What these goods of this vendor have earned here. With a reject among the last lots that were decided all of each is looked
 * at; after so many in a row that were good, so many receipts are not. What is older than the scheme counts is forgotten.
 */
export async function stageOf(ctx: Ctx, scheme: Matched | null, of: Of, lineId: string): Promise<Stage> {
  if (scheme === null || scheme.kind === 'NONE') return 'SKIP'
  const { strictLots, skipAfter, skipLots } = scheme
  if (strictLots !== null) {
    const decided = sql`and b.state = 'APPROVED' and (l.verdict in ('PASS', 'REJECT') or l.reject_qty > 0)`
    if ((await judged(ctx, scheme, of, decided, strictLots)).some((j) => j.isBad)) return 'STRICT'
  }
  if (skipAfter === null || skipLots === null) return 'NORMAL'
  const last = await judged(ctx, scheme, of, empty, skipAfter)
  if (last.length < skipAfter || last.some((j) => !j.isGood)) return 'NORMAL'
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'RECEIVE' and k.vendor_id is not distinct from ${of.vendorId}::bigint
      and l.product_id = ${of.productId} and l.owner_id = ${of.ownerId} and l.done_qty > 0 and l.id > ${last[0]?.taskLineId} and l.id <> ${lineId}`)
  return n < skipLots ? 'SKIP' : 'NORMAL'
}

/** Lots that were inspected by the scheme, the newest first; one that is not decided yet is neither good nor bad. */
function judged(
  ctx: Ctx,
  { id, resetDays }: Matched,
  { ownerId, vendorId, productId }: Of,
  only: Sql,
  most: number,
): Promise<{ isGood: boolean; isBad: boolean; taskLineId: string }[]> {
  const since = resetDays === null ? null : new Date(ctx.now().getTime() - resetDays * 86_400_000)
  return ctx.tx.query(sql`
    select coalesce(b.state = 'APPROVED' and l.verdict = 'PASS' and l.reject_qty = 0, false) as is_good,
      coalesce(l.verdict = 'REJECT' or l.reject_qty > 0, false) as is_bad, l.task_line_id
    from wms_quality_bill b
    join wms_quality_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.state <> 'CANCELED' and b.owner_id = ${ownerId}
      and b.vendor_id is not distinct from ${vendorId}::bigint and l.product_id = ${productId} and l.scheme_id = ${id}
      and (${since}::timestamptz is null or b.created_at >= ${since}) ${only}
    order by l.task_line_id desc, l.id desc limit ${most}`)
}
