import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { dataCollection, dataInteractive, isScale } from '@lading/contract/sys/collection.ts'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { ActionButtons } from '../../kernel/ActionButtons.tsx'
import { type DetailTab, RecordPage, RecordTabs } from '../../kernel/detail/EntityDetail.tsx'
import { Facts } from '../../kernel/detail/Facts.tsx'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import { labelIn, labelText, type Row } from '../../kernel/records.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { ExchangeLog } from './ExchangeLog.tsx'
import { Runs } from './Runs.tsx'
import { ScaleState } from './ScaleState.tsx'
import { Trial } from './Trial.tsx'
import { useCollectionActions } from './useCollectionActions.tsx'
import { type ObjectColumn, useObjects } from './useObjects.ts'

/** What is said of rows that are filled, and of how we log in: nothing of a scale. */
const ofRows = ['mappings', 'ownerScope', 'credentialKind', 'hasSecret', 'batchSize', 'errorPolicy']
/** What is said of records that we fetch: nothing of messages that we send. */
const ofRecords = ['batchSize', 'errorPolicy']
/** What is said of messages that we send: nothing of records that come in. */
const ofMessages = ['ownerScope']
/** How we log in: nowhere, where others come to us or files lie here. */
const ofLogin = ['credentialKind', 'hasSecret']
function omitted(row: Row): readonly string[] {
  if (isScale(row)) return ofRows
  const login = row.sourceKind === 'REST_PUSH' || row.sourceKind === 'CSV_FOLDER' ? ofLogin : []
  return [...login, ...(row.direction === 'OUT' ? ofRecords : ofMessages)]
}
const trialTitle = (row: Row): Text =>
  row.direction === 'OUT' ? ['试发送', 'Try it'] : isScale(row) ? ['试读', 'Try it'] : ['试采集', 'Try it']

/** Its fields are called in the mapping as elsewhere. */
function named(of: AnyEntity, columns: readonly ObjectColumn[]): AnyEntity {
  const known = Object.fromEntries(columns.map(({ name, title }) => [name, [title, title] as const]))
  const { mappings } = of.fields
  if (!mappings?.rows) return of
  const child = mappings.rows.entity
  const { target } = child.fields
  if (!target) return of
  const entity: AnyEntity = { ...child, fields: { ...child.fields, target: { ...target, kind: 'code', known } } }
  return { ...of, fields: { ...of.fields, mappings: { ...mappings, rows: { ...mappings.rows, entity } } } }
}

/** One collection: what it reads and writes, how its runs went, what became of each record, and a place to try it. */
export function CollectionDetail() {
  const t = useText()
  const { can, rowActions } = useVerbs(dataCollection)
  const { actionsOf, dialog } = useCollectionActions()
  const { objects } = useObjects()
  // What it fills is called as elsewhere.
  const of = useMemo((): AnyEntity => {
    const known = Object.fromEntries(objects.map(({ key, title }) => [key, [title, title] as const]))
    const { fields } = dataCollection
    return { ...dataCollection, fields: { ...fields, object: { ...fields.object, kind: 'code', known } } }
  }, [objects])
  const tabbed = useMemo(() => new Map(objects.map(({ key, columns }) => [key, named(of, columns)])), [objects, of])
  const tabsOf = (row: Row): readonly DetailTab[] => [
    ...(isScale(row)
      ? [{ key: 'scale', title: t(['电子秤', 'Scale']), content: <ScaleState key={row.id} id={row.id} /> }]
      : []),
    // What is sent has no runs: each message is a line of the log.
    ...(row.direction === 'OUT'
      ? []
      : [{ key: 'runs', title: t(['执行记录', 'Runs']), content: <Runs key={row.id} id={row.id} /> }]),
    ...(can(dataInteractive, 'view') && !isScale(row)
      ? [
          {
            key: 'records',
            title: t(dataInteractive.title),
            content: <ExchangeLog key={row.id} configId={row.id} direction={row.direction === 'OUT' ? 'OUT' : 'IN'} />,
          },
        ]
      : []),
    ...(can(dataCollection, 'run')
      ? [{ key: 'trial', title: t(trialTitle(row)), content: <Trial key={row.id} row={row} /> }]
      : []),
  ]
  return (
    <>
      <RecordPage of={of}>
        {(row, reload) => (
          <Page
            title={labelText(labelIn(of, row))}
            note={<EnabledTag of={row.disabled} />}
            actions={
              <>
                <ActionButtons others={actionsOf(row, rowActions(row))} />
                {reload}
              </>
            }
          >
            <Card>
              <Facts of={of} row={row} omit={omitted(row)} />
            </Card>
            <RecordTabs of={tabbed.get(String(row.object)) ?? of} row={row} tabs={tabsOf(row)} omit={omitted(row)} />
          </Page>
        )}
      </RecordPage>
      {dialog}
    </>
  )
}
