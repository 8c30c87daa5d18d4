// engine: finds room for containers among those of all stores, under the lock of its scheme

import type { CollectKind } from '@lading/contract/wms/collectScheme.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

/** A staging bin of a scheme, and what stands there or is on its way. */
export interface CollectBin {
  readonly binId: string
  readonly code: string
  readonly checkDigit: string | null
  readonly storeId: string | null
  readonly route: string | null
  readonly capacity: number | null
  readonly overflow: boolean
  readonly containers: number
  /** Whose containers these are. */
  readonly stores: readonly string[]
}
export interface CollectScheme {
  readonly id: string
  readonly kind: CollectKind
  readonly modes: readonly string[]
  readonly bins: readonly CollectBin[]
}
/** For whom a bin is wanted. */
export interface Wanting {
  readonly storeId: string
  readonly route: string | null
}

/**
 * Schemes in use, by code: locked, so that two who look for room in one bin do not both find it.
 * @param lock left out where they are only looked at
 */
export async function readSchemes(ctx: Ctx, lock: Sql = sql`for no key update`): Promise<CollectScheme[]> {
  const schemes = await ctx.tx.query<Omit<CollectScheme, 'bins'>>(sql`
    select id, kind, coalesce(modes, '{}') as modes from wms_collect_bin_scheme
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and not disabled order by code ${lock}`)
  if (schemes.length === 0) return []
  const bins = await ctx.tx.query<CollectBin & { schemeId: string }>(sql`
    select r.scheme_id, r.bin_id, b.code, b.check_digit, r.store_id, r.route, r.capacity, r.overflow, n.containers, n.stores
    from wms_collect_row r join wms_bin b on b.tenant_id = r.tenant_id and b.id = r.bin_id and not b.disabled and not b.lock_in
    cross join lateral (
      select count(*)::integer as containers, coalesce(jsonb_agg(distinct x.store_id::text), '[]'::jsonb) as stores from (
        select c.id, c.store_id from wms_container c where c.tenant_id = r.tenant_id and c.org_id = r.org_id and c.bin_id = r.bin_id and c.state in ('COLLECTED', 'CHECKED') and c.store_id is not null
        union select l.from_container_id, l.store_id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'PICK_COLLECT'
        where l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.to_bin_id = r.bin_id and l.state = 'OPEN') x) n
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.scheme_id = any(${schemes.map((s) => s.id)}::bigint[]) order by r.seq, r.id`)
  return schemes.map((s) => ({ ...s, bins: bins.filter((b) => b.schemeId === s.id) }))
}

/** The scheme for orders of a mode; none where nothing is managed. */
export const schemeFor = (schemes: readonly CollectScheme[], mode: string | null): CollectScheme | undefined => {
  const first = schemes.find((s) => s.modes.length === 0 || (mode !== null && s.modes.includes(mode)))
  return first?.kind === 'NONE' ? undefined : first
}

/** Bins that a store's containers may go to: its own, else those of its route, else those of all others; then overflow. */
export function binsFor({ bins }: CollectScheme, { storeId, route }: Wanting): readonly CollectBin[] {
  const usual = bins.filter((b) => !b.overflow)
  const own = [
    usual.filter((b) => b.storeId === storeId),
    usual.filter((b) => b.storeId === null && b.route !== null && b.route === route),
    usual.filter((b) => b.storeId === null && b.route === null),
  ].find((list) => list.length > 0)
  const isTheirs = (b: CollectBin) =>
    (b.storeId === null || b.storeId === storeId) && (b.route === null || b.route === route)
  return [...(own ?? []), ...bins.filter((b) => b.overflow && isTheirs(b))]
}

export const isFull = (b: CollectBin, more = 0): boolean => b.capacity !== null && b.containers + more >= b.capacity
/** Another store whose containers stand there, where each bin is one store's. */
export const otherIn = ({ kind }: CollectScheme, b: CollectBin, storeId: string): string | undefined =>
  kind === 'FINE' ? b.stores.find((id) => id !== storeId) : undefined

/**
 * Gives bins out one after the other, each time seeing what those before took.
 * @returns the first bin with room; none when all are full: the worker finds one
 */
export function giving(scheme: CollectScheme): (of: Wanting) => string | null {
  const more = new Map<string, string[]>()
  return (of) => {
    const at = binsFor(scheme, of).find((b) => {
      const coming = more.get(b.binId) ?? []
      const other = otherIn(scheme, { ...b, stores: [...b.stores, ...coming] }, of.storeId)
      return !isFull(b, coming.length) && other === undefined
    })
    if (!at) return null
    more.set(at.binId, [...(more.get(at.binId) ?? []), of.storeId])
    return at.binId
  }
}
