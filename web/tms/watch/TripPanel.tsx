import { abnormal, openFromMap } from '@lading/contract/tms/abnormal.ts'
import { shipPlanBill, stopStates } from '@lading/contract/tms/shipPlanBill.ts'
import { type TripTrack, tellStop, tripTrack, type WatchedStop } from '@lading/contract/tms/watch.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { hashOf } from '../../client/location.ts'
import { useSession } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words as usual } from '../../kernel/words.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { OpenAbnormal, TellStop } from './dialogs.tsx'
import { Playback } from './Playback.tsx'
import type { Seen } from './TruckWatch.tsx'
import { words } from './words.ts'

interface Props {
  readonly of: Seen
  readonly tripId: string
  readonly onPlay: (at: string | null) => void
}
/** One trip: its time line with plan, expected and actual, its track, and what may be done about it. */
export function TripPanel({ of, tripId, onPlay }: Props) {
  const t = useText()
  const may = useMay()
  const permissions = useSession((s) => s.user?.permissions)
  const mayTell = permissions === null || permissions?.includes(tellStop.permission)
  const [dialog, open] = useState<'abnormal' | 'stop'>()
  const read = useCall(tripTrack, { id: tripId })
  const track = read.data
  if (!track)
    return (
      <aside className="card watch-trip">
        {read.error ? <NotRead of={read} /> : <SkeletonRows label={t(usual.loading)} />}
      </aside>
    )
  const detail = may(shipPlanBill.header, 'view') ? detailOf(shipPlanBill.header.key, tripId) : undefined
  const billOf = (id: string) => (may(wayBill.header, 'view') ? detailOf(wayBill.header.key, id) : undefined)
  return (
    <aside className="card watch-trip" aria-label={track.billNo}>
      <header>
        <h2>{detail ? <a href={hashOf(detail)}>{track.billNo}</a> : track.billNo}</h2>
        <span>
          {of.plate} {track.driver} {track.phone && <a href={`tel:${track.phone}`}>{track.phone}</a>}
        </span>
      </header>
      <div className="watch-acts">
        {may(abnormal.header, 'create') && <Button onClick={() => open('abnormal')}>{t(words.open)}</Button>}
        {mayTell && <Button onClick={() => open('stop')}>{t(words.byHand)}</Button>}
      </div>
      <TimeLine of={track} />
      <Playback of={track} onMove={onPlay} />
      <h3>{t(words.wayBills)}</h3>
      <ul className="watch-bills">
        {track.wayBills.map(({ id, seq, billNo }) => {
          const to = billOf(id)
          return (
            <li key={id}>
              <span className="num">{seq}</span> {to ? <a href={hashOf(to)}>{billNo}</a> : billNo}
            </li>
          )
        })}
      </ul>
      {dialog === 'abnormal' && <OpenAbnormal call={openFromMap} tripId={tripId} onClose={() => open(undefined)} />}
      {dialog === 'stop' && <TellStop of={track} onClose={() => open(undefined)} />}
    </aside>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  DONE: 'good',
  PARTIAL: 'warn',
  REJECTED: 'bad',
  ARRIVED: 'busy',
  SERVING: 'busy',
}
const clock = (at: string | null): string => (at ? dayAndTime(at) : '–')

function TimeLine({ of }: { of: TripTrack }) {
  const t = useText()
  return (
    <table className="watch-line">
      <thead>
        <tr>
          <th>{t(words.stop)}</th>
          <th>{t(words.plan)}</th>
          <th>{t(words.eta)}</th>
          <th>{t(words.act)}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{of.depot.name}</td>
          <td className="num">{clock(of.planDepartAt)}</td>
          <td className="num">–</td>
          <td className="num">{clock(of.departAt)}</td>
        </tr>
        {of.stops.map((s) => (
          <StopRow key={s.id} of={s} />
        ))}
        <tr>
          <td>{t(words.back)}</td>
          <td className="num">–</td>
          <td className="num">{clock(of.backEtaAt)}</td>
          <td className="num">{clock(of.returnAt)}</td>
        </tr>
      </tbody>
    </table>
  )
}
function StopRow({ of: s }: { of: WatchedStop }) {
  const t = useText()
  const isLate = s.onTime === 'LATE' || (s.etaAt && s.planAt && Date.parse(s.etaAt) - Date.parse(s.planAt) > 900_000)
  return (
    <tr>
      <td>
        {s.seq} {s.name}{' '}
        <StatusTag tone={tones[s.state] ?? 'idle'}>{t(stopStates[s.state as keyof typeof stopStates])}</StatusTag>
      </td>
      <td className="num">{clock(s.planAt)}</td>
      <td className={isLate ? 'num watch-late' : 'num'}>{clock(s.etaAt)}</td>
      <td className={s.onTime === 'LATE' ? 'num watch-late' : 'num'}>{clock(s.arriveAt)}</td>
    </tr>
  )
}
