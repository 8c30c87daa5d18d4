import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import type { StatementLine } from '@lading/contract/tms/feeCalls.ts'
import { type Explain, explainText } from '@lading/contract/tms/feeExplain.ts'
import { moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { bases, feeTypes, type Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills, settleLine } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'

export interface StatementHead extends Head {
  readonly name: string
  readonly periodFrom: string
  readonly periodTo: string
  readonly feeCount: number
  readonly amount: string
  readonly tax: string
  readonly adjust: string
  readonly adjustReason: string | null
  readonly net: string
  readonly paid: string
  readonly invoiceNo: string | null
}
export const money = (text: string | null | undefined): string => (text ? moneyText(parseMicro(text)) : '')

/** Settlements with whom they are with, as far as their reader sees them. */
export const headsOf = (ctx: Ctx, party: Party, ids: readonly string[]): Promise<StatementHead[]> =>
  ctx.tx.query<StatementHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, coalesce(k.code || ' ' || k.name, c.code || ' ' || c.name, s.code || ' ' || s.name) as name,
      t.period_from, t.period_to, t.fee_count, t.amount, t.tax, t.adjust, t.adjust_reason, t.net, t.paid, t.invoice_no
    from ${from(ctx, settleBills[party].header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, carrier, 'k')} on k.id = t.carrier_id left join ${named(ctx, client, 'c')} on c.id = t.client_id
    left join ${named(ctx, staff, 's')} on s.id = t.staff_id where t.id = any(${ids}::bigint[])`)

export type Line = StatementLine & { readonly billId: string }
/** Each charge of settlements, with how it was reckoned. */
export const linesOf = (ctx: Ctx, ids: readonly string[]): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select l.bill_id, l.id, l.line_no, l.fee_id, f.bill_no as fee_no, l.biz_date, p.bill_no as trip_no, k.code as truck, w.bill_no as way_bill_no,
      f.stop, l.fee_type, l.basis, l.qty, l.price, l.amount, f.explain
    from ${from(ctx, settleLine, 'l')} join ${named(ctx, feeBill.header, 'f')} on f.id = l.fee_id
    left join ${named(ctx, shipPlanBill.header, 'p')} on p.id = l.trip_id left join ${named(ctx, truck, 'k')} on k.id = f.truck_id
    left join ${named(ctx, wayBill.header, 'w')} on w.id = l.way_bill_id
    where l.bill_id = any(${ids}::bigint[]) order by l.bill_id, l.biz_date, p.bill_no, w.bill_no, l.line_no`)

/** 对账明细 of one settlement. */
export const statement =
  (party: Party) =>
  async (ctx: Ctx, { id }: { id: string }) => {
    found((await headsOf(ctx, party, [id]))[0], settleBills[party].header.title)
    return {
      lines: (await linesOf(ctx, [id])).map(({ billId: _, ...line }) => ({ ...line, amount: money(line.amount) })),
    }
  }

export const typeWord = (type: string): Text => feeTypes[type as keyof typeof feeTypes] ?? [type, type]
export const basisWord = (basis: string | null): Text =>
  basis === null ? ['', ''] : bases[basis as keyof typeof bases]

/** 对账单: what a party is to agree to. */
export const statementPaper: Paper<StatementHead> = {
  kind: 'SETTLE_STATEMENT',
  title: ['对账单', 'Statement'],
  name: 'settlement statements',
  party: (h) => h.name ?? '',
  columns: [
    [['日期', 'Day'], 22],
    [['派车单/运单', 'Trip, waybill'], 34],
    [['费用', 'Charge'], 20],
    [['计算', 'Reckoned'], 92],
    [['金额', 'Amount'], 22, 'right'],
  ],
  facts: (h) => [
    [['期间', 'Period'], h.periodFrom && `${h.periodFrom} – ${h.periodTo}`],
    [['费用条数', 'Charges'], h.feeCount === undefined ? '' : String(h.feeCount)],
    [['费用合计', 'Charges in all'], money(h.amount)],
    [['其中税额', 'Tax in it'], money(h.tax)],
    [['调整', 'Adjusted'], h.adjust && `${money(h.adjust)} ${h.adjustReason ?? ''}`],
    [['应结金额', 'Net'], money(h.net)],
  ],
  foot: [
    '以上费用核对无误。对方确认：____________  日期：________  我方：____________',
    'The above is agreed. Party: ____________  Date: ________  For us: ____________',
  ],
}
const sheets =
  (party: Party) =>
  async (ctx: Ctx, ids: readonly string[]): Promise<Filled> => {
    const [heads, lines] = [await headsOf(ctx, party, ids), await linesOf(ctx, ids)]
    const cells = lines.map((l) => ({
      headId: l.billId,
      cells: [
        ...[l.bizDate, l.tripNo ?? l.wayBillNo ?? l.stop ?? '', say(typeWord(l.feeType), ctx.language)],
        ...[explainText(l.explain as Explain | null, ctx.language), money(l.amount)],
      ],
    }))
    return papers(ctx, statementPaper, ids, heads, cells)
  }
export const statementDocument = (party: Party) => ({
  ...{ kind: statementPaper.kind, subject: settleBills[party].header.key, title: statementPaper.title },
  make: sheets(party),
})
