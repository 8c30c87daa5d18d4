import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { choice, instant, ref } from '@lading/contract/kernel/field.ts'
import { ledgerView, type StockDimension, stockDimensions } from '@lading/contract/wms/board.ts'
import { pastDimensions, pastFile, queryPast } from '@lading/contract/wms/pastStock.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { bizTypes } from '@lading/contract/wms/stock.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import type { Query } from '../../client/location.ts'
import { stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { DateInput } from '../../kernel/field/DateInput.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { FilterBar } from '../../kernel/list/FilterBar.tsx'
import { inAll } from '../../kernel/list/ListTable.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Page } from '../../ui/Page.tsx'
import { Covered, Empty, SkeletonRows } from '../../ui/states.tsx'
import { Dimensions } from './Dimensions.tsx'
import { called, dimensionColumn } from './groups.tsx'
import { pastSubjects } from './pastOf.ts'
import { ledgerColumns, Part } from './StockPart.tsx'
import './board.css'

type Answer = z.output<typeof queryPast.output>
type Group = Answer['records'][number]
type Kind = Answer['types'][number]

const filter = true
const { productId, binId, lotId, ownerId, stockType } = stockDimensions
/** Of what the ledger is asked. Lots are found by the lot board's list. */
const asked: AnyEntity = {
  ...ledgerView,
  fields: {
    productId: ref(productId, 'mdm.product', { filter }),
    binId: ref(binId, 'wms.bin', { filter }),
    lotId: ref(lotId, 'wms.stockBatchLookBoard', { filter }),
    ownerId: ref(ownerId, 'wms.owner', { filter }),
    stockType: choice(stockType, stockTypes, { filter }),
  },
}
const names = Object.keys(asked.fields)
const times = { from: instant(['开始时间', 'From']), to: instant(['截止时间', 'Up to']) }
const pageSize = 50

/** 收发存查询: how much there was of something at a moment, and what came and went since another. */
export function PastStock() {
  const t = useText()
  const past = usePast()
  const may = useMay()
  const [shown, setShown] = useState<Group>()
  const { data, error, isFetching } = past.query
  return (
    <Page
      fill
      title={t(queryPast.title)}
      actions={
        <>
          {may(ledgerView, 'export') && (
            <Button disabled={!past.isAsked} onClick={() => void download(pastFile, past.question).catch(report)}>
              {t(words.export)}
            </Button>
          )}
          <Button loading={isFetching} disabled={!past.isAsked} onClick={() => void past.query.refetch()}>
            {t(words.refresh)}
          </Button>
        </>
      }
    >
      <FilterBar list={past.filters} />
      <Stretch past={past} />
      <Dimensions all={pastDimensions} groupBy={past.groupBy} onChange={(by) => past.set({ by })} />
      {past.isAsked && <NotFresh of={past.query} />}
      <div className="list-body">
        {!past.isAsked ? (
          <Empty title={t(['请选择商品、货位或批次', 'Choose a product, a bin or a lot'])}>
            <p>
              {t([
                '不填开始时间：查截止时间的库存；填写后：查期间的收入与发出。',
                'Without a start: stock at that moment. With one: what came in and went out in between.',
              ])}
            </p>
          </Empty>
        ) : error && !data ? (
          <NotRead of={past.query} />
        ) : !data ? (
          <SkeletonRows label={t(words.loading)} />
        ) : data.records.length === 0 ? (
          <Empty title={t(['当时没有库存，期间也没有变动', 'There was no stock, and nothing moved'])} />
        ) : (
          <Covered isBusy={past.query.isPlaceholderData} label={t(words.loading)}>
            <Answered past={past} data={data} onShow={setShown} />
          </Covered>
        )}
      </div>
      {shown && data && <Lines group={shown} past={past} at={data.at} onClose={() => setShown(undefined)} />}
    </Page>
  )
}

/** What is asked stands in the address, as for every list. */
function usePast() {
  const key = useTabKey()
  const { query: q } = usePlace()
  const groupBy = (q.by ?? '')
    .split(',')
    .filter((d): d is (typeof pastDimensions)[number] => pastDimensions.some((x) => x === d))
  const list = (name: string): string[] => (q[name] ? q[name].split(',') : [])
  const where = Object.fromEntries(names.flatMap((name) => (list(name).length > 0 ? [[name, list(name)]] : [])))
  const isAsked = pastSubjects.some((name) => list(name).length > 0)
  const page = Math.max(1, Number(q.page) || 1)
  const by = groupBy.length > 0 ? groupBy.slice(0, 5) : (['productId', 'binId'] as const)
  const input = queryPast.input.safeParse({
    ...where,
    groupBy: by,
    page,
    pageSize,
    ...(q.from && { from: q.from }),
    ...(q.to && { to: q.to }),
  })
  // An address that says nothing that can be asked is as good as an empty one.
  const question = input.success ? input.data : queryPast.input.parse({})
  const query = useCall(queryPast, question, { enabled: isAsked, placeholderData: keepPreviousData })
  const set = (change: Query) => {
    const next = { ...q, ...(!('page' in change) && { page: '' }), ...change }
    stepQuery(key, Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
  }
  const none = Object.fromEntries(names.map((name) => [name, '']))
  const filters = {
    entity: asked,
    state: { filter: Object.fromEntries(Object.entries(q).filter(([name]) => names.includes(name))) },
    setState: ({ filter: next = {} }: { filter?: Query }) => set({ ...none, ...next }),
    page: query,
  }
  return { q, where, groupBy: by as readonly StockDimension[], page, isAsked, question, query, set, filters }
}
type Past = ReturnType<typeof usePast>

function Stretch({ past: { q, set } }: { past: Past }) {
  const t = useText()
  return (
    <div className="past-stretch">
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="filter filter-alone">
          <span className="filter-title">{t(times[name].title)}</span>
          <DateInput
            id={`past-${name}`}
            field={times[name]}
            title={t(times[name].title)}
            value={q[name]}
            isInvalid={false}
            record={q}
            onChange={(value) => set({ [name]: typeof value === 'string' ? value : '' })}
          />
        </div>
      ))}
    </div>
  )
}

