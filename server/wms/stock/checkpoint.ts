// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { ledgerMonth, ledgerOpening } from '@lading/contract/wms/stock.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { StockKey } from './key.ts'
import { isIn, type Range, ranges, type Step } from './ranges.ts'

/** Up to where the ledger is summed up. */
export interface Checkpoint {
  /** The month with whose opening to begin; null: with the first row there is. */
  readonly month: string | null
  /** The last id before it: ids are in the order of time. */
  readonly before: string
}

const dayMs = 86_400_000
/** Work that began before the end of a month was committed, or given up, long before. */
const settleMs = dayMs
const productsPerStep = 100

const key = sql`owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id`
const sameKey = sql`s.owner_id = l.owner_id and s.product_id = l.product_id and s.qpc_id = l.qpc_id and s.lot_id = l.lot_id
  and s.stock_type = l.stock_type and s.bin_id = l.bin_id and s.container_id = l.container_id`
/** Places outside have a ledger and no balance. */
const virtualBins = (t: string, o: string): Sql =>
  sql`select b.id from wms_bin b where b.tenant_id = ${t} and b.org_id = ${o} and b.usage = 'VIRTUAL'`

const checkpointOf = (month: string | null): Checkpoint => ({
  month,
  before: month === null ? '0' : (BigInt(idAt(new Date(`${month}T00:00:00Z`))) - 1n).toString(),
})

const closedMonths = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.tx.query<RowOf<typeof ledgerMonth, 'month'>>(sql`
      select distinct month from wms_ledger_month where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by month`)
  ).map(({ month }) => month)

export const readCheckpoint = async (ctx: Ctx): Promise<Checkpoint> =>
  checkpointOf((await closedMonths(ctx)).at(-1) ?? null)

/** No row that was written before a moment has an id made so much later, nor the other way round. */
const idLagMs = dayMs
/** The last id that a row of a moment can have. */
export const lastIdAt = (at: Date): string => idAt(new Date(at.getTime() + idLagMs))
/** The latest opening that holds nothing of a moment or after it. */
export async function checkpointBefore(ctx: Ctx, at: Date): Promise<Checkpoint> {
  const whole = new Date(at.getTime() - idLagMs).toISOString().slice(0, 10)
  return checkpointOf((await closedMonths(ctx)).findLast((month) => month <= whole) ?? null)
}

/** What the ledger sums to for each key of some products: an opening and what came since, at most until another month. */
const ledgerSums = (t: string, o: string, r: Range, from: Checkpoint, until?: Checkpoint): Sql => sql`
  select ${key}, sum(delta) as qty, sum(coalesce(pieces, 0)) as pieces from (
    select ${key}, delta, pieces from wms_ledger
    where tenant_id = ${t} and org_id = ${o} and ${isIn('product_id', r)} and id > ${from.before}
      ${until ? sql`and id <= ${until.before}` : empty}
    union all
    select ${key}, qty, pieces from wms_ledger_opening
    where tenant_id = ${t} and org_id = ${o} and ${isIn('product_id', r)} and month = ${from.month}::date) m
  where bin_id not in (${virtualBins(t, o)}) group by 1, 2, 3, 4, 5, 6, 7`

const differs = sql`(coalesce(s.qty, 0) <> coalesce(l.qty, 0) or coalesce(s.pieces, 0) <> coalesce(l.pieces, 0))`
/** What a book says and what its ledger sums to, the pieces where they are not the same. */
const said = (book: string): Sql => sql`
  ${book}::text || ' ' || coalesce(s.qty, 0) || ' ledger ' || coalesce(l.qty, 0)
    || case when coalesce(s.pieces, 0) = coalesce(l.pieces, 0) then ''
      else ', pieces ' || coalesce(s.pieces, 0) || ' ledger ' || coalesce(l.pieces, 0) end`

/** Balances that differ from their ledger, also where only one of them is there. */
export const balanceIsLedger = (t: string, o: string, r: Range, from: Checkpoint): Sql => sql`
  select s.id as subject_id, ${said('stock')} as detail
  from (${ledgerSums(t, o, r, from)}) l
  full join (select id, ${key}, qty, pieces from wms_stock
    where tenant_id = ${t} and org_id = ${o} and ${isIn('product_id', r)}
      and bin_id not in (${virtualBins(t, o)})) s on ${sameKey}
  where ${differs} limit 100`

/** The month in which work began that may not be committed yet is open. */
const monthToClose = (now: Date): string => `${new Date(now.getTime() - settleMs).toISOString().slice(0, 7)}-01`

/**
 * Sums the ledger up to the current month, unless that was done. What was summed before a cut is summed again.
 * @returns how many months were closed: 1 or 0; several that went by without a check are closed as one
 */
export async function closeMonths(step: Step): Promise<number> {
  const from = await step(readCheckpoint)
  const month = await step(async (ctx) => monthToClose(ctx.now()))
  const until = { ...checkpointOf(month), month }
  if (from.month !== null && month <= from.month) return 0
  for await (const range of ranges(step, 'mdm_product', productsPerStep))
    await step((ctx) => writeOpening(ctx, range, from, until))
  await step((ctx) => insert(ctx, ledgerMonth, [{ month }]))
  return 1
}

async function writeOpening(
  ctx: Ctx,
  r: Range,
  from: Checkpoint,
  until: Checkpoint & { readonly month: string },
): Promise<void> {
  const [t, o] = [ctx.tenantId, ctx.org.id]
  const [sums] = await Promise.all([
    ctx.tx.query<StockKey & { readonly qty: string; readonly pieces: string }>(
      sql`select * from (${ledgerSums(t, o, r, from, until)}) l where l.qty <> 0 or l.pieces <> 0`,
    ),
    ctx.tx.run(sql`
      delete from wms_ledger_opening where tenant_id = ${t} and org_id = ${o} and month = ${until.month}::date
        and ${isIn('product_id', r)}`),
  ])
  await insert(
    ctx,
    ledgerOpening,
    sums.map(({ pieces, ...sum }) => ({ month: until.month, ...sum, pieces: Number(pieces) })),
  )
}

export interface Month {
  readonly from: Checkpoint
  readonly until: Checkpoint
}

/** Each night another of the closed months. */
export async function monthToRecheck(ctx: Ctx): Promise<Month | undefined> {
  const months = await closedMonths(ctx)
  if (months.length === 0) return undefined
  const turn = Math.floor(ctx.now().getTime() / dayMs) % months.length
  return { from: checkpointOf(months[turn - 1] ?? null), until: checkpointOf(months[turn] ?? null) }
}

interface Difference {
  readonly subjectId: string | null
  readonly detail: string
}

/** What the opening after a month says otherwise than the one before it and the rows between. */
export async function openingDiffers(step: Step, { from, until }: Month): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const r of ranges(step, 'mdm_product', productsPerStep))
    found.push(
      ...(await step((ctx) => {
        const [t, o] = [ctx.tenantId, ctx.org.id]
        return ctx.tx.query<Difference>(sql`
          select coalesce(s.product_id, l.product_id) as subject_id,
            'before ' || ${until.month}::text || ${said(' opening')} as detail
          from (${ledgerSums(t, o, r, from, until)}) l
          full join (select ${key}, qty, pieces from wms_ledger_opening
            where tenant_id = ${t} and org_id = ${o} and month = ${until.month}::date
              and ${isIn('product_id', r)}) s on ${sameKey}
          where ${differs} limit 100`)
      })),
    )
  return found.slice(0, 100)
}
