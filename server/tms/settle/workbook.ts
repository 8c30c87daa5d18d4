import { say, type Text } from '@lading/contract/kernel/text.ts'
import { type Explain, explainText } from '@lading/contract/tms/feeExplain.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { payMethods, settleBill, settleBills, settleLine, settlePayment } from '@lading/contract/tms/settleBill.ts'
import sql from 'sql-template-tag'
import { found } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { from } from '../../kernel/scope.ts'
import { type OutSheet, sheetTypes, writeWorkbook } from '../../platform/sheet/write.ts'
import {
  basisWord,
  headsOf,
  type Line,
  linesOf,
  money,
  type StatementHead,
  statementPaper,
  typeWord,
} from './statement.ts'

type Say = (text: Text) => string
const plain = (text: string | null): string =>
  text === null ? '' : text.includes('.') ? text.replace(/\.?0+$/, '') : text
const f = settleBill.header.fields
const l = settleLine.fields
const figure = (title: string) => ({ title, numeric: true, look: '#,##0.00' })

/** Each charge with its quantity, its price and its arithmetic; below them what they add up to. */
function chargesOf(head: StatementHead, lines: readonly Line[], t: Say, say: (e: Line['explain']) => string): OutSheet {
  const words = [
    l.lineNo.title,
    l.bizDate.title,
    l.feeId.title,
    l.tripId.title,
    ['车辆', 'Truck'],
    l.wayBillId.title,
  ] as const
  const more = [['站点', 'Stop'], l.feeType.title, l.basis.title] as const
  return {
    name: t(settleLine.title),
    columns: [
      ...[...words, ...more].map((title) => ({ title: t(title as Text) })),
      ...[
        { title: t(l.qty.title), numeric: true },
        { title: t(l.price.title), numeric: true },
        figure(t(l.amount.title)),
      ],
      { title: t(['计算过程', 'How it was reckoned']), width: 60 },
    ],
    rows: [
      ...lines.map((line, i) => [
        ...[String(i + 1), line.bizDate, line.feeNo, line.tripNo, line.truck, line.wayBillNo, line.stop],
        ...[
          t(typeWord(line.feeType)),
          t(basisWord(line.basis)),
          plain(line.qty),
          plain(line.price),
          money(line.amount),
        ],
        say(line.explain),
      ]),
      [t(['合计', 'Total']), ...Array.from({ length: 10 }, () => null), money(head.amount), null],
    ],
  }
}

function summaryOf(head: StatementHead, t: Say): OutSheet {
  const facts: readonly (readonly [title: Text, value: string])[] = [
    [f.billNo.title, head.no],
    [['对象', 'Party'], head.name],
    [['期间', 'Period'], `${head.periodFrom} – ${head.periodTo}`],
    [f.amount.title, money(head.amount)],
    [f.tax.title, money(head.tax)],
    [f.adjust.title, money(head.adjust)],
    [f.adjustReason.title, head.adjustReason ?? ''],
    [f.net.title, money(head.net)],
    [f.invoiceNo.title, head.invoiceNo ?? ''],
    [f.paid.title, money(head.paid)],
  ]
  const columns = [
    { title: t(['项目', 'Item']), width: 20 },
    { title: t(['内容', 'Content']), width: 40 },
  ]
  return { name: t(['汇总', 'Summary']), columns, rows: facts.map(([title, value]) => [t(title), value]) }
}

interface Paid {
  readonly paidOn: string
  readonly amount: string
  readonly method: keyof typeof payMethods
  readonly voucherNo: string
}
const paymentsOf = (payments: readonly Paid[], t: Say): OutSheet => ({
  name: t(f.payments.title),
  columns: [
    { title: t(settlePayment.fields.paidOn.title) },
    figure(t(settlePayment.fields.amount.title)),
    { title: t(settlePayment.fields.method.title) },
    { title: t(settlePayment.fields.voucherNo.title) },
  ],
  rows: payments.map((p) => [p.paidOn, money(p.amount), t(payMethods[p.method]), p.voucherNo]),
})

/** 对账单 as a workbook that its party can check line by line: charges with their arithmetic, the sum, and what was paid. */
export const statementFile =
  (party: Party) =>
  async (request: OutsideRequest, { id }: { id: string }): Promise<FileAnswer> => {
    const { language } = request.origin
    const t: Say = (text) => say(text, language)
    const { head, lines, payments } = await request.perform(
      async (ctx) => ({
        head: found((await headsOf(ctx, party, [id]))[0], settleBills[party].header.title),
        lines: await linesOf(ctx, [id]),
        payments: await ctx.tx.query<Paid>(sql`
          select p.paid_on, p.amount, p.method, p.voucher_no from ${from(ctx, settlePayment, 'p')} where p.bill_id = ${id} order by p.id`),
      }),
      { read: true },
    )
    const explained = (e: Line['explain']) => explainText(e as Explain | null, language)
    const data = await writeWorkbook([
      chargesOf(head, lines, t, explained),
      summaryOf(head, t),
      paymentsOf(payments, t),
    ])
    return { name: `${t(statementPaper.title)}_${head.no}.xlsx`, type: sheetTypes.xlsx, data }
  }
