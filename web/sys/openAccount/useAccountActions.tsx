import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { useState } from 'react'
import { download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { once } from '../../ui/once.ts'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog, type ToldSecret } from './SecretDialog.tsx'

const changing: ReadonlySet<string> = new Set(['update', 'edit', 'enable', 'disable', 'remove'])

/** What may be done with an account beside changing it: a new secret, and the document of its calls. */
export function useAccountActions() {
  const { can, refused } = useVerbs(openAccount)
  const [rotated, setRotated] = useState<Row>()
  const [told, setTold] = useState<ToldSecret>()
  const { workingOrg } = useUser()
  /** Whoever works in a centre changes accounts of that centre alone. */
  const isWithin = ({ orgIds }: Row): boolean =>
    workingOrg.type === 'GROUP' || (Array.isArray(orgIds) && orgIds.every((id) => String(id) === workingOrg.id))
  const document = (row: Row) =>
    void once(`open document ${row.id}`, () => download(openAccountCalls.openApi, { id: row.id }).catch(report))
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => [
    ...(isWithin(row) && can(openAccount, 'update')
      ? [{ key: 'rotate', title: openAccount.verbs.rotate, run: () => setRotated(row), refused } as RowAction]
      : []),
    ...standard.filter(({ key }) => isWithin(row) || !changing.has(key)),
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
