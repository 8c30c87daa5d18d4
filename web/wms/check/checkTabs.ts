import { checkDiffs } from '@lading/contract/wms/checkCalls.ts'
import type { Say } from '../../client/text.ts'
import type { DetailTab } from '../../kernel/detail/EntityDetail.tsx'
import type { Row } from '../../kernel/records.ts'
import { trailTabs } from '../../platform/trail/trailTabs.ts'

const tabs = trailTabs(checkDiffs)
/** What was counted of a container, on the detail of its check. */
export const checkTabs = (row: Row, t: Say): readonly DetailTab[] =>
  row.taskType === 'CONTAINER_CHECK' ? tabs(row).map((tab) => ({ ...tab, title: t(tab.title) })) : []
