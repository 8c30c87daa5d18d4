import { labelKinds, taskConfig } from '@lading/contract/wms/taskConfig.ts'
import { later } from '../../platform/later.ts'
import { rulePage } from '../../platform/ruleTable/rulePage.ts'

/** Rules of each type of work in this centre, and which of them work would meet. */
export const taskRulePages = rulePage(taskConfig, {
  tryOut: later(async () => (await import('./TaskRuleTry.tsx')).TaskRuleTry),
  shape: {
    show: { checks: ({ taskType }) => taskType === 'CONTAINER_CHECK' },
    // Work without labels of its own has no template to choose.
    where: { rules: ({ taskType }) => ({ 'labelTemplateId.kind': labelOf(taskType) ?? '-' }) },
  },
})

const labelOf = (taskType: unknown): string | undefined =>
  Object.entries(labelKinds).find(([type]) => type === taskType)?.[1]
