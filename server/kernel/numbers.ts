import sql from 'sql-template-tag'
import { type Database, RunAgain, transaction } from './database.ts'

interface Block {
  next: number
  end: number
  size: number
}

export interface Numbers {
  /** `{prefix}{yyMMdd}{5 digits}`, unique per tenant, organisation, prefix and day; gaps may occur. */
  take(tenantId: string, orgId: string, prefix: string, now: Date): string
}

const sizeFirst = 10
const sizeMax = 200
/** Numbers are dated by the day in China's zone, where the documents are read. */
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: '2-digit',
  month: '2-digit',
  day: '2-digit',
})
export const numberDay = (now: Date): string => dayFormat.format(now).replaceAll('-', '')

/**
 * Leases numbers in blocks, in a short transaction of its own: a document's transaction never waits for a counter.
 * A `take` that finds its block used up asks for the whole work to run again after the lease.
 */
export function createNumbers(db: Database, newId: () => string): Numbers {
  const blocks = new Map<string, Block>()
  const lease = async (tenantId: string, orgId: string, rule: string, key: string): Promise<void> => {
    const size = Math.min((blocks.get(key)?.size ?? sizeFirst / 2) * 2, sizeMax)
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
  return {
    take(tenantId, orgId, prefix, now) {
      const rule = `${prefix}${numberDay(now)}`
      const key = `${tenantId}:${orgId}:${rule}`
      const block = blocks.get(key)
      if (!block || block.next >= block.end) throw new RunAgain(() => lease(tenantId, orgId, rule, key))
      const number = block.next++
      return `${rule}${String(number).padStart(5, '0')}`
    },
  }
}
