import { shipPlanBill, tripStates } from '@lading/contract/tms/shipPlanBill.ts'
import { type JobProgress, jobProgress } from '@lading/contract/tms/watch.ts'
import { Switch } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { hashOf } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf, listOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Board, BoardActions, BoardCard, BoardRead, Stat } from '../../platform/Board.tsx'
import { Mark, type Tone } from '../../ui/Mark.tsx'
import './watch.css'

type Cell = JobProgress['departed']
const toneOf = ({ at, late }: Cell): Tone =>
  late === null ? 'idle' : late <= 0 ? (at ? 'good' : 'idle') : late <= 15 ? 'warn' : 'bad'

/** When a stage was done, and how it stands to the plan. */
const said = ({ at, late }: Cell, t: Say): string => {
  const clock = at ? dayAndTime(at).slice(6) : ''
  const off =
    late !== null && late !== 0
      ? t(late > 0 ? ['晚{n}分', '{n} min late'] : ['早{n}分', '{n} min early'], { n: Math.abs(late) })
      : ''
  return [clock, off].filter(Boolean).join(' ')
}
const stage = (
  name: string,
  title: readonly [string, string],
  cell: (r: JobProgress) => Cell,
  more: (r: JobProgress) => string = () => '',
): ReadColumn<JobProgress> => ({
  name,
  title,
  width: 200,
  beside: 20,
  said: (r, t) => [more(r), said(cell(r), t)].filter(Boolean).join(' '),
  render: (r, t) => {
    const text = [more(r), said(cell(r), t)].filter(Boolean).join(' ')
    if (text === '') return <span className="muted">–</span>
    return (
      <span className="progress-cell num">
        <Mark tone={toneOf(cell(r))} />
        {text}
      </span>
    )
  },
  isFilled: () => true,
})

const columnsFor = (mayView: boolean): readonly ReadColumn<JobProgress>[] => [
  {
    name: 'billNo',
    title: ['派车单', 'Trip'],
    width: 130,
    said: (r) => r.billNo,
    render: (r) => {
      const to = mayView ? detailOf(shipPlanBill.header.key, r.id) : undefined
      return to ? <a href={hashOf(to)}>{r.billNo}</a> : r.billNo
    },
    fixed: 'start',
  },
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 90,
    said: (r, t) => t(tripStates[r.state as keyof typeof tripStates]),
  },
  { name: 'truck', title: ['车辆', 'Truck'], width: 100, said: (r) => r.truck ?? '' },
  { name: 'driver', title: ['司机', 'Driver'], width: 90, said: (r) => r.driver ?? '' },
  { name: 'route', title: ['线路', 'Route'], width: 90, said: (r) => r.route ?? '' },
  { name: 'dock', title: ['月台', 'Dock'], width: 70, said: (r) => r.dock ?? '' },
  stage('planned', ['排线', 'Planned'], (r) => r.planned),
  stage('released', ['发布', 'Released'], (r) => r.released),
  stage('accepted', ['接单', 'Accepted'], (r) => r.accepted),
  stage('checkedIn', ['报到', 'Checked in'], (r) => r.checkedIn),
  stage(
    'loaded',
    ['装车', 'Loaded'],
    (r) => r.loaded,
    (r) => `${r.loadedPct}%`,
  ),
  stage('departed', ['发车', 'Departed'], (r) => r.departed),
  stage(
    'served',
    ['送达', 'Served'],
    (r) => r.served,
    (r) => `${r.servedStops}/${r.stops}`,
  ),
  stage('returned', ['回场', 'Returned'], (r) => r.returned),
  {
    name: 'receipts',
    title: ['回单', 'Receipts'],
    width: 80,
    isFigure: true,
    said: (r) => `${r.receipts}/${r.wayBills}`,
  },
]

const refreshMs = 60_000
/** Every so many milliseconds a wall screen goes on by a screen. */
const scrollMs = 8_000

