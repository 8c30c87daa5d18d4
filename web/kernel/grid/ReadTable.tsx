import type { Text } from '@lading/contract/kernel/text.ts'
import { Pagination } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { Covered } from '../../ui/states.tsx'
import { words } from '../words.ts'
import { type Order, type ReadColumn, useDrawn } from './columns.tsx'
import { DataGrid, type GridProps } from './DataGrid.tsx'
import { filled, footOf } from './fit.ts'
import type { Chosen } from './selection.ts'

/** More rows than these scroll under their headings. */
const scrollsFrom = 200
const scrollHeight = 520

export interface ReadProps<R extends object>
  extends Pick<GridProps<R>, 'label' | 'rows' | 'selection' | 'height' | 'rowClass' | 'onOpen'> {
  readonly columns: readonly ReadColumn<R>[]
  /** What is said where there are no rows. */
  readonly none?: Text
  /** Under their columns, as they are read. */
  readonly sums?: Readonly<Record<string, string | undefined>> | undefined
  readonly order?: Order
  /** The rows are those of one page. What is ticked on another stays so. */
  readonly pages?: { readonly page: number; readonly pageSize: number; readonly total: number; go(page: number): void }
  /** Other rows are on their way. */
  readonly isBusy?: boolean
}

/** Rows to read; with a selection, to choose from. Columns that no row fills are left out. */
export function ReadTable<R extends object>({
  columns,
  rows,
  none = words.nothing,
  sums,
  order,
  pages,
  isBusy,
  ...p
}: ReadProps<R>) {
  const t = useText()
  const kept = useMemo(() => filled(columns, rows, t), [columns, rows, t])
  const drawn = useDrawn(kept, rows, order)
  // Rows that come without an id are those of their places: nothing about one is kept when others come.
  const keyed = useMemo(() => rows.map((row, i) => ('id' in row ? row : { ...row, id: String(i) })), [rows])
  const hasSums = sums && kept.some(({ name }) => sums[name] !== undefined)
  if (rows.length === 0) return <p className="muted">{t(none)}</p>
  const grid = (
    <DataGrid<R>
      height={rows.length > scrollsFrom ? scrollHeight : undefined}
      {...p}
      rows={keyed as readonly (R & Chosen)[]}
      columns={drawn}
      foot={
        hasSums
          ? footOf(
              kept.map(({ name }) => name),
              sums,
              t,
            )
          : undefined
      }
      of={pages && { total: pages.total, before: (pages.page - 1) * pages.pageSize }}
    />
  )
  return (
    <>
      {isBusy === undefined ? (
        grid
      ) : (
        <Covered isBusy={isBusy} label={t(words.loading)}>
          {grid}
        </Covered>
      )}
      {pages && (
        <Pagination
          className="list-pages"
          size="small"
          current={pages.page}
          pageSize={pages.pageSize}
          total={pages.total}
          hideOnSinglePage
          showSizeChanger={false}
          onChange={pages.go}
        />
      )}
    </>
  )
}
