// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import type { reconcileRules } from '@lading/contract/wms/board.ts'
import { reconcileHit } from '@lading/contract/wms/stock.ts'
import { typesWith } from '@lading/contract/wms/taskTypes.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import {
  balanceIsLedger,
  type Checkpoint,
  closeMonths,
  monthToRecheck,
  openingDiffers,
  readCheckpoint,
} from './checkpoint.ts'
import { everything, isIn, type Range, ranges, type Step } from './ranges.ts'
import {
  containersMoved,
  linesOfDriverReturns,
  linesOfGoods,
  linesOfOperate,
  linesOfOrders,
  linesOfStoreReturns,
} from './reconcileDone.ts'

export interface Hit {
  readonly rule: string
  readonly subjectId: string | null
  readonly detail: string
}

/** Returns the rows that break a rule; `t` is the tenant, `o` the organisation. */
interface Question {
  /** Asked piece by piece over the ids of this table, so that no statement grows with what has happened since. */
  readonly over?: string
  readonly size?: number
  /** What came before the checkpoint was whole when that was made. */
  readonly isSince?: boolean
  readonly ask: (t: string, o: string, range: Range, from: Checkpoint) => Sql
}
/** What is asked of what there is now, in one statement. */
const whole = (ask: (t: string, o: string) => Sql): readonly Question[] => [{ ask }]

const postingIsEven: Question = {
  over: 'wms_posting',
  size: 5000,
  isSince: true,
  ask: (t, o, r) => sql`
      select posting_id as subject_id, 'posting of product ' || product_id || ' sums to ' || sum(delta) as detail from wms_ledger
      where tenant_id = ${t} and org_id = ${o} and ${isIn('posting_id', r)}
        and biz_type not in ('PROC_IN', 'PROC_OUT', 'QPC_CHANGE')
      group by posting_id, product_id having sum(delta) <> 0 limit 100`,
}

