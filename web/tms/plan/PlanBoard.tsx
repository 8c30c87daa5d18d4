import { arrangePlan, type Drawn } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { Segmented } from 'antd'
import { type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import { call } from '../../client/client.ts'
import { queryClient } from '../../client/query.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { Backs } from './Backs.tsx'
import { colourOf, keyOf } from './board.ts'
import { DayLine } from './DayLine.tsx'
import { Figures } from './Figures.tsx'
import { PlanMap } from './PlanMap.tsx'
import { Rest } from './Rest.tsx'
import { TripCard } from './TripCard.tsx'
import { type Look, type Save, usePlan } from './usePlan.ts'

/** The buttons of its page go by the answer, and do not wait until the change is told to everybody. */
const saved =
  (id: string): Save =>
  async (version, trips) => {
    const drawn = await call(arrangePlan, { id, version, trips })
    const { version: now, state } = drawn
    queryClient.setQueryData<Row>([routePlan.header.key, 'one', id], (row) => row && { ...row, version: now, state })
    return drawn
  }

/** The plan once what is under way has been answered. */
export type Settled = () => Promise<Drawn | undefined>
interface Props {
  readonly id: string
  readonly first: Look
  /** Whoever confirms the plan asks it here. */
  readonly settled: RefObject<Settled | undefined>
}
/** Trips as cards beside the map or the time line. */
export function PlanBoard({ id, first, settled }: Props) {
  const t = useText()
  const plan = usePlan<Drawn>(first, saved(id))
  const [chosen, setChosen] = useState<string | undefined>()
  const [side, setSide] = useState<'map' | 'day'>('map')
  const { drawn, isBusy, renew } = plan
  useImperativeHandle(settled, () => plan.settled)
  // Confirmed, or changed elsewhere: what stands on the page is what is kept.
  useEffect(() => {
    if (!isBusy && first.version > drawn.version) renew(first)
  }, [first, drawn, isBusy, renew])
  const sites = new Map(first.sites.map((s) => [s.id, s]))
  const orders = new Map(first.orders.map((o) => [o.id, o]))
  return (
    <div className="plan" data-busy={isBusy || undefined}>
      <div className="plan-head">
        <Figures kpi={drawn.kpi} before={plan.before} />
        <div className="plan-tools">
          <Backs plan={plan} />
          <Segmented
            value={side}
            onChange={setSide}
            options={[
              { value: 'map', label: t(['地图', 'Map']) },
              { value: 'day', label: t(['时间线', 'Time line']) },
            ]}
          />
        </div>
      </div>
      <div className="plan-body">
        <div className="plan-trips">
          {drawn.left.length > 0 && (
            <Rest id={id} left={drawn.left} orders={orders} sites={sites} look={first} arrange={plan.arrange} />
          )}
          {drawn.trips.map((trip, i) => (
            <TripCard
              key={keyOf(trip)}
              trip={trip}
              colour={colourOf(i)}
              look={first}
              all={drawn.trips}
              orders={orders}
              sites={sites}
              isChosen={chosen === keyOf(trip)}
              onChoose={() => setChosen(chosen === keyOf(trip) ? undefined : keyOf(trip))}
              arrange={plan.arrange}
            />
          ))}
        </div>
        <div className="plan-side">
          {side === 'map' ? (
            <PlanMap drawn={drawn} look={first} chosen={chosen} onChoose={setChosen} />
          ) : (
            <DayLine drawn={drawn} look={first} chosen={chosen} onChoose={setChosen} />
          )}
        </div>
      </div>
    </div>
  )
}
