import { countMax } from '@lading/contract/kernel/call.ts'
import { queryStock, type StockDimension, stockDimensions, stockLookBoard } from '@lading/contract/wms/board.ts'
import { queryPast } from '@lading/contract/wms/pastStock.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { hashOf, place, type Query } from '../../client/location.ts'
import { stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { FilterBar } from '../../kernel/list/FilterBar.tsx'
import { atLeast, inAll } from '../../kernel/list/ListTable.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { words } from '../../kernel/words.ts'
import { ExportButton, type Exported } from '../../platform/sheet/files.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Page } from '../../ui/Page.tsx'
import { Covered, Empty, SkeletonRows } from '../../ui/states.tsx'
import { Dimensions } from './Dimensions.tsx'
import { GroupCards } from './GroupCards.tsx'
import { GroupTable } from './GroupTable.tsx'
import type { Group } from './groups.tsx'
import { StockDrawer } from './StockDrawer.tsx'
import { asked, filterIn, narrowedBy, ownFilter } from './stockFilters.ts'
import './board.css'
import { useCall } from '../../kernel/useCall.ts'

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
  const Groups = useNarrow() ? GroupCards : GroupTable
  return (
    <Page
      fill
      title={t(stockLookBoard.title)}
      actions={
        <>
          {may(stockLookBoard, 'export') && <ExportButton list={board.rows} columns={exported} />}
          <Button href={hashOf(place('wms', 'stockPast'))}>{t(queryPast.title)}</Button>
          <Button loading={isFetching} onClick={() => void board.query.refetch()}>
            {t(words.refresh)}
          </Button>
        </>
      }
    >
      <FilterBar list={board.filters} />
      <Dimensions all={dimensions} groupBy={board.groupBy} onChange={(by) => board.set({ by })} />
      <NotFresh of={board.query} />
      <div className="list-body">
        {error && !data ? (
          <NotRead of={board.query} />
        ) : !data ? (
          <SkeletonRows label={t(words.loading)} />
        ) : data.records.length === 0 ? (
          <Empty title={t(['没有库存', 'No stock'])}>
            <p>{t(['换个条件，或先收货上架。', 'Change the filters, or receive goods first.'])}</p>
          </Empty>
        ) : (
          <>
            <Covered isBusy={board.query.isPlaceholderData} label={t(words.loading)}>
              <Groups board={board} rows={data.records} sums={data.sums} isCut={data.isCut} onShow={setShown} />
            </Covered>
            <Pagination
              className="list-pages"
              size="small"
              current={board.page}
              pageSize={pageSize}
              total={data.total ?? 0}
              showSizeChanger={false}
              // Groups are counted to their end, or to as many as are counted anywhere.
              showTotal={(n) => t(inAll, { n: atLeast(grouped(String(n)), data.isCut && n >= countMax) })}
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
  const query = useCall(queryStock, input, { placeholderData: keepPreviousData })
  const set = (change: Readonly<Record<string, string>>) => {
    const next = { ...q, ...(!('page' in change) && { page: '' }), ...change }
    stepQuery(key, Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
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
