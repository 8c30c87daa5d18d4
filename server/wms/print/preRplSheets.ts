import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { user } from '@lading/contract/sys/user.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { preRplBases, preRplBill } from '@lading/contract/wms/preRplBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { shownCode } from '../masters/facts.ts'
import { cases } from './figures.ts'

interface PlanHead extends Head {
  owner: string | null
  basis: keyof typeof preRplBases
  demandDate: string | null
  days: number | null
  maker: string | null
  note: string | null
}
interface PlanRow {
  headId: string
  lineNo: number
  code: string
  name: string
  unit: string
  bin: string | null
  onHand: string | null
  demand: string | null
  planQty: string
  shortQty: string | null
  qpc: string | null
}

/** 预补货单: which faces are to be filled, and with how much. */
export async function preRplSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<PlanHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, w.name as owner, w.id as owner_id, t.basis, t.demand_date, t.days, m.real_name as maker, t.note
    from ${from(ctx, preRplBill.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id left join ${named(ctx, user, 'm')} on m.id = t.created_by
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<PlanRow>(sql`
    select l.bill_id as head_id, l.line_no, p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as unit,
      ${shownCode('b')} as bin, l.on_hand, l.demand, l.plan_qty, l.short_qty,
      (select q.qpc from ${named(ctx, qpc, 'q')} where q.product_id = p.id order by q.is_default desc, q.id limit 1) as qpc
    from ${from(ctx, preRplBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, bin, 'b')} on b.id = l.bin_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.line_no`)
  const amount = (qty: string | null, unit: string) => (qty === null ? '–' : countOf(formatQty(parseQty(qty)), unit))
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      l.bin ?? '–',
      l.code,
      l.name,
      amount(l.onHand, l.unit),
      amount(l.demand, l.unit),
      cases(l.planQty, l.qpc, null),
      Number(l.shortQty ?? 0) > 0 ? amount(l.shortQty, l.unit) : '',
      '',
    ],
  }))
  return papers(ctx, planPaper, ids, heads, cells)
}

export const planPaper: Paper<PlanHead> = {
  kind: 'PRE_RPL_SHEET',
  title: ['预补货单', 'Pre-replenishment'],
  name: 'pre-replenishments',
  columns: [
    [['行', '#'], 8, 'center'],
    [['拣货位', 'Pick face'], 26],
    [['商品', 'Product'], 20],
    [['名称', 'Name'], 46],
    [['现有', 'On hand'], 20, 'right'],
    [['需求', 'Demand'], 20, 'right'],
    [['补货件数', 'Cases'], 18, 'right'],
    [['货源不足', 'Lacking'], 18, 'right'],
    [['完成', 'Done'], 14, 'center'],
  ],
  party: (h) => h.owner ?? '',
  facts: (h, ctx) => [
    // Titles are also asked of a head that says nothing.
    [['补货依据', 'Basis'], h.basis && say(preRplBases[h.basis], ctx.language)],
    [['出库日期', 'Outbound date'], h.demandDate],
    [['覆盖天数', 'Days covered'], h.days === null ? null : String(h.days)],
    [['制单人', 'Made by'], h.maker],
    [['备注', 'Note'], h.note],
  ],
  foot: ['执行人：____________  日期：____________', 'Done by: ____________  Date: ____________'],
}
