import { countMax } from '@lading/contract/kernel/call.ts'
import { caseTotal, caseTotalText, toCaseText } from '@lading/contract/kernel/caseText.ts'
import type { exportInput } from '@lading/contract/kernel/crud.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { type queryStock, type StockDimension, stockLookBoard, stockNarrowing } from '@lading/contract/wms/board.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { binClaim, lot } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { conditions } from '../../kernel/listQuery.ts'
import { from, named } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { type Exported, exportRows } from '../../platform/sheet/exportRows.ts'
import { callGroups } from './callGroups.ts'
import { narrow } from './narrow.ts'

type Question = z.output<typeof queryStock.input>
type Answer = z.output<typeof queryStock.output>

/** The column behind each dimension; the bin's own are joined. */
const columns: Readonly<Record<StockDimension, string>> = {
  ownerId: 't.owner_id',
  productId: 't.product_id',
  qpcId: 't.qpc_id',
  lotId: 't.lot_id',
  stockType: 't.stock_type',
  binId: 't.bin_id',
  containerId: 't.container_id',
  areaId: 'b.area_id',
  usage: 'b.usage',
}
const orders: Readonly<Record<string, string>> = {
  qty: 'qty',
  reservedQty: 'reserved_qty',
  availableQty: 'available_qty',
  expireDate: 'expire_date',
  firstInAt: 'first_in_at',
}
/** A place that goods left keeps its row for a while; nobody asks for it. */
export const onHand = sql`t.qty > 0`

/**
 * Goods on their way to a bin, as rows like those of stock. A pallet keeps its goods; all others will lie loose. They
 * are no rows of stock, so that neither an id nor a balance finds them.
 */
const incomingRows = (ctx: Ctx): Sql => sql`(
  select c.tenant_id, c.org_id, 0::bigint as id, c.created_at, c.owner_id, c.product_id, l.qpc_id, c.lot_id, l.stock_type, c.bin_id,
    case when k.category = 'PALLET' then l.from_container_id else loose.id end as container_id, c.qty, 0::numeric as reserved_qty
  from ${from(ctx, binClaim, 'c')} join ${named(ctx, taskLine, 'l')} on l.id = c.task_line_id
  left join ${named(ctx, container, 'f')} on f.id = l.from_container_id
  left join ${named(ctx, containerType, 'k')} on k.id = f.type_id
  left join ${named(ctx, container, 'loose')} on loose.org_id = c.org_id and loose.code = 'LOOSE'
  where c.state = 'ACTIVE')`

const whereOf = (ctx: Ctx, q: Question): Sql =>
  join([onHand, ...conditions(ctx, stockLookBoard, q.filter), ...narrow(ctx, q)], ' and ')

interface GroupRow {
  qty: string
  reservedQty: string
  availableQty: string
  rows: number
  packs: { qpc: string; mid: string | null; qty: string }[]
  expireDate: string | null
  firstInAt: Date | null
  /** How many groups there are on all pages. */
  groups: number
  [dimension: string]: unknown
}

/** The dimensions of groups that were summed up as `g`: how they are named there, and how they are read from it. */
const inGroups = (dims: readonly StockDimension[]): Record<'columns' | 'texts' | 'by', Sql> => ({
  columns: join(dims.map((d) => sql`${raw(columns[d])} as ${raw(snake(d))}`)),
  texts: join(dims.map((d) => sql`g.${raw(snake(d))}::text as ${raw(snake(d))}`)),
  by: join(dims.map((d) => sql`g.${raw(snake(d))}`)),
})

