import type { Text } from '@lading/contract/kernel/text.ts'
import type { Kpi } from '@lading/contract/tms/planCalls.ts'
import { useText } from '../../client/text.ts'
import { hours, km } from './board.ts'

/** Each as fine as it is shown: what it was and how it has changed add up. */
const figures: readonly [title: Text, of: (k: Kpi) => number, show: (n: number) => string, isLessBetter: boolean][] = [
  [['车次', 'Trips'], (k) => k.trips, String, true],
  [['已排', 'Planned'], (k) => k.orders, String, false],
  [['未排', 'Left out'], (k) => k.left, String, true],
  [['里程km', 'Distance km'], (k) => Math.round(k.metres / 100) * 100, km, true],
  [['用时', 'Time'], (k) => Math.floor(k.seconds / 60) * 60, hours, true],
  [['成本', 'Cost'], (k) => Number(k.cost), (n) => n.toFixed(2), true],
  [['重量%', 'Weight %'], (k) => k.weightRate, (n) => n.toFixed(1), false],
  [['体积%', 'Volume %'], (k) => k.volumeRate, (n) => n.toFixed(1), false],
  [['晚到', 'Late'], (k) => k.late, String, true],
  [['违反', 'Violations'], (k) => k.faults, String, true],
]
/** What the plan comes to, and what the last change has done to it. */
export function Figures({ kpi, before }: { kpi: Kpi; before: Kpi | undefined }) {
  const t = useText()
  return (
    <dl className="plan-figures">
      {figures.map(([title, of, show, isLessBetter]) => {
        const change = before ? of(kpi) - of(before) : 0
        const tone = change === 0 ? undefined : change < 0 === isLessBetter ? 'good' : 'bad'
        return (
          <div key={title[1]}>
            <dt>{t(title)}</dt>
            <dd className="num">
              {show(of(kpi))}
              {tone && (
                <span className={`plan-delta is-${tone}`}>
                  {change > 0 ? '+' : '−'}
                  {show(Math.abs(change))}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
