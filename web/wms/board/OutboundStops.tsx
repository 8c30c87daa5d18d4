import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { hashOf, place } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { BoardCard } from '../../platform/Board.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { minutesLeft, toneOf } from './departure.ts'
import { Linked } from './Figure.tsx'
import { type Data, ShareCell } from './OutboundWaves.tsx'

type Stop = Data['stops'][number]

const spanOf = (minutes: number, say: Say): string =>
  minutes < 60
    ? say(['{n}分', '{n} min'], { n: minutes })
    : say(['{h}小时{n}分', '{h} h {n} min'], { h: Math.floor(minutes / 60), n: minutes % 60 })

/** Each route's stops: what stands ready for them, and how long the truck still waits. */
export function Stops({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  const columns: readonly ReadColumn<Stop>[] = [
    {
      name: 'billNo',
      title: ['线路/车辆', 'Route / truck'],
      width: 220,
      said: (s) => s.billNo,
      render: (s) => {
        const to = may(shipBill.header, 'view') ? detailOf(shipBill.header.key, s.shipId) : undefined
        const text = [s.route, s.vehicleNo].filter(Boolean).join(' · ') || s.billNo
        return to ? <a href={hashOf(to)}>{text}</a> : text
      },
    },
    { name: 'store', title: ['门店', 'Store'], width: 220, said: (s) => `${s.store.code} ${s.store.name}` },
    {
      name: 'boxes',
      title: ['容器 就绪/已拣', 'Containers ready / picked'],
      hint: ['就绪：已集货、无需集货或已装车', 'Ready: staged, or not to be staged, or aboard'],
      width: 170,
      isFigure: true,
      isFilled: () => true,
      render: (s) => {
        const text = `${s.ready} / ${s.containers}`
        const state = 'PICKING,PICKED,COLLECTED,CHECKED,LOADED'
        const to = place('wms', 'containerList', { storeId: s.store.id, state })
        return <Linked to={may(container, 'view') && s.containers > 0 ? to : undefined}>{text}</Linked>
      },
    },
    {
      name: 'pickedPct',
      title: ['拣货%', 'Picked %'],
      width: 96,
      isFigure: true,
      isFilled: () => true,
      render: (s) => (
        <ShareCell
          pct={s.pickedPct}
          to={
            may(operateBill.header, 'view')
              ? place('wms', 'operateBillList', { storeId: s.store.id, state: 'INPROGRESS' })
              : undefined
          }
        />
      ),
    },
    { name: 'departAt', title: ['计划发车', 'Planned departure'], width: 170, said: (s) => shownTime(s.departAt) },
    {
      name: 'left',
      title: ['距发车', 'Leaves in'],
      hint: [
        '不足30分钟且就绪不到90%，或已过发车时间为红色',
        'Red: less than 30 minutes left and less than 90% ready, or past departure',
      ],
      width: 150,
      isFilled: () => true,
      render: (s, say) => {
        const left = minutesLeft(s.departAt, data.at)
        return (
          <StatusTag tone={toneOf(s, data.at)}>
            {left < 0 ? say(['已误{time}', '{time} late'], { time: spanOf(-left, say) }) : spanOf(left, say)}
          </StatusTag>
        )
      },
    },
  ]
  return (
    <div className="board-all">
      <BoardCard title={t(['线路与门店', 'Routes and stores'])}>
        <ReadTable<Stop>
          label={t(['线路与门店', 'Routes and stores'])}
          rows={data.stops.map((s) => ({ ...s, id: `${s.shipId}/${s.store.id}` }))}
          columns={columns}
          none={['没有待发车辆', 'No truck is to leave']}
        />
      </BoardCard>
    </div>
  )
}
