import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { dataCollection, dataInteractive, isScale } from '@lading/contract/sys/collection.ts'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ExchangeLog } from './ExchangeLog.tsx'
import { Runs } from './Runs.tsx'
import { ScaleState } from './ScaleState.tsx'
import { Trial } from './Trial.tsx'
import { useCollectionActions } from './useCollectionActions.tsx'
import { useObjects } from './useObjects.ts'

/** One collection: what it reads and writes, how its runs went, what became of each record, and a place to try it. */
export function CollectionDetail() {
  const t = useText()
  const { can } = useVerbs(dataCollection)
  const { actionsOf, dialog } = useCollectionActions()
  const { objects } = useObjects()
  // What it fills is called as elsewhere.
  const of = useMemo((): AnyEntity => {
    const known = Object.fromEntries(objects.map(({ key, title }) => [key, [title, title] as const]))
    const { object, ...fields } = dataCollection.fields
    return { ...dataCollection, fields: { ...fields, object: { ...object, kind: 'code', known } } }
  }, [objects])
  return (
    <>
      <EntityDetail
        of={of}
        actions={actionsOf}
        tabs={(row) => [
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
                  content: <ExchangeLog key={row.id} configId={row.id} />,
                },
              ]
            : []),
          ...(can(dataCollection, 'run')
            ? [
                {
                  key: 'trial',
                  title: t(
                    row.direction === 'OUT'
                      ? ['试发送', 'Try it']
                      : isScale(row)
                        ? ['试读', 'Try it']
                        : ['试采集', 'Try it'],
                  ),
                  content: <Trial key={row.id} row={row} />,
                },
              ]
            : []),
        ]}
      />
      {dialog}
    </>
  )
}
