// engine: makes and changes labels behind the lock of their task

import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { openLabels, pickLabel } from '@lading/contract/wms/pickLabel.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'

interface Bare {
  taskId: string
  taskType: string
  pickAreaId: string | null
  waveId: string | null
  lineId: string
  ownerId: string
  storeId: string | null
  productId: string
  qpcId: string | null
  fromBinId: string | null
  seq: number
  rest: string
  qpc: string
  isWeigh: boolean
}

/**
 * Labels for the open lines of tasks that are done by labels and may begin: one for each case, one for what is less than a
 * case. Goods that are weighed have one for the whole line. What has labels gets no others.
 */
export async function makeLabels(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  const bare = await ctx.tx.query<Bare>(sql`
    select k.id as task_id, k.task_type, coalesce(k.pick_area_id, b.pick_area_id) as pick_area_id, case when k.bill_key = 'wms.waveBill' then k.bill_id else o.wave_id end as wave_id,
      l.id as line_id, l.owner_id, coalesce(l.store_id, k.store_id) as store_id, l.product_id, l.qpc_id, l.from_bin_id, l.seq,
      l.plan_qty - l.done_qty - l.short_qty as rest, coalesce(q.qpc, 1) as qpc, p.is_weigh
    from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id and l.state = 'OPEN'
    join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
    left join wms_operate_bill o on o.tenant_id = k.tenant_id and o.org_id = k.org_id and k.bill_key = 'wms.operateBill' and o.id = k.bill_id
    left join wms_bin b on b.tenant_id = l.tenant_id and b.id = coalesce(l.face_bin_id, l.to_bin_id)
    where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.id = any(${taskIds}::bigint[])
      and k.mode = 'LABEL' and k.state in ('READY', 'ASSIGNED', 'RUNNING')
      and not exists (select 1 from wms_pick_label x where x.tenant_id = l.tenant_id and x.org_id = l.org_id and x.task_line_id = l.id)
    order by k.id, l.seq, l.id`)
  const seen = new Map<string, number>()
  const rows = bare.flatMap((b) => {
    const parts = casesOf(parseQty(b.rest), b.isWeigh ? null : parseQty(b.qpc))
    const from = seen.get(b.taskId) ?? 0
    seen.set(b.taskId, from + parts.length)
    return parts.map((qty, i): NewRow<typeof pickLabel.fields> => {
      const { taskId, waveId, pickAreaId, ownerId, storeId, productId, qpcId, fromBinId } = b
      return {
        ...{ taskId, waveId, pickAreaId, ownerId, storeId, productId, qpcId, fromBinId },
        taskLineId: b.lineId,
        labelNo: ctx.number('BQ'),
        kind: b.taskType === 'PICK' ? 'PICK' : 'RPL',
        qty: formatQty(qty),
        seq: b.seq * labelsPerPlace + i,
        caseNo: i + 1,
        caseCount: parts.length,
      }
    })
  })
  if (rows.length > 0) await insert(ctx, pickLabel, rows)
}
/** Labels of one line stand together on the way. */
const labelsPerPlace = 10_000

/** A quantity in cases, what is left over last. */
export function casesOf(qty: Qty, qpc: Qty | null): Qty[] {
  if (qty <= 0n) return []
  if (qpc === null || qpc <= 0n) return [qty]
  const rest = qty % qpc
  const cases = Array.from({ length: Number(qty / qpc) }, () => qpc)
  return rest > 0n ? [...cases, rest] : cases
}

/** What a confirm made of a line; `done`: all of it so far, null for a line that another one closed. */
export interface Settled {
  readonly lineId: string
  readonly done: Qty | null
  readonly isClosed: boolean
}
/**
 * Labels follow their lines, however these were confirmed: what was done of a line was done by its labels in their order,
 * and a line that is closed has no open ones.
 */
export async function settleLabels(ctx: Ctx, lines: readonly Settled[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set state = n.state, exception_code = case when n.state = 'VOID' then null else x.exception_code end,
      done_at = case when n.state = 'DONE' then ${ctx.now()}::timestamptz end, version = x.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from (
      select o.id, case when o.upto <= o.done then 'DONE' when o.is_closed then 'VOID' end as state
      from (
        select p.id, p.state, s.is_closed, s.done, sum(p.qty) over (partition by p.task_line_id order by (p.state = 'DONE') desc, p.seq, p.id) as upto
        from wms_pick_label p
        join (select c.line_id, c.is_closed, coalesce(c.done, 1000000000000) as done from unnest(${lines.map((l) => l.lineId)}::bigint[], ${lines.map((l) => (l.done === null ? null : formatQty(l.done)))}::numeric[],
          ${lines.map((l) => l.isClosed)}::boolean[]) as c(line_id, done, is_closed)) s on s.line_id = p.task_line_id
        where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.state in ('NEW', 'PRINTED', 'OBTAINED', 'DONE')) o
      where o.state <> 'DONE') n
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.id = n.id and n.state is not null`)
}

/** A confirm that was taken back: its labels are where they were before. */
export async function reopenLabels(ctx: Ctx, lineIds: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set done_at = null, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId},
      state = case when x.obtained_by is not null then 'OBTAINED' when x.print_count > 0 then 'PRINTED' else 'NEW' end
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.task_line_id = any(${lineIds}::bigint[])
      and (x.state = 'DONE' or (x.state = 'VOID' and x.exception_code is null))`)
}

/** Nobody has the labels of these tasks any more: they wait for somebody else. */
export async function freeLabels(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set state = case when x.print_count > 0 then 'PRINTED' else 'NEW' end, obtained_by = null, obtained_at = null,
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.task_id = any(${taskIds}::bigint[]) and x.state in ('NEW', 'OBTAINED')
      and x.obtained_by is not null`)
}

/** Lines that nobody will do any more have no labels by which somebody could fetch their goods. */
export async function dropLabels(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set state = 'VOID', version = x.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from wms_task_line l
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.task_id = any(${taskIds}::bigint[]) and x.state = any(${[...openLabels]}::text[])
      and l.tenant_id = x.tenant_id and l.org_id = x.org_id and l.id = x.task_line_id and l.state not in ('OPEN', 'INHAND')`)
}

/** Who takes work over, or is given it, has its labels. */
export async function passLabels(ctx: Ctx, taskId: string, userId: string | null): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set obtained_by = ${userId}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.task_id = ${taskId} and x.state = 'OBTAINED'`)
}

/** Lines that go to another task take their labels along. */
export async function moveLabels(ctx: Ctx, lineIds: readonly string[], taskId: string): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set task_id = ${taskId}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.task_line_id = any(${lineIds}::bigint[])`)
}
