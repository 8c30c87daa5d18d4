import { areas } from './areas.ts'
import type { NumberKind } from './kernel/numberPattern.ts'

/** All that is numbered by rules: documents by the prefix of their declaration, and what areas name beside them. */
export const numbered: readonly NumberKind[] = areas.flatMap(({ nouns, numbered: more = [] }) => [
  ...nouns.flatMap((noun) => ('header' in noun ? [{ kind: noun.prefix, title: noun.header.title }] : [])),
  ...more,
])
