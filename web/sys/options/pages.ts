import { option } from '@lading/contract/sys/option.ts'
import type { PageSet } from '../../kernel/page.ts'

export const optionPages: PageSet = {
  entity: option,
  views: { List: async () => ({ default: (await import('./OptionList.tsx')).OptionList }) },
}
