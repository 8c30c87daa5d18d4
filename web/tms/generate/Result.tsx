import type { DayPlan } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { Button } from 'antd'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type Compared, compare, isLike, kpis } from './figures.ts'

const usePlace = (id: string): string | undefined => {
  const may = useMay()
  const to = may(routePlan.header, 'view') ? detailOf(routePlan.header.key, id) : undefined
  return to && hashOf(to)
}

/** A plan by its number and when it was begun; the way there, for who may see it. */
export function PlanName({ of }: { of: DayPlan }) {
  const href = usePlace(of.id)
  const time = dayAndTime(of.createTime)
  return (
    <span className="plan-name num">
      {href ? <a href={href}>{of.billNo}</a> : <b>{of.billNo}</b>} {time}
    </span>
  )
}

/** A figure, and how it differs: by its sign, and by a mark where one is better than the other. */
function Figure({ of: { name, now, change, tone } }: { of: Compared }) {
  const t = useText()
  const more = change !== undefined && grouped(change.replace('+', ''))
  return (
    <div className="stat">
      <dt className="stat-title">{t(kpis[name].title)}</dt>
      <dd>
        <b className="num">{grouped(now)}</b>{' '}
        {more !== false &&
          (tone ? (
            <StatusTag tone={tone}>
              <span className="num">{change?.startsWith('+') ? `+${more}` : more}</span>
              <span className="sr-only">{t(tone === 'good' ? ['更好', 'better'] : ['更差', 'worse'])}</span>
            </StatusTag>
          ) : (
            <span className="muted num">{change?.startsWith('+') ? `+${more}` : more}</span>
          ))}
      </dd>
    </div>
  )
}

/** How a plan turned out, beside the one before of the same day. */
export function Result({ of, before }: { of: DayPlan; before: DayPlan | undefined }) {
  const t = useText()
  const href = usePlace(of.id)
  const last = before?.kpi ?? undefined
  return (
    <div className="plan-result">
      <PlanName of={of} />
      {of.message && <StatusTag tone={of.state === 'FAILED' ? 'bad' : 'warn'}>{of.message}</StatusTag>}
      {of.kpi && (
        <>
          <dl className="plan-figures">
            {compare(of.kpi, last).map((one) => (
              <Figure key={one.name} of={one} />
            ))}
          </dl>
          {of.kpi.faults > 0 && (
            <StatusTag tone="warn">
              {t(['{n}处违反限制', 'Limits that it breaks: {n}'], { n: of.kpi.faults })}
            </StatusTag>
          )}
          {before && last && (
            <p className="muted">
              {t(['相比', 'Beside'])} <PlanName of={before} />
              {!isLike(of.kpi, last) &&
                t(['，运单数不同，不评好坏', ', of another number of waybills: neither is better'])}
            </p>
          )}
        </>
      )}
      {href && (
        <Button type="primary" href={href}>
          {t(['打开排线单', 'Open the plan'])}
        </Button>
      )}
    </div>
  )
}
