import { expect, test } from 'vitest'
import { type Judged, stageAfter } from './match.ts'

/** Newest first: `g` good, `b` with a reject, `?` not decided yet. */
const after = (lots: string, o: { skip?: [number, number]; strict?: number; since?: number } = {}) =>
  stageAfter(
    { skipAfter: o.skip?.[0] ?? null, skipLots: o.skip?.[1] ?? null, strictLots: o.strict ?? null, resetDays: null },
    [...lots].map((c): Judged => ({ isGood: c === 'g', isBad: c === 'b' })),
    o.since ?? 0,
  )

test.each([
  ['', {}, 'NORMAL'],
  ['b', {}, 'NORMAL'],
  ['b', { strict: 2 }, 'STRICT'],
  ['gb', { strict: 2 }, 'STRICT'],
  ['?gb', { strict: 2 }, 'STRICT'],
  ['g?gb', { strict: 2 }, 'NORMAL'],
  ['ggb', { strict: 2 }, 'NORMAL'],
  ['bggg', { strict: 1, skip: [2, 9] }, 'STRICT'],
  ['ggb', { strict: 3, skip: [2, 9] }, 'STRICT'],
  ['gggb', { strict: 3, skip: [2, 9] }, 'SKIP'],
  ['gg', { skip: [2, 1] }, 'SKIP'],
  ['gg', { skip: [2, 1], since: 1 }, 'NORMAL'],
  ['?g', { skip: [2, 1] }, 'NORMAL'],
  ['g', { skip: [2, 1] }, 'NORMAL'],
] as const)('after %s with %o goods have earned %s', (lots, o, stage) => {
  expect(after(lots, o as never)).toBe(stage)
})
