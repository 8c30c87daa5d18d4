// engine: divides what a batch has too few of, behind the lock of its task; its lines are of many orders

import { maxQty, minQty, parseQty, type Qty, qtySum, wholeQty } from '@lading/contract/kernel/qty.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { readProducts } from '../masters/facts.ts'
import { type RationMethod, ration } from '../strategy/ration.ts'
import { restOf } from './alike.ts'
import type { LineRow, TaskRow } from './read.ts'

/** How goods are divided that a batch has too few of. */
export interface FairRule {
  readonly method: RationMethod
  /** By product: what stores get whole ones of. */
  readonly units: ReadonlyMap<string, Qty>
  /** By store. */
  readonly shares: ReadonlyMap<string, Qty>
}

/** What the wave of a batch says of goods that are too few; undefined: who comes first gets all. */
export async function fairRuleOf(
  ctx: Ctx,
  task: Pick<TaskRow, 'billKey' | 'billId'>,
  lines: readonly LineRow[],
): Promise<FairRule | undefined> {
  if (task.billKey !== waveBill.header.key) return undefined
  const wave = await ctx.tx.maybe<{ ration: RationMethod }>(sql`
    select ration from wms_wave_bill where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.billId}`)
  if (!wave || wave.ration === 'INTURN') return undefined
  const [products, stores] = await Promise.all([
    readProducts(ctx, [...new Set(lines.flatMap((l) => l.productId ?? []))]),
    ctx.tx.query<{ id: string; share: number }>(sql`
      select id, share from wms_store where tenant_id = ${ctx.tenantId} and id = any(${lines.flatMap((l) => l.storeId ?? [])}::bigint[])`),
  ])
  return {
    method: wave.ration,
    units: new Map([...products].map(([id, p]) => [id, p.isWeigh ? 1n : p.splitAllowed ? wholeQty(1) : p.qpc])),
    shares: new Map(stores.map(({ id, share }) => [id, wholeQty(share)])),
  }
}

/**
 * What each open line gets of `qty`, the last that there is: as if all that was ever taken of these goods were divided now. Who
 * has more than that already keeps it. All of `qty` is given, nobody gets more than he wants.
 * @param alike all lines of these goods, in the order in which stores are served
 */
export function fairParts(rule: FairRule, alike: readonly LineRow[], qty: Qty): ReadonlyMap<LineRow, Qty> {
  const unit = rule.units.get(alike[0]?.productId ?? '') ?? 1n
  const lines = alike.filter((l) => l.state !== 'CANCELED')
  const divide = (method: RationMethod, wantOf: (l: LineRow) => Qty, available: Qty, pack: Qty): Map<LineRow, Qty> => {
    const demands = lines.map((l, priority) => ({
      ...{ id: l.id, want: wantOf(l), priority, deadline: null },
      share: rule.shares.get(l.storeId ?? '') ?? 0n,
    }))
    const given = ration(method, demands, available, pack)
    return new Map(lines.map((l, i) => [l, given[i]?.given ?? 0n]))
  }
  const had = qtySum(lines.map((l) => parseQty(l.doneQty)))
  const due = divide(rule.method, (l) => parseQty(l.planQty) - parseQty(l.shortQty), had + qty, unit)
  const openOf = (l: LineRow): Qty => (l.state === 'OPEN' ? restOf(l) : 0n)
  const lackOf = (l: LineRow): Qty => minQty(openOf(l), maxQty(0n, (due.get(l) ?? 0n) - parseQty(l.doneQty)))
  const first = divide(rule.method, lackOf, qty, unit)
  // What no whole unit is left of, or nobody's share: it has been taken, and goes to who comes first.
  const left = qty - qtySum([...first.values()])
  const rest = divide('INTURN', (l) => openOf(l) - (first.get(l) ?? 0n), left, 1n)
  return new Map(lines.map((l) => [l, (first.get(l) ?? 0n) + (rest.get(l) ?? 0n)]))
}