function Answered({ past, data, onShow }: { past: Past; data: Answer; onShow: (g: Group) => void }) {
  const t = useText()
  const isStretch = past.q.from !== undefined
  const figure = (name: 'openQty' | 'cameQty' | 'wentQty' | 'closeQty', title: ReadColumn<Group>['title']) => ({
    name,
    title,
    width: 130,
    isFigure: true,
    said: (g: Group) => grouped(g[name]),
  })
  const columns: ReadColumn<Group>[] = [
    ...past.groupBy.map((d): ReadColumn<Group> => dimensionColumn(d, d === 'productId' ? 260 : 160)),
    ...(isStretch
      ? [
          figure('openQty', ['期初', 'Opening']),
          figure('cameQty', ['收入', 'In']),
          figure('wentQty', ['发出', 'Out']),
          figure('closeQty', ['期末', 'Closing']),
          {
            name: 'lines',
            title: ['流水行数', 'Ledger lines'],
            width: 110,
            isFigure: true,
            isFilled: () => true,
            render: (g: Group) => (
              <Button type="link" size="small" className="cell-link num" onClick={() => onShow(g)}>
                {grouped(String(g.lines))}
              </Button>
            ),
          } satisfies ReadColumn<Group>,
        ]
      : [figure('closeQty', ['当时库存', 'Stock then'])]),
    ...(past.groupBy.includes('productId') ? inPacks : []),
  ]
  const sums = data.sums && Object.fromEntries(Object.entries(data.sums).map(([name, sum]) => [name, grouped(sum)]))
  return (
    <>
      <div className="past-head">
        <p className="muted">{t(['截至 {at}', 'As of {at}'], { at: shownTime(data.at) })}</p>
        {data.types.length > 0 && <Kinds kinds={data.types} />}
      </div>
      <ReadTable<Group> label={t(queryPast.title)} rows={data.records} columns={columns} sums={sums} />
      <Pagination
        className="list-pages"
        size="small"
        current={past.page}
        pageSize={pageSize}
        total={data.total ?? 0}
        showSizeChanger={false}
        showTotal={(n) => t(inAll, { n: grouped(String(n)) })}
        onChange={(page) => past.set({ page: String(page) })}
      />
    </>
  )
}

/** Of groups of one product each: what there is at the end as one counts it. */
const inPacks: readonly ReadColumn<Group>[] = [
  { name: 'closeCases', title: ['件数', 'Cases'], width: 110, isFigure: true, said: (g) => g.closeCases ?? '' },
  { name: 'unit', title: ['单位', 'Unit'], width: 70, said: (g) => g.unit ?? '' },
]

const isBizType = (type: string): type is keyof typeof bizTypes => Object.hasOwn(bizTypes, type)
const kindColumns: readonly ReadColumn<Kind>[] = [
  {
    name: 'bizType',
    title: ['业务类型', 'Type'],
    width: 160,
    said: ({ bizType }, t) => (isBizType(bizType) ? t(bizTypes[bizType]) : bizType),
  },
  {
    name: 'cameQty',
    title: ['收入', 'In'],
    width: 130,
    isFigure: true,
    said: (k) => (k.cameQty ? grouped(k.cameQty) : ''),
  },
  {
    name: 'wentQty',
    title: ['发出', 'Out'],
    width: 130,
    isFigure: true,
    said: (k) => (k.wentQty ? grouped(k.wentQty) : ''),
  },
  {
    name: 'postings',
    title: ['笔数', 'Postings'],
    width: 110,
    isFigure: true,
    said: (k) => grouped(String(k.postings)),
  },
]
/** Why: by kind of business. */
function Kinds({ kinds }: { kinds: readonly Kind[] }) {
  const t = useText()
  return <ReadTable<Kind> label={t(['按业务类型', 'By type'])} rows={kinds} columns={kindColumns} />
}

/** The lines of the ledger behind a group. */
function Lines({ group, past, at, onClose }: { group: Group; past: Past; at: string; onClose: () => void }) {
  const t = useText()
  const title = past.groupBy.map((d) => called(group, d, t)).join(' · ')
  const keys = Object.fromEntries(Object.entries(group.keys).map(([d, id]) => [d, [id]]))
  const createTime = { ...(past.q.from && { from: past.q.from }), to: at }
  return (
    <ActDrawer title={title} onClose={onClose}>
      <Part of={ledgerColumns} title={t(['库存流水', 'Ledger'])} where={{ ...past.where, ...keys, createTime }} />
    </ActDrawer>
  )
}
