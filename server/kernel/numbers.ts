import {
  countIn,
  type NumberRule,
  numberOf,
  periodOf,
  settled,
  usualRule,
} from '@lading/contract/kernel/numberPattern.ts'
import sql from 'sql-template-tag'
import { dayIn } from './clock.ts'
import type { Org } from './ctx.ts'
import { type Database, RunAgain, transaction } from './database.ts'
import type { Tx } from './tx.ts'

interface Block {
  next: number
  end: number
  size: number
}

type NumberedOrg = Pick<Org, 'id' | 'code' | 'timeZone'>
export interface Numbers {
  /** By the rule of the organisation, or of its enterprise; unique per tenant, organisation and kind; gaps may occur. */
  take(tenantId: string, org: NumberedOrg, kind: string, now: Date): string
  takeMany(tenantId: string, org: NumberedOrg, kind: string, now: Date, count: number): string[]
  /** The tenant's rules are read again before the next number. */
  forget(tenantId: string): void
}

const sizeFirst = 10
const sizeMax = 200
const remembered = 10_000

/** The rule that counts: the organisation's own, its enterprise's, or the usual one. */
export async function readNumberRule(tx: Tx, tenantId: string, orgId: string, kind: string): Promise<NumberRule> {
  const row = await tx.maybe<NumberRule>(sql`
    select pattern, reset, step from sys_number_rule
    where tenant_id = ${tenantId} and kind = ${kind} and org_id in (0, ${orgId}) and pattern is not null
    order by org_id desc limit 1`)
  return row ?? usualRule
}

/** A counter of one kind in one organisation: of a pattern, for as long as it does not begin again. */
export interface Counter {
  readonly tenantId: string
  readonly orgId: string
  readonly kind: string
  /** Only its dates and its counter are left open. */
  readonly pattern: string
  readonly period: string
  readonly step: number
  /** YYYY-MM-DD, where the organisation is. Should its zone change, a day may come twice, but its counter goes on. */
  readonly day: string
}
export function counterOf(tenantId: string, org: NumberedOrg, kind: string, rule: NumberRule, now: Date): Counter {
  const day = dayIn(org.timeZone, now)
  const pattern = settled(rule.pattern, kind, org.code)
  return { tenantId, orgId: org.id, kind, pattern, period: periodOf(rule.reset, day), step: rule.step, day }
}

/**
 * From where on a counter gives `size` numbers that no other counter of its kind has given: those of earlier patterns, and
 * of other periods once the reset was changed.
 */
export async function firstFree(tx: Tx, c: Counter, from: number, size: number): Promise<number> {
  const others = await tx.query<{ pattern: string; period: string; next: number }>(sql`
    select pattern, period, next from sys_number where tenant_id = ${c.tenantId} and org_id = ${c.orgId} and kind = ${c.kind}
      and (pattern <> ${c.pattern} or length(period) <> ${c.period.length})`)
  let first = from
  for (let i = 0; i < size && others.length > 0; ) {
    const number = numberOf(c.pattern, c.day, first + i * c.step)
    const past = Math.max(0, ...others.map((o) => o.next - (countIn(o.pattern, o.period, number) ?? o.next)))
    if (past > 0) {
      first += (i + Math.ceil(past / c.step)) * c.step
      i = 0
    } else i++
  }
  return first
}

/**
 * Leases numbers in blocks, in a short transaction of its own: a document's transaction never waits for a counter.
 * A `take` that finds its block used up asks for the whole work to run again after the lease, which also reads the rule.
 */
export function createNumbers(db: Database, newId: () => string): Numbers {
  const rules = new Map<string, NumberRule>()
  const blocks = new Map<string, Block>()
  /** Leases under way: who finds the block used up meanwhile waits for the same, not for the counter behind it. */
  const leasing = new Map<string, Promise<void>>()
  /** How often rules were forgotten: one that was read before is not kept. */
  let forgotten = 0
  const lease = async (org: NumberedOrg, name: string, of: Asked): Promise<void> => {
    const since = forgotten
    const { rule, key, block } = await transaction(db, of.tenantId, async (tx) => {
      // Whoever changes rules waits for leases under way, and leases for him: none is by a rule that is over.
      const [, rule] = await Promise.all([
        tx.query(sql`select 1 from sys_org where tenant_id = ${of.tenantId} and id = ${org.id} for key share`),
        readNumberRule(tx, of.tenantId, org.id, of.kind),
      ])
      const c = counterOf(of.tenantId, org, of.kind, rule, of.now)
      const key = keyOf(c)
      const known = blocks.get(key)
      if (known && hasLeft(known, c, of.count)) return { rule, key, block: known }
      const size = Math.max(of.count, Math.min((known?.size ?? sizeFirst / 2) * 2, sizeMax))
      const first = await moveOn(tx, c, size, newId())
      return { rule, key, block: { next: first, end: first + size * c.step, size } }
    })
    if (blocks.size > remembered) blocks.clear()
    if (rules.size > remembered) rules.clear()
    blocks.set(key, block)
    if (since === forgotten) rules.set(name, rule)
  }
  const leaseOnce = (org: NumberedOrg, name: string, of: Asked): Promise<void> => {
    const known = leasing.get(name)
    if (known) return known
    const begun = lease(org, name, of).finally(() => leasing.delete(name))
    leasing.set(name, begun)
    return begun
  }
  const numbers: Numbers = {
    take: (tenantId, org, kind, now) => numbers.takeMany(tenantId, org, kind, now, 1)[0] ?? '',
    takeMany(tenantId, org, kind, now, count) {
      const name = `${tenantId}:${org.id}:${kind}`
      const rule = rules.get(name)
      const counter = rule && counterOf(tenantId, org, kind, rule, now)
      const block = counter && blocks.get(keyOf(counter))
      if (!block || !hasLeft(block, counter, count))
        throw new RunAgain(() => leaseOnce(org, name, { tenantId, kind, now, count }))
      const first = block.next
      block.next += count * counter.step
      return Array.from({ length: count }, (_, i) => numberOf(counter.pattern, counter.day, first + i * counter.step))
    },
    forget(tenantId) {
      forgotten += 1
      for (const name of rules.keys()) if (name.startsWith(`${tenantId}:`)) rules.delete(name)
    },
  }
  return numbers
}

interface Asked {
  readonly tenantId: string
  readonly kind: string
  readonly now: Date
  readonly count: number
}
const hasLeft = (block: Block, { step }: Counter, count: number): boolean => (block.end - block.next) / step >= count
/** A block of one step is none of another. */
const keyOf = (c: Counter): string => `${c.tenantId}:${c.orgId}:${c.kind}:${c.pattern}:${c.period}:${c.step}`

/** Moves a counter on by so many numbers. @returns the first of them */
async function moveOn(tx: Tx, c: Counter, size: number, id: string): Promise<number> {
  const { next } = await tx.one<{ next: number }>(sql`
    insert into sys_number (tenant_id, org_id, id, kind, pattern, period, next)
    values (${c.tenantId}, ${c.orgId}, ${id}, ${c.kind}, ${c.pattern}, ${c.period}, ${1 + size * c.step})
    on conflict (tenant_id, org_id, kind, pattern, period) do update set next = sys_number.next + ${size * c.step}, updated_at = now()
    returning next`)
  const first = next - size * c.step
  const free = await firstFree(tx, c, first, size)
  if (free > first)
    await tx.run(sql`
      update sys_number set next = ${free + size * c.step} where tenant_id = ${c.tenantId} and org_id = ${c.orgId}
        and kind = ${c.kind} and pattern = ${c.pattern} and period = ${c.period}`)
  return free
}
