import { role } from '@lading/contract/sys/user.ts'
import { createElement } from 'react'
import type { PageSet } from '../../kernel/page.ts'
import { roleForm } from '../views.ts'

const form = async () => (await import('../../kernel/form/EntityForm.tsx')).EntityForm

export const rolePages: PageSet = {
  entity: role,
  views: {
    List: async () => ({ default: (await import('./RoleList.tsx')).RoleList }),
    Dtl: async () => ({ default: (await import('./RoleDetail.tsx')).RoleDetail }),
    Add: async () => ({ default: (await import('./RoleAdd.tsx')).RoleAdd }),
    Edit: async () => {
      const [EntityForm, { OrgInput }] = [await form(), await import('../org/OrgInput.tsx')]
      return { default: () => createElement(EntityForm, { of: roleForm, shape: { controls: { orgId: OrgInput } } }) }
    },
  },
}
