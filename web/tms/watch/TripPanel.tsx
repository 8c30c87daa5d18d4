import type { Text } from '@lading/contract/kernel/text.ts'
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
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
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
import type { Seen } from './standing.ts'
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
  ...{ DONE: 'good', PARTIAL: 'warn', REJECTED: 'bad', ARRIVED: 'busy', SERVING: 'busy' },
}
const clock = (at: string | null): string => (at ? dayAndTime(at).slice(6) : '–')

/** A line of the time line: the depot, a stop, the way back. */
interface Line {
  readonly id: string
  readonly name: string
  readonly state: string | null
  readonly planAt: string | null
  readonly etaAt: string | null
  readonly actAt: string | null
  readonly isLate: boolean
}
const none = { state: null, planAt: null, etaAt: null, actAt: null, isLate: false }
const lateMs = 900_000
const isLate = ({ onTime, etaAt, planAt, dueAt }: WatchedStop): boolean => {
  if (onTime === 'LATE' || etaAt === null) return onTime === 'LATE'
  const eta = Date.parse(etaAt)
  return (planAt !== null && eta - Date.parse(planAt) > lateMs) || (dueAt !== null && eta > Date.parse(dueAt))
}

const time = (name: 'planAt' | 'etaAt' | 'actAt', title: Text): ReadColumn<Line> => ({
  name,
  title,
  width: 64,
  said: (l) => clock(l[name]),
  render: (l) => (
    <span
      className={l.isLate && name !== 'planAt' && l[name] ? 'num watch-late' : 'num'}
      title={l[name] ? dayAndTime(l[name]) : undefined}
    >
      {clock(l[name])}
    </span>
  ),
  isFilled: () => true,
})
const columns: readonly ReadColumn<Line>[] = [
  {
    name: 'name',
    title: words.stop,
    width: 140,
    wraps: true,
    said: (l) => l.name,
    render: (l, t) => (
      <>
        {l.name}{' '}
        {l.state && (
          <StatusTag tone={tones[l.state] ?? 'idle'}>{t(stopStates[l.state as keyof typeof stopStates])}</StatusTag>
        )}
      </>
    ),
  },
  time('planAt', words.plan),
  time('etaAt', words.eta),
  time('actAt', words.act),
]

function TimeLine({ of }: { of: TripTrack }) {
  const t = useText()
  const lines: readonly Line[] = [
    { ...none, id: 'depot', name: of.depot.name, planAt: of.planDepartAt, actAt: of.departAt },
    ...of.stops.map((s) => ({
      ...{ id: s.id, name: `${s.seq} ${s.name}`, state: s.state, planAt: s.planAt, etaAt: s.etaAt },
      ...{ actAt: s.arriveAt, isLate: isLate(s) },
    })),
    { ...none, id: 'back', name: t(words.back), etaAt: of.backEtaAt, actAt: of.returnAt },
  ]
  return <ReadTable label={of.billNo} rows={lines} columns={columns} />
}
