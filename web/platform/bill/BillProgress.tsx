import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { grouped, percent } from '../../ui/numbers.ts'

/** Fields that say how far a bill is: the whole first, then its stages in order. */
export type Stages = readonly [whole: string, ...stages: string[]]
export const usualStages: Stages = ['planQty', 'bookedQty', 'doneQty', 'sentQty']

const figure = (row: Row, name: string): string => String(row[name] ?? '0')

/** How far one record is, in a table cell: the figure, or what is shown for it, and a bar below. */
export const Progress = ({
  done,
  all,
  isOf = false,
  shown = done,
}: {
  done: unknown
  all: unknown
  isOf?: boolean
  shown?: unknown
}) => (
  <span className="bill-bar">
    <span className="num">
      {grouped(String(shown ?? 0))}
      {isOf && ` / ${grouped(String(all ?? 0))}`}
    </span>
    <span className="bar" aria-hidden="true">
      <span style={{ width: `${percent(String(done ?? 0), String(all ?? 0))}%` }} />
    </span>
  </span>
)

/** The stages of a bill, in the words of its type. */
export function BillProgress({ of, row, stages }: { of: Pick<AnyBill, 'header'>; row: Row; stages: Stages }) {
  const t = useText()
  const [whole, ...names] = stages
  const plan = figure(row, whole)
  const titleOf = (name: string) => t(of.header.fields[name]?.title ?? [name, name])
  const cancelled = figure(row, 'cancelQty')
  return (
    <div className="stages">
      <div className="stage">
        <span className="stage-title">{titleOf(whole)}</span>
        <b className="num">{grouped(plan)}</b>
        {Number(cancelled) > 0 && (
          <span className="muted">{t(['已取消 {n}', '{n} cancelled'], { n: grouped(cancelled) })}</span>
        )}
      </div>
      {names.map((name) => {
        const share = percent(figure(row, name), plan)
        return (
          <div key={name} className="stage">
            <span className="stage-title">{titleOf(name)}</span>
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