/** Stock summed up by up to five dimensions, largest first unless asked otherwise. */
export async function stockBoard(ctx: Ctx, q: Question): Promise<Answer> {
  const where = whereOf(ctx, q)
  const dims = q.groupBy
  const by = join(dims.map((d) => raw(columns[d])))
  const source = sql`${from(ctx, stockLookBoard, 't')} join ${named(ctx, bin, 'b')} on b.id = t.bin_id`
  const [word = '-qty'] = (q.orderBy ?? '-qty').split(',')
  const order = raw(`${orders[word.replace(/^-/, '')] ?? 'qty'} ${word.startsWith('-') ? 'desc' : 'asc'} nulls last`)
  const size = q.pageSize === 0 ? 10_000 : q.pageSize
  const g = inGroups(dims)
  // Here as below summed up before it is joined: else thousands of balances each ask for their lot, pack and product.
  const rows = await ctx.tx.query<GroupRow>(sql`
    with g as materialized (
      select ${g.columns}, t.lot_id as of_lot, sum(t.qty) as qty, sum(t.reserved_qty) as reserved, count(*) as n, min(t.first_in_at) as first_in_at
      from ${source} where ${where} group by ${by}, t.lot_id)
    select ${g.texts}, sum(g.qty) as qty, sum(g.reserved) as reserved_qty, sum(g.qty - g.reserved) as available_qty, sum(g.n)::integer as rows,
      min(l.expire_date) as expire_date, min(g.first_in_at) as first_in_at, count(*) over ()::integer as groups
    from g join ${named(ctx, lot, 'l')} on l.id = g.of_lot
    group by ${g.by} order by ${order}, ${g.by} limit ${size} offset ${(q.page - 1) * size}`)
  const records = present(dims, rows)
  const packs = await packSums(ctx, dims, rows, where, source)
  const incoming = await incomingSums(ctx, q, rows)
  const page = {
    records: records.map((r, i) => ({ ...r, ...packs[i], incomingQty: incoming.byGroup[i] ?? '0' })),
    total: null as number | null,
    page: q.page,
    pageSize: q.pageSize,
  }
  await callGroups(ctx, dims, page.records)
  if (!q.searchCount) return page
  const { n, balances, units, volume, amount, ...sums } = await totals(ctx, dims, where, source)
  // Bottles and kilograms have no sum; neither has what nobody measured.
  const measured = { ...(volume && { volume }), ...(amount && { amount }) }
  return {
    ...page,
    // A page has seen all groups; one behind the last has not, and counts what the totals were read from.
    total: Math.min(rows[0]?.groups ?? Number(n), countMax),
    ...(Number(balances) > countMax && { isCut: true as const }),
    ...(units <= 1 && { sums: { ...sums, ...measured, incomingQty: incoming.all } }),
  }
}

interface Totals extends Record<'n' | 'balances' | 'qty' | 'reservedQty' | 'availableQty', string> {
  units: number
  volume: string | null
  amount: string | null
}
/** Of at most `countMax` balances, and one more, which tells that there are more. None of their figures is below zero. */
const totals = (ctx: Ctx, by: readonly StockDimension[], where: Sql, source: Sql): Promise<Totals> =>
  ctx.tx.one<Totals>(sql`
    with read as materialized (
      select ${inGroups(by).columns}, t.product_id as of_product, t.qty, t.reserved_qty as reserved from ${source} where ${where} limit ${countMax + 1}),
    goods as (select of_product as product_id, sum(qty) as qty from read group by of_product)
    select a.n, a.balances, a.qty, a.reserved_qty, a.available_qty, p.units, p.volume, p.amount
    from (select count(*) as n, coalesce(sum(g.n), 0) as balances, coalesce(sum(g.qty), 0)::text as qty, coalesce(sum(g.reserved), 0)::text as reserved_qty,
        coalesce(sum(g.qty - g.reserved), 0)::text as available_qty
      from (select count(*) as n, sum(g.qty) as qty, sum(g.reserved) as reserved from read g group by ${inGroups(by).by}) g) a,
      (select count(distinct m.base_unit)::integer as units, round(sum(x.qty * m.volume_m3), 3)::text as volume, round(sum(x.qty * m.price), 2)::text as amount
        from goods x join ${named(ctx, product, 'm')} on m.id = x.product_id) p`)

/** What is on its way to the bins of the groups, and to all that the question asks about. */
async function incomingSums(
  ctx: Ctx,
  q: Question,
  rows: readonly GroupRow[],
): Promise<{ byGroup: readonly string[]; all: string }> {
  // Conditions on a balance say nothing about what has not arrived.
  const filter = Object.fromEntries(Object.entries(q.filter).filter(([name]) => name in columns || name === 'id'))
  const dimensions = join(q.groupBy.map((d) => sql`${raw(columns[d])}::text as ${raw(snake(d))}`))
  const found = await ctx.tx.query<GroupRow>(sql`
    select ${dimensions}, sum(t.qty)::text as qty from ${incomingRows(ctx)} t join ${named(ctx, bin, 'b')} on b.id = t.bin_id
    where ${whereOf(ctx, { ...q, filter, idleDays: undefined, noOutDays: undefined, belowMin: false })} group by ${join(q.groupBy.map((d) => raw(columns[d])))}`)
  const keyOf = (r: GroupRow): string => q.groupBy.map((d) => r[d]).join('/')
  const known = new Map(found.map((r) => [keyOf(r), r.qty]))
  return {
    byGroup: rows.map((r) => known.get(keyOf(r)) ?? '0'),
    all: formatQty(qtySum(found.map((r) => parseQty(r.qty)))),
  }
}

type Record0 = Answer['records'][number]

