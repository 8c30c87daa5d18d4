import { refuse } from '@lading/contract/kernel/fault.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { pastFaults, type queryPast } from '@lading/contract/wms/pastStock.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { ledger, ledgerOpening } from '@lading/contract/wms/stock.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { snake } from '../../kernel/tx.ts'
import { casesOf, itsPack } from '../computed/cases.ts'
import { checkpointBefore, lastIdAt } from '../stock/checkpoint.ts'
import { callGroups } from './callGroups.ts'

type Question = z.output<typeof queryPast.input>
type Answer = z.output<typeof queryPast.output>
type Group = Pick<Answer['records'][number], 'openQty' | 'cameQty' | 'wentQty' | 'closeQty' | 'lines'>
interface Read {
  readonly groups: (Group & Readonly<Record<string, unknown>>)[]
  readonly types: Answer['types']
  readonly total: number
  readonly units: number
  readonly sums: Readonly<Record<keyof Group, string>>
}

/**
 * Stock at a moment and what moved before it: the opening of the last month that was closed before, and the ledger since.
 * So it costs what a month of these goods costs, however long the ledger is.
 */
export async function pastStock(ctx: Ctx, q: Question): Promise<Answer> {
  demandDc(ctx)
  if (!subjectOf(q)) refuse(pastFaults.ofWhat)
  const to = q.to === undefined ? ctx.now() : new Date(q.to)
  const from = q.from === undefined ? null : new Date(q.from)
  if (from && from > to) refuse(pastFaults.turned)
  const { groups, types, total, units, sums } = await read(ctx, q, { from, to })
  const records = groups.map((g) => {
    const keys = Object.fromEntries(q.groupBy.map((d) => [d, String(g[snake(d)])]))
    const { openQty, cameQty, wentQty, closeQty, lines } = g
    const counted = { unit: null as string | null, closeCases: null as string | null }
    return { id: Object.values(keys).join('/'), keys, refs: {}, openQty, cameQty, wentQty, closeQty, ...counted, lines }
  })
  await callGroups(ctx, q.groupBy, records)
  await countGroups(ctx, records)
  // Bottles and kilograms have no sum.
  const isOne = units <= 1
  return {
    records,
    total,
    page: q.page,
    pageSize: q.pageSize,
    at: to.toISOString(),
    types: isOne ? types : types.map((t) => ({ ...t, cameQty: null, wentQty: null })),
    ...(isOne && { sums }),
  }
}

/** What goods of each group's product are counted in, and what there is of them in its usual pack. */
async function countGroups(ctx: Ctx, records: Answer['records']): Promise<void> {
  const counted = records.filter((r) => r.keys.productId !== undefined)
  if (counted.length === 0) return
  const rows = await ctx.tx.query<{ i: number; unit: string; cases: string }>(sql`
    select u.i::integer as i, ${spoken(ctx, product, 'baseUnit', 'p')} as unit, ${casesOf(sql`u.qty`, itsPack)} as cases
    from unnest(${counted.map((r) => r.keys.productId)}::bigint[], ${counted.map((r) => r.closeQty)}::numeric[]) with ordinality u (product_id, qty, i)
    join ${named(ctx, product, 'p')} on p.id = u.product_id
    left join lateral (select x.qpc, x.mid_qpc from ${named(ctx, qpc, 'x')} where x.product_id = p.id order by x.is_default desc, x.id limit 1) q on true`)
  for (const { i, unit, cases } of rows) Object.assign(counted[i - 1] ?? {}, { unit, closeCases: cases })
}

/** By which the ledger is read, the fewest lines first: each has an index of its own. */
const subjects = ['lotId', 'binId', 'productId'] as const
type Subject = (typeof subjects)[number]
const subjectOf = (q: Question): Subject | undefined => subjects.find((name) => q[name]?.length)

interface Stretch {
  readonly from: Date | null
  readonly to: Date
}

