import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { CallLog } from './CallLog.tsx'
import { Console } from './Console.tsx'
import { Scopes } from './Scopes.tsx'
import { Usage } from './Usage.tsx'
import { useAccountActions } from './useAccountActions.tsx'
import { Webhooks } from './Webhooks.tsx'

/** Its permissions stand below, as a tree. */
const { scopes, ...facts } = openAccount.fields
const detail: AnyEntity = { ...openAccount, fields: facts }

/** One account: what it may do, how much it does, its calls, and a place to try one. */
export function AccountDetail() {
  const t = useText()
  const { can } = useVerbs(openAccount)
  const { actionsOf, dialog } = useAccountActions()
  return (
    <>
      <EntityDetail
        of={detail}
        actions={actionsOf}
        tabs={(row) => [
          { key: 'usage', title: t(['用量', 'Usage']), content: <Usage key={row.id} id={row.id} /> },
          { key: 'calls', title: t(['调用日志', 'Calls']), content: <CallLog key={row.id} id={row.id} /> },
          { key: 'webhooks', title: t(['消息推送', 'Webhooks']), content: <Webhooks key={row.id} row={row} /> },
          {
            key: 'scopes',
            title: t(scopes.title),
            // Records of accounts carry them.
            content: <Scopes chosen={row.scopes as readonly string[]} />,
          },
          ...(can(openAccount, 'run')
            ? [{ key: 'console', title: t(['测试调用', 'Try a call']), content: <Console key={row.id} row={row} /> }]
            : []),
        ]}
      />
      {dialog}
    </>
  )
}
