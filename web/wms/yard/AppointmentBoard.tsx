import { type Appointment, appointmentBoard } from '@lading/contract/wms/dashboardAppointment.ts'
import { slotMinutes } from '@lading/contract/wms/dockSlot.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { hashOf, place } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Board, BoardActions, BoardCard, BoardRead } from '../../platform/Board.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { BusinessDay } from '../board/BusinessDay.tsx'
import '../board/board.css'
import './yard.css'

type Data = z.output<typeof appointmentBoard.output>
type Dock = Data['docks'][number]
const refreshMs = 60_000
const clockOf = (at: string): string => shownTime(at).slice(11, 16)

/** 预约看板: docks by slots of a day, and its appointments as they were planned and as they came. */
export function AppointmentBoard() {
  const t = useText()
  const may = useMay()
  const [day, setDay] = useState<string>()
  const read = useCall(appointmentBoard, { ...(day && { day }) }, { refetchInterval: refreshMs })
  return (
    <Board
      title={t(appointmentBoard.title)}
      actions={
        <BoardActions of={read}>
          <BusinessDay day={day ?? read.data?.day} onChange={setDay} />
          {may(previewBill.header, 'view') && (
            <Button href={hashOf(place('wms', 'previewBillList'))}>{t(['预约单', 'Appointments'])}</Button>
          )}
        </BoardActions>
      }
    >
      <BoardRead of={read}>
        {(data) => (
          <>
            <div className="board-all">
              <BoardCard title={t(['月台时段', 'Docks and slots'])}>
                {data.slots.length === 0 ? (
                  <p className="muted">{t(['当日没有开放的月台', 'No dock is open on that day'])}</p>
                ) : (
                  <Slots data={data} />
                )}
              </BoardCard>
            </div>
            <List data={data} />
          </>
        )}
      </BoardRead>
    </Board>
  )
}

/** One row for each dock: what stands in its slots, and what is free of the others. */
function Slots({ data }: { data: Data }) {
  const t = useText()
  const columns: readonly ReadColumn<Dock>[] = [
    { name: 'dock', title: ['月台', 'Dock'], width: 90, fixed: 'start', said: (d) => d.code },
    ...data.slots.map(
      (at, i): ReadColumn<Dock> => ({
        name: at,
        title: [clockOf(at), clockOf(at)],
        width: 118,
        wraps: true,
        isFilled: () => true,
        render: (d) => <Cell dock={d} i={i} here={inSlot(data.appointments, d.id, at)} />,
      }),
    ),
  ]
  return <ReadTable<Dock> label={t(['月台时段', 'Docks and slots'])} rows={data.docks} columns={columns} />
}
const slotMs = slotMinutes * 60_000
/** Appointments that take the slot; who did not come has none any more. */
const inSlot = (all: readonly Appointment[], dockId: string, at: string): readonly Appointment[] =>
  all.filter((a) => {
    const since = Date.parse(at) - Date.parse(a.slotAt)
    return a.dockId === dockId && a.state !== 'NOSHOW' && since >= 0 && since < a.slots * slotMs
  })

function Cell({ dock, i, here }: { dock: Dock; i: number; here: readonly Appointment[] }) {
  const t = useText()
  const may = useMay()
  const cell = dock.cells[i]
  if (!cell) return null
  const free = dock.capVehicles - cell.vehicles
  const kind = cell.closed !== null ? 'is-closed' : free <= 0 ? 'is-full' : ''
  return (
    <div className={`slot ${kind}`} title={cell.closed ?? undefined}>
      {here.map((a) => {
        const to = may(previewBill.header, 'view') ? detailOf(previewBill.header.key, a.id) : undefined
        const said = [a.vehicleNo ?? a.vendor, t(previewBill.flow.states[a.state as 'SAVED'])].join(' ')
        return to ? (
          <a key={a.id} href={hashOf(to)} title={a.vendor}>
            {said}
          </a>
        ) : (
          <span key={a.id} title={a.vendor}>
            {said}
          </span>
        )
      })}
      {cell.closed !== null ? (
        <span>{t(['停用', 'Closed'])}</span>
      ) : (
        <span className="muted num">
          {free <= 0 ? t(['已约满', 'Full']) : t(['余{n}', '{n} free'], { n: free })}
          {dock.capCases !== null && ` · ${cell.cases}/${dock.capCases}`}
        </span>
      )}
    </div>
  )
}

function List({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  const docks = new Map(data.docks.map((d) => [d.id, d.code]))
  const time = (name: 'arrivedAt' | 'startedAt' | 'finishedAt', title: readonly [string, string]) => ({
    name,
    title,
    width: 100,
    said: (a: Appointment) => (a[name] ? clockOf(a[name]) : ''),
  })
  const columns: readonly ReadColumn<Appointment>[] = [
    {
      name: 'billNo',
      title: ['预约单', 'Appointment'],
      width: 160,
      said: (a) => a.billNo,
      render: (a) => {
        const to = may(previewBill.header, 'view') ? detailOf(previewBill.header.key, a.id) : undefined
        return to ? <a href={hashOf(to)}>{a.billNo}</a> : a.billNo
      },
    },
    {
      name: 'state',
      title: ['状态', 'Status'],
      width: 110,
      isFilled: () => true,
      render: (a: Appointment, _say: Say) => <StateTag flow={previewBill.flow} state={a.state} />,
    },
    { name: 'slotAt', title: ['时段', 'Slot'], width: 90, said: (a) => clockOf(a.slotAt) },
    { name: 'dock', title: ['月台', 'Dock'], width: 90, said: (a) => docks.get(a.dockId ?? '') ?? '' },
    { name: 'vendor', title: ['供应商', 'Vendor'], width: 200, said: (a) => a.vendor },
    { name: 'orders', title: ['订货通知单', 'Inbound orders'], width: 220, said: (a) => a.orders },
    {
      name: 'cases',
      title: ['箱数', 'Cases'],
      width: 80,
      isFigure: true,
      said: (a) => (a.cases === null ? '' : String(a.cases)),
    },
    { name: 'vehicleNo', title: ['车牌号', 'Vehicle'], width: 120, said: (a) => a.vehicleNo ?? '' },
    time('arrivedAt', ['到达', 'Arrived']),
    time('startedAt', ['卸货', 'Unloading']),
    time('finishedAt', ['完成', 'Done']),
  ]
  const title = t(['当日预约', 'Appointments of the day'])
  return (
    <div className="board-all">
      <BoardCard title={title}>
        <ReadTable
          label={title}
          rows={data.appointments}
          columns={columns}
          none={['当日没有预约', 'No appointments on that day']}
        />
      </BoardCard>
    </div>
  )
}
