import type { Label } from '@lading/contract/kernel/entity.ts'
import { plural } from '@lading/contract/kernel/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../../client/text.ts'
import { labelOf } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { queryRows, type Row } from '../../kernel/records.ts'
import { entityOf } from '../../kernel/registry.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

const pageSize = 50
const columnsOf = (to: string): readonly ReadColumn<Row>[] => [
  { name: 'code', title: ['代码', 'Code'], width: 180, said: (row) => labelOf(to, row).code },
  { name: 'name', title: ['名称', 'Name'], width: 400, said: (row) => labelOf(to, row).name },
]

/** Picks many rows of an entity at once. What is ticked stays ticked while one searches on. */
export function RefPicker({
  to,
  onPick,
  onClose,
}: {
  to: string
  onPick: (chosen: readonly { row: Row; label: Label }[]) => void
  onClose: () => void
}) {
  const t = useText()
  const e = entityOf(to)
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const { selection, chosen } = useChoice<Row>()
  const columns = useMemo(() => columnsOf(to), [to])
  const filter = { disabled: false, ...(keyword && { keyword }) }
  const { data, isPlaceholderData } = useQuery({
    queryKey: [to, 'pick', keyword, page],
    queryFn: ({ signal }) => queryRows(e, { filter, page, pageSize }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <TabModal
      open
      width={720}
      title={t(['选择{what}', 'Select {what}'], { what: [e.title[0], plural(e.title[1]).toLowerCase()] })}
      okText={t(['添加{n}项', 'Add {n}'], { n: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onPick(chosen.map((row) => ({ row, label: labelOf(to, row) })))}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        autoFocus
        placeholder={t(['代码或名称', 'Code or name'])}
        onSearch={(text) => {
          setKeyword(text.trim())
          setPage(1)
        }}
      />
      {data ? (
        <ReadTable<Row>
          label={t(e.title)}
          rows={data.records}
          columns={columns}
          selection={selection}
          height={360}
          isBusy={isPlaceholderData}
          pages={{ page, pageSize, total: data.total ?? 0, go: setPage }}
        />
      ) : (
        <SkeletonRows label={t(words.loading)} />
      )}
    </TabModal>
  )
}
