import type { Text } from '@lading/contract/kernel/text.ts'
import { Pagination } from 'antd'
import { useMemo } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'
import { useSize } from '../../ui/useSize.ts'
import { DataGrid, type GridColumn } from '../grid/DataGrid.tsx'
import type { Row } from '../records.ts'
import type { RowAction } from '../verbs.tsx'
import { words } from '../words.ts'
import { type Column, gridColumn } from './columns.tsx'
import { pageSizes } from './filters.ts'
import { fitted } from './fit.ts'
import { linkWidth, RowButtons } from './RowButtons.tsx'
import type { ListModel } from './useList.ts'

const actionWidthLeast = 150
const actionWidthMost = 220
/** The button for further actions, and the cell's padding. */
const moreWidth = 56

export interface RowsProps {
  readonly list: ListModel
  readonly columns: readonly Column[]
  readonly rowActions: (row: Row) => readonly RowAction[]
  readonly canSelect: boolean
  readonly rows: readonly Row[]
}

/** The rows as a table: heading, first column, actions and totals stay in sight. */
export function ListTable({ list, columns, rowActions, canSelect, rows }: RowsProps) {
  const t = useText()
  const { ref, height } = useSize()
  const fontSize = usePrefs((p) => p.fontSize)
  const { sort, page, pageSize } = list.state
  const { setState } = list
  const firsts = rows.map((row) => rowActions(row).find((a) => a.refused === undefined))
  const hasActions = rows.some((row) => rowActions(row).length > 0)
  const longest = Math.max(0, ...firsts.map((a) => (a ? linkWidth(t(a.title)) : 0)))
  const actionWidth = Math.min(actionWidthMost, Math.max(actionWidthLeast, longest + moreWidth))
  const shown = useMemo(() => {
    const drawn = fitted(columns, rows, t, fontSize).map((c, i) =>
      gridColumn(c, { t, sort, setSort: (next) => setState({ sort: next }), isFirst: i === 0 }),
    )
    const actions: GridColumn<Row> = {
      key: 'actions',
      title: t(words.actions),
      fixed: 'end',
      width: actionWidth,
      render: (row) => <RowButtons actions={rowActions(row)} />,
    }
    return hasActions ? [...drawn, actions] : drawn
  }, [columns, rows, t, fontSize, sort, setState, actionWidth, hasActions, rowActions])
  const { sums, isCut, total } = list.page.data ?? {}
  const isSummed = columns.some((c) => sums?.[c.name] !== undefined)
  const foot = Object.fromEntries(
    columns.map((c, i) => {
      const sum = sums?.[c.name]
      if (sum !== undefined)
        return [
          c.name,
          <b key={c.name} className="num">
            {atLeast(grouped(sum), isCut)}
          </b>,
        ]
      return [c.name, i === 0 ? <b key={c.name}>{t(words.total)}</b> : null]
    }),
  )
  return (
    <div className="list-table" ref={ref}>
      <DataGrid<Row>
        label={t(list.entity.title)}
        rows={rows}
        columns={shown}
        selection={canSelect ? list.selection : undefined}
        foot={isSummed ? foot : undefined}
        height={Math.max(160, height)}
        of={{ total: total ?? rows.length, before: (page - 1) * pageSize }}
      />
    </div>
  )
}

export const inAll: Text = ['共{n}条', '{n} in all']

/** Counts and sums end somewhere: beyond, the exact number helps nobody, and one that looks exact would deceive. */
export const atLeast = (figure: string, isCut: boolean | undefined): string => (isCut ? `≥ ${figure}` : figure)

export function ListPages({ list, isSmall }: { list: ListModel; isSmall: boolean }) {
  const t = useText()
  const { total, isCut } = list.page.data ?? {}
  return (
    <Pagination
      className="list-pages"
      size="small"
      simple={isSmall}
      current={list.state.page}
      pageSize={list.state.pageSize}
      total={total ?? 0}
      showSizeChanger={!isSmall}
      pageSizeOptions={[...pageSizes]}
      showTotal={() => t(inAll, { n: atLeast(grouped(String(total ?? 0)), isCut) })}
      onChange={(page, pageSize) => list.setState(pageSize === list.state.pageSize ? { page } : { page: 1, pageSize })}
    />
  )
}
