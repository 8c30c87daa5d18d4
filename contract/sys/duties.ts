import type { Duty } from '../kernel/duty.ts'
import { entityPermission } from '../kernel/entity.ts'
import { role, user } from './user.ts'

export const sysDuties: readonly Duty[] = [
  {
    title: ['既可修改角色的权限，又可给用户分配角色', 'May change what roles give, and give roles to users'],
    does: entityPermission(role, 'update'),
    checks: entityPermission(user, 'edit_role'),
  },
]
