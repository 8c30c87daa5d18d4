import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { bin, dock } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { called, deliverySigned, type Paper, papers } from '../../platform/print/sheet.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { shownCode } from '../masters/facts.ts'
import { joinReceipts } from '../stock/taken.ts'
import { cases } from './figures.ts'
import { lotForm } from './labelForms.ts'
import { containerLabels } from './labels.ts'

interface InboundHead {
  id: string
  no: string
  orgName: string
  vendorCode: string | null
  vendorName: string | null
  owner: string | null
  billNo: string | null
  upstreamNo: string | null
  dock: string | null
  expectAt: Date | null
  note: string | null
}
interface InboundLine {
  headId: string
  lineNo: number
  code: string
  name: string
  unit: string
  pack: string | null
  qpc: string | null
  mid: string | null
  qty: string
}

/** What a receiver with paper compares the delivery with, and writes on: how many came, and their dates. */
function receivingSheets(
  ctx: Ctx,
  ids: readonly string[],
  heads: readonly InboundHead[],
  lines: readonly InboundLine[],
): Filled {
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      l.code,
      l.name,
      l.pack ?? '',
      countOf(formatQty(parseQty(l.qty)), l.unit),
      cases(l.qty, l.qpc, l.mid),
      '',
      '',
    ],
  }))
  return papers(ctx, receivingPaper, ids, heads, cells)
}

export const receivingPaper: Paper<InboundHead> = {
  kind: 'RECEIVE_SHEET',
  title: ['收货单', 'Receiving sheet'],
  name: 'receiving sheets',
  columns: [
    [['行', '#'], 8, 'center'],
    [['商品', 'Product'], 24],
    [['名称', 'Name'], 54],
    [['规格', 'Pack'], 16],
    [['应收数量', 'Expected'], 24, 'right'],
    [['件数', 'Cases'], 18, 'right'],
    [['实收', 'Received'], 20, 'center'],
    [['生产/到期', 'Dates'], 26, 'center'],
  ],
  party: (h) => called(h.vendorCode, h.vendorName),
  facts: (h, ctx) => [
    [['货主', 'Owner'], h.owner],
    [['上游单号', 'Order'], h.upstreamNo],
    [['预计时间', 'Expected'], h.expectAt && showInstant(ctx, h.expectAt).slice(0, 16)],
    [['来源单号', 'Inbound order'], h.billNo],
    [['月台', 'Dock'], h.dock],
    [['备注', 'Note'], h.note],
  ],
  foot: deliverySigned,
}

const goodsOf = (ctx: Ctx) =>
  sql`p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as unit, q.name as pack, q.qpc, q.mid_qpc as mid`

