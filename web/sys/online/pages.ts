import { session } from '@lading/contract/sys/tables.ts'
import type { PageSet } from '../../kernel/page.ts'

export const onlinePages: PageSet = {
  entity: session,
  views: { List: async () => ({ default: (await import('./OnlineList.tsx')).OnlineList }) },
}
