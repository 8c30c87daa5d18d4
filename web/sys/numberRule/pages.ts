import { numberRule } from '@lading/contract/sys/numberRule.ts'
import type { PageSet } from '../../kernel/page.ts'

export const numberRulePages: PageSet = {
  entity: numberRule,
  views: { List: async () => ({ default: (await import('./NumberRuleList.tsx')).NumberRuleList }) },
}
