import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, LockOutlined, UnlockOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { DrawnTrip } from '@lading/contract/tms/planCalls.ts'
import { Button, Select, Tooltip } from 'antd'
import { useText } from '../../client/text.ts'
import { Bar } from '../../ui/Bar.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Span } from '../../ui/Span.tsx'
import { clock, driven, dropped, keyOf, km, locked, moved, pinned, type Visit } from './board.ts'
import type { Around, Arrange, Look } from './usePlan.ts'
import { faultWords } from './words.ts'

type Orders = ReadonlyMap<string, Look['orders'][number]>
type Sites = ReadonlyMap<string, Look['sites'][number]>
interface CardProps {
  readonly trip: DrawnTrip
  readonly colour: string
  readonly look: Around
  readonly all: readonly DrawnTrip[]
  readonly orders: Orders
  readonly sites: Sites
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** Left out: the plan may only be looked at. */
  readonly arrange: Arrange | undefined
  /** By which a key sends goods to it. */
  readonly no?: number
  /** Further things to do with it. */
  readonly tools?: React.ReactNode
}
/** What is dragged: orders, by their ids. */
export const dragged = 'application/x-lading-orders'
export const ordersIn = (e: React.DragEvent): string[] =>
  JSON.parse(e.dataTransfer.getData(dragged) || '[]') as string[]

/** One trip: its truck, how full it is, and its stops in order, each to be moved, pinned or taken off. */
export function TripCard(p: CardProps) {
  const t = useText()
  const { trip, arrange } = p
  const truck = p.look.trucks.find((x) => x.id === trip.truckId)
  const drop = (at?: number) => (e: React.DragEvent) => {
    e.preventDefault()
    e.stopPropagation()
    const orders = ordersIn(e)
    if (orders.length > 0 && !trip.locked) arrange?.((trips) => moved(trips, orders, trip, at))
  }
  return (
    <section
      className="plan-card card"
      data-chosen={p.isChosen || undefined}
      data-faulty={trip.violations.length > 0 || undefined}
      aria-label={truck?.plate}
      onDragOver={(e) => e.preventDefault()}
      onDrop={drop()}
    >
      <Head {...p} />
      <Fill
        title={['重量', 'Weight']}
        rate={trip.weightRate}
        of={`${Number(trip.weight).toFixed(0)} / ${grouped(truck?.kg ?? '')} kg`}
      />
      <Fill
        title={['体积', 'Volume']}
        rate={trip.volumeRate}
        of={`${Number(trip.volume).toFixed(2)} / ${grouped(truck?.m3 ?? '')} m³`}
      />
      {trip.violations.length > 0 && (
        <p className="plan-faults" role="alert">
          {trip.violations.map((v) => t(faultWords[v] ?? [v, v])).join(' · ')}
        </p>
      )}
      <ol className="plan-stops">
        {trip.stops.map((stop, i) => (
          <StopRow
            key={`${stop.siteId} ${stop.visits[0]?.wayBillId}`}
            {...p}
            stop={stop}
            no={i + 1}
            before={trip.stops.slice(0, i).flatMap((s) => s.visits).length}
            onDrop={drop}
          />
        ))}
      </ol>
      {arrange && <Foot {...p} arrange={arrange} />}
    </section>
  )
}

const plateOf = ({ look, trip }: Pick<CardProps, 'look' | 'trip'>): string | undefined =>
  look.trucks.find((x) => x.id === trip.truckId)?.plate

