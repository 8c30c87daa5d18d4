import { Fault } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { type CompareLine, compareStates } from '@lading/contract/tms/compareCalls.ts'
import { moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { settleBills, settleLine } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { OutsideRequest, Upload } from '../../kernel/http/serve.ts'
import { from, named } from '../../kernel/scope.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { type OutSheet, writeWorkbook } from '../../platform/sheet/write.ts'
import { compared } from './compare.ts'
import { headsOf, linesOf, type StatementHead, typeWord } from './statement.ts'
import { askedIn } from './theirFile.ts'

/** Of which trip of a statement each way bill is that is on one: carriers name the one or the other. */
async function tripsOf(ctx: Ctx, id: string): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx.query<{ wayBillNo: string; tripNo: string }>(sql`
    select distinct w.bill_no as way_bill_no, p.bill_no as trip_no from ${from(ctx, settleLine, 'l')}
    join ${named(ctx, shipPlanBill.header, 'p')} on p.id = l.trip_id join ${named(ctx, tripItem, 'i')} on i.bill_id = p.id and i.is_live
    join ${named(ctx, wayBill.header, 'w')} on w.id = i.way_bill_id where l.bill_id = ${id}`)
  return new Map(rows.map((r) => [r.wayBillNo, r.tripNo]))
}

/** The comparison as a workbook, and below what both come to. */
function sheetOf(lines: readonly CompareLine[], sums: readonly string[], t: (text: Text) => string): OutSheet {
  const figure = (title: Text) => ({ title: t(title), numeric: true, look: '#,##0.00' })
  const titled = (title: Text, width = 16) => ({ title: t(title), width })
  return {
    name: t(['核对结果', 'Comparison']),
    columns: [
      ...[titled(['结果', 'Result']), titled(['派车单/单号', 'Trip or number'], 22), titled(['费用类型', 'Charge'])],
      ...[titled(['对方费用名称', 'Called in the file'], 20), figure(['我方金额', 'Ours'])],
      ...[figure(['对方金额', 'Theirs']), figure(['差额', 'Difference'])],
      ...[titled(['费用单', 'Charge no.'], 30), titled(['对方行号', 'Rows of the file'])],
    ],
    rows: [
      ...lines.map((l) => [
        ...[t(compareStates[l.state]), l.no, l.feeType === null ? '' : t(typeWord(l.feeType)), l.said],
        ...[l.ours, l.theirs, l.diff, l.feeNos.join(' '), l.rows.join(' ')],
      ]),
      [t(['合计', 'Total']), null, null, null, ...sums, null, null],
    ],
  }
}

/** 核对对方文件. Nothing is booked by it, and of the file nothing is kept. @throws Fault noFile, fileColumns, fileAmounts */
export async function comparison(request: OutsideRequest, { id }: { id: string }, upload?: Upload) {
  if (!upload) throw new Fault(sheetFaults.noFile)
  const { language } = request.origin
  const { head, ours, trips } = await request.perform(
    async (
      ctx,
    ): Promise<{
      head: StatementHead
      ours: Awaited<ReturnType<typeof linesOf>>
      trips: ReadonlyMap<string, string>
    }> => ({
      head: found((await headsOf(ctx, 'CARRIER', [id]))[0], settleBills.CARRIER.header.title),
      ours: await linesOf(ctx, [id]),
      trips: await tripsOf(ctx, id),
    }),
    { read: true },
  )
  const asked = askedIn(await readSheet(upload), language)
  const lines = compared(ours, asked, trips)
  const theirs = asked.reduce((n, a) => n + a.amount, 0n)
  const [owed, net] = [parseMicro(head.amount), parseMicro(head.net)]
  const sums = [moneyText(owed), moneyText(theirs), moneyText(theirs - owed)]
  const data = await writeWorkbook([sheetOf(lines, sums, (text) => say(text, language))])
  return {
    lines: [...lines],
    ...{ ours: moneyText(owed), theirs: moneyText(theirs), adjust: moneyText(parseMicro(head.adjust)) },
    open: moneyText(theirs - net),
    file: data.toString('base64'),
  }
}
