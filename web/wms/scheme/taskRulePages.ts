import { taskConfig } from '@lading/contract/wms/taskConfig.ts'
import { later } from '../../platform/later.ts'
import { rulePage } from '../../platform/ruleTable/rulePage.ts'

/** Rules of each type of work in this centre, and which of them work would meet. */
export const taskRulePages = rulePage(taskConfig, {
  tryOut: later(async () => (await import('./TaskRuleTry.tsx')).TaskRuleTry),
  shape: { show: { checks: ({ taskType }) => taskType === 'CONTAINER_CHECK' } },
})
