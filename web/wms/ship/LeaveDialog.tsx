import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { type LeaveReason, leaveContainers } from '@lading/contract/wms/shipCalls.ts'
import { leaveReasons } from '@lading/contract/wms/taskTypes/enterTruck.ts'
import { shipContainers } from '@lading/contract/wms/trail.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

const named = (name: 'containerId' | 'storeId' | 'binId', title: Text): ReadColumn<Row> => ({
  name,
  title,
  width: 260,
  said: (r) => labelText(r.refs[name]),
})
const columns = [
  named('containerId', ['容器', 'Container']),
  named('storeId', ['门店', 'Store']),
  named('binId', ['货位', 'Bin']),
]
const reasonTitle = ['留仓原因', 'Reason left behind'] as const

/** 留仓: which of the containers that are not loaded stay here, and why. */
export function LeaveDialog({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipBill.header, leaveContainers, onClose)
  const { selection, chosen } = useChoice<Row>()
  const [reason, setReason] = useState<LeaveReason>()
  const all = useCall(shipContainers.call, { id: bill.id }, { gcTime: 0 })
  // Rows of the trail's declaration.
  const rows = ((all.data ?? []) as readonly Row[]).filter((r) => r.load === 'OPEN' || r.load === 'STAGED')
  const run = async () => {
    if (chosen.length === 0 || !reason) return act.setProblem(t(['请选择容器和原因', 'Select containers and a reason']))
    const containerIds = chosen.map((r) => String(r.containerId))
    const input = { id: bill.id, version: bill.version, containerIds, reason }
    await act.run(input, ({ left }) => t(['已留仓{n}个容器', 'Containers left behind: {n}'], { n: left }))
  }
  return (
    <ActDialog
      act={act}
      width={640}
      title={`${t(leaveContainers.title)} ${String(bill.billNo)}`}
      okText={t(leaveContainers.title)}
      reads={all}
      onOk={() => void run()}
      onClose={onClose}
    >
      {all.data && (
        <ReadTable<Row>
          label={t(leaveContainers.title)}
          rows={rows}
          columns={columns}
          selection={selection}
          height={320}
          none={['没有未装车的容器', 'No containers waiting to be loaded']}
        />
      )}
      <div className="field field-below">
        <span className="needed">{t(reasonTitle)}</span>
        <Select
          className="wide"
          aria-label={t(reasonTitle)}
          value={reason ?? null}
          options={Object.entries(leaveReasons).map(([value, text]) => ({
            value: value as LeaveReason,
            label: t(text),
          }))}
          onChange={(value) => setReason(value ?? undefined)}
        />
      </div>
    </ActDialog>
  )
}
