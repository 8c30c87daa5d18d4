import type { Text } from '@lading/contract/kernel/text.ts'
import type { TableColumnType } from 'antd'
import { Pagination, Table } from 'antd'
import type { ReactNode } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'
import { useSize } from '../../ui/useSize.ts'
import type { Row } from '../records.ts'
import type { RowAction } from '../verbs.tsx'
import { words } from '../words.ts'
import { type Column, tableColumn } from './columns.tsx'
import { pageSizes } from './filters.ts'
import { linkWidth, RowButtons } from './RowButtons.tsx'
import type { ListModel } from './useList.ts'

const selectWidth = 44
const actionWidthLeast = 150
const actionWidthMost = 220
/** The button for further actions, and the cell's padding. */
const moreWidth = 56
/** Rows beyond which only those in sight are drawn. */
const virtualFrom = 100

export interface RowsProps {
  readonly list: ListModel
  readonly columns: readonly Column[]
  readonly rowActions: (row: Row) => readonly RowAction[]
  readonly canSelect: boolean
  readonly rows: readonly Row[]
}

/** The rows as a table: header, first column and actions stay in sight. */
export function ListTable({ list, columns, rowActions, canSelect, rows }: RowsProps) {
  const t = useText()
  const { ref, height } = useSize()
  const shown = columns.map((c, i) =>
    tableColumn(c, { t, sort: list.state.sort, setSort: (sort) => list.setState({ sort }), isFirst: i === 0 }),
  )
  const firsts = rows.map((row) => rowActions(row).find((a) => a.refused === undefined))
  const hasActions = rows.some((row) => rowActions(row).length > 0)
  const longest = Math.max(0, ...firsts.map((a) => (a ? linkWidth(t(a.title)) : 0)))
  const actionWidth = Math.min(actionWidthMost, Math.max(actionWidthLeast, longest + moreWidth))
  const actions: TableColumnType<Row> = {
    key: 'actions',
    title: t(words.actions),
    fixed: 'right',
    width: actionWidth,
    render: (_, row) => <RowButtons actions={rowActions(row)} />,
  }
  const summed = list.page.data?.sums
  const sums = columns.some((c) => summed?.[c.name] !== undefined) ? summed : undefined
  const width = columns.reduce(
    (sum, c) => sum + c.width,
    (canSelect ? selectWidth : 0) + (hasActions ? actionWidth : 0),
  )
  const lineHeight = usePrefs((p) => (p.density === 'compact' ? 34 : 42))
  const bodyHeight = Math.max(160, height - lineHeight * (sums ? 2 : 1))
  return (
    <div className="list-table" ref={ref}>
      <Table<Row>
        rowKey="id"
        size="small"
        columns={hasActions ? [...shown, actions] : shown}
        dataSource={rows}
        pagination={false}
        virtual={rows.length > virtualFrom}
        scroll={{ x: width, y: bodyHeight }}
        {...(canSelect && { rowSelection: selectionOf(list, rows) })}
        {...(sums && {
          // antd fixes the row only when it is handed a summary itself, not a component around one.
          summary: () => (
            <Table.Summary fixed>
              <Sums
                sums={sums}
                isCut={list.page.data?.isCut}
                columns={columns}
                offset={canSelect ? 1 : 0}
                tail={hasActions}
              />
            </Table.Summary>
          ),
        })}
      />
    </div>
  )
}

const selectionOf = (list: ListModel, rows: readonly Row[]) => ({
  columnWidth: selectWidth,
  fixed: true,
  // The rows as they are now: a selection outlives a reload with newer versions.
  selectedRowKeys: list.selected.map((r) => r.id),
  onChange: (_: unknown, chosen: Row[]) => list.setSelected(chosen.filter((r) => rows.some((row) => row.id === r.id))),
})

function Sums({
  sums,
  isCut,
  columns,
  offset,
  tail,
}: {
  sums: Record<string, string>
  isCut: boolean | undefined
  columns: readonly Column[]
  offset: number
  tail: boolean
}) {
  const t = useText()
  const content = (c: Column, i: number): ReactNode => {
    const sum = sums[c.name]
    if (sum !== undefined) return <b className="num">{atLeast(grouped(sum), isCut)}</b>
    return i === 0 ? <b>{t(words.total)}</b> : null
  }
  return (
    <Table.Summary.Row>
      {offset > 0 && <Table.Summary.Cell index={0} />}
      {columns.map((c, i) => (
        <Table.Summary.Cell key={c.name} index={offset + i} align={sums[c.name] === undefined ? 'left' : 'right'}>
          {content(c, i)}
        </Table.Summary.Cell>
      ))}
      {tail && <Table.Summary.Cell index={offset + columns.length} />}
    </Table.Summary.Row>
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
