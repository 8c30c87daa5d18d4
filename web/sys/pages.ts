import { org } from '@lading/contract/sys/org.ts'
import { role } from '@lading/contract/sys/user.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../kernel/page.ts'
import { orgForm, roleForm, userForm } from './views.ts'

const form = async () => (await import('../kernel/form/EntityForm.tsx')).EntityForm

export const userPages: PageSet = {
  entity: userView,
  views: {
    List: async () => ({ default: (await import('./user/UserList.tsx')).UserList }),
    Dtl: async () => ({ default: (await import('./user/UserDetail.tsx')).UserDetail }),
    Add: async () => ({ default: (await import('./user/UserAdd.tsx')).UserAdd }),
    Edit: async () => {
      const [EntityForm, { Mobile }] = [await form(), await import('./user/Checked.tsx')]
      return { default: () => createElement(EntityForm, { of: userForm, controls: { mobile: Mobile } }) }
    },
  },
}

export const rolePages: PageSet = {
  entity: role,
  views: {
    List: async () => ({ default: (await import('./role/RoleList.tsx')).RoleList }),
    Dtl: async () => ({ default: (await import('./role/RoleDetail.tsx')).RoleDetail }),
    Add: async () => ({ default: (await import('./role/RoleAdd.tsx')).RoleAdd }),
    Edit: async () => {
      const [EntityForm, { OrgInput }] = [await form(), await import('./org/OrgInput.tsx')]
      return { default: () => createElement(EntityForm, { of: roleForm, controls: { orgId: OrgInput } }) }
    },
  },
}

/** 报表应用 and the reports themselves: their one entry has two pages. */
export const reportPages: PageSet = {
  entity: undefined,
  views: {
    List: async () => ({ default: (await import('./report/Reports.tsx')).Reports }),
    Dtl: async () => ({ default: (await import('./report/ReportView.tsx')).ReportView }),
  },
}

const dcForm: Load = async () => {
  const [EntityForm, { ParentInput }, { ZoneInput }] = [
    await form(),
    await import('./org/OrgInput.tsx'),
    await import('./org/ZoneInput.tsx'),
  ]
  const controls = { upperOrgId: ParentInput, timeZone: ZoneInput }
  return { default: () => createElement(EntityForm, { of: orgForm, controls }) }
}
export const dcPages: PageSet = {
  entity: org,
  views: {
    List: async () => ({ default: (await import('./org/DcList.tsx')).DcList }),
    Dtl: async () => ({ default: (await import('./org/DcDetail.tsx')).DcDetail }),
    Add: dcForm,
    Edit: dcForm,
  },
}
