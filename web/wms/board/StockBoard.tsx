import { queryStock, type StockDimension, stockDimensions, stockLookBoard } from '@lading/contract/wms/board.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import type { Query } from '../../client/location.ts'
import { setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { type Say, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { FilterBar } from '../../kernel/list/FilterBar.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { words } from '../../kernel/words.ts'
import { ExportButton, type Exported } from '../../platform/sheet/files.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Page } from '../../ui/Page.tsx'
import { Covered, Empty, SkeletonRows } from '../../ui/states.tsx'
import { useSize } from '../../ui/useSize.ts'
import { Life } from './Life.tsx'
import { StockDrawer } from './StockDrawer.tsx'
import { asked, filterIn, narrowedBy, ownFilter } from './stockFilters.ts'
import './board.css'

type Group = z.output<typeof queryStock.output>['records'][number]
const dimensions = Object.keys(stockDimensions) as readonly StockDimension[]
const dimensionsMax = 5
const pageSize = 50
/** What a file says of each row behind the sums. */
const exported = [...stockLookBoard.list]

/** 库存看板: what lies where, summed by whatever is asked, down to who holds it and how it came. */
export function StockBoard() {
  const t = useText()
  const board = useBoard()
  const may = useMay()
  const [shown, setShown] = useState<Group>()
  const { data, error, isFetching } = board.query
  return (
    <Page
      fill
      title={t(stockLookBoard.title)}
      actions={
        <>
          {may(stockLookBoard, 'export') && <ExportButton list={board.rows} columns={exported} />}
          <Button loading={isFetching} onClick={() => void board.query.refetch()}>
            {t(words.refresh)}
          </Button>
        </>
      }
    >
      <FilterBar list={board.filters} />
      <Dimensions board={board} />
      <NotFresh of={board.query} />
      <div className="list-body">
        {error && !data ? (
          <NotRead of={board.query} />
        ) : !data ? (
          <SkeletonRows label={t(words.loading)} />
        ) : data.records.length === 0 ? (
          <Empty title={t(['没有库存', 'No stock'])}>
            <p>{t(['换个条件，或先收货上架。', 'Ask differently, or receive goods first.'])}</p>
          </Empty>
        ) : (
          <>
            <Covered isBusy={board.query.isPlaceholderData} label={t(words.loading)}>
              <Groups board={board} rows={data.records} sums={data.sums} onShow={setShown} />
            </Covered>
            <Pagination
              className="list-pages"
              size="small"
              current={board.page}
              pageSize={pageSize}
              total={data.total ?? 0}
              showSizeChanger={false}
              showTotal={(n) => t(['共{n}条', '{n} in all'], { n: grouped(String(n)) })}
              onChange={(page) => board.set({ page: String(page) })}
            />
          </>
        )}
      </div>
      {shown && <StockDrawer group={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}

/** What is asked stands in the address, as for every list. */
function useBoard() {
  const key = useTabKey()
  const { query: q } = usePlace()
  const by = (q.by ?? 'productId').split(',').filter((d): d is StockDimension => dimensions.some((x) => x === d))
  const groupBy = by.length > 0 ? by.slice(0, dimensionsMax) : (['productId'] as const)
  const page = Math.max(1, Number(q.page) || 1)
  const filter = ownFilter(q)
  const narrowed = narrowedBy(q)
  const input = {
    filter,
    groupBy: [...groupBy],
    page,
    pageSize,
    searchCount: true,
    orderBy: q.sort ?? '-qty',
    ...narrowed,
  }
  const query = useQuery({
    queryKey: [stockLookBoard.key, 'group', input],
    queryFn: ({ signal }) => call(queryStock, input, { signal }),
    placeholderData: keepPreviousData,
  })
  const set = (change: Readonly<Record<string, string>>) => {
    const next = { ...q, ...(!('page' in change) && { page: '' }), ...change }
    setQuery(key, Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
  }
  const filters = {
    entity: asked,
    state: { filter: filterIn(q) },
    setState: ({ filter: next = {} }: { filter?: Query }) => set({ ...noFilter, ...next }),
    page: query,
  }
  const rows: Exported = {
    entity: stockLookBoard,
    question: { filter: { ...filter, ...narrowed }, orderBy: 'productId,binId' },
  }
  return { q, groupBy, page, query, set, rows, filters }
}
const noFilter: Query = Object.fromEntries(Object.keys(asked.fields).map((name) => [name, '']))
type BoardModel = ReturnType<typeof useBoard>

function Dimensions({ board: { groupBy, set } }: { board: BoardModel }) {
  const t = useText()
  const toggle = (d: StockDimension) => {
    const next = groupBy.some((x) => x === d) ? groupBy.filter((x) => x !== d) : [...groupBy, d]
    if (next.length > 0 && next.length <= dimensionsMax) set({ by: next.join(',') })
  }
  return (
    <fieldset className="dims" aria-label={t(['汇总维度', 'Sum up by'])}>
      <span className="muted">{t(['按以下维度汇总（最多5个）', 'Sum up by (at most 5)'])}</span>
      {dimensions.map((d) => {
        const at: number = (groupBy as readonly string[]).indexOf(d)
        return (
          <button key={d} type="button" className="chip" aria-pressed={at >= 0} onClick={() => toggle(d)}>
            {t(stockDimensions[d])}
            {at >= 0 && groupBy.length > 1 && <span className="chip-count num">{at + 1}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}

const figures = [
  ['qty', ['现存', 'On hand']],
  ['reservedQty', ['占用', 'Reserved']],
  ['availableQty', ['可用', 'Available']],
  ['incomingQty', ['在途', 'Incoming']],
] as const

function columnsOf(
  { groupBy, q, set }: BoardModel,
  t: Say,
  onShow: (g: Group) => void,
  isNarrow: boolean,
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
        // On a phone what there is stands beside its name, which takes two lines then.
        width: isNarrow ? 150 : d === 'productId' ? 260 : 160,
        ellipsis: !isNarrow,
        ...(i === 0 && { fixed: 'left' as const }),
        render: (_, g) => {
          const ref = g.refs[d]
          const text = !ref
            ? '–'
            : ref.name === ref.code || d === 'stockType' || d === 'usage'
              ? ref.name
              : `${ref.code} ${ref.name}`
          return i === 0 ? (
            <Button type="link" size="small" className="cell-link" onClick={() => onShow(g)}>
              {text}
            </Button>
          ) : (
            text
          )
        },
      }),
    ),
    ...figures.map(
      ([name, title]): TableColumnType<Group> => ({
        key: name,
        title: t(title),
        width: isNarrow ? 100 : 130,
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

function Groups({
  board,
  rows,
  sums,
  onShow,
}: {
  board: BoardModel
  rows: readonly Group[]
  sums: Readonly<Record<string, string>> | undefined
  onShow: (g: Group) => void
}) {
  const t = useText()
  const columns = columnsOf(board, t, onShow, useNarrow())
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
                    <b className="num">{grouped(sums[name] ?? '')}</b>
                  </Table.Summary.Cell>
                ))}
                <Table.Summary.Cell index={dims + figures.length} colSpan={4} />
              </Table.Summary.Row>
            </Table.Summary>
          ),
        })}
      />
    </div>
  )
}
