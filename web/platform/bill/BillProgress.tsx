import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useText } from '../../kernel/text.ts'
import { grouped, percent } from '../../ui/numbers.ts'

const figure = (row: Row, name: string): string => String(row[name] ?? '0')

/** How far one bill is, in a table cell: the figure and a bar below it. */
export const BillBar = ({ row }: { row: Row }) => (
  <span className="bill-bar">
    <span className="num">{grouped(figure(row, 'doneQty'))}</span>
    <span className="bar" aria-hidden="true">
      <span style={{ width: `${percent(figure(row, 'doneQty'), figure(row, 'planQty'))}%` }} />
    </span>
  </span>
)

/** Plan, booked, done and sent of a bill, in the words of its type. */
export function BillProgress({ of, row }: { of: AnyBill; row: Row }) {
  const t = useText()
  const plan = figure(row, 'planQty')
  const stages: readonly [string, Text][] = [
    ['bookedQty', of.words.booked],
    ['doneQty', of.words.done],
    ['sentQty', of.words.sent],
  ]
  const cancelled = figure(row, 'cancelQty')
  return (
    <div className="stages">
      <div className="stage">
        <span className="stage-title">{t(of.header.fields.planQty?.title ?? ['计划', 'Planned'])}</span>
        <b className="num">{grouped(plan)}</b>
        {Number(cancelled) > 0 && (
          <span className="muted">{t(['已取消 {n}', '{n} cancelled'], { n: grouped(cancelled) })}</span>
        )}
      </div>
      {stages.map(([name, title]) => {
        const share = percent(figure(row, name), plan)
        return (
          <div key={name} className="stage">
            <span className="stage-title">{t(title)}</span>
            <b className="num">
              {grouped(figure(row, name))} <small>{Math.floor(share)}%</small>
            </b>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${share}%` }} />
            </span>
          </div>
        )
      })}
    </div>
  )
}
