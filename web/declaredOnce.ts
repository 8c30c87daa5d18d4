import { join } from 'node:path'
import type { Plugin } from 'vite'
import { known } from './known.ts'

/** Puts the value of `known.ts` in its place: what it is made from, every declaration, stays out of the client. */
export const declaredOnce: Plugin = {
  name: 'declared-once',
  apply: 'build',
  load: (id) =>
    id === join(import.meta.dirname, 'known.ts') ? `export const known = ${JSON.stringify(known)}` : undefined,
}
