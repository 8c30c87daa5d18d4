import type { PlanBound, ReportPlan } from '@lading/contract/sys/reportPlan.ts'

/** A subscription as it is filled in. */
export interface PlanDraft {
  readonly cycle: ReportPlan['cycle']
  readonly day: number
  readonly at: string
  readonly format: ReportPlan['format']
  readonly leastRows: number | null
  readonly bound: Partial<PlanBound>
  readonly userIds: readonly string[]
  /** Who besides is sent it: addresses, and robots by their ids. */
  readonly mails: readonly string[]
  readonly robotIds: readonly string[]
}
export const emptyPlan: PlanDraft = {
  ...{ cycle: 'DAILY', day: 1, at: '07:30', format: 'xlsx', leastRows: null, bound: {}, userIds: [] },
  ...{ mails: [], robotIds: [] },
}

export interface PlanProps {
  readonly value: PlanDraft
  readonly figures: readonly { readonly figure: string; readonly title: string }[]
  readonly onChange: (value: PlanDraft) => void
}
