import type { Action } from '@lading/contract/kernel/permission.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { InitialPassword } from '../../platform/InitialPassword.tsx'
import { useReach } from '../org/orgTree.ts'
import { type PartName, parts, UserDialog } from './UserDialogs.tsx'
import { useUserResets } from './useUserResets.tsx'

const partActions: readonly (readonly [PartName, Action, Text])[] = [
  ['roles', 'edit_role', ['分配角色', 'Assign roles']],
  ['orgs', 'update', parts.orgs.title],
  ['owners', 'update', parts.owners.title],
  ['carriers', 'update', parts.carriers.title],
  ['org', 'update_org', ['变更所属组织', 'Change home organisation']],
]

/** What may be done with a user, and the dialogs in which it is done. */
export function useUserActions() {
  const t = useText()
  const me = useUser()
  const reach = useReach()
  const { can } = useVerbs(userView)
  const [open, setOpen] = useState<{ what: PartName; id: string }>()
  const { told, setTold, resetsOf } = useUserResets()

  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const isSelf = row.id === me.id
    const beyond = reach(row.orgId) ?? (row.isStronger === true ? t(sysFaults.strongerUser.text) : undefined)
    const edit = standard.filter((a) => a.key === 'edit')
    const switches = standard.filter((a) => a.key !== 'edit')
    const dialogs = partActions.flatMap(([what, action, title]): RowAction[] =>
      can(userView, action) ? [{ key: what, title, run: () => setOpen({ what, id: row.id }) }] : [],
    )
    const own = (a: RowAction): RowAction =>
      isSelf && a.key === 'disable' ? { ...a, refused: t(sysFaults.ownSwitch.text) } : a
    return [...edit, ...dialogs, ...resetsOf(row), ...switches.map(own)].map((a) => ({
      ...a,
      refused: a.refused ?? beyond,
    }))
  }

  const dialogs: ReactNode = (
    <>
      {open && <UserDialog {...open} onClose={() => setOpen(undefined)} />}
      {told && <InitialPassword told={told} onClose={() => setTold(undefined)} />}
    </>
  )
  return { actionsOf, dialogs }
}
