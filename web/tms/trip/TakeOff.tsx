import './trip.css'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { type RoadItem, takeOffWayBills, tripOnRoad } from '@lading/contract/tms/tripCalls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice, useTicked } from '../../kernel/grid/selection.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Item = RoadItem & { readonly site: string; readonly seq: number }
const columns: readonly ReadColumn<Item>[] = [
  { name: 'seq', title: ['站', 'Stop'], width: 60, isFigure: true, said: (i) => String(i.seq) },
  { name: 'site', title: ['站点', 'Site'], width: 260, said: (i) => i.site },
  { name: 'billNo', title: ['运单', 'Waybill'], width: 170, said: (i) => i.billNo },
  { name: 'pieces', title: ['件数', 'Pieces'], width: 110, isFigure: true, said: (i) => i.pieces },
]

/** 移单: way bills wait for planning again; of a trip that is released somebody says why. */
export function TakeOff({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipPlanBill.header, takeOffWayBills, onClose)
  const { selection } = useChoice<Item>()
  const ticked = useTicked(selection)
  const [reason, setReason] = useState('')
  const trip = useCall(tripOnRoad, { id: bill.id })
  const isReleased = bill.state !== 'DRAFT'
  const items = (trip.data?.stops ?? []).flatMap((s) =>
    s.items
      .filter((i) => i.state === 'OPEN')
      .map((i): Item => ({ ...i, seq: s.seq, site: `${s.site.code} ${s.site.name}` })),
  )
  const run = () =>
    act.run(
      {
        ...{ id: bill.id, version: trip.data?.version ?? bill.version },
        wayBillIds: [...ticked.values()].map((i) => i.wayBillId),
        ...(reason.trim() && { reason: reason.trim() }),
      },
      ({ billNo }) => t(['已从派车单{no}移出：{n}张', 'Taken off trip {no}: {n}'], { no: billNo, n: ticked.size }),
    )
  return (
    <ActDialog
      act={act}
      width={680}
      title={`${t(takeOffWayBills.title)} ${String(bill.billNo)}`}
      okText={t(['移出{n}张', 'Take off {n}'], { n: ticked.size })}
      isReady={ticked.size > 0 && (!isReleased || reason.trim() !== '')}
      reads={trip}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '移出的运单回到待排线，其余站点顺序不变。',
          'They wait for planning again; the other stops keep their order.',
        ])}
      </p>
      {trip.data && (
        <ReadTable<Item> label={t(tripItem.title)} rows={items} columns={columns} selection={selection} height={320} />
      )}
      {isReleased && (
        <Input
          className="trip-reason"
          value={reason}
          maxLength={200}
          placeholder={t(['原因（必填）', 'Reason (required)'])}
          aria-label={t(['原因', 'Reason'])}
          onChange={(e) => setReason(e.target.value)}
        />
      )}
    </ActDialog>
  )
}
