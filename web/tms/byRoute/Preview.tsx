import type { Text } from '@lading/contract/kernel/text.ts'
import { type OffRoute, offReasons, type RouteTrip } from '@lading/contract/tms/byRoute.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import type { ReactNode } from 'react'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Card } from '../../ui/Page.tsx'
import { km } from '../plan/board.ts'
import { faultWords } from '../plan/words.ts'

type Said = (text: Text, args?: Readonly<Record<string, unknown>>) => string
const broken = (trip: RouteTrip, t: Said): string =>
  trip.violations.map((v) => t(faultWords[v] ?? [v, v])).join(t(['、', ', ']))
const truckOf = (trip: RouteTrip, t: Said): string =>
  trip.truckId === null ? t(['未指定车辆', 'No truck yet']) : [trip.plate, trip.driver].filter(Boolean).join(' ')

function rate(name: 'weightRate' | 'volumeRate', title: Text): ReadColumn<RouteTrip> {
  return {
    name,
    title,
    width: 110,
    isFigure: true,
    said: (trip) => (trip[name] === null ? '' : `${trip[name].toFixed(1)}%`),
    beside: 24,
    render: (trip) => {
      const share = trip[name]
      if (share === null) return '–'
      return (
        <span className="by-route-rate">
          <Bar share={Math.min(100, share)} {...(share > 100 && { tone: 'warn' as const })} />
          <span className="num">{share.toFixed(1)}%</span>
        </span>
      )
    },
  }
}

const columns: readonly ReadColumn<RouteTrip>[] = [
  {
    name: 'route',
    title: ['线路', 'Route'],
    width: 170,
    said: (trip, t) =>
      `${trip.code} ${trip.name}${trip.turn > 1 ? t([' 第{n}趟', ' trip {n}'], { n: trip.turn }) : ''}`,
  },
  {
    name: 'truck',
    title: ['车辆司机', 'Truck and driver'],
    width: 170,
    said: truckOf,
    beside: 20,
    render: (trip, t) =>
      trip.truckId === null ? (
        <span>
          <Mark tone="warn" /> {truckOf(trip, t)}
        </span>
      ) : (
        truckOf(trip, t)
      ),
  },
  { name: 'departs', title: ['发车', 'Departs'], width: 80, said: (trip) => trip.departs },
  { name: 'returns', title: ['返回', 'Returns'], width: 90, said: (trip) => trip.returns },
  { name: 'stops', title: ['站点', 'Stops'], width: 70, isFigure: true, said: (trip) => String(trip.stores.length) },
  {
    name: 'bills',
    title: ['运单', 'Waybills'],
    width: 80,
    isFigure: true,
    said: (trip) => String(trip.wayBillIds.length),
  },
  { name: 'weight', title: ['kg', 'kg'], width: 90, isFigure: true, said: (trip) => grouped(trip.weight) },
  rate('weightRate', ['重量%', 'Weight %']),
  { name: 'volume', title: ['m³', 'm³'], width: 80, isFigure: true, said: (trip) => grouped(trip.volume) },
  rate('volumeRate', ['体积%', 'Volume %']),
  { name: 'km', title: ['km', 'km'], width: 70, isFigure: true, said: (trip) => km(trip.metres) },
  {
    name: 'violations',
    title: ['提示', 'To look at'],
    width: 190,
    said: broken,
    beside: 20,
    render: (trip, t) =>
      trip.violations.length > 0 && (
        <span title={broken(trip, t)}>
          <Mark tone="warn" /> {broken(trip, t)}
        </span>
      ),
  },
  { name: 'stores', title: ['门店顺序', 'Stores in order'], width: 260, said: (trip) => trip.stores.join(' → ') },
]

/** The trips to be, each with how full it is and what is to be looked at before it is sent. */
export function RouteTrips({ trips, button }: { trips: readonly RouteTrip[]; button: ReactNode }) {
  const t = useText()
  const name = t(['车次预览', 'Trips to be'])
  const bills = trips.reduce((sum, trip) => sum + trip.wayBillIds.length, 0)
  return (
    <Card
      title={name}
      extra={
        <span className="by-route-head">
          <span role="status">
            {t(['{trips}车次，{bills}单', '{trips} {trips|trip|trips}, {bills} {bills|waybill|waybills}'], {
              trips: trips.length,
              bills,
            })}
          </span>
          {button}
        </span>
      }
    >
      <ReadTable<RouteTrip>
        label={name}
        rows={trips.map((trip) => ({ ...trip, id: `${trip.schemeId}-${trip.turn}` }))}
        columns={columns}
        none={['没有符合条件的运单', 'No waybills wait for these routes']}
      />
    </Card>
  )
}

/** What is on no trip, and why. */
export function OffRoutes({ off }: { off: readonly OffRoute[] }) {
  const t = useText()
  const may = useMay()
  const name = t(['未上车的运单', 'Waybills on no trip'])
  const link = (o: OffRoute) => {
    const to = may(wayBill.header, 'view') ? detailOf(wayBill.header.key, o.wayBillId) : undefined
    return to ? <a href={hashOf(to)}>{o.billNo}</a> : o.billNo
  }
  const shown: readonly ReadColumn<OffRoute>[] = [
    { name: 'billNo', title: wayBill.header.fields.billNo.title, width: 150, said: (o) => o.billNo, render: link },
    { name: 'site', title: ['门店', 'Store'], width: 200, said: (o) => o.site },
    { name: 'weight', title: ['kg', 'kg'], width: 90, isFigure: true, said: (o) => grouped(o.weight) },
    { name: 'volume', title: ['m³', 'm³'], width: 90, isFigure: true, said: (o) => grouped(o.volume) },
    { name: 'reason', title: ['原因', 'Why'], width: 260, said: (o) => t(offReasons[o.reason]) },
  ]
  return (
    <Card title={name} extra={<span role="status">{t(['{n}单', '{n} {n|waybill|waybills}'], { n: off.length })}</span>}>
      <ReadTable<OffRoute> label={name} rows={off.map((o) => ({ ...o, id: o.wayBillId }))} columns={shown} />
    </Card>
  )
}
