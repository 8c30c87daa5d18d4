import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import type { PageSet } from '../../kernel/page.ts'

export const dicPages: PageSet = {
  entity: dicInfo,
  views: { List: async () => ({ default: (await import('./DicList.tsx')).DicList }) },
}
