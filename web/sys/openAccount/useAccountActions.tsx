import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { useState } from 'react'
import { download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { once } from '../../ui/once.ts'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog, type ToldSecret } from './SecretDialog.tsx'

/** What may be done with an account beside changing it: a new secret, and the document of its calls. */
export function useAccountActions() {
  const { can, refused } = useVerbs(openAccount)
  const [rotated, setRotated] = useState<Row>()
  const [told, setTold] = useState<ToldSecret>()
  const document = (row: Row) =>
    void once(`open document ${row.id}`, () => download(openAccountCalls.openApi, { id: row.id }).catch(report))
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => [
    ...(can(openAccount, 'update')
      ? [{ key: 'rotate', title: openAccount.verbs.rotate, run: () => setRotated(row), refused } as RowAction]
      : []),
    ...standard,
    { key: 'document', title: ['接口文档', 'OpenAPI'], run: () => document(row) },
  ]
  const dialog = (
    <>
      {rotated && <RotateDialog row={rotated} onTold={setTold} onClose={() => setRotated(undefined)} />}
      {told && <SecretDialog told={told} onClose={() => setTold(undefined)} />}
    </>
  )
  return { actionsOf, dialog }
}
