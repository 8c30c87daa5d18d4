import { join } from 'node:path'
import type { Plugin } from 'vite'
import { along, known } from './known.ts'

/** Puts the values of `known.ts` in its place: what it is made from, every declaration, stays out of the client. */
export const declaredOnce: Plugin = {
  name: 'declared-once',
  apply: 'build',
  load: (id) =>
    id === join(import.meta.dirname, 'known.ts')
      ? `export const known = ${JSON.stringify(known)}\nexport const along = ${JSON.stringify(along)}`
      : undefined,
}
