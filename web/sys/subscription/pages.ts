import { messageForce } from '@lading/contract/sys/subscription.ts'
import type { PageSet } from '../../kernel/page.ts'

export const subscriptionPages: PageSet = {
  entity: messageForce,
  views: { List: async () => ({ default: (await import('./TypeList.tsx')).TypeList }) },
}
