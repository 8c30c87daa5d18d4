import type { PageSet } from '../../kernel/page.ts'

export const monitorPages: PageSet = {
  entity: undefined,
  views: { List: async () => ({ default: (await import('./Monitor.tsx')).Monitor }) },
}
