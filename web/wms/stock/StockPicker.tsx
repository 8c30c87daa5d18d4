import type { Call, FilterValue, listQuery } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { cell } from '../../kernel/field/cells.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { Empty } from '../../ui/states.tsx'
import './stockPicker.css'

const pageSize = 50
const widths = {
  binId: 110,
  containerId: 110,
  productId: 210,
  lotId: 130,
  qty: 90,
  reservedQty: 90,
  stockType: 100,
  ownerId: 160,
} as const
type Shown = keyof typeof widths
const shown = Object.keys(widths) as Shown[]
/** After what decides how much may be taken comes what is said of it. */
const decides = shown.indexOf('reservedQty') + 1

export interface StockWhere {
  readonly productId?: string
  readonly binId?: string
}
interface Props {
  /** Lists the stock that may be chosen. */
  readonly of: Call<z.input<typeof listQuery>, { records: Record<string, unknown>[]; total: number | null }>
  readonly where: StockWhere
  /** What all of it must be. */
  readonly only?: Readonly<Record<string, FilterValue>>
  readonly onWhere: (where: StockWhere) => void
  readonly chosen: readonly string[]
  readonly onChoose: (rows: readonly Row[], ids: readonly string[]) => void
  readonly none: Text
  /** Of the rows, where they scroll by themselves. */
  readonly height?: number
  /** What is said of each chosen row, first in sight. */
  readonly more?: readonly TableColumnType<Row>[]
}

/** Rows of stock to choose from, by goods and bin; what is chosen on one page stays so on the next. */
export function StockPicker(p: Props) {
  const { where, onWhere } = p
  const t = useText()
  const field = (name: 'productId' | 'binId') => (
    <div className="field">
      <span>{t(stock.fields[name].title)}</span>
      <RefSelect
        to={stock.fields[name].to ?? ''}
        title={t(stock.fields[name].title)}
        value={where[name]}
        onChange={(id) => {
          const { [name]: _, ...others } = where
          onWhere(id ? { ...others, [name]: id } : others)
        }}
      />
    </div>
  )
  return (
    <>
      <div className="stock-filter">
        {field('productId')}
        {field('binId')}
      </div>
      <Rows {...p} />
    </>
  )
}

function Rows({ of, where, only, chosen, onChoose, none, height, more = [] }: Props) {
  const t = useText()
  const [page, setPage] = useState(1)
  const columns = useColumns()
  const rows = useQuery({
    queryKey: [stock.key, of.path, where, only, page],
    queryFn: ({ signal }) =>
      call(of, { filter: { ...where, ...only }, page, pageSize, searchCount: true, orderBy: 'id' }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (rows.error) return <NotRead of={rows} />
  // The records of a list, as the generic query gives them.
  const records = (rows.data?.records ?? []) as unknown as readonly Row[]
  if (rows.data && records.length === 0) return <Empty title={t(none)} />
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      loading={rows.isFetching}
      dataSource={records}
      columns={[...columns.slice(0, decides), ...more, ...columns.slice(decides)]}
      scroll={{ x: 1040 + more.reduce((sum, c) => sum + Number(c.width ?? 0), 0), ...(height && { y: height }) }}
      rowSelection={{
        selectedRowKeys: [...chosen],
        preserveSelectedRowKeys: true,
        onChange: (keys, picked) => onChoose(picked, keys.map(String)),
      }}
      pagination={{ current: page, pageSize, total: rows.data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
    />
  )
}

function useColumns(): TableColumnType<Row>[] {
  const t = useText()
  return shown.map((name) => ({
    key: name,
    title: t(stock.fields[name].title),
    width: widths[name],
    ellipsis: true,
    align: name === 'qty' || name === 'reservedQty' ? 'right' : 'left',
    render: (_, row) => cell(stock.fields[name], row[name], row.refs?.[name], t),
  }))
}
