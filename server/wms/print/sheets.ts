import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container } from '@lading/contract/wms/container.ts'
import { lineShortReasons, operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { called, deliverySigned, type Head, type Line, type Paper, papers } from '../../platform/print/sheet.ts'
import { caseSum, packed } from '../computed/cases.ts'
import { shownCode } from '../masters/facts.ts'
import { heldOf } from '../operate/trail.ts'
import { cases, totalCells } from './figures.ts'

type Stored = Head & { storeCode: string | null; storeName: string | null }

type PickHead = Stored & { billNo: string | null; area: string | null; lineCount: number }
interface PickLine {
  headId: string
  seq: number
  bin: string | null
  code: string | null
  name: string | null
  pack: string | null
  qpc: string | null
  mid: string | null
  qty: string
  expireDate: string | null
  batch: string | null
  target: string | null
}

/** What a picker with paper walks along: bin, goods, how many cases and pieces. */
export async function pickSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<PickHead>(sql`
    select t.id, t.task_no as no, o.name as org_name, s.code as store_code, s.name as store_name, t.owner_id, t.bill_no, a.name as area, t.line_count
    from ${from(ctx, task, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, store, 's')} on s.id = t.store_id
    left join ${named(ctx, pickArea, 'a')} on a.id = t.pick_area_id
    where t.task_type = 'PICK' and t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<PickLine>(sql`
    select l.task_id as head_id, l.seq, ${shownCode('b')} as bin, p.code, ${spoken(ctx, product, 'name', 'p')} as name, q.name as pack, q.qpc, q.mid_qpc as mid, l.plan_qty as qty,
      x.expire_date, x.production_batch as batch, c.code as target
    from ${from(ctx, taskLine, 'l')} left join ${named(ctx, bin, 'b')} on b.id = l.from_bin_id
    left join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    left join ${named(ctx, lot, 'x')} on x.id = l.lot_id
    left join ${named(ctx, container, 'c')} on c.id = l.to_container_id
    where l.task_id = any(${ids}::bigint[]) and l.state <> 'CANCELED'
    order by l.task_id, l.seq, l.line_no`)
  const cells = stopsOf(lines).map((l, i) => ({
    headId: l.headId,
    cells: [
      String(l.seq || i + 1),
      l.bin,
      l.code,
      l.name,
      l.pack,
      l.expireDate ?? l.batch,
      cases(l.qty, l.qpc, l.mid),
      '',
    ].map((v) => v ?? ''),
  }))
  return papers(ctx, pickPaper, ids, heads, cells)
}

/** Goods that are picked for many stores at once are taken once. */
const stopsOf = (lines: readonly PickLine[]): PickLine[] =>
  [
    ...Map.groupBy(lines, (l) => [l.headId, l.seq, l.bin, l.code, l.pack, l.expireDate, l.batch].join('/')).values(),
  ].flatMap(([first, ...more]) =>
    first ? [{ ...first, qty: formatQty(more.reduce((n, l) => n + parseQty(l.qty), parseQty(first.qty))) }] : [],
  )

export const pickPaper: Paper<PickHead> = {
  kind: 'PICK_SHEET',
  title: ['拣货单', 'Pick sheet'],
  name: 'pick sheets',
  columns: [
    [['序', '#'], 8, 'center'],
    [['货位', 'Bin'], 30],
    [['商品', 'Product'], 24],
    [['名称', 'Name'], 52],
    [['规格', 'Pack'], 16],
    [['效期/批号', 'Date or batch'], 24],
    [['件数', 'Cases'], 18, 'right'],
    [['实拣', 'Picked'], 18],
  ],
  party: (h) => called(h.storeCode, h.storeName),
  facts: (h) => [
    [['来源单号', 'Order'], h.billNo],
    [['拣货分区', 'Area'], h.area],
    [['行数', 'Lines'], String(h.lineCount)],
  ],
  foot: ['拣货人：____________  日期：____________', 'Picked by: ____________  Date: ____________'],
}

type NoteHead = Stored & {
  upstreamNo: string | null
  customerPo: string | null
  bizDate: string | null
  address: string | null
  contact: string | null
  phone: string | null
  owner: string
  shipNo: string | null
  vehicleNo: string | null
  driverName: string | null
  driverPhone: string | null
  sealNo: string | null
  cases: string
  weight: string
}
interface NoteLine {
  id: string
  headId: string
  lineNo: number
  code: string
  name: string
  pack: string | null
  qpc: string | null
  mid: string | null
  planQty: string
  sentQty: string
  shortQty: string | null
  shortReason: keyof typeof lineShortReasons | null
  unit: string
}

/** What travels with the goods and is signed by the store. */
export async function deliveryNotes(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<NoteHead>(sql`
    select h.id, h.bill_no as no, o.name as org_name, s.code as store_code, s.name as store_name, coalesce(h.upstream_no, h.source_no) as upstream_no, h.customer_po, h.biz_date,
      s.address, s.contact, s.phone, w.name as owner, w.id as owner_id, t.bill_no as ship_no, t.vehicle_no, t.driver_name, t.driver_phone, t.seal_no,
      ${caseSum(sql`select l.sent_qty as qty, ${packed(ctx)} from ${from(ctx, operateBill.line, 'l')} left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id where l.bill_id = h.id`)} as cases,
      (select coalesce(sum(l.sent_qty * p.weight_kg), 0)::numeric(18,3) from ${from(ctx, operateBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id where l.bill_id = h.id) as weight
    from ${from(ctx, operateBill.header, 'h')} join sys_org o on o.tenant_id = h.tenant_id and o.id = h.org_id
    join ${named(ctx, owner, 'w')} on w.id = h.owner_id
    left join ${named(ctx, store, 's')} on s.id = h.store_id
    left join ${named(ctx, shipBill.header, 't')} on t.id = h.ship_bill_id
    where h.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<NoteLine>(sql`
    select l.id, l.bill_id as head_id, l.line_no, p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as unit, q.name as pack, q.qpc, q.mid_qpc as mid, l.plan_qty, l.sent_qty, l.short_qty, l.short_reason
    from ${from(ctx, operateBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  const cells: Line[] = []
  for (const h of heads) {
    const parts = await noteParts(ctx, h.id)
    for (const l of lines.filter(({ headId }) => headId === h.id)) {
      const own = parts.filter(({ lineId }) => lineId === l.id)
      const [only, ...more] = own.map((p) => [p.expireDate ?? p.batch ?? '', p.container])
      cells.push({ headId: h.id, cells: [...noteCells(ctx, l), ...(only && more.length === 0 ? only : ['', ''])] })
      // Of several lots or containers each has a row below its line.
      if (more.length > 0)
        for (const p of own)
          cells.push({
            headId: h.id,
            cells: [
              ...['', '', '', '', ''],
              p.isGone ? countOf(formatQty(parseQty(p.qty)), l.unit) : '',
              p.isGone ? cases(p.qty, l.qpc, l.mid) : '',
              '',
              p.expireDate ?? p.batch ?? '',
              p.container,
            ],
          })
    }
    const n = new Set(parts.map((p) => p.container)).size
    cells.push({ headId: h.id, cells: ['', ...totalCells(ctx, n, h.weight), '', '', '', h.cases, '', '', ''] })
  }
  return papers(ctx, notePaper, ids, heads, cells)
}

interface Part {
  lineId: string
  container: string
  expireDate: string | null
  batch: string | null
  qty: string
  isGone: boolean
}
/** What was picked of an order, by lot and container. */
const noteParts = (ctx: Ctx, billId: string): Promise<Part[]> =>
  ctx.tx.query<Part>(sql`
    select h.line_id, c.code as container, x.expire_date, x.production_batch as batch, sum(h.qty) as qty,
      bool_and(h.ship_bill_id is not null) as is_gone
    from (${heldOf(ctx, billId)}) h join ${named(ctx, container, 'c')} on c.id = h.container_id
    left join ${named(ctx, lot, 'x')} on x.id = h.lot_id
    group by 1, 2, 3, 4 order by 1, 3 nulls last, 4, 2`)

const noteCells = (ctx: Ctx, l: NoteLine): readonly string[] => [
  String(l.lineNo),
  l.code,
  l.name,
  l.pack ?? '',
  formatQty(parseQty(l.planQty)),
  countOf(formatQty(parseQty(l.sentQty)), l.unit),
  cases(l.sentQty, l.qpc, l.mid),
  l.shortQty === null
    ? ''
    : called(formatQty(parseQty(l.shortQty)), l.shortReason && say(lineShortReasons[l.shortReason], ctx.language)),
]

export const notePaper: Paper<NoteHead> = {
  kind: 'DELIVERY_NOTE',
  title: ['送货单', 'Delivery note'],
  name: 'delivery notes',
  columns: [
    [['行', '#'], 8, 'center'],
    [['商品', 'Product'], 20],
    [['名称', 'Name'], 42],
    [['规格', 'Pack'], 12],
    [['订单数量', 'Ordered'], 16, 'right'],
    [['发货数量', 'Shipped'], 19, 'right'],
    [['件数', 'Cases'], 14, 'right'],
    [['缺货', 'Short'], 19, 'right'],
    [['效期/批号', 'Date or batch'], 21],
    [['容器', 'Container'], 19],
  ],
  party: (h) => called(h.storeCode, h.storeName),
  facts: (h) => [
    [['上游单号', 'Order'], h.upstreamNo],
    [['客户订单号', 'Customer PO'], h.customerPo],
    [['货主', 'Owner'], h.owner],
    [['日期', 'Date'], h.bizDate],
    [['地址', 'Address'], h.address],
    [['联系人', 'Contact'], called(h.contact, h.phone)],
    [['车辆', 'Truck'], called(h.vehicleNo, h.driverName, h.driverPhone)],
    [['装车单', 'Shipment'], h.shipNo],
    [['封签号', 'Seal'], h.sealNo],
  ],
  foot: deliverySigned,
}
