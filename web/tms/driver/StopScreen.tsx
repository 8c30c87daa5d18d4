import { itemStates } from '@lading/contract/tms/shipPlanBill.ts'
import type { RoadItem, RoadStop, RoadTrip } from '@lading/contract/tms/tripCalls.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import {
  isComplete,
  kindsOf,
  nothing,
  type Outcome,
  outcomes,
  outcomesBack,
  qtyOf,
  reasons,
  toldOf,
} from '../trip/outcome.ts'
import type { Said } from './useTrips.ts'

interface Props {
  readonly trip: RoadTrip
  readonly stop: RoadStop
  readonly tell: (said: Said, title: string) => Promise<boolean>
  readonly onDone: () => void
}

/** At a stop: arrive, hand over each way bill, leave. */
export function StopScreen({ trip, stop, tell, onDone }: Props) {
  const t = useText()
  const [openId, setOpen] = useState<string>()
  const at = { tripId: trip.id, stopId: stop.id }
  const isAllDone = stop.items.every((i) => i.state !== 'OPEN')
  const open = stop.items.find((i) => i.id === openId && i.state === 'OPEN')
  const leave = async () => {
    if (stop.actLeaveAt || (await tell({ ...at, kind: 'LEAVE' }, `${stop.site.name} ${t(['离开', 'Left'])}`))) onDone()
  }
  if (open)
    return (
      <HandOver
        item={open}
        onCancel={() => setOpen(undefined)}
        onTell={async (o) => {
          const kind = o.kind === 'FAIL' ? 'FAIL' : 'SIGN'
          const isTold = await tell(
            { ...at, kind, wayBillId: open.wayBillId, ...toldOf(o, open) },
            `${open.billNo} ${t(outcomes[o.kind])}`,
          )
          if (isTold) setOpen(undefined)
        }}
      />
    )
  return (
    <>
      <p>
        {stop.site.address}
        <br />
        {stop.site.contact} {stop.site.phone && <a href={`tel:${stop.site.phone}`}>{stop.site.phone}</a>}
      </p>
      <ul className="station-cards">
        {stop.items.map((i) => (
          <li key={i.id}>
            <button
              type="button"
              className="station-card"
              disabled={!stop.actArriveAt || i.state !== 'OPEN'}
              onClick={() => setOpen(i.id)}
            >
              <span className="station-card-head">
                <span className="num">{i.billNo}</span>
                <span>
                  {t(
                    i.state === 'OPEN'
                      ? i.direction === 'BACK'
                        ? ['提货', 'Collect']
                        : ['送货', 'Deliver']
                      : (itemStates[i.state as keyof typeof itemStates] ?? ['', '']),
                  )}
                </span>
              </span>
              <span className="station-card-facts">
                {i.lines.map((l) => `${l.name} ${Number(l.planQty)} ${l.uom}`).join('，')}
              </span>
              {i.reason && <span>{i.reason}</span>}
            </button>
          </li>
        ))}
      </ul>
      {!stop.actArriveAt ? (
        <Big main onClick={() => void tell({ ...at, kind: 'ARRIVE' }, `${stop.site.name} ${t(['到达', 'Arrived'])}`)}>
          {t(['到达', 'Arrive'])}
        </Big>
      ) : (
        <Big main disabled={!isAllDone} onClick={() => void leave()}>
          {t(
            isAllDone
              ? ['离开，去下一站', 'Leave for the next stop']
              : ['请先交接全部运单', 'Hand over all waybills first'],
          )}
        </Big>
      )}
    </>
  )
}

interface HandOverProps {
  readonly item: RoadItem
  readonly onTell: (o: Outcome) => Promise<void>
  readonly onCancel: () => void
}
/** What was taken of a way bill: all of it, less, or nothing, and why. */
function HandOver({ item, onTell, onCancel }: HandOverProps) {
  const t = useText()
  const [o, setOutcome] = useState<Outcome>(nothing)
  const [isBusy, setBusy] = useState(false)
  const words = item.direction === 'BACK' ? outcomesBack : outcomes
  const send = async (done: Outcome) => {
    setBusy(true)
    await onTell(done)
    setBusy(false)
  }
  const isShort = o.kind !== 'NONE' && o.kind !== 'ALL'
  return (
    <>
      <b className="num">{item.billNo}</b>
      {item.lines.map((l) => (
        <div key={l.id} className="driver-line">
          <span>
            {l.name} <span className="num muted">{`${Number(l.planQty)} ${l.uom}`}</span>
          </span>
          {o.kind === 'PART' && (
            <input
              className="driver-qty num"
              inputMode="decimal"
              value={qtyOf(o, l)}
              maxLength={18}
              aria-label={l.name}
              onFocus={(e) => e.target.select()}
              onChange={(e) => setOutcome({ ...o, qty: { ...o.qty, [l.id]: e.target.value } })}
            />
          )}
        </div>
      ))}
      {isShort && (
        <fieldset className="driver-reasons" aria-label={t(['原因', 'Reason'])}>
          {reasons.map((r) => (
            <button
              key={r[0]}
              type="button"
              className="big"
              aria-pressed={o.reason === t(r)}
              onClick={() => setOutcome({ ...o, reason: t(r) })}
            >
              {t(r)}
            </button>
          ))}
        </fieldset>
      )}
      {isShort ? (
        <div className="station-row">
          <Big onClick={() => setOutcome(nothing)}>{t(['返回', 'Back'])}</Big>
          <Big main disabled={isBusy || !isComplete(o, item)} onClick={() => void send(o)}>
            {t(words[o.kind])}
          </Big>
        </div>
      ) : (
        <>
          <Big main disabled={isBusy} onClick={() => void send({ ...nothing, kind: 'ALL' })}>
            {t(words.ALL)}
          </Big>
          <div className="station-row">
            {kindsOf(item)
              .filter((k) => k !== 'ALL')
              .map((kind) => (
                <Big key={kind} danger={kind !== 'PART'} onClick={() => setOutcome({ ...nothing, kind })}>
                  {t(words[kind])}
                </Big>
              ))}
            <Big onClick={onCancel}>{t(['取消', 'Cancel'])}</Big>
          </div>
        </>
      )}
    </>
  )
}
