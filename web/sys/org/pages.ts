import { org } from '@lading/contract/sys/org.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'
import { orgForm } from '../views.ts'

const form = async () => (await import('../../kernel/form/EntityForm.tsx')).EntityForm

const dcForm: Load = async () => {
  const [EntityForm, { ParentInput, TransportInput }, { ZoneInput }] = [
    await form(),
    await import('./OrgInput.tsx'),
    await import('./ZoneInput.tsx'),
  ]
  const controls = { upperOrgId: ParentInput, timeZone: ZoneInput, transportOrgId: TransportInput }
  return { default: () => createElement(EntityForm, { of: orgForm, shape: { controls } }) }
}
export const dcPages: PageSet = {
  entity: org,
  views: {
    List: async () => ({ default: (await import('./DcList.tsx')).DcList }),
    Dtl: async () => ({ default: (await import('./DcDetail.tsx')).DcDetail }),
    Add: async () => ({ default: (await import('./DcAdd.tsx')).DcAdd }),
    Edit: dcForm,
  },
}