/** Source: wms.md 4.7. W1: on hand equals the sum of the ledger, for every key that either of them knows. */
const rules: Readonly<Record<keyof typeof reconcileRules, readonly Question[]>> = {
  W1: [{ over: 'mdm_product', size: 100, ask: balanceIsLedger }],
  W2: [
    {
      over: 'wms_stock',
      size: 10_000,
      ask: (t, o, r) => sql`
        select s.id as subject_id, 'reserved ' || s.reserved_qty || ' promised ' || coalesce(r.sum, 0)
          || case when s.reserved_pieces = 0 and coalesce(r.pieces, 0) = 0 then ''
            else ', pieces reserved ' || s.reserved_pieces || ' promised ' || coalesce(r.pieces, 0) end as detail
        from wms_stock s left join lateral (
          select sum(qty - used_qty - freed_qty) as sum, sum(pieces - used_pieces - freed_pieces) as pieces from wms_reservation
          where tenant_id = ${t} and org_id = ${o} and stock_id = s.id and state = 'ACTIVE') r on true
        where s.tenant_id = ${t} and s.org_id = ${o} and ${isIn('s.id', r)}
          and (s.reserved_qty <> coalesce(r.sum, 0) or s.reserved_pieces <> coalesce(r.pieces, 0)) limit 100`,
    },
  ],
  W3: whole(
    (t, o) => sql`
    select id as subject_id, 'reserved ' || reserved_qty || ' of ' || qty as detail from wms_stock
    where tenant_id = ${t} and org_id = ${o}
      and not (reserved_qty >= 0 and reserved_qty <= qty and reserved_pieces >= 0 and reserved_pieces <= coalesce(pieces, 0)) limit 100`,
  ),
  W4: [postingIsEven],
  /** A truck that has gone has taken along what was on it. */
  W5: [
    ...whole(
      (t, o) => sql`
    select c.id as subject_id, 'container ' || c.code || ' has goods elsewhere' as detail from wms_container c
    join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
    where c.tenant_id = ${t} and c.org_id = ${o} and k.category <> 'VIRTUAL' and s.bin_id is distinct from c.bin_id limit 100`,
    ),
    ...whole(
      (t, o) => sql`
    select c.id as subject_id, 'container ' || c.code || ' stands on ' || b.code || ', which has gone' as detail from wms_container c
    join wms_bin b on b.tenant_id = c.tenant_id and b.id = c.bin_id
    where c.tenant_id = ${t} and c.org_id = ${o} and b.usage = 'TRUCK' and b.disabled limit 100`,
    ),
  ],
  W6: whole(
    (t, o) => sql`
    select c.id as subject_id, 'container ' || c.code || ' is idle but holds goods' as detail from wms_container c
    join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    where c.tenant_id = ${t} and c.org_id = ${o} and c.state = 'IDLE' and k.category <> 'VIRTUAL'
      and exists (select 1 from wms_stock s where s.tenant_id = ${t} and s.org_id = ${o} and s.container_id = c.id and s.qty > 0) limit 100`,
  ),
  /**
   * Goods on their way to a store belong to somebody, and goods in a worker's hands to his task. What was told short on
   * a pallet still stands on it in the book, and goes where the pallet is carried.
   */
  W7: whole(
    (t, o) => sql`
    select s.id as subject_id, 'unpromised ' || (s.qty - s.reserved_qty) || ' in ' || b.code as detail from wms_stock s
    join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${t} and s.org_id = ${o} and b.usage in ('PUTAWAY_TRANSIT', 'PICK_TRANSIT', 'SOW', 'COLLECT', 'DOCK', 'TRUCK') and s.qty <> s.reserved_qty
      and not exists (
        select 1 from wms_task_line l join wms_container c on c.tenant_id = l.tenant_id and c.id = l.hand_container_id
        join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id and k.category = 'PALLET'
        where l.tenant_id = ${t} and l.org_id = ${o} and l.state = 'INHAND' and l.hand_bin_id = s.bin_id and l.hand_container_id = s.container_id)
    limit 100`,
  ),
  /** Outbound lines: shipped <= picked <= booked <= planned - cancelled, and booked is what reservations say. */
  W8: [
    {
      over: 'wms_operate_bill_line',
      size: 5000,
      ask: (t, o, r) => sql`
        select l.id as subject_id, 'plan ' || l.plan_qty || ' cancel ' || l.cancel_qty || ' booked ' || l.booked_qty || ' done ' || l.done_qty || ' sent ' || l.sent_qty as detail
        from wms_operate_bill_line l where l.tenant_id = ${t} and l.org_id = ${o} and ${isIn('l.id', r)}
          and not (l.sent_qty <= l.done_qty and l.done_qty <= l.booked_qty and l.booked_qty <= l.plan_qty - l.cancel_qty) limit 100`,
    },
  ],
  /** An open movement line holds a promise, unless its work is still to be approved, and a promise of a task belongs to an open line. */
  W9: [
    {
      over: 'wms_task_line',
      size: 10_000,
      ask: (t, o, r) => sql`
        select l.id as subject_id, 'open line without its reservation' as detail from wms_task_line l
        join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
        where l.tenant_id = ${t} and l.org_id = ${o} and ${isIn('l.id', r)}
          and l.state in ('OPEN', 'INHAND') and k.task_type = any(${typesWith('promised')}::text[])
          and not (k.task_type = any(${typesWith('approved')}::text[]) and 'NEW' in (k.state, k.suspended_from))
          and not exists (select 1 from wms_reservation r where r.tenant_id = ${t} and r.org_id = ${o} and r.task_line_id = l.id and r.state in ('ACTIVE', 'PENDING')) limit 100`,
    },
    {
      over: 'wms_reservation',
      size: 10_000,
      ask: (t, o, r) => sql`
        select r.id as subject_id, 'reservation of a closed line' as detail from wms_reservation r
        join wms_task_line l on l.tenant_id = r.tenant_id and l.id = r.task_line_id
        where r.tenant_id = ${t} and r.org_id = ${o} and ${isIn('r.id', r)}
          and r.state in ('ACTIVE', 'PENDING') and l.state in ('CANCELED', 'SHORT') limit 100`,
    },
    {
      over: 'wms_bin_claim',
      size: 10_000,
      ask: (t, o, r) => sql`
        select c.id as subject_id, 'bin claim of a closed line' as detail from wms_bin_claim c
        join wms_task_line l on l.tenant_id = c.tenant_id and l.id = c.task_line_id
        where c.tenant_id = ${t} and c.org_id = ${o} and ${isIn('c.id', r)}
          and c.state = 'ACTIVE' and l.state not in ('OPEN', 'INHAND') limit 100`,
    },
  ],
  W10: [
    {
      over: 'wms_reservation',
      size: 10_000,
      ask: (t, o, r) => sql`
        select r.id as subject_id, 'reservation for closed order ' || b.bill_no as detail from wms_reservation r
        join wms_operate_bill_line l on l.tenant_id = r.tenant_id and l.id = r.demand_line_id
        join wms_operate_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
        where r.tenant_id = ${t} and r.org_id = ${o} and ${isIn('r.id', r)}
          and r.state in ('ACTIVE', 'PENDING') and b.state in ('FINISHED', 'CANCELED') limit 100`,
    },
  ],
  W11: [
    { over: 'wms_task', size: 500, ask: linesOfGoods },
    { over: 'wms_order_bill_line', size: 1000, ask: linesOfOrders },
    { over: 'wms_store_return_bill_line', size: 1000, ask: linesOfStoreReturns },
    { over: 'wms_sj_return_line', size: 1000, ask: linesOfDriverReturns },
    { over: 'wms_operate_bill_line', size: 1000, ask: linesOfOperate },
    { over: 'wms_task', size: 500, ask: containersMoved },
  ],
  /** Loose goods and those of a pallet alike: a bin of one product takes no pallet of two. */
  W12: whole(
    (t, o) => sql`
    select b.id as subject_id, 'bin ' || b.code || ' holds ' || count(distinct s.owner_id) || ' owners, ' || count(distinct s.product_id)
      || ' products, ' || count(distinct (s.product_id, s.lot_id)) || ' lots' as detail
    from wms_bin b join wms_stock s on s.tenant_id = b.tenant_id and s.org_id = b.org_id and s.bin_id = b.id and s.qty > 0
    where b.tenant_id = ${t} and b.org_id = ${o} and b.usage in ('STORAGE', 'PICK', 'PICK_STORAGE') and not (b.mix_owner and b.mix_product and b.mix_lot)
    group by b.id, b.code, b.mix_owner, b.mix_product, b.mix_lot
    having (not b.mix_owner and count(distinct s.owner_id) > 1) or (not b.mix_product and count(distinct s.product_id) > 1)
      or (not b.mix_lot and count(distinct (s.product_id, s.lot_id)) > count(distinct s.product_id)) limit 100`,
  ),
}

