import { userView } from '@lading/contract/sys/userCalls.ts'
import { createElement } from 'react'
import type { PageSet } from '../../kernel/page.ts'
import { userForm } from '../views.ts'

const form = async () => (await import('../../kernel/form/EntityForm.tsx')).EntityForm

export const userPages: PageSet = {
  entity: userView,
  views: {
    List: async () => ({ default: (await import('./UserList.tsx')).UserList }),
    Dtl: async () => ({ default: (await import('./UserDetail.tsx')).UserDetail }),
    Add: async () => ({ default: (await import('./UserAdd.tsx')).UserAdd }),
    Edit: async () => {
      const [EntityForm, { Mobile }] = [await form(), await import('./Checked.tsx')]
      return { default: () => createElement(EntityForm, { of: userForm, shape: { controls: { mobile: Mobile } } }) }
    },
  },
}