/** 作业进度看板: the trips of a day by the stages that they have behind them. */
export function JobProgressBoard() {
  const t = useText()
  const [day, setDay] = useState<string>()
  const [carrierId, setCarrier] = useState<string>()
  const [onlyLate, setOnlyLate] = useState(false)
  const [isWall, setWall] = useState(false)
  const may = useMay()
  const mayView = may(shipPlanBill.header, 'view')
  const columns = useMemo(() => columnsFor(mayView), [mayView])
  const read = useCall(
    jobProgress,
    { ...(day && { day }), ...(carrierId && { carrierId }) },
    { refetchInterval: refreshMs, placeholderData: (before) => before },
  )
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWall) return
    const timer = setInterval(() => {
      const table = box.current?.closest('main, .page') ?? document.scrollingElement
      if (!table) return
      const isEnd = table.scrollTop + table.clientHeight >= table.scrollHeight - 4
      table.scrollTo({ top: isEnd ? 0 : table.scrollTop + table.clientHeight * 0.8, behavior: 'smooth' })
    }, scrollMs)
    return () => clearInterval(timer)
  }, [isWall])
  const head = (
    <BoardActions of={read}>
      <DayPicker day={day ?? read.data?.day} allowClear={false} aria-label={t(['业务日期', 'Day'])} onDay={setDay} />
      <div className="progress-carrier">
        <RefSelect
          to="tms.carrier"
          title={t(['承运商', 'Carrier'])}
          value={carrierId}
          onChange={(id) => setCarrier(id ? String(id) : undefined)}
        />
      </div>
      <Toggle title={t(['只看晚点', 'Only late ones'])} isOn={onlyLate} set={setOnlyLate} />
      <Toggle title={t(['大屏滚动', 'Scroll by itself'])} isOn={isWall} set={setWall} />
    </BoardActions>
  )
  return (
    <Board title={t(jobProgress.title)} actions={head}>
      <BoardRead of={read}>
        {({ trips, day: shown }) => (
          <>
            <Tiles trips={trips} day={shown} mayView={mayView} />
            <div className="board-all" ref={box}>
              <BoardCard title={t(['派车单进度', 'Progress of trips'])}>
                <ReadTable
                  label={t(jobProgress.title)}
                  rows={onlyLate ? trips.filter((r) => r.isLate) : trips}
                  columns={columns}
                />
              </BoardCard>
            </div>
          </>
        )}
      </BoardRead>
    </Board>
  )
}

function Toggle({ title, isOn, set }: { title: string; isOn: boolean; set: (isOn: boolean) => void }) {
  return (
    <span className="progress-cell">
      <Switch size="small" aria-label={title} checked={isOn} onChange={set} /> {title}
    </span>
  )
}

/** Each figure is that of a list, which it leads to. */
function Tiles({ trips, day, mayView }: { trips: readonly JobProgress[]; day: string; mayView: boolean }) {
  const t = useText()
  const ofDay = { bizDate: `${day}~${day}` }
  const tiles = [
    [['派车单', 'Trips'], trips.length, {}],
    [
      ['未发车', 'Not departed'],
      trips.filter((r) => r.departed.at === null).length,
      { state: 'DRAFT,RELEASED,ACCEPTED,CHECKED_IN,LOADING,LOADED' },
    ],
    [['在途', 'On the road'], trips.filter((r) => r.state === 'IN_TRANSIT').length, { state: 'IN_TRANSIT' }],
    [
      ['已完成', 'Done'],
      trips.filter((r) => ['RETURNED', 'CLOSED'].includes(r.state)).length,
      { state: 'RETURNED,CLOSED' },
    ],
    [['晚点', 'Late'], trips.filter((r) => r.isLate).length, { isLate: 'true' }],
  ] as const
  return (
    <div className="board-tiles board-all">
      {tiles.map(([title, n, where]) => (
        <section className="card" key={title[1]}>
          <Stat
            title={t(title)}
            value={n}
            to={mayView ? listOf(shipPlanBill.header.key, { ...ofDay, ...where }) : undefined}
          />
        </section>
      ))}
    </div>
  )
}
