import { owner } from '@lading/contract/mdm/owner.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const ownerPages: PageSet = {
  entity: owner,
  views: {
    ...entityPage(owner, { where: { dcs: () => ({ type: 'DC' }) } }).views,
    Dtl: async () => ({ default: (await import('./OwnerDetail.tsx')).OwnerDetail }),
  },
}
