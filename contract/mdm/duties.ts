import type { Duty } from '../kernel/duty.ts'
import { entityPermission } from '../kernel/entity.ts'
import { packChange } from './packChange.ts'

export const mdmDuties: readonly Duty[] = [
  {
    title: ['既可申请变更规格，又可审核', 'May ask to change packs, and approve it'],
    does: entityPermission(packChange.header, 'create'),
    checks: entityPermission(packChange.header, 'approve'),
  },
]