/** Of orders: everything that is still to come, before any task is made. */
export async function orderSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<InboundHead>(sql`
    select h.id, h.bill_no as no, o.name as org_name, v.code as vendor_code, v.name as vendor_name, w.name as owner, w.id as owner_id, h.bill_no, h.upstream_no,
      d.code as dock, h.expect_at, h.note
    from ${from(ctx, orderBill.header, 'h')} join sys_org o on o.tenant_id = h.tenant_id and o.id = h.org_id
    left join ${named(ctx, vendor, 'v')} on v.id = h.vendor_id left join ${named(ctx, owner, 'w')} on w.id = h.owner_id
    left join ${named(ctx, dock, 'd')} on d.id = h.dock_id
    where h.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<InboundLine>(sql`
    select l.bill_id as head_id, l.line_no, greatest(l.plan_qty - l.cancel_qty - l.done_qty, 0) as qty, ${goodsOf(ctx)}
    from ${from(ctx, orderBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  return receivingSheets(ctx, ids, heads, lines)
}

const taskHeads = (ctx: Ctx, ids: readonly string[], type: string): Promise<InboundHead[]> =>
  ctx.tx.query<InboundHead>(sql`
    select t.id, t.task_no as no, o.name as org_name, v.code as vendor_code, v.name as vendor_name, w.name as owner, w.id as owner_id, t.bill_no, h.upstream_no,
      d.code as dock, h.expect_at, h.note
    from ${from(ctx, task, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, vendor, 'v')} on v.id = t.vendor_id left join ${named(ctx, owner, 'w')} on w.id = t.owner_id
    left join ${named(ctx, dock, 'd')} on d.id = t.dock_id
    left join ${named(ctx, orderBill.header, 'h')} on h.id = t.bill_id and t.bill_key = ${orderBill.header.key}
    where t.task_type = ${type} and t.id = any(${ids}::bigint[])`)

/** Of receive tasks: what the task still waits for. */
export async function receiveSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await taskHeads(ctx, ids, 'RECEIVE')
  const lines = await ctx.tx.query<InboundLine>(sql`
    select l.task_id as head_id, l.line_no, greatest(l.plan_qty - l.done_qty - l.short_qty, 0) as qty, ${goodsOf(ctx)}
    from ${from(ctx, taskLine, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    where l.task_id = any(${ids}::bigint[]) and l.state <> 'CANCELED' order by l.task_id, l.line_no`)
  return receivingSheets(ctx, ids, heads, lines)
}

interface PutLine extends InboundLine {
  fromBin: string | null
  container: string | null
  toBin: string | null
  expireDate: string | null
  batch: string | null
}
/** What is driven from the dock, or from where it was brought down, to which bin. */
export async function putAwaySheets(
  ctx: Ctx,
  ids: readonly string[],
  type: 'PUTAWAY' | 'RPL_UP' = 'PUTAWAY',
): Promise<Filled> {
  const heads = await taskHeads(ctx, ids, type)
  const lines = await ctx.tx.query<PutLine>(sql`
    select l.task_id as head_id, l.line_no, greatest(l.plan_qty - l.done_qty - l.short_qty, 0) as qty, ${goodsOf(ctx)}, ${shownCode('f')} as from_bin,
      nullif(c.code, 'LOOSE') as container, ${shownCode('b')} as to_bin, x.expire_date, x.production_batch as batch
    from ${from(ctx, taskLine, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    left join ${named(ctx, bin, 'f')} on f.id = l.from_bin_id left join ${named(ctx, bin, 'b')} on b.id = l.to_bin_id
    left join ${named(ctx, container, 'c')} on c.id = l.from_container_id
    left join ${named(ctx, lot, 'x')} on x.id = l.lot_id
    where l.task_id = any(${ids}::bigint[]) and l.state <> 'CANCELED' order by l.task_id, l.seq, l.line_no`)
  const cells = lines.map((l, i) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo || i + 1),
      l.container ?? l.fromBin ?? '',
      l.code,
      l.name,
      l.expireDate ?? l.batch ?? '',
      cases(l.qty, l.qpc, l.mid),
      l.toBin ?? '',
      '',
    ],
  }))
  return papers(ctx, putAwayPaper, ids, heads, cells)
}

export const putAwayPaper: Paper<InboundHead> = {
  kind: 'PUTAWAY_SHEET',
  title: ['上架单', 'Put-away sheet'],
  name: 'put-away sheets',
  columns: [
    [['序', '#'], 8, 'center'],
    [['来源', 'From'], 30],
    [['商品', 'Product'], 22],
    [['名称', 'Name'], 46],
    [['效期/批号', 'Date or batch'], 22],
    [['件数', 'Cases'], 16, 'center'],
    [['目标货位', 'To bin'], 28],
    [['实放', 'Put in'], 18, 'center'],
  ],
  party: (h) => called(h.vendorCode, h.vendorName),
  facts: (h) => [
    [['来源单号', 'Source no.'], h.billNo],
    [['货主', 'Owner'], h.owner],
    [['月台', 'Dock'], h.dock],
  ],
  foot: ['上架人：____________  日期：____________', 'Put away by: ____________  Date: ____________'],
}

