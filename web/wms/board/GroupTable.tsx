import { type StockDimension, stockLookBoard } from '@lading/contract/wms/board.ts'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { atLeast } from '../../kernel/list/ListTable.tsx'
import { grouped } from '../../ui/numbers.ts'
import { useSize } from '../../ui/useSize.ts'
import { dimensionColumn, figures, type Group, type GroupsProps, measures, Shows } from './groups.tsx'
import { Life } from './Life.tsx'

const told: readonly ReadColumn<Group>[] = [
  ...figures.map(
    ([name, title]): ReadColumn<Group> => ({
      name,
      title,
      width: 130,
      isFigure: true,
      sorts: name !== 'incomingQty',
      said: (g) => grouped(g[name]),
    }),
  ),
  { name: 'cases', title: ['件数', 'Cases'], width: 120, isFigure: true, said: (g) => g.caseText ?? '' },
  ...measures.map(
    ([name, title]): ReadColumn<Group> => ({
      name,
      title,
      width: 120,
      isFigure: true,
      said: (g) => (g[name] === null ? '' : grouped(g[name])),
    }),
  ),
  {
    name: 'expireDate',
    title: ['最早到期', 'First to expire'],
    width: 190,
    sorts: true,
    isFilled: (g) => g.expireDate !== null,
    render: (g) => <Life expireDate={g.expireDate} />,
  },
  {
    name: 'firstInAt',
    title: ['最早入库', 'First in'],
    width: 180,
    sorts: true,
    said: (g) => (g.firstInAt ? shownTime(g.firstInAt) : ''),
  },
  { name: 'rows', title: ['行数', 'Rows'], width: 80, isFigure: true, said: (g) => String(g.rows) },
]
const named = (d: StockDimension): ReadColumn<Group> => dimensionColumn(d, d === 'productId' ? 260 : 160)

/** The groups as a table, with what they come to. */
export function GroupTable({ board, rows, sums, isCut, onShow }: GroupsProps) {
  const t = useText()
  const { ref, height } = useSize()
  const { groupBy, q, set } = board
  const sort = q.sort ?? '-qty'
  // By one figure, and always by one: where a list would give up its order, the other way round is asked for.
  const order = useMemo(() => {
    const turned = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
    return { sort, setSort: (next: string) => set({ sort: next.split(',').at(-1) || turned }) }
  }, [sort, set])
  const columns = useMemo(() => {
    const [first, ...others] = groupBy
    const head: ReadColumn<Group>[] = first
      ? [{ ...named(first), fixed: 'start', render: (g) => <Shows of={g} by={first} onShow={onShow} /> }]
      : []
    return [...head, ...others.map(named), ...told]
  }, [groupBy, onShow])
  const said =
    sums && Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, atLeast(grouped(sum), isCut)]))
  return (
    <div className="list-table" ref={ref}>
      <ReadTable<Group>
        label={t(stockLookBoard.title)}
        rows={rows}
        columns={columns}
        sums={said}
        order={order}
        height={Math.max(200, height)}
      />
    </div>
  )
}
