import { refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type CachedKey, monitorFaults, type WatchedCache } from '@lading/contract/sys/monitor.ts'
import { option } from '@lading/contract/sys/option.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { allWatched, type KeyPart, type Watched, watchedBy } from '../../platform/caches.ts'
import { withinReach } from '../rights.ts'

const sampleMost = 50
/** @param isWhole whether the caller may know how much is kept of all tenants */
export function shownCache(ctx: Ctx, c: Watched, isWhole: boolean): WatchedCache {
  const keys = c.keys(ctx.tenantId)
  const some = keys.slice(0, sampleMost)
  return {
    name: c.name,
    title: say(c.title, ctx.language),
    entries: keys.length,
    // Some stand for all: writing thousands down would cost more than looking is worth.
    bytes: some.length === 0 ? 0 : Math.round((c.bytes(ctx.tenantId, some) * keys.length) / some.length),
    size: isWhole ? c.size() : null,
    ...c.counts,
    ttlSec: c.ttlMs === undefined ? null : c.ttlMs / 1000,
  }
}

const cacheOf = (name: string): Watched => watchedBy(name) ?? refuse(monitorFaults.noSuchCache, { name })
const shownMost = 200

/** What a cache holds of the caller's tenant, with the names of whom it is about; what he does not see stays nameless. */
export async function keysOf(ctx: Ctx, name: string, text = ''): Promise<CachedKey[]> {
  const cache = cacheOf(name)
  const keys = cache.keys(ctx.tenantId).toSorted()
  const ids = (part: KeyPart): string[] => {
    const i = cache.keyOf.indexOf(part)
    return i < 0 ? [] : [...new Set(keys.flatMap((key) => key.split(':')[i] ?? []))]
  }
  const [users, orgs] = await Promise.all([
    ctx.tx.query<{ id: string; name: string }>(sql`
      select u.id, u.real_name || ' (' || u.username || ')' as name from sys_user u
      where u.tenant_id = ${ctx.tenantId} and u.id = any(${ids('user')}::bigint[]) and ${withinReach(ctx, sql`u.org_id`)}`),
    ctx.tx.query<{ id: string; name: string }>(sql`
      select o.id, o.name from sys_org o
      where o.tenant_id = ${ctx.tenantId} and o.id = any(${ids('org')}::bigint[]) and ${withinReach(ctx, sql`o.id`)}`),
  ])
  const nameOf = { user: new Map(users.map((u) => [u.id, u.name])), org: new Map(orgs.map((o) => [o.id, o.name])) }
  const named = (part: 'user' | 'org', key: string): string | null =>
    nameOf[part].get(key.split(':')[cache.keyOf.indexOf(part)] ?? '') ?? null
  const wanted = text.toLowerCase()
  return keys
    .map((key) => ({ key, user: named('user', key), org: named('org', key) }))
    .filter((k) => `${k.key}\n${k.user ?? ''}\n${k.org ?? ''}`.toLowerCase().includes(wanted))
    .slice(0, shownMost)
    .map((k) => ({ ...k, bytes: cache.bytes(ctx.tenantId, [k.key]) }))
}

/** Forgets what is kept of the caller's tenant, here and, by news, in every other process. */
export async function evict(ctx: Ctx, name: string | undefined, key: string | undefined): Promise<{ cleared: number }> {
  const some = name === undefined ? allWatched() : [cacheOf(name)]
  const cleared = some.reduce((sum, cache) => sum + cache.forget(ctx.tenantId, key), 0)
  // Whoever keeps options hears of them as if one had been changed; rights are asked by their version anyway.
  const subjectNo = [name ?? '*', ...(key === undefined ? [] : [key])].join(':')
  ctx.audit({ subject: option.key, subjectId: null, subjectNo, action: 'evict', after: { cleared } })
  return { cleared }
}
