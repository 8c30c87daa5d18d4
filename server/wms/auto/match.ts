import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { matchOrders } from '@lading/contract/wms/autoRule.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { waveOrdersMax } from '@lading/contract/wms/waveCalls.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { caseSum, packed } from '../computed/cases.ts'
import { lineSeconds } from '../computed/standard.ts'

/** As typed, or as it stands on a rule. */
export interface OrderFilter {
  readonly ownerIds?: readonly string[] | null | undefined
  readonly modes?: readonly string[] | null | undefined
  readonly deliveries?: readonly string[] | null | undefined
  readonly storeKinds?: readonly string[] | null | undefined
  readonly temperatures?: readonly string[] | null | undefined
  readonly routes?: string | null | undefined
  readonly dueDays?: number | null | undefined
  readonly maxOrders?: number | null | undefined
  readonly maxStores?: number | null | undefined
  readonly maxLines?: number | null | undefined
  readonly maxWeightKg?: string | null | undefined
  readonly maxVolumeM3?: string | null | undefined
  readonly maxMinutes?: number | null | undefined
}
type Found = z.output<typeof matchOrders.output>
export type Matched = Found['rows'][number]

/** 1,2 of "1， 2". */
export const routesIn = (typed: string | null | undefined): string[] =>
  (typed ?? '').split(/[,，;；、\s]+/).filter(Boolean)

/** Which orders `b` for stores `s` a filter means: those that wait for allocation and are in no wave. */
export function meets(ctx: Ctx, f: OrderFilter): Sql {
  const routes = routesIn(f.routes)
  const anyOf = (column: Sql, values: readonly unknown[] | null | undefined, type: Sql): Sql[] =>
    values && values.length > 0 ? [sql`${column} = any(${values}::${type}[])`] : []
  return join(
    [
      sql`b.state = 'APPROVED' and b.wave_id is null`,
      ...anyOf(sql`b.owner_id`, f.ownerIds, sql`bigint`),
      ...anyOf(sql`b.mode`, f.modes, sql`varchar`),
      ...anyOf(sql`b.delivery`, f.deliveries, sql`varchar`),
      ...anyOf(sql`b.temperature`, f.temperatures, sql`varchar`),
      ...anyOf(sql`s.kind`, f.storeKinds, sql`varchar`),
      ...anyOf(sql`b.route`, routes, sql`varchar`),
      ...(f.dueDays === null || f.dueDays === undefined
        ? []
        : [sql`b.biz_date <= ${businessDay(ctx)}::date + ${f.dueDays}::integer`]),
    ],
    ' and ',
  )
}

/** Orders and their stores, of this centre. */
export const waitingOrders = (ctx: Ctx): Sql =>
  sql`${fromHere(ctx, operateBill.header, 'b')} join ${named(ctx, store, 's')} on s.id = b.store_id`

const limits = [
  ['lines', 'maxLines'],
  ['weightKg', 'maxWeightKg'],
  ['volumeM3', 'maxVolumeM3'],
  ['minutes', 'maxMinutes'],
] as const
type Limited = Pick<Matched, 'store' | (typeof limits)[number][0]>

/** The most urgent that fit the limits; what is too big for them leaves room to smaller ones behind it. */
export function within<T extends Limited>(rows: readonly T[], f: OrderFilter): T[] {
  const stores = new Set<string>()
  const taken: T[] = []
  const sums = { lines: 0, weightKg: 0, volumeM3: 0, minutes: 0 }
  // A sum of decimals in floats may stand a hair above the limit that it meets.
  const isOver = (row: T) => limits.some(([of, limit]) => f[limit] && sums[of] + row[of] > Number(f[limit]) + 1e-9)
  for (const row of rows) {
    if (taken.length >= (f.maxOrders ?? waveOrdersMax)) break
    if (isOver(row)) continue
    if (f.maxStores && stores.size >= f.maxStores && !stores.has(row.store.code)) continue
    taken.push(row)
    stores.add(row.store.code)
    for (const [of] of limits) sums[of] += row[of]
  }
  return taken
}

/** What order `b` comes to: lines, weight, volume, and how long picking it should take. */
const measured = (ctx: Ctx): Sql => sql`
  select count(*)::integer as lines, coalesce(sum(l.plan_qty * case when p.is_weigh then 1 else p.weight_kg end), 0)::double precision as weight_kg,
    coalesce(sum(l.plan_qty * p.volume_m3), 0)::double precision as volume_m3,
    coalesce(sum(${lineSeconds(sql`l.plan_qty`)}) / 60, 0)::double precision as minutes
  from ${from(ctx, operateBill.line, 'l')} left join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    left join ${named(ctx, sysTaskConfig, 's')} on s.task_type = 'PICK'
  where l.bill_id = b.id`

/**
 * 按条件选单: the orders that a filter means, most urgent first, as many as its limits allow.
 * @param how `take` locks them and passes over what somebody else has in hand this very moment
 */
export async function match(ctx: Ctx, f: OrderFilter, how: 'look' | 'take' = 'look'): Promise<Matched[]> {
  const rows = await ctx.tx.query<Matched>(sql`
    select b.id, b.version, b.bill_no, jsonb_build_object('code', s.code, 'name', s.name) as store, b.route, b.biz_date, b.deadline_at,
      m.lines, m.weight_kg, m.volume_m3, m.minutes,
      ${caseSum(sql`select l.plan_qty as qty, ${packed(ctx)} from ${from(ctx, operateBill.line, 'l')}
        left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where l.bill_id = b.id`)} as cases
    from ${waitingOrders(ctx)} cross join lateral (${measured(ctx)}) m where ${meets(ctx, f)}
    order by b.priority, b.deadline_at nulls last, b.biz_date, b.id limit ${waveOrdersMax}
    ${how === 'take' ? sql`for no key update of b skip locked` : sql``}`)
  return within(rows, f)
}

/** The same with how much there is of it at all. */
export async function matchedBy(ctx: Ctx, f: OrderFilter): Promise<Found> {
  demandDc(ctx)
  const { waiting } = await ctx.tx.one<{ waiting: number }>(sql`
    select count(*)::integer as waiting from ${waitingOrders(ctx)} where ${meets(ctx, f)}`)
  const rows = await match(ctx, f)
  return {
    waiting,
    stores: new Set(rows.map((r) => r.store.code)).size,
    lines: rows.reduce((sum, r) => sum + r.lines, 0),
    rows,
  }
}
