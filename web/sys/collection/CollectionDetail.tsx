import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExchangeLog } from './ExchangeLog.tsx'
import { Runs } from './Runs.tsx'
import { Trial } from './Trial.tsx'
import { useCollectionActions } from './useCollectionActions.tsx'

/** One collection: what it reads and writes, how its runs went, what became of each record, and a place to try it. */
export function CollectionDetail() {
  const t = useText()
  const { can } = useVerbs(dataCollection)
  const { actionsOf, dialog } = useCollectionActions()
  return (
    <>
      <EntityDetail
        of={dataCollection}
        actions={actionsOf}
        tabs={(row) => [
          { key: 'runs', title: t(['执行记录', 'Runs']), content: <Runs key={row.id} id={row.id} /> },
          ...(can(dataInteractive, 'view')
            ? [
                {
                  key: 'records',
                  title: t(dataInteractive.title),
                  content: <ExchangeLog key={row.id} configId={row.id} />,
                },
              ]
            : []),
          ...(can(dataCollection, 'run')
            ? [{ key: 'trial', title: t(['试采集', 'Try it']), content: <Trial key={row.id} row={row} /> }]
            : []),
        ]}
      />
      {dialog}
    </>
  )
}
