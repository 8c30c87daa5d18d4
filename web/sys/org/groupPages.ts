import { orgGroup } from '@lading/contract/sys/org.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'
import { groupForm } from '../views.ts'

const form: Load = async () => {
  const [{ EntityForm }, { UpperInput }, { ZoneInput }] = [
    await import('../../kernel/form/EntityForm.tsx'),
    await import('./OrgInput.tsx'),
    await import('./ZoneInput.tsx'),
  ]
  const controls = { upperOrgId: UpperInput, timeZone: ZoneInput }
  return { default: () => createElement(EntityForm, { of: groupForm, shape: { controls } }) }
}
export const groupPages: PageSet = {
  entity: orgGroup,
  views: {
    List: async () => ({ default: (await import('./GroupList.tsx')).GroupList }),
    Dtl: async () => ({ default: (await import('./GroupDetail.tsx')).GroupDetail }),
    Add: form,
    Edit: form,
  },
}
