import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { usePlace, useTabTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ActionButtons } from '../ActionButtons.tsx'
import { EnabledTag } from '../EnabledTag.tsx'
import { NotFresh, NotRead } from '../NotRead.tsx'
import { getRow, labelIn, labelText, type Row } from '../records.ts'
import { type RowAction, useVerbs } from '../verbs.tsx'
import { words } from '../words.ts'
import { ChildTable } from './ChildTable.tsx'
import { Facts } from './Facts.tsx'
import { LogTable } from './LogTable.tsx'
import { rowsOf } from './rowsOf.ts'
import '../kit.css'

export interface DetailTab {
  readonly key: string
  readonly title: string
  readonly content: ReactNode
}
export interface EntityDetailProps {
  readonly of: AnyEntity
  /** Further tabs between child rows and log. */
  readonly tabs?: (row: Row) => readonly DetailTab[]
  readonly actions?: (row: Row, standard: readonly RowAction[]) => readonly RowAction[]
  /** Its state, where that is more than enabled or not. */
  readonly note?: (row: Row) => ReactNode
}

/** The default view of one record: facts, child rows, log. */
export function EntityDetail({ of, tabs, actions, note }: EntityDetailProps) {
  const verbs = useVerbs(of)
  return (
    <RecordPage of={of}>
      {(row, reload) => (
        <Page
          title={labelText(labelIn(of, row))}
          note={note?.(row) ?? (of.actions.includes('enable_disable') && <EnabledTag of={row.disabled} />)}
          actions={
            <>
              <ActionButtons others={actions?.(row, verbs.rowActions(row)) ?? verbs.rowActions(row)} />
              {reload}
            </>
          }
        >
          <Card>
            <Facts of={of} row={row} />
          </Card>
          <RecordTabs of={of} row={row} tabs={tabs?.(row) ?? []} />
        </Page>
      )}
    </RecordPage>
  )
}

/** Fetches the record that the address names, and shows what stands in its way. */
export function RecordPage({
  of,
  called = of.title,
  children,
}: {
  of: AnyEntity
  /** What its tab says before the record's code. */
  called?: Text
  children: (row: Row, reload: ReactNode) => ReactNode
}) {
  const t = useText()
  const { id = '' } = usePlace().query
  const record = useQuery({ queryKey: [of.key, 'one', id], queryFn: ({ signal }) => getRow(of, id, signal) })
  const code = record.data ? labelIn(of, record.data).code : undefined
  useTabTitle(code === undefined ? undefined : [`${called[0]} ${code}`, `${called[1]} ${code}`])
  const again = (
    <Button loading={record.isFetching} onClick={() => void record.refetch()}>
      {t(words.refresh)}
    </Button>
  )
  if (record.data)
    return (
      <>
        <NotFresh of={record} />
        {children(record.data, again)}
      </>
    )
  if (!record.error) return <SkeletonRows label={t(words.loading)} />
  return <NotRead of={record} />
}

/** Child rows, what the page adds, and the log. */
export function RecordTabs({
  of,
  row,
  first,
  tabs,
  omit = [],
}: {
  of: AnyEntity
  row: Row
  /** Before all others: what the record is about. */
  first?: DetailTab | undefined
  tabs: readonly DetailTab[]
  omit?: readonly string[]
}) {
  const t = useText()
  const children = Object.entries(of.fields).flatMap(([name, f]): DetailTab[] =>
    f.rows && !omit.includes(name)
      ? [{ key: name, title: t(f.title), content: <ChildTable of={f.rows.entity} rows={rowsOf(row, name)} /> }]
      : [],
  )
  const all = [
    ...(first ? [first] : []),
    ...children,
    ...tabs,
    { key: 'log', title: t(words.log), content: <LogTable of={of} id={row.id} /> },
  ]
  return (
    <Card>
      <Tabs items={all.map(({ key, title, content }) => ({ key, label: title, children: content }))} />
    </Card>
  )
}