const hitsMax = 100

async function broken(
  step: Step,
  { over, size, isSince, ask }: Question,
  from: Checkpoint,
  within: Range = isSince ? { ...everything, after: from.before } : everything,
): Promise<Omit<Hit, 'rule'>[]> {
  const hits: Omit<Hit, 'rule'>[] = []
  for await (const range of over ? ranges(step, over, size ?? 1, within) : [everything]) {
    hits.push(...(await step((ctx) => ctx.tx.query<Omit<Hit, 'rule'>>(ask(ctx.tenantId, ctx.org.id, range, from)))))
    if (hits.length >= hitsMax) break
  }
  return hits.slice(0, hitsMax)
}

interface Found {
  readonly hits: Hit[]
  /** Milliseconds that each rule took. */
  readonly took: Readonly<Record<string, number>>
}
async function findHits(step: Step): Promise<Found> {
  const hits: Hit[] = []
  const took: Record<string, number> = {}
  const from = await step(readCheckpoint)
  for (const [rule, questions] of Object.entries(rules)) {
    const begun = await step(async (ctx) => ctx.now().getTime())
    for (const question of questions) for (const row of await broken(step, question, from)) hits.push({ rule, ...row })
    took[rule] = (await step(async (ctx) => ctx.now().getTime())) - begun
  }
  return { hits, took }
}

/** Every broken invariant of the organisation's stock, at most a hundred of each question. Empty is the only good answer. */
export const reconcile = async (ctx: Ctx): Promise<Hit[]> => (await findHits((work) => work(ctx))).hits

/**
 * The nightly job, in steps: keeps what it found for the dashboard until the next run. A month that has ended, and in
 * which nothing is wrong, is closed: from then on its sums are read and not its rows. Each night one closed month is
 * compared with its rows again.
 * @param done in the transaction that keeps the hits, with their number
 * @returns what was found, and how long each rule took
 */
export async function stockReconcile(step: Step, done: (ctx: Ctx, hits: number) => Promise<void>): Promise<string> {
  const { hits, took } = await findHits(step)
  const closed = hits.some(({ rule }) => rule === 'W1' || rule === 'W4') ? 0 : await closeMonths(step)
  const month = await step(monthToRecheck)
  if (month) {
    const within = { after: month.from.before, upTo: month.until.before }
    hits.push(...(await openingDiffers(step, month)).map((hit) => ({ rule: 'W1', ...hit })))
    hits.push(...(await broken(step, postingIsEven, month.from, within)).map((hit) => ({ rule: 'W4', ...hit })))
  }
  await step(async (ctx) => {
    await ctx.tx.run(sql`delete from wms_reconcile_hit where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
    await insert(
      ctx,
      reconcileHit,
      hits.map((h) => ({
        rule: h.rule,
        subjectId: h.subjectId,
        detail: h.detail.slice(0, 300),
        foundAt: ctx.now(),
      })),
    )
    await done(ctx, hits.length)
  })
  const times = Object.entries(took).map(([rule, ms]) => `${rule} ${ms}`)
  return `${hits.length} hits${closed > 0 ? ', a month closed' : ''}; ms: ${times.join(', ')}`
}
