import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { dashboardCurrent, stockBatchLookBoard, stockLookBoard } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { task, taskFlow, taskTypes } from '@lading/contract/wms/task.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../kernel/client.ts'
import { asRefused } from '../../kernel/errors.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { hashOf, type Place, place } from '../../kernel/location.ts'
import { useMay } from '../../kernel/permission.ts'
import { useText } from '../../kernel/text.ts'
import { shownTime, todayText } from '../../kernel/time.ts'
import { words } from '../../kernel/words.ts'
import { Board, BoardCard, Stat } from '../../platform/Board.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { grouped, percent } from '../../ui/numbers.ts'
import { Empty, Failed, SkeletonRows } from '../../ui/states.tsx'
import { listPlace, stationPlace, stationTypes } from '../station/place.ts'
import { TaskLink } from '../task/BillTasks.tsx'
import { isTaskType, viewOf } from '../task/views.ts'
import { HourChart } from './HourChart.tsx'
import './board.css'

type Data = z.output<typeof dashboardCurrent.output>
const refreshMs = 60_000

/** A place only for who may see it: the guard of the menu takes others for intruders. */
function usePlaces() {
  const may = useMay()
  const to = (e: AnyEntity, p: Place): Place | undefined => (may(e, 'view') ? p : undefined)
  const day = (d: Data) => ({ bizDate: `${d.day}~${d.day}` })
  return {
    inbound: (d: Data) => to(orderBill.header, place('wms', 'orderBillList', day(d))),
    outbound: (d: Data) => to(operateBill.header, place('wms', 'operateBillList', day(d))),
    shorts: (d: Data) => to(operateBill.header, place('wms', 'operateBillList', { ...day(d), state: 'INPROGRESS' })),
    closed: (d: Data) =>
      to(operateBill.header, place('wms', 'operateBillList', { ...day(d), state: 'FINISHED,CLOSED' })),
    stock: (productCode?: string) =>
      to(stockLookBoard, place('wms', 'stockLookBoardList', productCode ? { productCode } : {})),
    lots: () => to(stockBatchLookBoard, place('wms', 'stockBatchLookBoardList', { hold: 'true' })),
    late: () => to(task, place('wms', 'taskList', { dueAt: `~${todayText()}` })),
    putAway: () => to(viewOf('PUTAWAY'), listPlace('PUTAWAY', { state: 'READY,ASSIGNED,RUNNING' })),
    tasks: (type: string, state?: string) =>
      isTaskType(type) ? to(viewOf(type), listPlace(type, state ? { state } : {})) : undefined,
  }
}

/** 当日作业总览: is today on plan? Every figure leads to the list that it counts. */
export function Today() {
  const t = useText()
  const [ownerId, setOwnerId] = useState<string>()
  const board = useQuery({
    queryKey: ['wms.today', ownerId],
    queryFn: ({ signal }) => call(dashboardCurrent, ownerId ? { ownerId } : {}, { signal }),
    refetchInterval: refreshMs,
  })
  const { data } = board
  const actions = (
    <>
      <div className="today-owner">
        <RefSelect
          to="wms.owner"
          title={t(['货主', 'Owner'])}
          value={ownerId}
          onChange={(id) => setOwnerId(id ?? undefined)}
        />
      </div>
      <Button loading={board.isFetching} onClick={() => void board.refetch()}>
        {t(words.refresh)}
      </Button>
    </>
  )
  return (
    <Board
      title={
        <>
          {t(['当日作业总览', 'Today'])} {data && <small className="muted num">{data.day}</small>}
        </>
      }
      actions={actions}
    >
      {board.error && !data ? (
        <div className="board-all card">
          <Failed title={asRefused(board.error).message} />
        </div>
      ) : data ? (
        <Widgets data={data} />
      ) : (
        <div className="board-all card">
          <SkeletonRows label={t(words.loading)} />
        </div>
      )}
    </Board>
  )
}

