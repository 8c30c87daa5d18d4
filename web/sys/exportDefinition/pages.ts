import { exportDefinition } from '@lading/contract/sys/exportDefinition.ts'
import type { PageSet } from '../../kernel/page.ts'

export const exportDefinitionPages: PageSet = {
  entity: exportDefinition,
  views: { List: async () => ({ default: (await import('./DefinitionList.tsx')).DefinitionList }) },
}
