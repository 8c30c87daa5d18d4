import type { Label } from '@lading/contract/kernel/entity.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Table } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { labelOf } from '../../kernel/field/RefSelect.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { queryRows, type Row } from '../../kernel/records.ts'
import { entityOf } from '../../kernel/registry.ts'

const pageSize = 50

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
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const filter = { disabled: false, ...(keyword && { keyword }) }
  const { data, isFetching } = useQuery({
    queryKey: [to, 'pick', keyword, page],
    queryFn: ({ signal }) => queryRows(e, { filter, page, pageSize }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <TabModal
      open
      width={720}
      title={t(['选择{what}', 'Pick {what}'], { what: [e.title[0], e.title[1].toLowerCase()] })}
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
      <Table<Row>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data?.records ?? []}
        scroll={{ y: 360 }}
        columns={[
          { key: 'code', title: t(['代码', 'Code']), width: 180, render: (_, row) => labelOf(to, row).code },
          { key: 'name', title: t(['名称', 'Name']), render: (_, row) => labelOf(to, row).name },
        ]}
        rowSelection={{
          selectedRowKeys: chosen.map((row) => row.id),
          preserveSelectedRowKeys: true,
          onChange: (_, rows) => setChosen(rows),
        }}
        pagination={{ current: page, pageSize, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
      />
    </TabModal>
  )
}
