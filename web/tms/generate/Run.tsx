import type { Text } from '@lading/contract/kernel/text.ts'
import {
  type DayPlan,
  generatePlan,
  type PlannedTruck,
  planMost,
  type ScopeOrder,
  stopPlan,
} from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useSession } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { changed } from '../../kernel/verbs.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { Card } from '../../ui/Page.tsx'
import type { Config } from './Fleet.tsx'
import { Progress } from './Progress.tsx'
import { PlanName, Result } from './Result.tsx'

interface At {
  readonly bizDate: string
  readonly depotId: string
}
interface Props {
  readonly at: At
  readonly config: Config | undefined
  readonly orders: readonly ScopeOrder[]
  readonly trucks: readonly PlannedTruck[]
  /** Of this day, the newest first. */
  readonly plans: readonly DayPlan[]
  /** Of whatever day. */
  readonly computing: DayPlan | null
  /** The day is to be read again. */
  readonly onRead: () => void
  readonly onGo: (at: At) => void
}

/** Why nothing can be computed now. */
function whyNot({ orders, trucks, computing, config }: Props): Text | undefined {
  if (computing) return planFaults.computing.text
  if (!config) return ['没有可用的排线参数', 'There are no settings to plan by']
  if (orders.length === 0) return ['请勾选要排的运单', 'Choose the waybills to plan']
  if (trucks.length === 0) return ['请勾选可用的车辆', 'Choose the trucks to use']
  if (orders.length > planMost.wayBills || trucks.length > planMost.trucks)
    return ['一次最多排{wayBills}单、{trucks}辆车', 'At most {wayBills} waybills and {trucks} trucks in one plan']
  return undefined
}

/** Who may plan, and look at what comes of it. */
function useMayRun(): boolean {
  const may = useMay()
  const isHeld = useSession(({ user }) => user?.permissions?.includes(generatePlan.permission) ?? true)
  return isHeld && may(routePlan.header, 'view')
}

const usualSeconds = 15
const title: Text = ['3 计算', '3 Compute']
const stopTitle: Text = ['停止并保留', 'Stop and keep the best']
/** Computes a plan, tells how it goes, and how it turned out beside the one before. */
export function Run(p: Props) {
  const { at, config, orders, trucks, plans, computing } = p
  const t = useText()
  const mayRun = useMayRun()
  const [seconds, setSeconds] = useState<number | null>(usualSeconds)
  const generate = useWrite(generatePlan)
  const stop = useWrite(stopPlan)
  const plan = plans.find((one) => one.isMine) ?? plans[0]
  const before = plan && plans.slice(plans.indexOf(plan) + 1).find((one) => one.kpi !== null)
  const refused = whyNot(p)
  const why = refused && t(refused, planMost)
  const act = async (doing: () => Promise<unknown>) => {
    try {
      await doing()
    } catch (error) {
      report(error)
    }
    await changed(routePlan.header)
  }
  const compute = (from?: DayPlan) =>
    void act(() =>
      generate.run({
        ...at,
        configId: config?.id ?? '',
        wayBillIds: orders.map((o) => o.id),
        truckIds: trucks.map((one) => one.id),
        seconds: seconds ?? usualSeconds,
        ...(from && { from: { id: from.id, version: from.version } }),
      }),
    )
  const isRunning = plan?.state === 'COMPUTING'
  const label = t(['计算秒数', 'Seconds to compute'])
  return (
    <section className="plan-run" aria-label={t(title)}>
      <Card title={t(title)} extra={plan && <StateTag flow={routePlan.flow} state={plan.state} />}>
        {mayRun && (
          <div className="plan-start">
            <span className="muted">{label}</span>
            <InputNumber min={1} max={120} precision={0} value={seconds} aria-label={label} onChange={setSeconds} />
            {isRunning ? (
              <Button danger loading={stop.isBusy} onClick={() => void act(() => stop.run({ id: plan.id }))}>
                {t(stopTitle)}
              </Button>
            ) : (
              <Starts of={plan} why={why} isBusy={generate.isBusy} onStart={compute} />
            )}
          </div>
        )}
        {mayRun && why && !isRunning && <WhyNot why={why} at={at} computing={computing} onGo={p.onGo} />}
        {plan ? (
          <>
            <Progress key={plan.id} of={plan} onDone={p.onRead} />
            {!isRunning && <Result of={plan} before={before} />}
          </>
        ) : (
          <p className="muted">{t(['这一天还没有排线单', 'There is no plan of this day yet'])}</p>
        )}
      </Card>
    </section>
  )
}

interface StartsProps {
  readonly of: DayPlan | undefined
  readonly why: string | undefined
  readonly isBusy: boolean
  readonly onStart: (from?: DayPlan) => void
}
/** A plan from nothing; or from one that may still be changed. */
function Starts({ of, why, isBusy, onStart }: StartsProps) {
  const t = useText()
  const one = { loading: isBusy, disabled: why !== undefined }
  return (
    <>
      <Button type="primary" title={why} {...one} onClick={() => onStart()}>
        {t(['开始排线', 'Start'])}
      </Button>
      {of && (of.state === 'COMPUTED' || of.state === 'ADJUSTED') && (
        <Button
          title={why ?? t(['从这张排线单继续，锁定的保留', 'Goes on from this plan; what is locked stays'])}
          {...one}
          onClick={() => onStart(of)}
        >
          {t(['再算一次', 'Go on from it'])}
        </Button>
      )}
    </>
  )
}

/** Why nothing can be started; the way to what is being computed on another day or from another depot. */
function WhyNot({ why, at, computing, onGo }: { why: string } & Pick<Props, 'at' | 'computing' | 'onGo'>) {
  const isElsewhere = computing && (computing.bizDate !== at.bizDate || computing.depotId !== at.depotId)
  return (
    <p className="muted">
      {why}
      {computing && <PlanName of={computing} />}
      {isElsewhere && (
        <Button type="link" onClick={() => onGo({ bizDate: computing.bizDate, depotId: computing.depotId })}>
          {computing.bizDate}
        </Button>
      )}
    </p>
  )
}
