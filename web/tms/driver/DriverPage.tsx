import { tellExpense } from '@lading/contract/tms/driverExpense.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { myTrips, type RoadTrip } from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { useEffect, useState } from 'react'
import { asRefused, report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { words } from '../../kernel/words.ts'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { keepOffline } from '../../platform/station/offline.ts'
import { Big, StationFrame } from '../../platform/station/StationFrame.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { isOpenStop } from './apply.ts'
import { ExpenseScreen } from './ExpenseScreen.tsx'
import { events } from './events.ts'
import { expenses, sends } from './expenses.ts'
import { StopScreen } from './StopScreen.tsx'
import { type Said, useTrips } from './useTrips.ts'
import '../trip/trip.css'

/** A driver's phone: his trips, the stops of one in their order, what is handed over at one. Works without network. */
export function DriverPage() {
  const t = useText()
  const { query, flash, tell, claim } = useTrips()
  const [tripId, setTrip] = useState<string>()
  const [stopId, setStop] = useState<string>()
  const [isClaiming, setClaiming] = useState(false)
  useEffect(() => {
    keepOffline().catch(report)
    events.start()
    expenses.start()
  }, [])
  const trip = query.data?.trips.find((one) => one.id === tripId)
  const stop = trip?.stops.find((s) => s.id === stopId)
  const back = () => {
    if (isClaiming) return setClaiming(false)
    return stop ? setStop(undefined) : trip ? setTrip(undefined) : window.history.back()
  }
  const of = stop ? `${stop.seq}. ${stop.site.name}` : (trip?.billNo ?? t(myTrips.title))
  const title = isClaiming ? `${t(tellExpense.title)} ${trip?.billNo ?? ''}` : of
  return (
    <StationFrame title={title} sends={sends} flash={flash} onBack={back}>
      {query.data === undefined ? <NotYet query={query} /> : <NotFresh of={query} />}
      {query.data && !trip && <Trips trips={query.data.trips} onOpen={setTrip} />}
      {trip && isClaiming && (
        <ExpenseScreen
          trip={trip}
          claim={claim}
          claimed={query.data?.expenses.filter((e) => e.tripId === trip.id) ?? []}
        />
      )}
      {trip && !stop && !isClaiming && (
        <Stops trip={trip} tell={tell} onOpen={setStop} onClaim={() => setClaiming(true)} />
      )}
      {trip && stop && (
        <StopScreen key={stop.id} trip={trip} stop={stop} tell={tell} onDone={() => setStop(undefined)} />
      )}
    </StationFrame>
  )
}

/** Somebody who is no driver has nothing to wait for, and nothing went wrong. */
function NotYet({ query }: Pick<ReturnType<typeof useTrips>, 'query'>) {
  const t = useText()
  if (!query.error) return <SkeletonRows rows={3} label={t(words.loading)} />
  const { code, message } = asRefused(query.error)
  return code === tripFaults.noDriver.code ? <Empty title={message} /> : <NotRead of={query} />
}

function Trips({ trips, onOpen }: { trips: readonly RoadTrip[]; onOpen: (id: string) => void }) {
  const t = useText()
  if (trips.length === 0) return <p className="muted">{t(['没有派给您的派车单。', 'No trip is assigned to you.'])}</p>
  return (
    <ul className="station-cards">
      {trips.map((trip) => (
        <li key={trip.id}>
          <button type="button" className="station-card" onClick={() => onOpen(trip.id)}>
            <span className="station-card-head">
              <span className="num">{trip.billNo}</span>
              <StateTag flow={shipPlanBill.flow} state={trip.state} />
            </span>
            <b className="station-card-line">
              {trip.truck} · {trip.depot}
            </b>
            <span className="num station-card-facts">
              {t(['{at} 发车', 'departs {at}'], { at: dayAndTime(trip.planDepartAt) })} ·{' '}
              {t(['{n}站，剩{k}站', '{n} stops, {k} to go'], {
                n: trip.stops.length,
                k: trip.stops.filter(isOpenStop).length,
              })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface StopsProps {
  readonly trip: RoadTrip
  readonly tell: (said: Said, title: string) => Promise<boolean>
  readonly onOpen: (id: string) => void
  readonly onClaim: () => void
}
const overStates = ['RETURNED', 'CLOSED']

function Stops({ trip, tell, onOpen, onClaim }: StopsProps) {
  const t = useText()
  const [km, setKm] = useState('')
  const hasLeft = trip.actDepartAt !== null
  const isAllDone = trip.stops.every((s) => !isOpenStop(s))
  const isOver = overStates.includes(trip.state)
  const odometer = /^\d{1,7}$/.test(km) ? { odometerKm: Number(km) } : {}
  const go = (kind: 'DEPART' | 'RETURN', title: string) =>
    void tell({ tripId: trip.id, kind, ...odometer }, `${trip.billNo} ${title}`).then((isTold) => isTold && setKm(''))
  const next = trip.stops.find(isOpenStop)
  return (
    <>
      <ul className="station-cards">
        {trip.stops.map((s) => (
          <li key={s.id}>
            <button type="button" className="station-card" disabled={!hasLeft && !isOver} onClick={() => onOpen(s.id)}>
              <span className="station-card-head">
                <span>
                  {s.seq}. {s.site.code} {s.site.name}
                </span>
                <span className={`status tone-${!isOpenStop(s) ? 'good' : s.id === next?.id ? 'busy' : 'idle'}`}>
                  {t(
                    !isOpenStop(s)
                      ? ['完成', 'Done']
                      : s.actArriveAt
                        ? ['已到达', 'Arrived']
                        : s.id === next?.id
                          ? ['下一站', 'Next']
                          : ['待到达', 'To come'],
                  )}
                </span>
              </span>
              <span className="station-card-line">{s.site.address}</span>
              <span className="num station-card-facts">
                {s.planArriveAt && `${t(['计划', 'due'])} ${dayAndTime(s.planArriveAt)} · `}
                {t(['{n}张运单', '{n} {n|waybill|waybills}'], { n: s.items.length })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Big onClick={onClaim}>{t(tellExpense.title)}</Big>
      {!isOver && (!hasLeft || isAllDone) && (
        <>
          <input
            className="station-input num"
            inputMode="numeric"
            value={km}
            maxLength={7}
            placeholder={t(['里程表km（可不填）', 'Odometer, km (optional)'])}
            aria-label={t(['里程表km', 'Odometer, km'])}
            onChange={(e) => setKm(e.target.value)}
          />
          {hasLeft ? (
            <Big main onClick={() => go('RETURN', t(['回场', 'Returned']))}>
              {t(['已回场', 'Returned'])}
            </Big>
          ) : (
            <Big main onClick={() => go('DEPART', t(['发车', 'Departed']))}>
              {t(['发车', 'Depart'])}
            </Big>
          )}
        </>
      )}
    </>
  )
}
