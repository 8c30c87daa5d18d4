import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { takeDeliveryBill, takeDeliveryLine } from '@lading/contract/tms/takeDeliveryBill.ts'
import { tempZones, wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { called, type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'

interface OrderHead extends Head {
  client: string
  sender: string
  receiver: string
  address: string | null
  contact: string | null
  day: string
  since: Date | null
  until: Date | null
  zone: keyof typeof tempZones | null
  otherNo: string | null
  pieces: string
  weight: string
  volume: string
}
interface GoodsLine {
  headId: string
  lineNo: number
  code: string | null
  name: string
  uom: string
  lot: string | null
  qty: string
  weight: string
}
const figure = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** @param last what is written in by hand */
const columns = (last: Text): Paper<OrderHead>['columns'] => [
  [['行', '#'], 10, 'center'],
  [['商品', 'Product'], 30],
  [['名称', 'Name'], 62],
  [['批号', 'Lot'], 22],
  [['数量', 'Quantity'], 24, 'right'],
  [['重量(kg)', 'Weight (kg)'], 20, 'right'],
  [last, 22, 'center'],
]
const facts = (h: OrderHead, ctx: Ctx): ReturnType<Paper<OrderHead>['facts']> => {
  const hour = (at: Date | null | undefined) => (at ? showInstant(ctx, at).slice(5, 16) : '')
  return [
    [['客户', 'Client'], h.client],
    [['发货', 'From'], h.sender],
    [['联系', 'Contact'], h.contact],
    [['日期', 'Day'], called(h.day, h.zone && say(tempZones[h.zone], ctx.language))],
    [['时间', 'Window'], h.since || h.until ? `${hour(h.since)} – ${hour(h.until)}` : ''],
    [['来源单号', 'Source no.'], h.otherNo],
    [['地址', 'Address'], h.address],
    [['合计', 'Total'], h.pieces && `${figure(h.pieces)} / ${figure(h.weight)} kg / ${figure(h.volume)} m³`],
  ]
}

/** 配送签收单: goes with the goods and comes back signed. */
export const receiptPaper: Paper<OrderHead> = {
  kind: 'WAYBILL_RECEIPT',
  title: ['配送签收单', 'Delivery receipt'],
  name: 'delivery receipts',
  party: (h) => h.receiver,
  columns: columns(['实收', 'Received']),
  facts,
  hasQr: true,
  foot: [
    '司机：____________  收货人签章：____________  时间：____________  第1联存根 第2联客户 第3联回单 第4联结算',
    'Driver: ____________  Received by: ____________  Time: ____________  1 file 2 customer 3 receipt 4 settlement',
  ],
}
/** 提货委托书: shown where goods are fetched. */
export const collectionPaper: Paper<OrderHead> = {
  kind: 'COLLECTION_ORDER',
  title: ['提货委托书', 'Collection order'],
  name: 'collection orders',
  party: (h) => h.sender,
  columns: columns(['实提', 'Collected']),
  facts: (h, ctx) =>
    facts(h, ctx).map(([title, value]) => (title[0] === '发货' ? [['送达', 'Bring to'], h.receiver] : [title, value])),
  hasQr: true,
  foot: [
    '发货人：____________  提货人：____________  身份证号：____________________  日期：____________',
    'Released by: ____________  Collected by: ____________  Identity no.: ____________________  Date: ____________',
  ],
}

interface Source {
  readonly of: AnyDocument
  readonly line: AnyEntity
  /** Which site is visited. */
  readonly site: 'from' | 'to'
  /** Columns that say the window, the temperature and its number elsewhere. */
  readonly says: readonly [since: string, until: string, zone: string, otherNo: string]
  /** The row that says whom to ask for. */
  readonly contactOf: 't' | 'v'
}
async function sheets(ctx: Ctx, p: Paper<OrderHead>, ids: readonly string[], s: Source): Promise<Filled> {
  const [since, until, zone, otherNo] = s.says.map((column) => raw(column))
  const heads = await ctx.tx.query<OrderHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, c.owner_ref as owner_id, c.name as client, f.code || ' ' || f.name as sender,
      g.code || ' ' || g.name as receiver, v.address, concat_ws(' ', ${raw(s.contactOf)}.contact, ${raw(s.contactOf)}.phone) as contact, t.biz_date::text as day,
      ${since} as since, ${until} as until, ${zone} as zone, ${otherNo} as other_no, t.pieces, t.weight, t.volume
    from ${from(ctx, s.of.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    join ${named(ctx, client, 'c')} on c.id = t.client_id join ${named(ctx, clientSite, 'f')} on f.id = t.from_site_id
    join ${named(ctx, clientSite, 'g')} on g.id = t.to_site_id join ${named(ctx, clientSite, 'v')} on v.id = t.${raw(s.site)}_site_id
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<GoodsLine>(sql`
    select l.bill_id as head_id, l.line_no, l.product_code as code, l.product_name as name, l.uom, l.lot, l.plan_qty as qty, l.weight
    from ${from(ctx, s.line, 'l')} where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      l.code ?? '',
      l.name,
      l.lot ?? '',
      `${formatQty(parseQty(l.qty))} ${l.uom}`,
      figure(l.weight),
      '',
    ],
  }))
  return papers(ctx, p, ids, heads, cells)
}

export const receipts = (ctx: Ctx, ids: readonly string[]): Promise<Filled> =>
  sheets(ctx, receiptPaper, ids, {
    of: wayBill,
    line: wayBillLine,
    site: 'to',
    contactOf: 'v',
    says: ['t.window_from', 't.window_to', 't.temp_zone', 't.source_no'],
  })
export const collections = (ctx: Ctx, ids: readonly string[]): Promise<Filled> =>
  sheets(ctx, collectionPaper, ids, {
    of: takeDeliveryBill,
    line: takeDeliveryLine,
    site: 'from',
    contactOf: 't',
    says: ['t.want_from', 't.want_to', 'null', 'coalesce(t.vendor_ref, t.order_ref)'],
  })
