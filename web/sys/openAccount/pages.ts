import { openAccount } from '@lading/contract/sys/openAccount.ts'
import type { PageSet } from '../../kernel/page.ts'

export const openAccountPages: PageSet = {
  entity: openAccount,
  views: {
    List: async () => ({ default: (await import('./AccountList.tsx')).AccountList }),
    Dtl: async () => ({ default: (await import('./AccountDetail.tsx')).AccountDetail }),
    Add: async () => ({ default: (await import('./AccountForm.tsx')).AccountAdd }),
    Edit: async () => ({ default: (await import('./AccountForm.tsx')).AccountEdit }),
  },
}
