import sql from 'sql-template-tag'
import { dayIn } from './clock.ts'
import type { Org } from './ctx.ts'
import { type Database, RunAgain, transaction } from './database.ts'

interface Block {
  next: number
  end: number
  size: number
}

type NumberedOrg = Pick<Org, 'id' | 'timeZone'>
export interface Numbers {
  /** `{prefix}{yyMMdd}{5 digits}`, unique per tenant, organisation, prefix and day; gaps may occur. */
  take(tenantId: string, org: NumberedOrg, prefix: string, now: Date): string
  takeMany(tenantId: string, org: NumberedOrg, prefix: string, now: Date, count: number): string[]
}

const sizeFirst = 10
const sizeMax = 200
/** The organisation's own day. Should its zone change, a day may come twice, but its counter goes on: nothing clashes. */
const numberDay = (org: NumberedOrg, now: Date): string => dayIn(org.timeZone, now).slice(2).replaceAll('-', '')

/**
 * Leases numbers in blocks, in a short transaction of its own: a document's transaction never waits for a counter.
 * A `take` that finds its block used up asks for the whole work to run again after the lease.
 */
export function createNumbers(db: Database, newId: () => string): Numbers {
  const blocks = new Map<string, Block>()
  /** Leases under way: who finds the block used up meanwhile waits for the same, not for the counter behind it. */
  const leasing = new Map<string, Promise<void>>()
  const lease = async (tenantId: string, orgId: string, rule: string, key: string, count: number): Promise<void> => {
    const size = Math.max(count, Math.min((blocks.get(key)?.size ?? sizeFirst / 2) * 2, sizeMax))
    const id = newId()
    const { next } = await transaction(db, tenantId, (tx) =>
      tx.one<{ next: number }>(sql`
        insert into sys_number (tenant_id, org_id, id, rule, next) values (${tenantId}, ${orgId}, ${id}, ${rule}, ${size + 1})
        on conflict (tenant_id, org_id, rule) do update set next = sys_number.next + ${size}, updated_at = now()
        returning next`),
    )
    blocks.set(key, { next: next - size, end: next, size })
    if (blocks.size > 10_000) blocks.clear()
  }
  const leaseOnce = (tenantId: string, orgId: string, rule: string, key: string, count: number): Promise<void> => {
    const known = leasing.get(key)
    if (known) return known
    const begun = lease(tenantId, orgId, rule, key, count).finally(() => leasing.delete(key))
    leasing.set(key, begun)
    return begun
  }
  const numbers: Numbers = {
    take: (tenantId, org, prefix, now) => numbers.takeMany(tenantId, org, prefix, now, 1)[0] ?? '',
    takeMany(tenantId, org, prefix, now, count) {
      const rule = `${prefix}${numberDay(org, now)}`
      const key = `${tenantId}:${org.id}:${rule}`
      const block = blocks.get(key)
      if (!block || block.end - block.next < count)
        throw new RunAgain(() => leaseOnce(tenantId, org.id, rule, key, count))
      const first = block.next
      block.next += count
      return Array.from({ length: count }, (_, i) => `${rule}${String(first + i).padStart(5, '0')}`)
    },
  }
  return numbers
}
