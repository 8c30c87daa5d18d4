import type { Text } from '../kernel/text.ts'

/** Why a store sends goods back. */
export const storeReturnKinds = {
  QUALITY: ['质量', 'Quality'],
  NEAR: ['临期', 'Near expiry'],
  DELIST: ['下架', 'Delisted'],
  TRANSFER: ['调剂', 'Redistribution'],
  RECALL: ['召回', 'Recall'],
} as const satisfies Record<string, Text>
