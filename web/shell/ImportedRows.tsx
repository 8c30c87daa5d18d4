import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../client/text.ts'
import type { ReadColumn } from '../kernel/grid/columns.tsx'
import { ReadTable } from '../kernel/grid/ReadTable.tsx'
import { NotRead } from '../kernel/NotRead.tsx'
import type { Row } from '../kernel/records.ts'
import { TabDrawer } from '../kernel/TabDrawer.tsx'
import { useCall } from '../kernel/useCall.ts'
import { words } from '../kernel/words.ts'
import { SkeletonRows } from '../ui/states.tsx'

interface Line {
  readonly row: number
  readonly cells: readonly (string | null)[]
  readonly message: string | null
}
const pageSize = 50

/** The rows of an imported file, each with what is wrong with it. */
export function ImportedRows({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [onlyWrong, setOnlyWrong] = useState(Number(row.errorCount ?? 0) > 0)
  const read = useCall(
    sheetRecordCalls.importedRows,
    { id: row.id, onlyWrong, page, pageSize },
    { placeholderData: (before) => before, staleTime: 60_000 },
  )
  const heads = read.data?.columns
  const columns = useMemo(() => columnsOf(heads ?? []), [heads])
  return (
    <TabDrawer open size="large" title={String(row.fileName)} onClose={onClose}>
      {read.error && !read.data && <NotRead of={read} />}
      {read.isPending && <SkeletonRows rows={5} label={t(words.loading)} />}
      {read.data && (
        <div className="imported-rows">
          <Segmented<boolean>
            value={onlyWrong}
            options={[
              { value: false, label: t(words.all) },
              { value: true, label: t(['有错误或提示', 'With remarks']) },
            ]}
            onChange={(next) => {
              setOnlyWrong(next)
              setPage(1)
            }}
          />
          <ReadTable<Line>
            label={t(['明细', 'Rows'])}
            rows={read.data.records}
            columns={columns}
            isBusy={read.isPlaceholderData}
            pages={{ page, pageSize, total: read.data.total, go: setPage }}
          />
        </div>
      )}
    </TabDrawer>
  )
}

const columnsOf = (heads: readonly string[]): readonly ReadColumn<Line>[] => [
  { name: 'row', title: ['行', 'Row'], width: 60, isFigure: true, said: (r) => String(r.row) },
  {
    name: 'message',
    title: ['错误与提示', 'Errors and warnings'],
    width: 320,
    said: (r) => r.message ?? '',
    wraps: true,
  },
  ...heads.map(
    (title, i): ReadColumn<Line> => ({
      name: `c${i}`,
      title: [title, title],
      width: 140,
      said: (r) => r.cells[i] ?? '',
    }),
  ),
]
