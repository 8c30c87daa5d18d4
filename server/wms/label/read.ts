// engine: makes and changes labels behind the lock of their task

import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { user } from '@lading/contract/sys/user.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { type LabelCard, type LabelSheet, labelFaults } from '@lading/contract/wms/labelCalls.ts'
import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { type Sql } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named, visible } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { cases } from '../print/figures.ts'

export type LabelRow = RowOf<
  typeof pickLabel,
  | 'id'
  | 'labelNo'
  | 'taskId'
  | 'taskLineId'
  | 'state'
  | 'qty'
  | 'seq'
  | 'caseNo'
  | 'caseCount'
  | 'printCount'
  | 'kind'
  | 'shortReason'
>
const columns = sql`x.id, x.label_no, x.task_id, x.task_line_id, x.state, x.qty, x.seq, x.case_no, x.case_count, x.print_count, x.kind, x.short_reason`

/** Labels of tasks whose locks the caller holds, in the order in which they are picked. */
export const labelsOf = (ctx: Ctx, taskIds: readonly string[]): Promise<LabelRow[]> =>
  ctx.tx.query<LabelRow>(sql`
    select ${columns} from wms_pick_label x where ${visible(pickLabel, ctx, 'x')} and x.org_id = ${ctx.org.id} and x.task_id = any(${taskIds}::bigint[])
    order by x.task_id, x.seq, x.id`)

/** @throws Fault unknownCode */
export async function labelByNo(ctx: Ctx, no: string): Promise<LabelRow> {
  const row = await ctx.tx.maybe<LabelRow>(sql`
    select ${columns} from wms_pick_label x where ${visible(pickLabel, ctx, 'x')} and x.org_id = ${ctx.org.id} and x.label_no = ${no}`)
  return row ?? refuse(wmsFaults.unknownCode, { code: no })
}

type CardRow = Omit<LabelCard, 'product' | 'bin' | 'store' | 'cases'> & {
  productCode: string
  productName: string
  bin: string | null
  storeCode: string | null
  storeName: string | null
  qpc: string | null
  mid: string | null
  taskNo: string
  taskState: string
  assignee: string | null
}
/** Labels as a station shows them. */
export async function cardsOf(
  ctx: Ctx,
  which: Sql,
): Promise<(LabelCard & Pick<CardRow, 'taskNo' | 'taskState' | 'assignee'>)[]> {
  const rows = await ctx.tx.query<CardRow>(sql`
    select x.id, x.label_no, x.task_id, x.seq, x.state, x.qty, x.case_no, x.case_count, x.print_count, x.exception_code,
      p.code as product_code, ${spoken(ctx, product, 'name', 'p')} as product_name, b.code as bin, s.code as store_code, s.name as store_name, q.qpc, q.mid_qpc as mid,
      k.task_no, k.state as task_state, u.real_name as assignee
    from ${fromHere(ctx, pickLabel, 'x')} join ${fromHere(ctx, task, 'k')} on k.id = x.task_id
    join ${named(ctx, product, 'p')} on p.id = x.product_id left join ${named(ctx, qpc, 'q')} on q.id = x.qpc_id
    left join ${named(ctx, bin, 'b')} on b.id = x.from_bin_id left join ${named(ctx, store, 's')} on s.id = x.store_id
    left join ${named(ctx, user, 'u')} on u.id = k.assignee_id
    where ${which} order by x.task_id, x.seq, x.id`)
  return rows.map(({ productCode, productName, storeCode, storeName, qpc: pack, mid, ...r }) => ({
    ...r,
    product: { code: productCode, name: productName },
    store: storeCode === null ? null : { code: storeCode, name: storeName ?? '' },
    cases: cases(r.qty, pack, mid),
  }))
}

/** A task as the head of its label sheet shows it, with the labels below. */
export async function sheetOf(ctx: Ctx, taskId: string): Promise<LabelSheet> {
  const [row, cards, time] = await Promise.all([
    getRow(ctx, viewOf('PICK'), taskId),
    cardsOf(ctx, sql`x.task_id = ${taskId}`),
    secondsOf(ctx, taskId),
  ])
  const walkM = row.walkM === null || row.walkM === undefined ? null : Number(row.walkM)
  const [first] = cards
  return {
    task: {
      id: taskId,
      taskNo: String(row.taskNo),
      state: String(row.state),
      assignee: first?.assignee ?? null,
      store: first?.store ?? null,
      cases: String(row.planCases ?? ''),
      walkM,
      seconds: time && Math.round(time.own + (walkM !== null && time.walkMs ? walkM / time.walkMs : 0)),
    },
    labels: cards.map(({ taskNo: _, taskState: __, assignee: ___, ...card }) => card),
  }
}

/** How long its type should take for it, by its plan, its way apart. */
const secondsOf = async (ctx: Ctx, taskId: string): Promise<{ own: number; walkMs: number | null } | null> => {
  const row = await ctx.tx.maybe<{ own: string; walkMs: string | null }>(sql`
    select g.once_s + coalesce((select sum(coalesce(g.line_s, 0) + case when q.qpc > 1 then coalesce(g.case_s, 0) * floor(l.plan_qty / q.qpc)
        + coalesce(g.piece_s, 0) * mod(l.plan_qty, q.qpc) else coalesce(g.piece_s, 0) * l.plan_qty end)
      from wms_task_line l left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
      where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id and l.state <> 'CANCELED'), 0) as own, g.walk_ms
    from ${fromHere(ctx, task, 't')} join ${named(ctx, sysTaskConfig, 'g')} on g.task_type = t.task_type
    where t.id = ${taskId} and g.once_s is not null`)
  return row ? { own: Number(row.own), walkMs: row.walkMs === null ? null : Number(row.walkMs) } : null
}

/** Who a badge belongs to, by user name or staff number; without one whoever is logged in. @throws Fault noSuchBadge */
export async function workerBy(ctx: Ctx, badge = ''): Promise<{ id: string; name: string }> {
  const who = badge === '' ? sql`u.id = ${ctx.userId}` : sql`(u.username = ${badge} or u.work_number = ${badge})`
  const row = await ctx.tx.maybe<{ id: string; name: string }>(sql`
    select u.id, u.real_name as name from sys_user u where u.tenant_id = ${ctx.tenantId} and ${who} and not u.disabled
      and (u.org_id = ${ctx.org.id} or exists (select 1 from sys_user_org o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.org_id = ${ctx.org.id}))
    order by u.username <> ${badge}, u.id limit 1`)
  return row ?? refuse(labelFaults.noSuchBadge, { badge })
}

/** What labels stand for together. */
export const qtyOf = (labels: readonly Pick<LabelRow, 'qty'>[]): Qty => qtySum(labels.map((l) => parseQty(l.qty)))
