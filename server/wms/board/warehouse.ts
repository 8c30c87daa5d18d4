import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { listQuery } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { ageClasses, type dashboardWarehouse, nearMax } from '@lading/contract/wms/dashboardWarehouse.ts'
import { bin, binType, stockTypes, storageArea } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, demandOwner } from '../../kernel/ctx.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { fromHere, named, ofAllOwners } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { businessDay } from '../../platform/document/day.ts'
import { amount, pack } from './amount.ts'

type Board = z.output<typeof dashboardWarehouse.output>
type Place = Board['binTypes'][number]

/** Of one owner, of those that the asker sees. */
export function ofOwner(ctx: Ctx, ownerId: string | undefined): Ctx {
  demandDc(ctx)
  if (ownerId === undefined) return ctx
  demandOwner(ctx, ownerId)
  return { ...ctx, owners: [ownerId] }
}

/** How full the warehouse is, of what, and what in it wants somebody's attention. */
export async function warehouse(ctx: Ctx, input: { ownerId?: string | undefined }): Promise<Board> {
  const of = ofOwner(ctx, input.ownerId)
  const [places, types, ages, near, putAwayNoBin, belowMin] = await Promise.all([
    readPlaces(ctx),
    readTypes(of),
    readAges(of),
    readNear(of),
    // As the lists count that these lead to.
    countOf(ctx, viewOf('PUTAWAY'), {
      noBin: true,
      state: ['READY', 'ASSIGNED', 'RUNNING'],
      ...(input.ownerId && { ownerId: [input.ownerId] }),
    }),
    countOf(ctx, productBin, { role: ['PICK'], belowMin: true }),
  ])
  return { day: businessDay(ctx), ...places, types, ages, near, putAwayNoBin, belowMin }
}

export const countOf = async (ctx: Ctx, of: AnyEntity, filter: Record<string, FilterValue>): Promise<number> =>
  (await listRecords(ctx, of, listQuery.parse({ filter, pageSize: 1 }))).total ?? 0

interface Counted extends Place {
  kind: 'area' | 'type' | 'all'
  lockedIn: number
  lockedOut: number
  volumePct: number | null
}
/**
 * All enabled bins, once: by storage area, by type, and together. Whether anything stands in a bin is no owner's secret;
 * how much of it there is, is: the share of the volume is that of goods which the reader sees.
 */
async function readPlaces(ctx: Ctx): Promise<Pick<Board, 'bins' | 'areas' | 'binTypes'>> {
  const rows = await ctx.tx.query<Counted>(sql`
    with held as materialized (
      select s.bin_id, sum(s.qty * p.volume_m3) as volume from ${fromHere(ctx, stock, 's')} join ${named(ctx, product, 'p')} on p.id = s.product_id
      where s.qty > 0 group by s.bin_id),
    taken as materialized (select distinct s.bin_id from ${fromHere(ofAllOwners(ctx), stock, 's')} where s.qty > 0),
    place as materialized (
      select b.storage_area_id, b.bin_type_id, grouping(b.storage_area_id) as no_area, grouping(b.bin_type_id) as no_type,
        count(*)::integer as bins, count(x.bin_id)::integer as occupied, (count(*) filter (where b.lock_in))::integer as locked_in,
        (count(*) filter (where b.lock_out))::integer as locked_out,
        round(100 * coalesce(sum(h.volume) filter (where k.max_volume_m3 > 0), 0) / nullif(sum(k.max_volume_m3), 0), 1)::double precision as volume_pct
      from ${fromHere(ctx, bin, 'b')} left join ${named(ctx, binType, 'k')} on k.id = b.bin_type_id
      left join held h on h.bin_id = b.id left join taken x on x.bin_id = b.id
      where not b.disabled and b.usage <> 'VIRTUAL'
      group by grouping sets ((b.storage_area_id), (b.bin_type_id), ()))
    select case when g.no_area = 0 then 'area' when g.no_type = 0 then 'type' else 'all' end as kind, coalesce(a.id, y.id)::text as id,
      coalesce(a.code, y.code) as code, coalesce(${spoken(ctx, storageArea, 'name', 'a')}, ${spoken(ctx, binType, 'name', 'y')}) as name,
      g.bins, g.occupied, g.locked_in, g.locked_out, g.volume_pct
    from place g left join ${named(ctx, storageArea, 'a')} on g.no_area = 0 and a.id = g.storage_area_id
    left join ${named(ctx, binType, 'y')} on g.no_type = 0 and y.id = g.bin_type_id
    where a.id is not null or y.id is not null or (g.no_area = 1 and g.no_type = 1) order by 1, 3`)
  const of = (kind: Counted['kind']) => rows.filter((r) => r.kind === kind)
  const [all] = of('all')
  return {
    bins: {
      total: all?.bins ?? 0,
      occupied: all?.occupied ?? 0,
      lockedIn: all?.lockedIn ?? 0,
      lockedOut: all?.lockedOut ?? 0,
    },
    areas: of('area').map(({ id, code, name, bins, occupied, volumePct }) => ({
      id,
      code,
      name,
      bins,
      occupied,
      volumePct,
    })),
    binTypes: of('type').map(({ id, code, name, bins, occupied }) => ({ id, code, name, bins, occupied })),
  }
}

