import { PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import type { FilterValue } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { plural, type Text } from '@lading/contract/kernel/text.ts'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { hashOf } from '../../client/location.ts'
import { go, useOwnTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { Page } from '../../ui/Page.tsx'
import { Covered, Empty, SkeletonRows } from '../../ui/states.tsx'
import { NotFresh, NotRead } from '../NotRead.tsx'
import { useBlocked } from '../permission.ts'
import type { Row } from '../records.ts'
import { useNarrow } from '../useNarrow.ts'
import { type BulkAction, type RowAction, useVerbs } from '../verbs.tsx'
import { words } from '../words.ts'
import { AskedWithin } from './asked.tsx'
import { BulkBar } from './BulkBar.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { allColumns, arranged, type Column } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ListCards } from './ListCards.tsx'
import { atLeast, inAll, ListPages, ListTable } from './ListTable.tsx'
import { type ListModel, useList } from './useList.ts'
import { ViewChoice, ViewNotice } from './ViewChoice.tsx'
import '../kit.css'

export interface EntityListProps {
  readonly of: AnyEntity
  /** Cells drawn otherwise than their kind. */
  readonly cells?: Readonly<Record<string, Column['render']>>
  /** Always applied, beside what the user asks. */
  readonly where?: Record<string, FilterValue>
  /** Filters that something else on the page sets. */
  readonly omit?: readonly string[]
  /** Between filters and rows, such as chips of states. */
  readonly above?: (list: ListModel) => ReactNode
  /** Buttons beside that for a new record; they know the columns in sight. */
  readonly tools?: (list: ListModel, columns: readonly string[]) => ReactNode
  /** What is said where there are none: that, and how they come about. */
  readonly none?: readonly [title: Text, hint: Text]
  /** `false` for rows without a page of their own. */
  readonly link?: boolean
  readonly rowActions?: (row: Row, standard: readonly RowAction[]) => readonly RowAction[]
  readonly bulkActions?: (standard: readonly BulkAction[]) => readonly BulkAction[]
}

/** The default list of any entity, from its declaration. */
export function EntityList(p: EntityListProps) {
  const t = useText()
  const title = t(useOwnTitle() ?? [p.of.title[0], plural(p.of.title[1])])
  const { actions, content } = useListParts(p)
  return (
    <Page fill title={title} actions={actions}>
      {content}
    </Page>
  )
}

/** The same in a tab or a drawer of another page: it keeps what it is asked to itself. */
export const EntityListWithin = (p: EntityListProps) => (
  <AskedWithin>
    <ListWithin {...p} />
  </AskedWithin>
)
function ListWithin(p: EntityListProps) {
  const t = useText()
  const { actions, content } = useListParts(p)
  return (
    <section className="list-within" aria-label={t([p.of.title[0], plural(p.of.title[1])])}>
      <div className="list-within-tools">{actions}</div>
      {content}
    </section>
  )
}

/** A list without what it stands in. */
function useListParts(p: EntityListProps): { readonly actions: ReactNode; readonly content: ReactNode } {
  const t = useText()
  const list = useList(p.of, p.where)
  const verbs = useVerbs(p.of)
  const columns = useColumns(p, list)
  const add = verbs.can(p.of, 'create') && (
    <Tooltip title={verbs.refused}>
      <span>
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          disabled={verbs.refused !== undefined}
          onClick={() => go(verbs.sibling('Add'))}
        >
          {t(words.add)}
        </Button>
      </span>
    </Tooltip>
  )
  const actions = (
    <>
      {add}
      {p.tools?.(
        list,
        columns.shown.map((c) => c.name),
      )}
      <Button
        icon={<ReloadOutlined aria-hidden spin={list.page.isFetching} />}
        aria-label={t(words.refresh)}
        title={t(words.refresh)}
        onClick={() => void list.page.refetch()}
      />
      <ViewChoice list={list} />
      <ColumnChoice list={list} columns={columns.all} />
    </>
  )
  const content = (
    <>
      <ViewNotice list={list} />
      <FilterBar list={list} omit={p.omit ?? []} />
      <Found list={list} />
      {p.above?.(list)}
      <Rows {...p} list={list} columns={columns.shown} add={add} />
    </>
  )
  return { actions, content }
}

/** The first column leads to the record. */
function useColumns({ of, cells, link = true }: EntityListProps, list: ListModel) {
  const { sibling } = useVerbs(of)
  const all = useMemo(() => allColumns(of, cells), [of, cells])
  const { shown } = arranged(all, of, list.layout)
  const linked = shown.map((c, i) =>
    i > 0 || !link
      ? c
      : {
          ...c,
          render: (row: Row, t: Parameters<Column['render']>[1]) => (
            <a href={hashOf(sibling('Dtl', row.id))}>{c.render(row, t)}</a>
          ),
        },
  )
  return { all, shown: linked }
}

type RowsAreaProps = EntityListProps & {
  readonly list: ListModel
  readonly columns: readonly Column[]
  readonly add: ReactNode
}

function Rows({ list, columns, add, ...p }: RowsAreaProps) {
  const t = useText()
  const isNarrow = useNarrow()
  const verbs = useVerbs(p.of)
  const bulk = p.bulkActions ? p.bulkActions(verbs.bulkActions) : verbs.bulkActions
  const { data, error, isPending, isPlaceholderData } = list.page
  if (error && !data)
    return (
      <div className="list-body">
        <NotRead of={list.page} />
      </div>
    )
  if (isPending || !data)
    return (
      <div className="list-body">
        <SkeletonRows label={t(words.loading)} />
      </div>
    )
  if (data.records.length === 0) return <EmptyList list={list} add={add} omit={p.omit ?? []} none={p.none} />
  const props = {
    list,
    columns,
    rows: data.records,
    canSelect: bulk.length > 0,
    rowActions: (row: Row) => p.rowActions?.(row, verbs.rowActions(row)) ?? verbs.rowActions(row),
  }
  return (
    <div className="list-body">
      <NotFresh of={list.page} />
      {bulk.length > 0 && <BulkBar list={list} actions={bulk} />}
      <Covered isBusy={isPlaceholderData} label={t(words.loading)}>
        {isNarrow ? <ListCards {...props} /> : <ListTable {...props} />}
      </Covered>
      <ListPages list={list} isSmall={isNarrow} />
    </div>
  )
}

/** Tells who hears the page how much a search has found. Not what is there from the beginning, nor what news change. */
function Found({ list }: { list: ListModel }) {
  const t = useText()
  const { data, isPlaceholderData } = list.page
  const asked = JSON.stringify(list.state.filter)
  const [said, setSaid] = useState({ asked, text: '' })
  if (data && !isPlaceholderData && said.asked !== asked)
    setSaid({
      asked,
      text: data.total === 0 ? t(nothingFits) : t(inAll, { n: atLeast(String(data.total), data.isCut) }),
    })
  return (
    <p className="sr-only" role="status">
      {said.asked === asked && said.text}
    </p>
  )
}

function EmptyList({
  list,
  add,
  omit,
  none,
}: {
  list: ListModel
  add: ReactNode
  omit: readonly string[]
  none: EntityListProps['none']
}) {
  const t = useText()
  const refused = useBlocked(list.entity)
  const isFiltered = Object.keys(list.state.filter).length > 0 || list.state.page > 1
  const kept = Object.fromEntries(Object.entries(list.state.filter).filter(([name]) => omit.includes(name)))
  if (!isFiltered) {
    return (
      <div className="list-body">
        <Empty title={t(none?.[0] ?? ['还没有{what}', 'No {what} yet'], { what: lower(list.entity) })}>
          {none && <p>{t(none[1])}</p>}
          {add && <p>{refused ?? t(list.entity.actions.includes('import') ? howWithFile : how)}</p>}
          {add}
        </Empty>
      </div>
    )
  }
  return (
    <div className="list-body">
      <Empty title={t(nothingFits)}>
        <Button
          onClick={() =>
            list.setState({ filter: Object.keys(kept).length < Object.keys(list.state.filter).length ? kept : {} })
          }
        >
          {t(['清除条件', 'Clear the filters'])}
        </Button>
      </Empty>
    </div>
  )
}
const nothingFits: Text = ['没有符合条件的数据', 'No records match these filters']
const how: Text = ['新增第一条。', 'Create the first one.']
const howWithFile: Text = ['新增第一条，或从文件导入。', 'Create the first one, or import a file.']
const lower = (e: AnyEntity): AnyEntity['title'] => [e.title[0], plural(e.title[1]).toLowerCase()]
