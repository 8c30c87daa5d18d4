import type { Text } from '@lading/contract/kernel/text.ts'
import type { Say } from '../../client/text.ts'

/** A table of words as a choice offers it. */
export const namedBy =
  (t: Say) =>
  <K extends string>(from: Readonly<Record<K, Text>>) =>
    (Object.keys(from) as K[]).map((key) => ({ value: key, label: t(from[key]) }))
