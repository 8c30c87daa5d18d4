import type { Text } from '../kernel/text.ts'

/** How far a request to change a pack has come. */
export const packChangeStates = {
  SAVED: ['已保存', 'Saved'],
  SUBMITTED: ['待审核', 'To approve'],
  APPROVED: ['待生效', 'Approved'],
  APPLIED: ['已生效', 'In effect'],
  FAILED: ['生效失败', 'Failed'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>
/** Somebody has something to do about it, or its day is yet to come. */
export const openChangeStates: readonly (keyof typeof packChangeStates)[] = ['SAVED', 'SUBMITTED', 'APPROVED', 'FAILED']
