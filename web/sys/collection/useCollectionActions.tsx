import type { Text } from '@lading/contract/kernel/text.ts'
import { dataCollection, isPulled } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { TrustDialog } from './TrustDialog.tsx'
import { WatermarkDialog } from './WatermarkDialog.tsx'

/** What may be done with a collection, and the dialogs for it. */
export function useCollectionActions() {
  const t = useText()
  const { can } = useVerbs(dataCollection)
  const [asked, setAsked] = useState<{ readonly what: 'secret' | 'watermark' | 'trust'; readonly row: Row }>()
  const run = async (row: Row): Promise<void> => {
    try {
      await call(calls.run, { id: row.id })
      notify('good', t(['已开始：{name}', 'Started: {name}'], { name: String(row.name) }))
    } catch (error) {
      report(error)
    }
    await changed(dataCollection)
  }
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const isAsked = row.sourceKind === 'REST_PULL'
    const isFar = row.sourceKind === 'SFTP'
    const isOpened = isAsked || isFar || row.sourceKind === 'REST_SEND' || row.sourceKind === 'MQTT'
    return [
      ...(can(dataCollection, 'run')
        ? [
            {
              key: 'run',
              title: ['立即执行', 'Run now'] as Text,
              run: () => void run(row),
              refused: isPulled(row) ? undefined : t(collectionFaults.notPulled.text),
            },
          ]
        : []),
      ...standard,
      ...(can(dataCollection, 'update') && isOpened
        ? [
            {
              key: 'secret',
              title: dataCollection.verbs.secret as Text,
              run: () => setAsked({ what: 'secret', row }),
              refused: row.credentialKind === 'NONE' ? t(['认证方式为“无”', 'It needs no secret']) : undefined,
            },
          ]
        : []),
      ...(can(dataCollection, 'update') && isFar
        ? [
            {
              key: 'trust',
              title: dataCollection.verbs.trust as Text,
              run: () => setAsked({ what: 'trust', row }),
            },
          ]
        : []),
      ...(can(dataCollection, 'update') && isAsked
        ? [
            {
              key: 'watermark',
              title: dataCollection.verbs.watermark as Text,
              danger: true,
              run: () => setAsked({ what: 'watermark', row }),
              refused: row.watermarkPath ? undefined : t(['没有水位字段', 'It has no watermark field']),
            },
          ]
        : []),
    ]
  }
  const close = () => setAsked(undefined)
  const dialog =
    asked &&
    (asked.what === 'secret' ? (
      <SecretDialog row={asked.row} onClose={close} />
    ) : asked.what === 'trust' ? (
      <TrustDialog row={asked.row} onClose={close} />
    ) : (
      <WatermarkDialog row={asked.row} onClose={close} />
    ))
  return { actionsOf, dialog }
}
