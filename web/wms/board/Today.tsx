import type { Text } from '@lading/contract/kernel/text.ts'
import { dashboardCurrent } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { taskFlow } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTitles, taskTypeNames } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { hashOf, type Place, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { useMay } from '../../kernel/permission.ts'
import { Board, BoardActions, BoardCard, BoardOwner, BoardRead, Stat } from '../../platform/Board.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { grouped, percent } from '../../ui/numbers.ts'
import { Empty } from '../../ui/states.tsx'
import { stationTypes } from '../station/place.ts'
import { TaskLink } from '../task/BillTasks.tsx'
import { StartStation } from '../task/StartStation.tsx'
import { useBarred } from '../task/useBarred.ts'
import { BusinessDay } from './BusinessDay.tsx'
import { Linked } from './Figure.tsx'
import { HourChart } from './HourChart.tsx'
import { Reconcile } from './Reconcile.tsx'
import { Inbound, Outbound } from './TodayFlows.tsx'
import { type Data, usePlaces } from './todayPlaces.ts'
import './board.css'
import { useCall } from '../../kernel/useCall.ts'
import { Bar } from '../../ui/Bar.tsx'

const refreshMs = 60_000

/** 当日作业总览: is today on plan? Every figure leads to the list that it counts. */
export function Today() {
  const t = useText()
  const [ownerId, setOwnerId] = useState<string>()
  const [day, setDay] = useState('')
  const asked = { ...(ownerId && { ownerId }), ...(day && { day }) }
  const board = useCall(dashboardCurrent, asked, { refetchInterval: refreshMs })
  const actions = (
    <BoardActions of={board}>
      <BusinessDay day={day || board.data?.day} onChange={setDay} />
      <BoardOwner value={ownerId} onChange={setOwnerId} />
    </BoardActions>
  )
  return (
    <Board title={t(['当日作业总览', 'Today'])} actions={actions}>
      <BoardRead of={board}>{(data) => <Widgets data={data} />}</BoardRead>
    </Board>
  )
}

function Widgets({ data }: { data: Data }) {
  const isFresh = data.inbound.orders + data.outbound.orders + data.tasks.length === 0
  return (
    <>
      <Stations data={data} />
      {isFresh && <FirstSteps />}
      <Inbound data={data} />
      <Outbound data={data} />
      <Exceptions data={data} />
      <Hours data={data} />
      <Tasks data={data} />
      <Shortages data={data} />
      <Overdue data={data} />
    </>
  )
}

/** What a type of work is called here; one of which the enterprise says nothing has its own name. */
const namesOf =
  (data: Data) =>
  (type: TaskType): Text => {
    const said = data.types.find((k) => k.taskType === type)
    return said ? [said.name, said.nameEn ?? said.name] : taskTitles[type]
  }

/** Who works by hand is two touches from his first task. */
function Stations({ data }: { data: Data }) {
  const t = useText()
  const nameOf = namesOf(data)
  const may = useMay()
  const mine = stationTypes.filter((type) => may(viewOf(type), 'run'))
  const barred = useBarred(mine)
  if (mine.length === 0) return null
  return (
    <nav className="today-stations" aria-label={t(['工作台', 'Stations'])}>
      {mine.map((type) => (
        <StartStation key={type} className="today-station" type={type} name={nameOf(type)} why={barred.get(type)} />
      ))}
    </nav>
  )
}

function FirstSteps() {
  const t = useText()
  const places = usePlaces()
  const may = useMay()
  const steps = [
    {
      title: t(['1. 建立订货通知单', '1. Create an inbound order']),
      to: place('wms', 'orderBillAdd'),
      ok: may(orderBill.header, 'create'),
    },
    { title: t(['2. 收货并上架', '2. Receive and put away']), to: places.tasks('RECEIVE'), ok: true },
    {
      title: t(['3. 建立出库作业单并分配', '3. Create an outbound order and allocate it']),
      to: place('wms', 'operateBillAdd'),
      ok: may(operateBill.header, 'create'),
    },
  ]
  return (
    <div className="board-all card">
      <Empty title={t(['今天还没有作业', 'No work yet today'])}>
        <p>{t(['从第一张单据开始：', 'Start with your first order:'])}</p>
        {steps.map(
          (s) =>
            s.ok &&
            s.to && (
              <Button key={s.title} href={hashOf(s.to)}>
                {s.title}
              </Button>
            ),
        )}
      </Empty>
    </div>
  )
}

function Exceptions({ data }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const e = data.exceptions
  const rows: readonly (readonly [string, number, Place | undefined])[] = [
    [t(['未处理拣货差异', 'Open short picks']), e.shortPicks, places.shorts()],
    [t(['逾期任务', 'Overdue tasks']), e.overdueTasks, places.late()],
    [t(['无可用货位', 'No bin available']), e.noBin, places.putAway({ noBin: 'true' })],
    [t(['冻结批次', 'Lots on hold']), e.holds, places.lots()],
    [t(['库存对账异常', 'Stock discrepancies']), e.reconcileHits, places.stock()],
  ]
  return (
    <BoardCard title={t(['异常', 'Exceptions'])}>
      <ul className="today-list">
        {rows.map(([title, n, to]) => {
          const line = (
            <>
              <span>
                <Mark tone={n > 0 ? 'warn' : 'good'} /> {title}
              </span>
              <b className="num">{grouped(String(n))}</b>
            </>
          )
          return <li key={title}>{to && n > 0 ? <a href={hashOf(to)}>{line}</a> : <span>{line}</span>}</li>
        })}
      </ul>
      <div className="today-check">
        <Stat
          title={t(['盘点准确率', 'Count accuracy'])}
          value={data.counts.accuracyPct === null ? '–' : `${grouped(data.counts.accuracyPct)}%`}
          note={t(['近30天完成{n}张', 'Counts finished in 30 days: {n}'], { n: data.counts.takes })}
          to={places.counts(data)}
        />
      </div>
      <p className="today-check">
        <Reconcile />
      </p>
    </BoardCard>
  )
}

const Hours = ({ data }: { data: Data }) => {
  const t = useText()
  return (
    <BoardCard title={t(['每小时收货与拣货（件）', 'Received and picked per hour (cases)'])} wide>
      <HourChart hours={data.hours} />
    </BoardCard>
  )
}

function Tasks({ data }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const nameOf = namesOf(data)
  const types = taskTypeNames
    .map((type) => ({ type, states: data.tasks.filter((x) => x.taskType === type) }))
    .filter(({ type, states }) => states.length > 0 || data.types.some((k) => k.taskType === type))
  return (
    <BoardCard title={t(['未完成任务', 'Open tasks'])}>
      <ul className="today-list">
        {types.map(({ type, states }) => {
          const all = places.tasks(type)
          return (
            <li key={type}>
              <span>
                <span>{all ? <a href={hashOf(all)}>{t(nameOf(type))}</a> : t(nameOf(type))}</span>
                <span className="today-states">
                  {states.length === 0 && <span className="muted">–</span>}
                  {states.map((s) => {
                    const to = places.tasks(type, s.state)
                    const text = `${t(taskFlow.states[s.state as keyof typeof taskFlow.states] ?? [s.state, s.state])} ${s.n}`
                    return to ? (
                      <a key={s.state} className="num" href={hashOf(to)}>
                        {text}
                      </a>
                    ) : (
                      <span key={s.state} className="num">
                        {text}
                      </span>
                    )
                  })}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </BoardCard>
  )
}

/** A name that leads to a list, for who may see it. */
const Named = ({ place: to, children }: { place: Place | undefined; children: React.ReactNode }) =>
  to ? (
    <a className="today-name" href={hashOf(to)}>
      {children}
    </a>
  ) : (
    <span className="today-name">{children}</span>
  )

function Shortages({ data }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const [first] = data.shortages
  return (
    <BoardCard title={t(['缺货商品前10', 'Top 10 shortages'])}>
      {!first && <p className="muted">{t(['没有缺货', 'Nothing is short'])}</p>}
      <ul className="today-list">
        {data.shortages.map((s) => (
          <li key={s.productId}>
            <span>
              <Named place={places.stock(s.code)}>
                <span className="num">{s.code}</span> {s.name}
              </Named>
              <b className="num">
                <Linked to={places.shortOf(s.code)}>{grouped(s.qty)}</Linked>
              </b>
            </span>
            <Bar share={percent(s.qty, first?.qty ?? '0')} tone="warn" />
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}

function Overdue({ data }: { data: Data }) {
  const t = useText()
  return (
    <BoardCard title={t(['逾期任务', 'Overdue tasks'])}>
      {data.overdue.length === 0 && <p className="muted">{t(['没有逾期任务', 'Nothing is overdue'])}</p>}
      <ul className="today-list">
        {data.overdue.map((o) => (
          <li key={o.id}>
            <span>
              <span>
                <TaskLink row={o} />
              </span>
              <span className="num muted">{shownTime(o.dueAt)}</span>
            </span>
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}
