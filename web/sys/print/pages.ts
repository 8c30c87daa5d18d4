import { printTemplate } from '@lading/contract/sys/printTemplate.ts'
import type { PageSet } from '../../kernel/page.ts'

export const printTemplatePages: PageSet = {
  entity: printTemplate,
  views: { List: async () => ({ default: (await import('./TemplateList.tsx')).TemplateList }) },
}