function Widgets({ data }: { data: Data }) {
  const isFresh = data.inbound.orders + data.outbound.orders + data.tasks.length === 0
  return (
    <>
      <Stations />
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

/** Who works by hand is two touches from his first task. */
function Stations() {
  const t = useText()
  const may = useMay()
  const mine = stationTypes.filter((type) => may(viewOf(type), 'run'))
  if (mine.length === 0) return null
  return (
    <nav className="today-stations" aria-label={t(['工作台', 'Stations'])}>
      {mine.map((type) => (
        <a key={type} className="today-station" href={hashOf(stationPlace(type))}>
          {t(['开始{what}', 'Start: {what}'], { what: taskTypes[type] })}
        </a>
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
      <Empty title={t(['今天还没有作业', 'No work today yet'])}>
        <p>{t(['从第一张单据开始：', 'Begin with the first order:'])}</p>
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

/** One stage of a flow: figure, share of the plan, bar. */
function Stage({ title, qty, plan }: { title: string; qty: string; plan: string }) {
  const share = percent(qty, plan)
  return (
    <div className="today-stage">
      <span>{title}</span>
      <b className="num">
        {grouped(qty)} <small>{Math.floor(share)}%</small>
      </b>
      <span className="bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </div>
  )
}

function Inbound({ data: d }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const { inbound } = d
  return (
    <BoardCard title={t(['入库', 'Inbound'])}>
      <div className="today-stats">
        <Stat title={t(['今日订单', 'Orders due'])} value={grouped(String(inbound.orders))} to={places.inbound(d)} />
        <Stat title={t(['已到货', 'Arrived'])} value={grouped(String(inbound.arrived))} to={places.inbound(d)} />
        <Stat
          title={t(['待上架行', 'Lines to put away'])}
          value={grouped(String(inbound.putAwayOpen))}
          to={places.putAway()}
        />
      </div>
      <Stage title={t(['已收货', 'Received'])} qty={inbound.doneQty} plan={inbound.planQty} />
    </BoardCard>
  )
}

function Outbound({ data: d }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const { outbound, fill } = d
  const rate = Number(fill.planned) > 0 ? `${percent(fill.delivered, fill.planned).toFixed(1)}%` : '–'
  return (
    <BoardCard title={t(['出库', 'Outbound'])} wide>
      <div className="today-stats">
        <Stat title={t(['今日订单', 'Orders due'])} value={grouped(String(outbound.orders))} to={places.outbound(d)} />
        <Stat
          title={t(['已发门店', 'Stores served'])}
          value={`${outbound.storesSent} / ${outbound.stores}`}
          to={places.outbound(d)}
        />
        <Stat
          title={t(['满足率', 'Fill rate'])}
          value={rate}
          note={t(['今日已结订单', 'orders closed today'])}
          to={places.closed(d)}
        />
      </div>
      <div className="today-funnel">
        <Stage title={t(['计划', 'Planned'])} qty={outbound.planQty} plan={outbound.planQty} />
        <Stage title={t(['已分配', 'Allocated'])} qty={outbound.bookedQty} plan={outbound.planQty} />
        <Stage title={t(['已拣货', 'Picked'])} qty={outbound.doneQty} plan={outbound.planQty} />
        <Stage title={t(['已发运', 'Shipped'])} qty={outbound.sentQty} plan={outbound.planQty} />
      </div>
    </BoardCard>
  )
}

function Exceptions({ data }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const e = data.exceptions
  const rows: readonly (readonly [string, number, Place | undefined])[] = [
    [t(['未处理拣货差异', 'Short picks open']), e.shortPicks, places.shorts(data)],
    [t(['逾期任务', 'Overdue tasks']), e.overdueTasks, places.late()],
    [t(['无可用货位', 'No bin found']), e.noBin, places.putAway()],
    [t(['冻结批次', 'Lots on hold']), e.holds, places.lots()],
    [t(['库存对账异常', 'Stock reconcile hits']), e.reconcileHits, places.stock()],
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
    </BoardCard>
  )
}

const Hours = ({ data }: { data: Data }) => {
  const t = useText()
  return (
    <BoardCard title={t(['每小时收货与拣货（基本单位）', 'Received and picked per hour (base units)'])} wide>
      <HourChart hours={data.hours} />
    </BoardCard>
  )
}

function Tasks({ data }: { data: Data }) {
  const t = useText()
  const places = usePlaces()
  const types = Object.entries(taskTypes).map(([type, title]) => ({
    type,
    title,
    states: data.tasks.filter((x) => x.taskType === type),
  }))
  return (
    <BoardCard title={t(['未完成任务', 'Open tasks'])}>
      <ul className="today-list">
        {types.map(({ type, title, states }) => {
          const all = places.tasks(type)
          return (
            <li key={type}>
              <span>
                <span>{all ? <a href={hashOf(all)}>{t(title)}</a> : t(title)}</span>
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
              <b className="num">{grouped(s.qty)}</b>
            </span>
            <span className="bar" aria-hidden="true">
              <span className="bar-warn" style={{ width: `${percent(s.qty, first?.qty ?? '0')}%` }} />
            </span>
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
