import { type StatementLine, statementFiles, statements } from '@lading/contract/tms/feeCalls.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { amountColumn, cents, explainColumn, typeColumn } from './columns.tsx'
import './fee.css'

const said = (name: keyof StatementLine, zh: string, en: string, width: number): ReadColumn<StatementLine> => ({
  name,
  title: [zh, en],
  width,
  said: (row) => String(row[name] ?? ''),
})
const columns: readonly ReadColumn<StatementLine>[] = [
  said('bizDate', '日期', 'Day', 100),
  said('tripNo', '派车单', 'Trip', 140),
  said('truck', '车辆', 'Truck', 100),
  said('wayBillNo', '运单', 'Waybill', 140),
  said('stop', '站点', 'Stop', 120),
  typeColumn<StatementLine>(),
  explainColumn<StatementLine>(),
  amountColumn<StatementLine>(),
  said('feeNo', '费用单', 'Charge no.', 140),
]

const sumOf = (lines: readonly StatementLine[]): string =>
  (lines.reduce((n, l) => n + Math.round(Number(l.amount) * 100), 0) / 100).toFixed(2)

interface TripSum {
  readonly tripNo: string | null
  readonly bizDate: string
  readonly truck: string | null
  readonly count: number
  readonly amount: string
}
/** What each trip comes to, in the order of the statement; what belongs to no trip stands together. */
const byTrip = (lines: readonly StatementLine[]): readonly TripSum[] =>
  [...Map.groupBy(lines, (l) => l.tripNo)].map(([tripNo, of]) => ({
    ...{ tripNo, bizDate: of[0]?.bizDate ?? '', truck: of.find((l) => l.truck)?.truck ?? null },
    ...{ count: of.length, amount: sumOf(of) },
  }))
const tripColumns: readonly ReadColumn<TripSum>[] = [
  { name: 'tripNo', title: ['派车单', 'Trip'], width: 160, said: (r, t) => r.tripNo ?? t(['无派车单', 'No trip']) },
  { name: 'bizDate', title: ['日期', 'Day'], width: 110, said: (r) => r.bizDate },
  { name: 'truck', title: ['车辆', 'Truck'], width: 110, said: (r) => r.truck ?? '' },
  { name: 'count', title: ['费用条数', 'Charges'], width: 90, isFigure: true, said: (r) => String(r.count) },
  { name: 'amount', title: ['金额', 'Amount'], width: 120, isFigure: true, said: (r) => cents(r.amount) },
]

/** 对账明细: each charge with its arithmetic, what a type adds up to, and the workbook for the party. */
export const statementOf = (party: Party) =>
  function Statement({ bill }: { bill: Row }) {
    const t = useText()
    const may = useMay()
    const [isByTrip, setByTrip] = useState(false)
    const asked = useCall(statements[party], { id: bill.id })
    const lines = asked.data?.lines
    if (!lines) return asked.error ? <NotRead of={asked} /> : <SkeletonRows rows={5} label={t(words.loading)} />
    const type = typeColumn<StatementLine>()
    const byType = [...Map.groupBy(lines, (l) => l.feeType)].map(([feeType, of]) => ({
      feeType,
      text: type.said?.(of[0] as StatementLine, t) ?? '',
      amount: sumOf(of),
    }))
    const shown = isByTrip ? byTrip(lines) : undefined
    return (
      <>
        <div className="fee-sums">
          {byType.map(({ feeType, text, amount }) => (
            <span key={feeType}>
              {text} <b>{cents(amount)}</b>
            </span>
          ))}
          <Segmented
            size="small"
            value={isByTrip}
            options={[
              { value: false, label: t(['逐条', 'Line by line']) },
              { value: true, label: t(['按派车单', 'By trip']) },
            ]}
            onChange={setByTrip}
          />
          {may(settleBills[party].header, 'export') && (
            <Button size="small" onClick={() => void download(statementFiles[party], { id: bill.id }).catch(report)}>
              {t(statementFiles[party].title)}
            </Button>
          )}
        </div>
        {shown ? (
          <ReadTable<TripSum> label={t(['按派车单', 'By trip'])} rows={shown} columns={tripColumns} />
        ) : (
          <ReadTable<StatementLine> label={t(['对账明细', 'Statement'])} rows={lines} columns={columns} />
        )}
      </>
    )
  }
