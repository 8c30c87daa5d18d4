import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { user } from '@lading/contract/sys/user.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { processRoles, processTask } from '@lading/contract/wms/processTask.ts'
import { recipientBill, recipientKinds } from '@lading/contract/wms/recipientBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { cases } from './figures.ts'

interface Row {
  readonly headId: string
  readonly lineNo: number
  readonly role: keyof typeof processRoles | null
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly planQty: string
  readonly realQty: string | null
  readonly qpc: string | null
}
const goods = (
  ctx: Ctx,
) => sql`p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as unit,
  (select q.qpc from ${named(ctx, qpc, 'q')} where q.product_id = p.id order by q.id = l.qpc_id desc nulls last, q.is_default desc, q.id limit 1) as qpc`
const amount = (qty: string | null, unit: string) => (qty === null ? '' : countOf(formatQty(parseQty(qty)), unit))

interface ProcessHead extends Head {
  owner: string | null
  bom: string | null
  bin: string | null
  product: string | null
  planQty: string | null
  maker: string | null
  note: string | null
}
/** 加工单: what is made, of what, and where; what really was used is written down on it. */
export async function processSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<ProcessHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, w.name as owner, w.id as owner_id, concat_ws(' ', r.code, r.name) as bom, b.code as bin,
      concat_ws(' ', g.code, ${spoken(ctx, product, 'name', 'g')}) as product, t.plan_qty, m.real_name as maker, t.note
    from ${from(ctx, processTask.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id left join ${named(ctx, user, 'm')} on m.id = t.created_by
    left join ${named(ctx, bom.header, 'r')} on r.id = t.bom_id left join ${named(ctx, bin, 'b')} on b.id = t.bin_id
    left join ${named(ctx, product, 'g')} on g.id = t.product_id
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<Row>(sql`
    select l.bill_id as head_id, l.line_no, l.role, ${goods(ctx)}, l.plan_qty, l.real_qty
    from ${from(ctx, processTask.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      l.role === null ? '' : say(processRoles[l.role], ctx.language),
      l.code,
      l.name,
      amount(l.planQty, l.unit),
      cases(l.planQty, l.qpc, null),
      amount(l.realQty, l.unit),
    ],
  }))
  return papers(ctx, processPaper, ids, heads, cells)
}
export const processPaper: Paper<ProcessHead> = {
  kind: 'PROCESS_SHEET',
  title: ['加工单', 'Processing order'],
  name: 'processing-orders',
  columns: [
    [['行', '#'], 8, 'center'],
    [['投料/产出', 'In or out'], 22],
    [['商品', 'Product'], 24],
    [['名称', 'Name'], 56],
    [['计划数量', 'Planned'], 28, 'right'],
    [['件数', 'Cases'], 22, 'right'],
    [['实际数量', 'Actual'], 30, 'right'],
  ],
  party: (h) => h.owner ?? '',
  facts: (h) => [
    [['加工配方', 'Recipe'], h.bom],
    [['商品', 'Product'], h.product],
    [['计划数量', 'Planned'], h.planQty && formatQty(parseQty(h.planQty))],
    [['加工位', 'Processing bin'], h.bin],
    [['制单人', 'Made by'], h.maker],
    [['备注', 'Note'], h.note],
  ],
  foot: ['加工人：____________  日期：____________', 'Done by: ____________  Date: ____________'],
}

interface IssueHead extends Head {
  owner: string | null
  kind: keyof typeof recipientKinds | null
  taker: string | null
  costCentre: string | null
  purpose: string | null
  maker: string | null
}
/** 领用单: who takes what, for what; he signs for it. */
export async function recipientSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<IssueHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, w.name as owner, w.id as owner_id, t.kind, concat_ws(' ', u.real_name, d.name) as taker,
      t.cost_centre, t.purpose, m.real_name as maker
    from ${from(ctx, recipientBill.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id left join ${named(ctx, user, 'm')} on m.id = t.created_by
    left join ${named(ctx, user, 'u')} on u.id = t.user_id left join sys_org d on d.tenant_id = t.tenant_id and d.id = t.dept_id
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<Row>(sql`
    select l.bill_id as head_id, l.line_no, null as role, ${goods(ctx)}, l.plan_qty, l.done_qty as real_qty
    from ${from(ctx, recipientBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      l.code,
      l.name,
      amount(l.planQty, l.unit),
      cases(l.planQty, l.qpc, null),
      amount(l.realQty, l.unit),
    ],
  }))
  return papers(ctx, recipientPaper, ids, heads, cells)
}
export const recipientPaper: Paper<IssueHead> = {
  kind: 'RECIPIENT_SHEET',
  title: ['领用单', 'Internal requisition'],
  name: 'requisitions',
  columns: [
    [['行', '#'], 8, 'center'],
    [['商品', 'Product'], 28],
    [['名称', 'Name'], 70],
    [['数量', 'Quantity'], 30, 'right'],
    [['件数', 'Cases'], 24, 'right'],
    [['已领退', 'Issued'], 30, 'right'],
  ],
  party: (h) => h.owner ?? '',
  facts: (h, ctx) => [
    [['类型', 'Kind'], h.kind && say(recipientKinds[h.kind], ctx.language)],
    [['领用人', 'Taken by'], h.taker],
    [['成本中心', 'Cost centre'], h.costCentre],
    [['用途', 'Purpose'], h.purpose],
    [['制单人', 'Made by'], h.maker],
  ],
  foot: ['领用人签字：____________  日期：____________', 'Received by: ____________  Date: ____________'],
}
