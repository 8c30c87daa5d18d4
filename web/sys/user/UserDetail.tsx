import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Verbs } from '../../kernel/detail/LogTable.tsx'
import { userDetail } from '../views.ts'
import { useUserActions } from './useUserActions.tsx'

const steps: Verbs = {
  updateRoles: { title: ['变更角色', 'Change roles'] },
  updateWorkingOrgs: { title: ['变更可用组织', 'Change working organisations'] },
  updateOwners: { title: ['变更货主范围', 'Change cargo owners'] },
  updateOrg: { title: ['变更所属组织', 'Change own organisation'] },
  resetSecondFactor: { title: ['重置二次验证', 'Reset two-step log-in'] },
  enableSecondFactor: { title: ['启用二次验证', 'Two-step log-in turned on'] },
  disableSecondFactor: { title: ['停用二次验证', 'Two-step log-in turned off'] },
  renewRecoveryCodes: { title: ['重新生成恢复码', 'New recovery codes'] },
  resetPassword: { title: ['重置密码', 'Reset password'] },
}

/** One user: who he is, where he works, what he may do, who changed it. */
export function UserDetail() {
  const { actionsOf, dialogs } = useUserActions()
  return (
    <>
      <EntityDetail of={userDetail} actions={actionsOf} steps={steps} />
      {dialogs}
    </>
  )
}
