import type { reconcileRules } from '@lading/contract/wms/board.ts'
import sql, { type Sql } from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { doneIsMoved } from './reconcileDone.ts'

export interface Hit {
  readonly rule: string
  readonly subjectId: string | null
  readonly detail: string
}

/** Each returns the rows that break it; `t` is the tenant, `o` the organisation. Source: wms.md 4.7. */
const rules: Readonly<Record<keyof typeof reconcileRules, (t: string, o: string) => Sql>> = {
  /** On hand equals the sum of the ledger, for every key that either of them knows. */
  W1: (t, o) => sql`
    select s.id as subject_id, 'stock ' || coalesce(s.qty, 0) || ' ledger ' || coalesce(l.sum, 0) as detail
    from (select owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, sum(delta) as sum from wms_ledger
      where tenant_id = ${t} and org_id = ${o} group by 1, 2, 3, 4, 5, 6, 7) l
    full join (select id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty from wms_stock where tenant_id = ${t} and org_id = ${o}) s
      on s.owner_id = l.owner_id and s.product_id = l.product_id and s.qpc_id = l.qpc_id and s.lot_id = l.lot_id
      and s.stock_type = l.stock_type and s.bin_id = l.bin_id and s.container_id = l.container_id
    where coalesce(s.qty, 0) <> coalesce(l.sum, 0)
      and coalesce(s.bin_id, l.bin_id) not in (select b.id from wms_bin b where b.tenant_id = ${t} and b.org_id = ${o} and b.usage = 'VIRTUAL') limit 100`,
  W2: (t, o) => sql`
    select s.id as subject_id, 'reserved ' || s.reserved_qty || ' promised ' || coalesce(r.sum, 0) as detail
    from wms_stock s left join (select stock_id, sum(qty - used_qty - freed_qty) as sum from wms_reservation
      where tenant_id = ${t} and org_id = ${o} and state = 'ACTIVE' group by stock_id) r on r.stock_id = s.id
    where s.tenant_id = ${t} and s.org_id = ${o} and s.reserved_qty <> coalesce(r.sum, 0) limit 100`,
  W3: (t, o) => sql`
    select id as subject_id, 'reserved ' || reserved_qty || ' of ' || qty as detail from wms_stock
    where tenant_id = ${t} and org_id = ${o} and not (reserved_qty >= 0 and reserved_qty <= qty) limit 100`,
  W4: (t, o) => sql`
    select posting_id as subject_id, 'posting of product ' || product_id || ' sums to ' || sum(delta) as detail from wms_ledger
    where tenant_id = ${t} and org_id = ${o} and biz_type not in ('PROC_IN', 'PROC_OUT', 'QPC_CHANGE')
    group by posting_id, product_id having sum(delta) <> 0 limit 100`,
  W5: (t, o) => sql`
    select c.id as subject_id, 'container ' || c.code || ' has goods elsewhere' as detail from wms_container c
    join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    join wms_stock s on s.tenant_id = c.tenant_id and s.org_id = c.org_id and s.container_id = c.id and s.qty > 0
    where c.tenant_id = ${t} and c.org_id = ${o} and k.category <> 'VIRTUAL' and s.bin_id is distinct from c.bin_id limit 100`,
  W6: (t, o) => sql`
    select c.id as subject_id, 'container ' || c.code || ' is idle but holds goods' as detail from wms_container c
    join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
    where c.tenant_id = ${t} and c.org_id = ${o} and c.state = 'IDLE' and k.category <> 'VIRTUAL'
      and exists (select 1 from wms_stock s where s.tenant_id = ${t} and s.org_id = ${o} and s.container_id = c.id and s.qty > 0) limit 100`,
  /**
   * Goods on their way to a store belong to somebody, and goods in a worker's hands to his task. What was told short on
   * a pallet still stands on it in the book, and goes where the pallet is carried.
   */
  W7: (t, o) => sql`
    select s.id as subject_id, 'unpromised ' || (s.qty - s.reserved_qty) || ' in ' || b.code as detail from wms_stock s
    join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
    where s.tenant_id = ${t} and s.org_id = ${o} and b.usage in ('PUTAWAY_TRANSIT', 'PICK_TRANSIT', 'SOW', 'COLLECT', 'DOCK', 'TRUCK') and s.qty <> s.reserved_qty
      and not exists (
        select 1 from wms_task_line l join wms_container c on c.tenant_id = l.tenant_id and c.id = l.hand_container_id
        join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id and k.category = 'PALLET'
        where l.tenant_id = ${t} and l.org_id = ${o} and l.state = 'INHAND' and l.hand_bin_id = s.bin_id and l.hand_container_id = s.container_id)
    limit 100`,
  /** Outbound lines: shipped <= picked <= booked <= planned - cancelled, and booked is what reservations say. */
  W8: (t, o) => sql`
    select l.id as subject_id, 'plan ' || l.plan_qty || ' cancel ' || l.cancel_qty || ' booked ' || l.booked_qty || ' done ' || l.done_qty || ' sent ' || l.sent_qty as detail
    from wms_operate_bill_line l where l.tenant_id = ${t} and l.org_id = ${o}
      and not (l.sent_qty <= l.done_qty and l.done_qty <= l.booked_qty and l.booked_qty <= l.plan_qty - l.cancel_qty) limit 100`,
  /** An open movement line holds a promise, and a promise of a task belongs to an open line. */
  W9: (t, o) => sql`
    select l.id as subject_id, 'open line without its reservation' as detail from wms_task_line l
    join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
    where l.tenant_id = ${t} and l.org_id = ${o} and l.state in ('OPEN', 'INHAND') and k.task_type in ('PUTAWAY', 'PICK')
      and not exists (select 1 from wms_reservation r where r.tenant_id = ${t} and r.org_id = ${o} and r.task_line_id = l.id and r.state in ('ACTIVE', 'PENDING'))
    union all
    select r.id, 'reservation of a closed line' from wms_reservation r
    join wms_task_line l on l.tenant_id = r.tenant_id and l.id = r.task_line_id
    join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
    where r.tenant_id = ${t} and r.org_id = ${o} and r.state in ('ACTIVE', 'PENDING') and l.state in ('CANCELED', 'SHORT')
    union all
    select c.id, 'bin claim of a closed line' from wms_bin_claim c
    join wms_task_line l on l.tenant_id = c.tenant_id and l.id = c.task_line_id
    where c.tenant_id = ${t} and c.org_id = ${o} and c.state = 'ACTIVE' and l.state not in ('OPEN', 'INHAND') limit 100`,
  W10: (t, o) => sql`
    select r.id as subject_id, 'reservation for closed order ' || b.bill_no as detail from wms_reservation r
    join wms_operate_bill_line l on l.tenant_id = r.tenant_id and l.id = r.demand_line_id
    join wms_operate_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
    where r.tenant_id = ${t} and r.org_id = ${o} and r.state in ('ACTIVE', 'PENDING') and b.state in ('FINISHED', 'CANCELED') limit 100`,
  W11: doneIsMoved,
  /** Of what lies loose: goods of a pallet lie together wherever it stands. */
  W12: (t, o) => sql`
    select b.id as subject_id, 'bin ' || b.code || ' holds ' || count(distinct s.owner_id) || ' owners, ' || count(distinct s.product_id)
      || ' products, ' || count(distinct (s.product_id, s.lot_id)) || ' lots' as detail
    from wms_bin b join wms_stock s on s.tenant_id = b.tenant_id and s.org_id = b.org_id and s.bin_id = b.id and s.qty > 0
    join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id and c.code = 'LOOSE'
    where b.tenant_id = ${t} and b.org_id = ${o} and b.usage in ('STORAGE', 'PICK', 'PICK_STORAGE') and not (b.mix_owner and b.mix_product and b.mix_lot)
    group by b.id, b.code, b.mix_owner, b.mix_product, b.mix_lot
    having (not b.mix_owner and count(distinct s.owner_id) > 1) or (not b.mix_product and count(distinct s.product_id) > 1)
      or (not b.mix_lot and count(distinct (s.product_id, s.lot_id)) > count(distinct s.product_id)) limit 100`,
}

/** Every broken invariant of the organisation's stock. Empty is the only good answer. */
export async function reconcile(ctx: Ctx): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const [rule, question] of Object.entries(rules)) {
    const rows = await ctx.tx.query<Omit<Hit, 'rule'>>(question(ctx.tenantId, ctx.org.id))
    hits.push(...rows.map((row) => ({ rule, ...row })))
  }
  return hits
}

/** The nightly job: keeps what it found for the dashboard until the next run. */
export async function stockReconcile(ctx: Ctx): Promise<number> {
  const hits = await reconcile(ctx)
  await ctx.tx.run(sql`delete from wms_reconcile_hit where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
  await bulkInsert(
    ctx.tx,
    'wms_reconcile_hit',
    hits.map((h) => ({
      tenantId: ctx.tenantId,
      orgId: ctx.org.id,
      id: ctx.newId(),
      rule: h.rule,
      subjectId: h.subjectId,
      detail: h.detail.slice(0, 300),
      foundAt: ctx.now(),
    })),
  )
  return hits.length
}
