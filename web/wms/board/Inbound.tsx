import { dashboardIn, inboundProgress, longWaitMinutes } from '@lading/contract/wms/dashboardIn.ts'
import { dock, dockStates } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import type { z } from 'zod'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf, listOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { BoardCard, BoardRead, Stat } from '../../platform/Board.tsx'
import { BoardPage } from '../../platform/BoardPage.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Count } from './Figure.tsx'
import './board.css'

type Data = z.output<typeof inboundProgress.output>
/** Who waits does so longer by the minute. */
const refreshMs = 60_000

/** 入库看板: what is to come, where the trucks are, and how fast goods reach their place. */
export const Inbound = () => (
  <BoardPage of={dashboardIn}>
    <Progress />
  </BoardPage>
)

function Progress() {
  const read = useCall(inboundProgress, {}, { refetchInterval: refreshMs })
  return (
    <BoardRead of={read}>
      {(data) => (
        <>
          <Trucks data={data} />
          <Docks data={data} />
          <Pace data={data} />
          <Vendors data={data} />
        </>
      )}
    </BoardRead>
  )
}

function Trucks({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  const title = t(['在场车辆', 'Trucks in the yard'])
  const columns: readonly ReadColumn<Data['trucks'][number]>[] = [
    {
      name: 'vehicleNo',
      title: ['车牌号', 'Vehicle'],
      width: 140,
      said: (r) => r.vehicleNo,
      render: (r) => {
        const to = may(warehouseRegister.header, 'view') ? detailOf(warehouseRegister.header.key, r.id) : undefined
        return to ? <a href={hashOf(to)}>{r.vehicleNo}</a> : r.vehicleNo
      },
    },
    {
      name: 'state',
      title: ['状态', 'Status'],
      width: 120,
      isFilled: () => true,
      render: (r) => <StateTag flow={warehouseRegister.flow} state={r.state} />,
    },
    { name: 'vendor', title: ['供应商', 'Vendor'], width: 220, said: (r) => r.vendor ?? '' },
    { name: 'dock', title: ['月台', 'Dock'], width: 90, said: (r) => r.dock ?? '' },
    {
      name: 'wait',
      title: ['等待分钟', 'Minutes waited'],
      width: 130,
      isFilled: () => true,
      render: (r) => (
        <StatusTag tone={r.workMinutes === null && r.waitMinutes > longWaitMinutes ? 'bad' : 'idle'}>
          <span className="num">{r.waitMinutes}</span>
        </StatusTag>
      ),
    },
    {
      name: 'work',
      title: ['作业分钟', 'Minutes at the dock'],
      width: 140,
      isFigure: true,
      said: (r) => (r.workMinutes === null ? '' : String(r.workMinutes)),
    },
  ]
  return (
    <div className="board-all">
      <BoardCard title={title}>
        <ReadTable
          label={title}
          rows={data.trucks}
          columns={columns}
          none={['场内没有车辆', 'No truck is in the yard']}
        />
      </BoardCard>
    </div>
  )
}

const dockTones: Readonly<Record<string, Tone>> = { FREE: 'good', BUSY: 'warn', CLOSED: 'idle' }
function Docks({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  return (
    <BoardCard title={t(['月台', 'Docks'])}>
      <ul className="today-list">
        {data.docks.map((d) => {
          const to = may(dock, 'view') ? detailOf(dock.key, d.id) : undefined
          const name = `${d.code} ${d.name}`
          return (
            <li key={d.id}>
              <span>
                {to ? <a href={hashOf(to)}>{name}</a> : <span>{name}</span>}
                <StatusTag tone={dockTones[d.state] ?? 'idle'}>
                  {[t(dockStates[d.state as keyof typeof dockStates]), d.vehicleNo].filter(Boolean).join(' · ')}
                </StatusTag>
              </span>
            </li>
          )
        })}
      </ul>
    </BoardCard>
  )
}

function Pace({ data }: { data: Data }) {
  const t = useText()
  const { n, p50, p90 } = data.dockToStock
  const shown = (m: number | null) => (m === null ? '–' : t(['{m}分', '{m} min'], { m }))
  return (
    <BoardCard title={t(['收货到上架', 'From receipt to shelf'])}>
      <Stat title={t(['半数不超过', 'Half within'])} value={shown(p50)} />
      <Stat
        title={t(['九成不超过', 'Nine in ten within'])}
        value={shown(p90)}
        note={t(['今日上架{n}行', 'Lines put away today: {n}'], { n })}
      />
    </BoardCard>
  )
}

function Vendors({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  const title = t(['供应商履约（近30天）', 'Vendors and their slots (30 days)'])
  const list = (vendorId: string, more: object) =>
    may(previewBill.header, 'view') ? listOf(previewBill.header.key, { vendorId, ...more }) : undefined
  const columns: readonly ReadColumn<Data['vendors'][number]>[] = [
    { name: 'name', title: ['供应商', 'Vendor'], width: 220, said: (v) => v.name },
    {
      name: 'appointments',
      title: ['预约', 'Appointments'],
      width: 110,
      isFigure: true,
      said: (v) => String(v.appointments),
      render: (v) => <Count n={v.appointments} to={list(v.id, {})} />,
    },
    {
      name: 'onTime',
      title: ['准时%', 'On time %'],
      width: 100,
      isFigure: true,
      said: (v) => String(Math.round((100 * v.onTime) / v.appointments)),
    },
    {
      name: 'missed',
      title: ['爽约', 'No-shows'],
      width: 100,
      isFigure: true,
      said: (v) => String(v.missed),
      render: (v) => <Count n={v.missed} to={list(v.id, { missed: 'true' })} />,
    },
  ]
  return (
    <BoardCard wide title={title}>
      <ReadTable
        label={title}
        rows={data.vendors}
        columns={columns}
        none={['还没有预约到期', 'No appointment had its turn yet']}
      />
    </BoardCard>
  )
}
