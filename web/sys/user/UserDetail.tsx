import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { userDetail } from '../views.ts'
import { UserLogins } from './UserLogins.tsx'
import { UserPermissions } from './UserPermissions.tsx'
import { UserSessions } from './UserSessions.tsx'
import { useUserActions } from './useUserActions.tsx'

/** One user: who he is, where he works, what he may do and why, where he is logged in, who changed it. */
export function UserDetail() {
  const t = useText()
  const { actionsOf, dialogs } = useUserActions()
  return (
    <>
      <EntityDetail
        of={userDetail}
        actions={actionsOf}
        tabs={(row) => [
          {
            key: 'grants',
            title: t(['有效权限', 'Effective permissions']),
            content: <UserPermissions key={row.id} row={row} />,
          },
          { key: 'sessions', title: t(['登录情况', 'Sessions']), content: <UserSessions key={row.id} row={row} /> },
          { key: 'logins', title: t(['登录日志', 'Logins']), content: <UserLogins key={row.id} row={row} /> },
        ]}
      />
      {dialogs}
    </>
  )
}
