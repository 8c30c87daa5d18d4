import { owner } from '@lading/contract/wms/owner.ts'
import type { Load, PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

const ownerForm: Load = async () => ({ default: (await import('./OwnerForm.tsx')).OwnerForm })
export const ownerPages: PageSet = {
  entity: owner,
  views: {
    ...entityPage(owner).views,
    Add: ownerForm,
    Edit: ownerForm,
    Dtl: async () => ({ default: (await import('./OwnerDetail.tsx')).OwnerDetail }),
  },
}
