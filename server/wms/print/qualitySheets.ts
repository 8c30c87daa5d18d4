import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { user } from '@lading/contract/sys/user.ts'
import { container } from '@lading/contract/wms/container.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { findings, qualityBill, verdicts } from '@lading/contract/wms/qualityBill.ts'
import { qualityItems } from '@lading/contract/wms/qualityScheme.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { entryTexts } from '../../platform/dictionary.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { photosOfCheck } from '../quality/photos.ts'

interface InspectionHead extends Head {
  owner: string | null
  vendor: string | null
  orderNo: string | null
  inspector: string | null
  state: keyof typeof qualityBill.flow.states
  note: string | null
}
interface InspectionRow {
  headId: string
  lineNo: number
  code: string
  name: string
  unit: string
  expireDate: string | null
  container: string | null
  lotQty: string
  sampleQty: string
  limits: string | null
  critical: number | null
  major: number | null
  minor: number | null
  verdict: keyof typeof verdicts | null
  passQty: string | null
  rejectQty: string | null
  rejectType: keyof typeof stockTypes
  cause: string | null
  checks: readonly Check[]
}
interface Check {
  readonly item: string
  readonly unit: string | null
  readonly amount: string | null
  readonly said: string | null
  readonly finding: keyof typeof findings | null
  readonly photos: number
}

const { rejectType } = qualityBill.line.fields

/** 商品质检单: what is to be looked at, with room to write; after the verdict, what was found. */
export async function qualitySheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<InspectionHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, w.name as owner, w.id as owner_id, v.name as vendor, d.bill_no as order_no, u.real_name as inspector, t.state, t.note
    from ${from(ctx, qualityBill.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id left join ${named(ctx, vendor, 'v')} on v.id = t.vendor_id
    left join ${named(ctx, orderBill.header, 'd')} on d.id = t.order_id left join ${named(ctx, user, 'u')} on u.id = t.inspector_id
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<InspectionRow>(sql`
    select l.bill_id as head_id, l.line_no, p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as unit,
      o.expire_date, nullif(c.code, 'LOOSE') as container, l.lot_qty, l.sample_qty, l.accept || '/' || l.reject as limits,
      l.critical, l.major, l.minor, l.verdict, l.pass_qty, l.reject_qty, l.reject_type, l.cause, (
        select coalesce(jsonb_agg(jsonb_build_object('item', t.item, 'unit', t.unit, 'amount', trim_scale(t.amount)::text, 'said', t.said, 'finding', t.finding, 'photos', (${photosOfCheck(ctx)})) order by t.id), '[]'::jsonb)
        from ${from(ctx, qualityBill.result, 't')} where t.bill_id = l.bill_id and t.line_no = l.line_no) as checks
    from ${from(ctx, qualityBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, lot, 'o')} on o.id = l.lot_id left join ${named(ctx, container, 'c')} on c.id = l.container_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  const called = await entryTexts(ctx, qualityItems)
  const amount = (qty: string | null, unit: string) => (qty === null ? '' : countOf(formatQty(parseQty(qty)), unit))
  // A check has a row of its own, so that there is room to read and to write.
  const below = (headId: string, text: string) => ({ headId, cells: ['', '', text, '', '', '', '', '', '', ''] })
  const cells = lines.flatMap((l) => [
    {
      headId: l.headId,
      cells: [
        String(l.lineNo),
        l.code,
        l.name,
        [l.expireDate, l.container].filter(Boolean).join(' '),
        amount(l.lotQty, l.unit),
        `${amount(l.sampleQty, l.unit)}${l.limits ? ` (${l.limits})` : ''}`,
        defectsOf(l),
        l.verdict === null ? '' : say(verdicts[l.verdict], ctx.language),
        amount(l.passQty, l.unit),
        amount(l.rejectQty, l.unit),
      ],
    },
    ...l.checks.map((c) => below(l.headId, checkText(ctx, c, called))),
    ...(parseQty(l.rejectQty ?? '0') > 0n
      ? [below(l.headId, `${say(rejectType.title, ctx.language)}: ${say(stockTypes[l.rejectType], ctx.language)}`)]
      : []),
    ...(l.cause ? [below(l.headId, l.cause)] : []),
  ])
  return papers(ctx, qualityPaper, ids, heads, cells)
}

/** Critical, major and minor ones. */
const defectsOf = ({ critical, major, minor }: InspectionRow): string =>
  critical === null && major === null && minor === null ? '' : [critical, major, minor].map((n) => n ?? 0).join('/')

/** What was found of a check, or room for it. */
function checkText(
  ctx: Ctx,
  { item, unit, amount, said, finding, photos }: Check,
  called: (item: string) => Text,
): string {
  const found = [
    amount && `${amount}${unit ?? ''}`,
    said,
    finding && say(findings[finding], ctx.language),
    photos > 0 && say(['{n}张照片', '{n} {n|photo|photos}'], ctx.language, { n: photos }),
  ].filter(Boolean)
  return `${say(called(item), ctx.language)}: ${found.length > 0 ? found.join(' ') : `____${unit ?? ''}`}`
}

export const qualityPaper: Paper<InspectionHead> = {
  kind: 'QUALITY_SHEET',
  title: ['商品质检单', 'Inspection'],
  name: 'inspections',
  columns: [
    [['行', '#'], 8, 'center'],
    [['商品', 'Product'], 18],
    [['名称/检验项', 'Name/check'], 46],
    [['效期/容器', 'Expiry/container'], 24],
    [['收货', 'Received'], 18, 'right'],
    [['抽检', 'Sample'], 22, 'right'],
    [['缺陷', 'Defects'], 14, 'center'],
    [['判定', 'Verdict'], 14],
    [['合格', 'Accepted'], 13, 'right'],
    [['不合格', 'Rejected'], 13, 'right'],
  ],
  party: (h) => [h.owner, h.vendor].filter(Boolean).join(' · '),
  facts: (h, ctx) => [
    [['供应商', 'Vendor'], h.vendor],
    [['订货通知单', 'Inbound order'], h.orderNo],
    // Titles are also asked of a head that says nothing.
    [['状态', 'Status'], h.state && say(qualityBill.flow.states[h.state], ctx.language)],
    [['检验人', 'Inspector'], h.inspector],
    [['备注', 'Note'], h.note],
  ],
  foot: ['检验人：____________  审核：____________', 'Inspected by: ____________  Approved by: ____________'],
}
