import { importTemplate } from '@lading/contract/sys/importTemplate.ts'
import type { PageSet } from '../../kernel/page.ts'

export const importTemplatePages: PageSet = {
  entity: importTemplate,
  views: { List: async () => ({ default: (await import('./TemplateList.tsx')).TemplateList }) },
}