/** Lines of the opening and of the ledger, as one: what they changed, and whether that was before the stretch. */
async function lines(ctx: Ctx, q: Question, { from, to }: Stretch): Promise<Sql> {
  const since = await checkpointBefore(ctx, from ?? to)
  const subject = subjectOf(q) ?? refuse(pastFaults.ofWhat)
  const ids = (['productId', 'binId', 'lotId', 'ownerId'] as const).flatMap((name) =>
    q[name]?.length ? [sql`t.${raw(snake(name))} = any(${q[name]}::bigint[])`] : [],
  )
  const walls = join(
    [...ids, ...(q.stockType?.length ? [sql`t.stock_type = any(${q.stockType}::text[])`] : [])],
    ' and ',
  )
  const key = sql`t.owner_id, t.product_id, t.lot_id, t.stock_type, t.bin_id, t.container_id`
  return sql`
    select ${key}, null::bigint as posting_id, null::text as biz_type, t.qty as delta, true as was, true as is_here
    from ${fromHere(ctx, ledgerOpening, 't')} where t.month = ${since.month}::date and ${walls}
    union all
    select ${key}, t.posting_id, t.biz_type, t.delta, ${from ? sql`t.created_at < ${from}` : sql`true`}, b.usage is distinct from 'VIRTUAL'
    from unnest(${[...new Set(q[subject])]}::bigint[]) u (subject_id)
    join ${fromHere(ctx, ledger, 't')} on ${isBetween(subject, since.before, lastIdAt(to))} left join ${named(ctx, bin, 'b')} on b.id = t.bin_id
    where t.created_at <= ${to} and ${walls}`
}

/**
 * Lines of a subject with ids in a range. Told as one range of the subject's own index: of two conditions the planner, whose
 * statistics know nothing of the latest ids yet, would take that on the id alone, and read the month of all goods.
 */
function isBetween(subject: Subject, after: string, upTo: string): Sql {
  const line = sql`(t.${raw(snake(subject))}, t.id)`
  return sql`${line} > (u.subject_id, ${after}::bigint) and ${line} <= (u.subject_id, ${upTo}::bigint)`
}

/** Groups of one page, all groups summed up, and the kinds of business, of one reading of the ledger. */
async function read(ctx: Ctx, q: Question, stretch: Stretch): Promise<Read> {
  const dims = join(q.groupBy.map((d) => raw(snake(d))))
  const flow = sql`coalesce(sum(delta) filter (where not was and delta > 0), 0) as came,
    coalesce(-sum(delta) filter (where not was and delta < 0), 0) as went, coalesce(sum(n) filter (where not was), 0)::integer as n`
  return ctx.tx.one<Read>(sql`
    with line as materialized (${await lines(ctx, q, stretch)}),
    fact as (select ${dims}, posting_id, was, sum(delta) filter (where is_here) as delta, count(*) as n from line group by ${dims}, posting_id, was),
    book as materialized (select ${dims}, coalesce(sum(delta) filter (where was), 0) as opened, coalesce(sum(delta), 0) as closed, ${flow}
      from fact group by ${dims}),
    held as materialized (select * from book where opened <> 0 or closed <> 0 or came <> 0),
    page as (select * from held order by closed desc, opened desc, ${dims} limit ${q.pageSize} offset ${(q.page - 1) * q.pageSize}),
    deed as (select biz_type, posting_id, sum(delta) filter (where is_here) as delta from line where not was group by 1, 2),
    kind as (select biz_type, coalesce(sum(delta) filter (where delta > 0), 0) as came, coalesce(-sum(delta) filter (where delta < 0), 0) as went,
      count(*)::integer as n from deed group by biz_type)
    select
      (select coalesce(jsonb_agg(jsonb_build_object('openQty', g.opened::text, 'cameQty', g.came::text, 'wentQty', g.went::text,
        'closeQty', g.closed::text, 'lines', g.n, ${textsOf(q)}) order by g.closed desc, g.opened desc, ${dims}), '[]') from page g) as groups,
      (select coalesce(jsonb_agg(jsonb_build_object('bizType', biz_type, 'cameQty', came::text, 'wentQty', went::text, 'postings', n) order by n desc, biz_type), '[]') from kind) as types,
      (select count(*)::integer from held) as total,
      (select count(distinct p.base_unit)::integer from (select distinct product_id from line) g join ${named(ctx, product, 'p')} on p.id = g.product_id) as units,
      (select jsonb_build_object('openQty', coalesce(sum(opened), 0)::text, 'cameQty', coalesce(sum(came), 0)::text, 'wentQty', coalesce(sum(went), 0)::text,
        'closeQty', coalesce(sum(closed), 0)::text, 'lines', coalesce(sum(n), 0)::text) from held) as sums`)
}

/** Ids are longer than what a number of JSON holds. */
const textsOf = (q: Question): Sql => join(q.groupBy.map((d) => sql`${raw(`'${snake(d)}'`)}, g.${raw(snake(d))}::text`))
