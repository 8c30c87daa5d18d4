import type { Text } from '../kernel/text.ts'

/** In what quota is counted: the right to run one of it for a month. */
export const units = {
  ORG_MONTH: ['中心·月', 'Centre-months'],
  USER_MONTH: ['用户·月', 'User-months'],
  TAG_MONTH: ['标签·月', 'Tag-months'],
} as const satisfies Record<string, Text>
export type Unit = keyof typeof units
