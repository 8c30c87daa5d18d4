import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { userDetail } from '../views.ts'
import { useUserActions } from './useUserActions.tsx'

/** One user: who he is, where he works, what he may do, who changed it. */
export function UserDetail() {
  const { actionsOf, dialogs } = useUserActions()
  return (
    <>
      <EntityDetail of={userDetail} actions={actionsOf} />
      {dialogs}
    </>
  )
}