/** By price, of goods that have one. */
export const worth = sql`round(sum(l.qty * w.price), 2)::text`
/** Balances summed up to goods before they are joined: else thousands of them each ask for their product and pack. */
export const goodsBy = (ctx: Ctx, by: Sql, where: Sql = sql`true`): Sql => sql`
  select ${by}, s.product_id, s.qpc_id, sum(s.qty) as qty from ${fromHere(ctx, stock, 's')} where s.qty > 0 and ${where} group by ${by}, s.product_id, s.qpc_id`

async function readTypes(ctx: Ctx): Promise<Board['types']> {
  const rows = await ctx.tx.query<Board['types'][number]>(sql`
    select l.stock_type, count(distinct l.product_id)::integer as products, ${amount('l.qty')} as qty, ${worth} as amount
    from (${goodsBy(ctx, sql`s.stock_type`)}) l ${pack(ctx)} group by l.stock_type`)
  const names = Object.keys(stockTypes)
  return rows.sort((a, b) => names.indexOf(a.stockType) - names.indexOf(b.stockType))
}

/** A lot is as old as the oldest of its goods, as in the list of lots. */
async function readAges(ctx: Ctx): Promise<Board['ages']> {
  const classOf = ageClasses.reduceRight<Sql>(
    (later, c, i) =>
      c.to === null ? sql`${i}::integer` : sql`case when a.days <= ${c.to} then ${i}::integer else ${later} end`,
    sql`null::integer`,
  )
  const rows = await ctx.tx.query<Board['ages'][number] & { age: number }>(sql`
    with goods as materialized (${goodsBy(ctx, sql`s.lot_id`)}),
    old as materialized (
      select s.lot_id, ${businessDay(ctx)}::date - min(s.first_in_at at time zone ${ctx.org.timeZone})::date as days
      from ${fromHere(ctx, stock, 's')} where s.qty > 0 group by s.lot_id)
    select a.age, count(distinct l.lot_id)::integer as lots, ${amount('l.qty')} as qty, ${worth} as amount
    from goods l join (select a.lot_id, ${classOf} as age from old a) a on a.lot_id = l.lot_id ${pack(ctx)} group by a.age`)
  const none = { lots: 0, qty: { text: '0', cases: '0' }, amount: null }
  return ageClasses.map((_, i) => {
    const { lots, qty, amount } = rows.find((r) => r.age === i) ?? none
    return { lots, qty, amount }
  })
}

/** Lots within their product's days before the end, or past it; the first to end first. */
const readNear = (ctx: Ctx): Promise<Board['near']> =>
  ctx.tx.query<Board['near'][number]>(sql`
    with due as materialized (
      select o.id, o.lot_no, o.product_id, o.expire_date, o.production_date from ${fromHere(ctx, lot, 'o')}
      join ${named(ctx, product, 'p')} on p.id = o.product_id and p.near_days is not null
      where o.expire_date - ${businessDay(ctx)}::date <= p.near_days
        and exists (select 1 from ${fromHere(ctx, stock, 's')} where s.lot_id = o.id and s.qty > 0)
      order by o.expire_date, o.id limit ${raw(String(nearMax))})
    select w.id as product_id, w.code, ${spoken(ctx, product, 'name', 'w')} as name, d.lot_no, d.expire_date::text as expire_date,
      d.production_date::text as production_date, ${amount('l.qty')} as qty
    from due d join (${goodsBy(ctx, sql`s.lot_id`, sql`s.lot_id = any(array(select id from due))`)}) l on l.lot_id = d.id ${pack(ctx)}
    group by w.id, w.code, ${spoken(ctx, product, 'name', 'w')}, d.id, d.lot_no, d.expire_date, d.production_date
    order by d.expire_date, d.id`)
