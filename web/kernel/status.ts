import type { Text } from '@lading/contract/kernel/text.ts'
import { words } from './words.ts'

/** The specification's status of a record. Ours are told by `disabled`; what comes from elsewhere may say ON and OFF. */
export const statuses = { ON: words.enabled, OFF: words.disabled } as const satisfies Record<string, Text>

/** @param told `disabled` of a record, or its status by name */
export const statusOf = (told: unknown): keyof typeof statuses => (told === true || told === 'OFF' ? 'OFF' : 'ON')
