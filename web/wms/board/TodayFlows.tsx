import type { Amount } from '@lading/contract/wms/board.ts'
import type { ReactNode } from 'react'
import type { Place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { HeadTitle } from '../../kernel/field/HeadTitle.tsx'
import { BoardCard, Stat } from '../../platform/Board.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { grouped, percent } from '../../ui/numbers.ts'
import { Linked } from './Figure.tsx'
import { addAmounts, groupedAmount } from './figures.ts'
import { type Data, usePlaces } from './todayPlaces.ts'

const planned = {
  title: ['计划件数', 'Cases planned'],
  hint: [
    '整件+零散，称重商品另计公斤；百分比按件折算',
    'Full cases + loose pieces, weighed goods in kg; percentages are based on cases',
  ],
} as const
const amountText = ({ text }: Amount): readonly string[] => groupedAmount(text).split(' · ')

/** One stage of a flow: figure, share of the plan, bar. */
function Stage({ title, qty, plan, to }: { title: ReactNode; qty: Amount; plan: Amount; to: Place | undefined }) {
  const share = percent(qty.cases, plan.cases)
  const [first, weight] = amountText(qty)
  return (
    <div className="today-stage">
      <span>{title}</span>
      <b className="num">
        <Linked to={to}>
          {first} <small>{Math.floor(share)}%</small>
          {weight && <span className="today-weight">{weight}</span>}
        </Linked>
      </b>
      <Bar share={share} />
    </div>
  )
}

export function Inbound({ data: d }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const { inbound } = d
  // Weighed goods stand below: beside the others they would not fit.
  const [toPutAway, ...weight] = amountText(inbound.putAwayCases)
  return (
    <BoardCard title={t(['入库', 'Inbound'])}>
      <div className="today-stats">
        <Stat title={t(['今日订单', 'Orders due'])} value={grouped(String(inbound.orders))} to={places.inbound(d)} />
        <Stat title={t(['已到货', 'Arrived'])} value={grouped(String(inbound.arrived))} to={places.arrived(d)} />
        <Stat
          title={t(['待上架件数', 'Cases to put away'])}
          value={toPutAway}
          note={[...weight, t(['{n}行', 'Lines: {n}'], { n: inbound.putAwayOpen })].join(' · ')}
          to={places.putAway()}
        />
      </div>
      <div className="today-funnel">
        <Stage
          title={<HeadTitle field={planned} />}
          qty={inbound.planCases}
          plan={inbound.planCases}
          to={places.inbound(d)}
        />
        <Stage
          title={t(['已收货', 'Received'])}
          qty={inbound.doneCases}
          plan={inbound.planCases}
          to={places.arrived(d)}
        />
      </div>
    </BoardCard>
  )
}

export function Outbound({ data: d }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const { outbound, fill } = d
  return (
    <BoardCard title={t(['出库', 'Outbound'])} wide>
      <div className="today-stats">
        <Stat
          title={t(['今日订单', 'Orders due'])}
          value={grouped(String(outbound.orders))}
          note={t(['{n}行', 'Lines: {n}'], { n: outbound.lines })}
          to={places.outbound(d)}
        />
        <Stat
          title={t(['已发门店', 'Stores despatched'])}
          value={`${outbound.storesSent} / ${outbound.stores}`}
          to={places.sent(d)}
        />
        <Stat
          title={t(['已结单满足率', 'Fill rate, closed'])}
          value={rate(fill.delivered, fill.planned)}
          note={
            fill.short > 0
              ? t(['未结单另缺{n}种', 'Also short in open orders: {n}'], { n: fill.short })
              : t(['当日结单', 'orders closed today'])
          }
          to={places.closed(d)}
        />
        <Departures data={d} />
      </div>
      <div className="today-funnel">
        <Stage
          title={<HeadTitle field={planned} />}
          qty={outbound.planCases}
          plan={outbound.planCases}
          to={places.outbound(d)}
        />
        <Stage
          title={t(['已分配', 'Allocated'])}
          qty={outbound.bookedCases}
          plan={outbound.planCases}
          to={places.booked(d)}
        />
        <Stage
          title={t(['已拣货', 'Picked'])}
          qty={outbound.doneCases}
          plan={outbound.planCases}
          to={places.picked(d)}
        />
        <Stage
          title={t(['已装车', 'Loaded'])}
          qty={addAmounts(outbound.aboardCases, outbound.sentCases)}
          plan={outbound.planCases}
          to={places.ships(d)}
        />
        <Stage
          title={t(['已发运', 'Shipped'])}
          qty={outbound.sentCases}
          plan={outbound.planCases}
          to={places.sent(d)}
        />
      </div>
    </BoardCard>
  )
}

/** Who should have left by now, and of these who left in time; who has no planned departure is named, and counts nowhere. */
function Departures({ data }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const { ships } = data
  const notes = [
    t(['应发{due}车，准点{onTime}', 'Due by now: {due}, in time: {onTime}'], ships),
    t(['{left} / {planned}车已发', 'departed: {left} / {planned}'], ships),
    ...(ships.unplanned > 0
      ? [t(['未定发车时间{unplanned}车', 'Without a planned departure: {unplanned}'], ships)]
      : []),
  ]
  return (
    <Stat
      title={t(['准点发车', 'On-time departures'])}
      value={rate(ships.onTime, ships.due)}
      note={notes.join(' · ')}
      to={places.ships(data)}
    />
  )
}

const rate = (part: string | number, whole: string | number): string =>
  Number(whole) > 0 ? `${percent(String(part), String(whole)).toFixed(1).replace('.0', '')}%` : '–'
