import type { Text } from '@lading/contract/kernel/text.ts'
import { Pagination } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'
import { useSize } from '../../ui/useSize.ts'
import { type ReadColumn, useDrawn } from '../grid/columns.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import { footOf } from '../grid/fit.ts'
import type { Row } from '../records.ts'
import type { RowAction } from '../verbs.tsx'
import { words } from '../words.ts'
import type { Column } from './columns.tsx'
import { pageSizes } from './filters.ts'
import { linkWidth, RowButtons } from './RowButtons.tsx'
import { withWidth } from './savedView.ts'
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
  const { sort, page, pageSize } = list.state
  const { setState } = list
  const firsts = rows.map((row) => rowActions(row).find((a) => a.refused === undefined))
  const hasActions = rows.some((row) => rowActions(row).length > 0)
  const longest = Math.max(0, ...firsts.map((a) => (a ? linkWidth(t(a.title)) : 0)))
  const actionWidth = Math.min(actionWidthMost, Math.max(actionWidthLeast, longest + moreWidth))
  const order = useMemo(() => ({ sort, setSort: (next: string) => setState({ sort: next }) }), [sort, setState])
  const { layout, setLayout } = list
  const sizing = useMemo(
    () => ({
      widths: layout.widths ?? {},
      setWidth: (name: string, px: number | undefined) => setLayout(withWidth(layout, name, px)),
    }),
    [layout, setLayout],
  )
  const all = useMemo(() => {
    // The first column stays in sight while the others scroll.
    const [first, ...others] = columns
    const shown: ReadColumn<Row>[] = first ? [{ ...first, fixed: 'start' }, ...others] : []
    const actions: ReadColumn<Row> = {
      name: 'actions',
      title: words.actions,
      fixed: 'end',
      width: actionWidth,
      render: (row) => <RowButtons actions={rowActions(row)} />,
    }
    return hasActions ? [...shown, actions] : shown
  }, [columns, actionWidth, hasActions, rowActions])
  const shown = useDrawn(all, rows, order, sizing)
  const { sums, isCut, total } = list.page.data ?? {}
  const said = Object.fromEntries(
    columns.flatMap(({ name }) => (sums?.[name] === undefined ? [] : [[name, atLeast(grouped(sums[name]), isCut)]])),
  )
  const isSummed = Object.keys(said).length > 0
  return (
    <div className="list-table" ref={ref}>
      <DataGrid<Row>
        label={t(list.entity.title)}
        rows={rows}
        columns={shown}
        selection={canSelect ? list.selection : undefined}
        foot={
          isSummed
            ? footOf(
                columns.map(({ name }) => name),
                said,
                t,
              )
            : undefined
        }
        height={Math.max(160, height)}
        of={{ total: total ?? rows.length, before: (page - 1) * pageSize }}
      />
    </div>
  )
}

export const inAll: Text = ['共{n}条', '{n} in total']

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
