import { announcement } from '@lading/contract/sys/announcement.ts'
import { createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'

const form: Load = async () => {
  const [{ EntityForm }, { OrgInput }] = [
    await import('../../kernel/form/EntityForm.tsx'),
    await import('../org/OrgInput.tsx'),
  ]
  return { default: () => createElement(EntityForm, { of: announcement, shape: { controls: { orgId: OrgInput } } }) }
}
export const announcementPages: PageSet = {
  entity: announcement,
  views: {
    List: async () => ({ default: (await import('./AnnouncementList.tsx')).AnnouncementList }),
    Dtl: async () => ({ default: (await import('./AnnouncementDetail.tsx')).AnnouncementDetail }),
    Add: form,
    Edit: form,
  },
}
