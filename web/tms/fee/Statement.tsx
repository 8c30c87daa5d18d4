import { type StatementLine, statementFiles, statements } from '@lading/contract/tms/feeCalls.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { Button } from 'antd'
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

/** 对账明细: each charge with its arithmetic, what a type adds up to, and the workbook for the party. */
export const statementOf = (party: Party) =>
  function Statement({ bill }: { bill: Row }) {
    const t = useText()
    const may = useMay()
    const asked = useCall(statements[party], { id: bill.id })
    const lines = asked.data?.lines
    if (!lines) return asked.error ? <NotRead of={asked} /> : <SkeletonRows rows={5} label={t(words.loading)} />
    const type = typeColumn<StatementLine>()
    const byType = [...Map.groupBy(lines, (l) => l.feeType)].map(([feeType, of]) => ({
      feeType,
      text: type.said?.(of[0] as StatementLine, t) ?? '',
      amount: of.reduce((n, l) => n + Math.round(Number(l.amount) * 100), 0) / 100,
    }))
    return (
      <>
        <div className="fee-sums">
          {byType.map(({ feeType, text, amount }) => (
            <span key={feeType}>
              {text} <b>{cents(String(amount))}</b>
            </span>
          ))}
          {may(settleBills[party].header, 'export') && (
            <Button size="small" onClick={() => void download(statementFiles[party], { id: bill.id }).catch(report)}>
              {t(statementFiles[party].title)}
            </Button>
          )}
        </div>
        <ReadTable<StatementLine> label={t(['对账明细', 'Statement'])} rows={lines} columns={columns} />
      </>
    )
  }