function present(dims: readonly StockDimension[], rows: readonly GroupRow[]): Record0[] {
  return rows.map((r) => {
    const keys = Object.fromEntries(dims.map((d) => [d, String(r[d])]))
    return {
      id: dims.map((d) => r[d]).join('/'),
      keys,
      refs: {},
      qty: r.qty,
      reservedQty: r.reservedQty,
      availableQty: r.availableQty,
      incomingQty: '0',
      rows: r.rows,
      ...unmeasured,
      expireDate: r.expireDate,
      firstInAt: r.firstInAt?.toISOString() ?? null,
    }
  })
}

type Measures = Pick<Record0, 'caseText' | 'pallets' | 'volume' | 'amount'>
const unmeasured: Measures = { caseText: null, pallets: null, volume: null, amount: null }
interface PackSum extends Record<'qpc' | 'sum', string> {
  mid: string | null
  weigh: boolean
  pallets: string | null
  volume: string | null
  amount: string | null
}

/** What the groups come to otherwise than in base units: by pack, by the pack's pallet, by volume and price. */
async function packSums(
  ctx: Ctx,
  dims: readonly StockDimension[],
  rows: readonly GroupRow[],
  where: Sql,
  source: Sql,
): Promise<readonly Measures[]> {
  if (rows.length === 0 || rows.length > 500) return rows.map(() => unmeasured)
  const first = dims[0] ?? 'productId'
  const values = [...new Set(rows.map((r) => String(r[first])))]
  const by = join(dims.map((d) => raw(columns[d])))
  const g = inGroups(dims)
  const parts = await ctx.tx.query<PackSum & Record<string, string>>(sql`
    with g as materialized (
      select ${g.columns}, t.qpc_id as of_pack, sum(t.qty) as sum from ${source}
      where ${where} and ${raw(columns[first])}::text = any(${values}::text[]) group by ${by}, t.qpc_id)
    select ${g.texts}, q.qpc::text as qpc, q.mid_qpc::text as mid, p.is_weigh as weigh, sum(g.sum)::text as sum,
      round(sum(g.sum / nullif(q.qpc * q.pallet_ti * q.pallet_hi, 0)), 1)::text as pallets,
      round(sum(g.sum * p.volume_m3), 3)::text as volume, round(sum(g.sum * p.price), 2)::text as amount
    from g join ${named(ctx, qpc, 'q')} on q.id = g.of_pack
    join ${named(ctx, product, 'p')} on p.id = q.product_id
    group by ${g.by}, q.qpc, q.mid_qpc, p.is_weigh`)
  const byGroup = Map.groupBy(parts, (p) => dims.map((d) => p[d]).join('/'))
  return rows.map((r) => {
    const list = byGroup.get(dims.map((d) => r[d]).join('/')) ?? []
    const [pallets, volume, amount] = (['pallets', 'volume', 'amount'] as const).map((of) => sumOf(list, of))
    return { caseText: casesOf(list), pallets: pallets ?? null, volume: volume ?? null, amount: amount ?? null }
  })
}

/** Of those of which it is known; null when it is of none. */
function sumOf(list: readonly PackSum[], of: 'pallets' | 'volume' | 'amount'): string | null {
  const known = list.flatMap((p) => p[of] ?? [])
  return known.length === 0 ? null : formatQty(qtySum(known.map((text) => parseQty(text))))
}

/** Cases and loose pieces: of one pack exactly, of several summed up apart. Strings are never added. */
function casesOf(list: readonly PackSum[]): string | null {
  const kg = list.filter((p) => p.weigh).reduce((sum, p) => sum + parseQty(p.sum), 0n)
  const items = list
    .filter((p) => !p.weigh)
    .map((p) => ({
      qty: parseQty(p.sum),
      pack: { qpc: parseQty(p.qpc), mid: parseQty(p.mid ?? p.qpc) },
    }))
  const [only] = items
  // A kilogram is no piece: weights stand on their own.
  const weight = kg === 0n ? [] : [`${formatQty(kg)} kg`]
  if (!only) return weight[0] ?? null
  const cases = items.length === 1 ? toCaseText(only.qty, only.pack) : caseTotalText(caseTotal(items))
  return [cases, ...weight].join(' · ')
}

/** The rows of stock behind what the board shows, as a file: beside their own fields it takes the board's filters. */
export function exportStock(request: OutsideRequest, input: z.output<typeof exportInput>): Promise<Exported> {
  const isNarrowing = (name: string): boolean => Object.hasOwn(stockNarrowing.shape, name)
  const [own, others] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(input.filter).filter(([name]) => isNarrowing(name) === is)),
  )
  const asked = stockNarrowing.safeParse(own)
  if (!asked.success) throw new Fault(faults.invalid)
  return exportRows(request, stockLookBoard, { ...input, filter: others ?? {} }, (ctx) => [
    onHand,
    ...narrow(ctx, asked.data),
  ])
}