/** Which truck, when and how far, and whether it is locked. */
function Head(p: CardProps) {
  const t = useText()
  const { trip, arrange } = p
  return (
    <header>
      <button type="button" className="plan-plate" onClick={p.onChoose} aria-pressed={p.isChosen}>
        <Span className="plan-dot" colour={p.colour} />
        {p.no !== undefined && <span className="num plan-key">{p.no}</span>}
        {plateOf(p)}
        {trip.turn > 0 && t(['（第{n}趟）', ' (trip {n})'], { n: trip.turn + 1 })}
      </button>
      <span className="num plan-times">
        {trip.stops.length === 0
          ? t(['空车', 'Empty'])
          : `${clock(trip.depart)}–${clock(trip.finish)} · ${km(trip.metres)} km · ¥${trip.cost}`}
      </span>
      {arrange && (
        <Button
          size="small"
          type="text"
          icon={trip.locked ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
          aria-label={t(trip.locked ? ['解锁车次', 'Unlock the trip'] : ['锁定车次', 'Lock the trip'])}
          aria-pressed={trip.locked}
          onClick={() => arrange((trips) => locked(trips, keyOf(trip)))}
        />
      )}
    </header>
  )
}

/** What is done to the trip as a whole. */
function Foot(p: CardProps & { readonly arrange: Arrange }) {
  const t = useText()
  const { trip, arrange } = p
  return (
    <footer className="plan-foot">
      {!trip.locked && (
        <Select
          size="small"
          className="plan-truck"
          value={null}
          placeholder={t(['换车……', 'Another truck …'])}
          aria-label={t(['换车', 'Another truck'])}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          options={p.look.trucks
            .filter((x) => x.id !== trip.truckId)
            .map((x) => ({ value: x.id, label: `${x.plate} ${x.type}` }))}
          onChange={(id: string | null) => id && arrange((trips) => driven(trips, keyOf(trip), id))}
        />
      )}
      {p.tools}
    </footer>
  )
}

function Fill({ title, rate, of }: { title: Text; rate: number; of: string }) {
  const t = useText()
  return (
    <div className="plan-fill" data-over={rate > 100 || undefined}>
      <span>{t(title)}</span>
      <Bar share={Math.min(100, rate)} />
      <span className="num">
        {rate.toFixed(0)}% <small>{of}</small>
      </span>
    </div>
  )
}

interface StopProps extends CardProps {
  readonly stop: DrawnTrip['stops'][number]
  readonly no: number
  /** How many visits of the trip stand before this stop. */
  readonly before: number
  readonly onDrop: (at?: number) => (e: React.DragEvent) => void
}
function StopRow({ trip, stop, no, before, all, orders, sites, look, arrange, onDrop }: StopProps) {
  const t = useText()
  const site = sites.get(stop.siteId)
  const ids = [...new Set(stop.visits.map((v: Visit) => v.wayBillId))]
  const isPinned = stop.visits.some((v) => v.lock)
  const nos = ids.map((one) => orders.get(one)?.billNo).join(' ')
  const mayMove = arrange !== undefined && !trip.locked
  const next = trip.stops[no]
  const to = (key: string | null) => {
    const [truckId = '', turn = '0'] = (key ?? '').split('/')
    if (truckId) arrange?.((trips) => moved(trips, ids, { truckId, turn: Number(turn) }))
  }
  return (
    <li
      draggable={mayMove}
      onDragStart={(e) => e.dataTransfer.setData(dragged, JSON.stringify(ids))}
      onDragOver={(e) => e.preventDefault()}
      onDrop={onDrop(before)}
    >
      <span className="num plan-no">{no}</span>
      <Tooltip title={`${nos} ${orders.get(ids[0] ?? '')?.windowText ?? ''}`}>
        <span className="plan-site">
          {site?.code} {site?.name}
        </span>
      </Tooltip>
      <span className="num" data-late={stop.late > 0 || undefined}>
        {clock(stop.arrive)}
        {stop.wait > 0 && <small> +{Math.round(stop.wait / 60)}′</small>}
      </span>
      {mayMove && (
        <span className="plan-acts">
          <Act
            title={['提前', 'Earlier']}
            icon={<ArrowUpOutlined aria-hidden />}
            isOff={no === 1}
            run={() => arrange((x) => moved(x, ids, trip, before - (trip.stops[no - 2]?.visits.length ?? 0)))}
          />
          <Act
            title={['推后', 'Later']}
            icon={<ArrowDownOutlined aria-hidden />}
            isOff={!next}
            run={() => arrange((x) => moved(x, ids, trip, before + stop.visits.length + (next?.visits.length ?? 0)))}
          />
          <Act
            title={isPinned ? ['解除固定', 'Unpin'] : ['固定在本车', 'Pin to this trip']}
            icon={isPinned ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
            isOff={false}
            run={() => arrange((x) => pinned(x, ids))}
          />
          <Act
            title={['移出', 'Take off']}
            icon={<CloseOutlined aria-hidden />}
            isOff={false}
            run={() => arrange((x) => dropped(x, ids))}
          />
          <Select
            size="small"
            value={null}
            className="plan-to"
            aria-label={t(['移到', 'Move to'])}
            placeholder={t(['移到', 'To'])}
            popupMatchSelectWidth={false}
            options={[
              ...all
                .filter((x) => keyOf(x) !== keyOf(trip) && !x.locked)
                .map((x) => ({
                  value: keyOf(x),
                  label: `${look.trucks.find((y) => y.id === x.truckId)?.plate} ${x.weightRate.toFixed(0)}%`,
                })),
              ...look.trucks
                .filter((x) => !all.some((y) => y.truckId === x.id))
                .map((x) => ({
                  value: `${x.id}/0`,
                  label: t(['新车次 {plate}', 'New trip {plate}'], { plate: x.plate }),
                })),
            ]}
            onChange={to}
          />
        </span>
      )}
    </li>
  )
}

function Act({ title, icon, isOff, run }: { title: Text; icon: React.ReactNode; isOff: boolean; run: () => void }) {
  const t = useText()
  return <Button size="small" type="text" icon={icon} aria-label={t(title)} disabled={isOff} onClick={run} />
}
