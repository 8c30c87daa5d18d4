import type { Call, FilterValue, listQuery } from '@lading/contract/kernel/call.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { chosenStock, stock } from '@lading/contract/wms/stock.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { inputs } from '../../kernel/field/inputs.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Selection } from '../../kernel/grid/selection.ts'
import { column } from '../../kernel/list/columns.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import './stockPicker.css'

const pageSize = 50
/** What decides how much may be taken, and after it what is said of it. */
const deciding = (['binId', 'containerId', 'productId', 'lotId', 'expireDate', 'qty', 'reservedQty'] as const).map(
  ofStock,
)
const further = (['stockType', 'ownerId'] as const).map(ofStock)
function ofStock(name: keyof typeof chosenStock.fields): ReadColumn<Row> {
  return column(name, chosenStock.fields[name])
}

export interface StockWhere {
  readonly productId?: string
  readonly binId?: string
  readonly areaId?: string
  readonly stockType?: string
  /** How its number begins. */
  readonly lotNo?: string
}
interface Props<R extends Row> {
  /** Lists the stock that may be chosen. */
  readonly of: Call<z.input<typeof listQuery>, { records: Record<string, unknown>[]; total: number | null }>
  readonly where: StockWhere
  /** What all of it must be. */
  readonly only?: Readonly<Record<string, FilterValue>>
  readonly onWhere: (where: StockWhere) => void
  readonly selection: Selection<R>
  readonly none: Text
  /** Of the rows, where they scroll by themselves. */
  readonly height?: number
  /** What is said of each chosen row, first in sight. */
  readonly more?: readonly ReadColumn<R>[]
}

/** Rows of stock to choose from, by goods, lot, type and place; what is chosen on one page stays so on the next. */
export function StockPicker<R extends Row>(p: Props<R>) {
  const { where, onWhere } = p
  const set = (name: keyof StockWhere, value: unknown) => {
    const { [name]: _, ...others } = where
    onWhere(value ? { ...others, [name]: String(value) } : others)
  }
  const row = (name: 'productId' | 'binId' | 'areaId') => (
    <Asked name={name}>
      {(title) => (
        <RefSelect
          to={chosenStock.fields[name].to ?? ''}
          title={title}
          value={where[name]}
          onChange={(id) => set(name, id)}
        />
      )}
    </Asked>
  )
  return (
    <>
      <div className="stock-filter">
        {row('productId')}
        <Asked name="lotNo">
          {(title) => (
            <Input
              aria-label={title}
              value={where.lotNo ?? ''}
              maxLength={30}
              allowClear
              autoComplete="off"
              onChange={(e) => set('lotNo', e.target.value.trim())}
            />
          )}
        </Asked>
        <Asked name="stockType">
          {(title) => (
            <inputs.choice
              id="stock-type"
              field={{ ...stock.fields.stockType, required: false }}
              title={title}
              value={where.stockType}
              isInvalid={false}
              record={where as Readonly<Record<string, unknown>>}
              onChange={(type) => set('stockType', type)}
            />
          )}
        </Asked>
        {row('areaId')}
        {row('binId')}
      </div>
      <Rows {...p} />
    </>
  )
}

function Asked({ name, children }: { name: keyof StockWhere; children: (title: string) => ReactNode }) {
  const t = useText()
  const title = t(chosenStock.fields[name].title)
  return (
    <div className="field">
      <span>{title}</span>
      {children(title)}
    </div>
  )
}

function Rows<R extends Row>({ of, where, only, selection, none, height, more }: Props<R>) {
  const t = useText()
  const [page, setPage] = useState(1)
  const columns = useMemo(() => [...deciding, ...(more ?? []), ...further], [more])
  const rows = useQuery({
    queryKey: [stock.key, of.path, where, only, page],
    queryFn: ({ signal }) =>
      call(of, { filter: { ...where, ...only }, page, pageSize, searchCount: true, orderBy: 'id' }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (rows.error) return <NotRead of={rows} />
  if (!rows.data) return <SkeletonRows label={t(words.loading)} />
  // The records of a list, as the generic query gives them.
  const records = rows.data.records as unknown as readonly R[]
  if (records.length === 0) return <Empty title={t(none)} />
  return (
    <ReadTable<R>
      label={t(stock.title)}
      rows={records}
      columns={columns}
      selection={selection}
      height={height}
      isBusy={rows.isPlaceholderData}
      pages={{ page, pageSize, total: rows.data.total ?? 0, go: setPage }}
    />
  )
}
