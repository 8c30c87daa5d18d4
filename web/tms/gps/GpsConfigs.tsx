import { gpsConfig, lastFixes, type ShownFix } from '@lading/contract/tms/gps.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'

/** By whom positions come; of each what came last, as it was understood. */
export function GpsConfigs() {
  const { can } = useVerbs(gpsConfig)
  const [shown, show] = useState<Row>()
  if (!can(gpsConfig, 'run')) return <SheetList of={gpsConfig} />
  return (
    <>
      <SheetList
        of={gpsConfig}
        rowActions={(row, standard) => [
          { key: 'lastFixes', title: lastFixes.title, run: () => show(row) },
          ...standard,
        ]}
      />
      {shown && <LastFixes of={shown} onClose={() => show(undefined)} />}
    </>
  )
}

const columns: readonly ReadColumn<ShownFix>[] = [
  { name: 'at', title: ['定位时间', 'At'], width: 160, said: (f) => shownTime(f.at) },
  { name: 'plate', title: ['车辆', 'Truck'], width: 100, said: (f) => f.plate },
  { name: 'deviceNo', title: ['设备号', 'Device no.'], width: 140, said: (f) => f.deviceNo },
  { name: 'lng', title: ['经度', 'Longitude'], width: 110, isFigure: true, said: (f) => f.lng },
  { name: 'lat', title: ['纬度', 'Latitude'], width: 110, isFigure: true, said: (f) => f.lat },
  { name: 'speedKmh', title: ['速度km/h', 'Speed km/h'], width: 100, isFigure: true, said: (f) => f.speedKmh ?? '' },
  {
    name: 'isBad',
    title: ['采信', 'Believed'],
    width: 90,
    said: (f, t) => t(f.isBad ? ['否', 'No'] : ['是', 'Yes']),
  },
]
function LastFixes({ of, onClose }: { of: Row; onClose: () => void }) {
  const t = useText()
  const read = useCall(lastFixes, { id: of.id }, { refetchInterval: 5_000 })
  return (
    <ActDrawer title={`${t(lastFixes.title)} · ${String(of.name)}`} reads={read} onClose={onClose}>
      {(rows) => (
        <ReadTable
          label={t(lastFixes.title)}
          rows={rows}
          columns={columns}
          none={['还没有收到定位：请检查设备绑定和接口账号', 'Nothing has come yet: check devices and the API account']}
        />
      )}
    </ActDrawer>
  )
}
