// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type ProductFacts, readProducts } from '../masters/facts.ts'
import { type Line, lineOf, type Store, wanted } from '../operate/allocate.ts'
import { pieceFaces, wantOf } from '../operate/wants.ts'
import { readTurnovers } from '../putAway/scheme.ts'
import { readTypeRules } from '../stockType/types.ts'
import type { Turnover } from '../strategy/turnover.ts'
import type { WaveLine } from '../strategy/wave.ts'

/** A line of an order of the wave, with what its order, store and owner say. */
export interface MemberLine extends Line, Omit<Store, 'code' | 'disabled'> {
  readonly billId: string
  readonly ownerId: string
  readonly storeId: string
  readonly bizDate: string
  readonly mode: string
  readonly deadlineAt: Date | null
  readonly billPriority: number
  readonly share: number
}

/**
 * Lines of the wave `w` that nobody has tried to give goods yet: neither booked, nor off, nor written down as short.
 * Who is tried is marked by that, so that a start which was cut off goes on where it was.
 */
export const untried: Sql = sql`
  l.plan_qty - l.cancel_qty > l.booked_qty and l.short_qty is null`

const columns = sql`
  l.id, l.product_id, l.qpc_id, l.plan_qty, l.plan_pieces, l.booked_qty, l.cancel_qty, l.min_expire, l.gift, b.mode, b.id as bill_id, b.owner_id, b.store_id,
  b.biz_date, b.deadline_at, b.priority as bill_priority, s.priority, s.share, s.min_remain_days, s.min_remain_pct, s.one_lot, s.round_rule,
  s.allow_pallets, o.turnover`
const members = (ctx: Ctx, waveId: string): Sql => sql`
  wms_operate_bill b join wms_operate_bill_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bill_id = b.id
  join wms_store s on s.tenant_id = b.tenant_id and s.id = b.store_id
  join wms_owner o on o.tenant_id = b.tenant_id and o.id = b.owner_id
  where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.wave_id = ${waveId}`

/** The goods that come next, in the order in which all waves take them. */
export const nextGoods = (ctx: Ctx, waveId: string): Promise<Goods[]> =>
  ctx.tx.query<Goods>(sql`
    select l.product_id, count(*)::integer as lines from ${members(ctx, waveId)} and b.state = 'INPROGRESS' and ${untried}
    group by l.product_id order by l.product_id`)
export interface Goods {
  readonly productId: string
  readonly lines: number
}

/** Lines of these goods; `which` speaks of the order `b` and its line `l`. */
export const readMembers = (ctx: Ctx, waveId: string, which: Sql): Promise<MemberLine[]> =>
  ctx.tx.query<MemberLine>(sql`select ${columns} from ${members(ctx, waveId)} and ${which} order by l.product_id, l.id`)

/** Those of the lines that nobody else has served since they were read, held from here on. */
export async function stillUntried(ctx: Ctx, members: readonly MemberLine[]): Promise<MemberLine[]> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select l.id from wms_operate_bill_line l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = any(${members.map((m) => m.id)}::bigint[]) and ${untried}
    order by l.id for no key update`)
  const ids = new Set(rows.map((r) => r.id))
  return members.filter((m) => ids.has(m.id))
}

export interface Wanted {
  readonly lines: readonly WaveLine[]
  readonly products: ReadonlyMap<string, ProductFacts>
  /** What no whole case is left for, by line. */
  readonly cuts: ReadonlyMap<string, Qty>
}

/** What the lines want, as the strategies take it. */
export async function wantsOf(ctx: Ctx, members: readonly MemberLine[]): Promise<Wanted> {
  const productIds = [...new Set(members.map((l) => l.productId))]
  const owners = [...new Set(members.map((l) => l.ownerId))]
  const typesOf = await readTypeRules(ctx)
  const [products, faces, ...schemes] = await Promise.all([
    readProducts(ctx, productIds),
    pieceFaces(ctx, productIds),
    ...owners.map((ownerId) => readTurnovers<Turnover>(ctx, ownerId, productIds)),
  ])
  const schemeOf = new Map(owners.map((ownerId, i) => [ownerId, schemes[i]]))
  const cuts = new Map<string, Qty>()
  const lines = members.flatMap((l): WaveLine[] => {
    const product = products.get(l.productId)
    if (!product) return []
    const { want, cut } = wantOf(wanted(l), product, l.roundRule, faces.has(l.productId))
    if (cut > 0n) cuts.set(l.id, cut)
    return [
      {
        ...lineOf(l, want, l, l, product, schemeOf.get(l.ownerId)?.get(l.productId), typesOf(l.ownerId)),
        // The order's own urgency goes before its store's.
        priority: l.billPriority * 100 + l.priority,
        deadline: l.deadlineAt?.toISOString() ?? null,
        share: wholeQty(l.share),
      },
    ]
  })
  return { lines, products, cuts }
}
