import type { Text } from '@lading/contract/kernel/text.ts'
import {
  boundOps,
  reportPlanCalls as calls,
  lastDay,
  planCycles,
  type ReportPlan,
  reportFileFormats,
  reportPlan,
} from '@lading/contract/sys/reportPlan.ts'
import { Button } from 'antd'
import { call } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { changed } from '../../kernel/verbs.tsx'

const weekdays: readonly Text[] = [
  ['周一', 'Monday'],
  ['周二', 'Tuesday'],
  ['周三', 'Wednesday'],
  ['周四', 'Thursday'],
  ['周五', 'Friday'],
  ['周六', 'Saturday'],
  ['周日', 'Sunday'],
]

/** What a day of a cycle is called. */
export const dayText = (cycle: ReportPlan['cycle'], day: number): Text =>
  cycle === 'WEEKLY'
    ? (weekdays[day - 1] ?? ['', ''])
    : day === lastDay
      ? ['最后一天', 'Last day']
      : [`${day}日`, `Day ${day}`]

/** When it is made, for whom, and of what it makes that depend. */
function wordsOf(t: Say, plan: ReportPlan, titleOf: (figure: string) => string): string[] {
  const { cycle, day, at, leastRows: n, bound, forWhom, byWhom, outside } = plan
  return [
    [t(planCycles[cycle]), cycle !== 'DAILY' && t(dayText(cycle, day ?? 1)), at].filter(Boolean).join(' '),
    n !== null && t(['至少{n}行', '{n} rows at least'], { n }),
    bound && `${titleOf(bound.figure)} ${t(boundOps[bound.op])} ${bound.value}`,
    forWhom && t(['发给 {who}', 'For {who}'], { who: forWhom }),
    outside.length > 0 && t(['对外发送 {who}', 'Outside: {who}'], { who: outside.join(', ') }),
    byWhom && t(['由 {who} 订阅', 'By {who}'], { who: byWhom }),
    t(reportFileFormats[plan.format]),
    plan.state === 'ON'
      ? t(['下次 {at}', 'Next {at}'], { at: shownTime(plan.nextAt) })
      : t(['连续失败{n}次，已停用', 'Off after {n} failures'], { n: plan.failures }),
  ].filter((part) => typeof part === 'string')
}

interface Props {
  readonly plans: readonly ReportPlan[]
  /** What a figure is called that is watched. */
  readonly titleOf: (figure: string) => string
}

/** Those that are there: when each comes next, or why it does not come any more. */
export function OwnPlans({ plans, titleOf }: Props) {
  const t = useText()
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch(tell)
    await changed(reportPlan)
  }
  return plans.map((plan) => (
    <p key={plan.id} className="report-plan">
      <span>{wordsOf(t, plan, titleOf).join(' · ')}</span>
      {plan.state === 'OFF' && (
        <Button size="small" onClick={() => void run(() => call(calls.resume, { id: plan.id }))}>
          {t(['恢复', 'Resume'])}
        </Button>
      )}
      <Button size="small" danger onClick={() => void run(() => call(calls.unsubscribe, { id: plan.id }))}>
        {t(['取消订阅', 'Unsubscribe'])}
      </Button>
    </p>
  ))
}
