import { stockDimensions } from '@lading/contract/wms/board.ts'
import { Table, type TableColumnType } from 'antd'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { atLeast } from '../../kernel/list/ListTable.tsx'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { useSize } from '../../ui/useSize.ts'
import { called, figures, type Group, type GroupsProps, measures, Shows } from './groups.tsx'
import { Life } from './Life.tsx'

function columnsOf(
  { groupBy, q, set }: GroupsProps['board'],
  t: Say,
  onShow: (g: Group) => void,
): TableColumnType<Group>[] {
  const sort = q.sort ?? '-qty'
  const sorted = (name: string) => ({
    sorter: true,
    sortOrder: sort === name ? ('ascend' as const) : sort === `-${name}` ? ('descend' as const) : null,
    onHeaderCell: () => ({ onClick: () => set({ sort: sort === `-${name}` ? name : `-${name}` }) }),
  })
  return [
    ...groupBy.map(
      (d, i): TableColumnType<Group> => ({
        key: d,
        title: t(stockDimensions[d]),
        width: d === 'productId' ? 260 : 160,
        ellipsis: true,
        ...(i === 0 && { fixed: 'left' as const }),
        render: (_, g) => (i === 0 ? <Shows of={g} by={d} onShow={onShow} /> : called(g, d)),
      }),
    ),
    ...figures.map(
      ([name, title]): TableColumnType<Group> => ({
        key: name,
        title: t(title),
        width: 130,
        align: 'right',
        ...(name !== 'incomingQty' && sorted(name)),
        render: (_, g) => <span className="num">{grouped(g[name])}</span>,
      }),
    ),
    {
      key: 'cases',
      title: t(['件数', 'Cases']),
      width: 110,
      align: 'right',
      render: (_, g) => <span className="num">{g.caseText ?? '–'}</span>,
    },
    ...measures.map(
      ([name, title]): TableColumnType<Group> => ({
        key: name,
        title: t(title),
        width: 110,
        align: 'right',
        render: (_, g) => <span className="num">{g[name] === null ? '–' : grouped(g[name])}</span>,
      }),
    ),
    {
      key: 'expire',
      title: t(['最早到期', 'First to expire']),
      width: 190,
      ...sorted('expireDate'),
      render: (_, g) => <Life expireDate={g.expireDate} />,
    },
    {
      key: 'first',
      title: t(['最早入库', 'First in']),
      width: 180,
      ...sorted('firstInAt'),
      render: (_, g) => g.firstInAt && <span className="num">{shownTime(g.firstInAt)}</span>,
    },
    {
      key: 'rows',
      title: t(['行数', 'Rows']),
      width: 80,
      align: 'right',
      render: (_, g) => <span className="num">{g.rows}</span>,
    },
  ]
}

/** The groups as a table, with what they come to. */
export function GroupTable({ board, rows, sums, isCut, onShow }: GroupsProps) {
  const t = useText()
  const columns = columnsOf(board, t, onShow)
  const { ref, height } = useSize()
  const dims = board.groupBy.length
  return (
    <div className="list-table" ref={ref}>
      <Table<Group>
        rowKey="id"
        size="small"
        pagination={false}
        columns={columns}
        dataSource={rows}
        scroll={{ x: columns.reduce((sum, c) => sum + Number(c.width), 0), y: Math.max(200, height - 84) }}
        {...(sums && {
          summary: () => (
            <Table.Summary fixed>
              <Table.Summary.Row>
                <Table.Summary.Cell index={0} colSpan={dims}>
                  <b>{t(words.total)}</b>
                </Table.Summary.Cell>
                {figures.map(([name], i) => (
                  <Table.Summary.Cell key={name} index={dims + i} align="right">
                    <b className="num">{atLeast(grouped(sums[name] ?? ''), isCut)}</b>
                  </Table.Summary.Cell>
                ))}
                <Table.Summary.Cell index={dims + figures.length} />
                {measures.map(([name], i) => (
                  <Table.Summary.Cell key={name} index={dims + figures.length + 1 + i} align="right">
                    <b className="num">{atLeast(grouped(sums[name] ?? ''), isCut)}</b>
                  </Table.Summary.Cell>
                ))}
                <Table.Summary.Cell index={dims + figures.length + 1 + measures.length} colSpan={3} />
              </Table.Summary.Row>
            </Table.Summary>
          ),
        })}
      />
    </div>
  )
}
