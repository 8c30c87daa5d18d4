import type { Page as Paged } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { printerCalls } from '@lading/contract/sys/printerCalls.ts'
import { printTemplateCalls as calls, printBatch } from '@lading/contract/sys/printTemplate.ts'
import { Progress } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'

const pageSize = 20
const titles = {
  batches: ['打印批次', 'Print batches'],
  noBatches: ['还没有发送到打印机的内容', 'Nothing has been sent to a printer yet'],
} as const satisfies Record<string, Text>
const batch = printBatch.fields
const at = (r: Row): string => shownTime(String(r.createTime))
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** What goes to printers, how far it is, and what to do where one fell silent. */
export function Batches({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { id: me } = useUser()
  const [page, setPage] = useState(1)
  const question = { filter: {}, page, pageSize, searchCount: true }
  const read = useCall(calls.batches, question, { placeholderData: (before) => before })
  const run = async (one: 'cancel' | 'restart', id: string): Promise<void> => {
    try {
      await call(printerCalls[one], { id })
    } catch (error) {
      report(error)
    }
    await changed(printBatch)
  }
  const actions = (r: Row): RowAction[] => {
    if (text(r.creatorId) !== me && r.creatorId !== undefined) return []
    const state = text(r.state)
    return [
      ...(state === 'QUEUED' || state === 'SENDING'
        ? [{ key: 'cancel', title: words.cancel, run: () => void run('cancel', r.id) }]
        : []),
      ...(state === 'FAILED' || state === 'CANCELED'
        ? [
            {
              key: 'restart',
              title: printBatch.verbs.restart ?? words.retry,
              run: () => void run('restart', r.id),
            },
          ]
        : []),
    ]
  }
  return (
    <ActDrawer title={t(titles.batches)} reads={read} onClose={onClose}>
      {(data) => {
        const { records, total } = data as unknown as Paged<Row>
        const pages = { page, pageSize, total: total ?? 0, go: setPage }
        return (
          <ReadTable<Row>
            label={t(titles.batches)}
            rows={records}
            columns={batchColumns(actions)}
            none={titles.noBatches}
            isBusy={read.isPlaceholderData}
            pages={pages}
          />
        )
      }}
    </ActDrawer>
  )
}

const batchColumns = (actions: (r: Row) => readonly RowAction[]): readonly ReadColumn<Row>[] => [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: at },
  { name: 'by', title: ['打印人', 'Printed by'], width: 110, said: (r) => text(r.creatorName) },
  { name: 'title', title: batch.title.title, width: 130, said: (r) => text(r.title) },
  { name: 'printer', title: batch.printerId.title, width: 140, said: (r) => r.refs.printerId?.name ?? '' },
  {
    name: 'state',
    title: batch.state.title,
    width: 90,
    said: (r, t) => t(batch.state.choices?.[text(r.state)] ?? words.nothing),
  },
  {
    name: 'progress',
    title: ['进度', 'Progress'],
    width: 160,
    render: (r) => (
      <Progress
        size="small"
        percent={Math.round((Number(r.done) * 100) / Math.max(1, Number(r.pages)))}
        format={() => `${text(r.done)}/${text(r.pages)}`}
      />
    ),
    isFilled: () => true,
  },
  { name: 'error', title: batch.error.title, width: 200, said: (r) => text(r.error), wraps: true },
  {
    name: 'actions',
    title: words.actions,
    width: 110,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]