interface LotRow {
  headId: string
  lotNo: string
  code: string
  name: string
  unit: string
  pack: string | null
  qpc: string | null
  mid: string | null
  qty: string
  productionDate: string | null
  expireDate: string | null
  batch: string | null
  container: string | null
  vendor: string | null
  billNo: string | null
  orgName: string
  ownerId: string | null
  labelTemplateId: string | null
  at: Date
}
const received = (ctx: Ctx, ids: readonly string[]): Sql => sql`
  ${from(ctx, task, 't')} join ${from(ctx, taskLine, 'l')} on l.org_id = t.org_id and l.task_id = t.id
  ${joinReceipts}
  where t.task_type = 'RECEIVE' and t.id = any(${ids}::bigint[])`

/** 100 × 150 mm for each lot that a task received, one per container: product, dates and quantity in letters that are read from a truck. */
export async function lotLabels(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await taskHeads(ctx, ids, 'RECEIVE')
  const rows = await ctx.tx.query<LotRow>(sql`
    select x.head_id, o.lot_no, ${goodsOf(ctx)}, x.qty, o.production_date, o.expire_date, o.production_batch as batch, nullif(c.code, 'LOOSE') as container,
      v.name as vendor, x.bill_no, s.name as org_name, x.owner_id, x.label_template_id, x.at
    from (select t.id as head_id, t.org_id, t.owner_id, t.bill_no, t.vendor_id, t.label_template_id, e.lot_id, e.product_id, e.qpc_id, e.container_id, sum(e.delta) as qty, max(e.created_at) as at
      from ${received(ctx, ids)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) x
    join ${named(ctx, product, 'p')} on p.id = x.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = x.qpc_id
    join ${named(ctx, lot, 'o')} on o.id = x.lot_id join sys_org s on s.tenant_id = ${ctx.tenantId} and s.id = x.org_id
    left join ${named(ctx, container, 'c')} on c.id = x.container_id
    left join ${named(ctx, vendor, 'v')} on v.id = x.vendor_id
    order by x.at, o.lot_no`)
  const copies = inAskedOrder(ids, heads).flatMap((h) =>
    rows
      .filter((r) => r.headId === h.id)
      .map((r) => ({ ownerId: r.ownerId, templateId: r.labelTemplateId, values: lotValues(ctx, r) })),
  )
  if (copies.length === 0) refuse({ ...wmsFaults.nothingToDo, text: ['还没有收到货', 'Nothing has been received yet'] })
  return { name: 'lots', form: lotForm, copies }
}

/** Labels of what goods were received into: a pallet that was made at the dock has none yet. */
export async function receivedContainers(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  inAskedOrder(ids, await taskHeads(ctx, ids, 'RECEIVE'))
  const rows = await ctx.tx.query<RowOf<typeof container, 'id'>>(sql`
    select c.id from ${named(ctx, container, 'c')} where c.code <> 'LOOSE'
      and c.id in (select e.container_id from ${received(ctx, ids)}) order by c.code`)
  if (rows.length === 0)
    refuse({
      ...wmsFaults.nothingToDo,
      text: ['收到的货没有放入容器', 'No goods were received into a container'],
    })
  return containerLabels(
    ctx,
    rows.map((r) => r.id),
  )
}

const lotValues = (ctx: Ctx, r: LotRow): Record<string, string> => ({
  orgName: r.orgName,
  at: showInstant(ctx, r.at).slice(0, 16),
  code: r.code,
  name: r.name,
  expireDate: r.expireDate ?? '–',
  productionDate: r.productionDate ?? '–',
  batch: r.batch ?? '–',
  qty: called(countOf(formatQty(parseQty(r.qty)), r.unit), r.pack && `(${cases(r.qty, r.qpc, r.mid)})`),
  pack: r.pack ?? '–',
  container: r.container ?? '–',
  vendor: r.vendor ?? '–',
  billNo: r.billNo ?? '–',
  lotNo: r.lotNo,
})
