import { role } from '@lading/contract/sys/user.ts'
import type { PageSet } from '../../kernel/page.ts'

export const rolePages: PageSet = {
  entity: role,
  views: {
    List: async () => ({ default: (await import('./RoleList.tsx')).RoleList }),
    Dtl: async () => ({ default: (await import('./RoleDetail.tsx')).RoleDetail }),
    Add: async () => ({ default: (await import('./RoleForms.tsx')).RoleAdd }),
    Edit: async () => ({ default: (await import('./RoleForms.tsx')).RoleEdit }),
  },
}
