import type { FilterValue } from '@lading/contract/kernel/call.ts'
import './trip.css'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { addWayBills, tripOnRoad, tripWayBillsMax } from '@lading/contract/tms/tripCalls.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice, useTicked } from '../../kernel/grid/selection.ts'
import { column } from '../../kernel/list/columns.tsx'
import { queryRows, type Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

const shown = [
  'billNo',
  'kind',
  'fromSiteId',
  'toSiteId',
  'windowText',
  'weight',
  'volume',
  'pieces',
  'tempZone',
] as const
const columns = shown.flatMap((name) => {
  const field = wayBill.header.fields[name]
  return field ? [column(name, field)] : []
})

/** 加单: way bills that wait for planning, and in front of which stop new stops come. */
export function AddWayBills({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipPlanBill.header, addWayBills, onClose)
  const { selection } = useChoice<Row>()
  const ticked = useTicked(selection)
  const [beforeStopId, setBefore] = useState<string>()
  const trip = useCall(tripOnRoad, { id: bill.id })
  const filter: Record<string, FilterValue> = { state: 'CONFIRMED' }
  const waiting = useQuery({
    queryKey: [wayBill.header.key, 'toPlan'],
    queryFn: ({ signal }) =>
      queryRows(wayBill.header, { filter, pageSize: tripWayBillsMax, orderBy: 'bizDate,toSiteId' }, signal),
  })
  const run = () =>
    act.run(
      {
        ...{ id: bill.id, version: trip.data?.version ?? bill.version, wayBillIds: [...ticked.keys()] },
        ...(beforeStopId && { beforeStopId }),
      },
      ({ billNo }) => t(['已加到派车单{no}：{n}张', 'Added to trip {no}: {n}'], { no: billNo, n: ticked.size }),
    )
  const stops = trip.data?.stops.filter((s) => s.state === 'PENDING') ?? []
  return (
    <ActDialog
      act={act}
      width={960}
      title={`${t(addWayBills.title)} ${String(bill.billNo)}`}
      okText={t(['加入{n}张', 'Add {n}'], { n: ticked.size })}
      isReady={ticked.size > 0}
      reads={waiting}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '只列出待排线的运单。同一站点的运单并入原站点，新站点排在所选站点之前。',
          'Waybills that wait for planning. Those of a site on the trip join its stop; new stops come in front of the one chosen.',
        ])}
      </p>
      <Select
        allowClear
        className="trip-before"
        aria-label={t(['新站点的位置', 'Where new stops come'])}
        placeholder={t(['新站点排在最后', 'New stops come last'])}
        value={beforeStopId ?? null}
        onChange={(v) => setBefore(v ?? undefined)}
        options={stops.map((s) => ({
          value: s.id,
          label: t(['在第{seq}站 {name} 之前', 'before stop {seq}, {name}'], {
            seq: s.seq,
            name: `${s.site.code} ${s.site.name}`,
          }),
        }))}
      />
      {waiting.data && (
        <ReadTable<Row>
          label={t(tripItem.title)}
          rows={waiting.data.records}
          columns={columns}
          selection={selection}
          height={380}
        />
      )}
    </ActDialog>
  )
}
