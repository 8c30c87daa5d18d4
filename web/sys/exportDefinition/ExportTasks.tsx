import type { Page } from '@lading/contract/kernel/call.ts'
import { exportDefinitionCalls } from '@lading/contract/sys/exportDefinition.ts'
import { exportRecord } from '@lading/contract/sys/sheetRecord.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'

const pageSize = 20
const { fields } = exportRecord
const figure = (value: unknown): string => (typeof value === 'number' ? value.toLocaleString() : '')
const columns: readonly ReadColumn<Row>[] = [
  { name: 'user', title: fields.userId.title, width: 120, said: (r) => r.refs.userId?.name ?? '' },
  { name: 'file', title: fields.fileName.title, width: 260, said: (r) => String(r.fileName) },
  {
    name: 'state',
    title: fields.state.title,
    width: 100,
    said: (r, t) => t(fields.state.choices?.[String(r.state)] ?? [String(r.state), String(r.state)]),
  },
  { name: 'rows', title: fields.rowCount.title, width: 100, isFigure: true, said: (r) => figure(r.rowCount) },
  { name: 'filters', title: fields.filters.title, width: 200, said: (r) => String(r.filters ?? ''), wraps: true },
  { name: 'message', title: fields.message.title, width: 200, said: (r) => String(r.message ?? ''), wraps: true },
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (r) => shownTime(String(r.createTime)) },
]

/** Who has taken what out of the system, and what is being written: of everybody within reach. */
export function ExportTasks({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const read = useCall(
    exportDefinitionCalls.tasks,
    { filter: {}, page, pageSize, searchCount: true },
    { placeholderData: (before) => before },
  )
  return (
    <ActDrawer title={t(['导出任务', 'Export tasks'])} reads={read} onClose={onClose}>
      {(data) => {
        // Erased by the declaration of the call.
        const { records, total } = data as unknown as Page<Row>
        return (
          <ReadTable<Row>
            label={t(['导出任务', 'Export tasks'])}
            rows={records}
            columns={columns}
            none={['暂无导出任务', 'No exports yet']}
            isBusy={read.isPlaceholderData}
            pages={{ page, pageSize, total: total ?? 0, go: setPage }}
          />
        )
      }}
    </ActDrawer>
  )
}
