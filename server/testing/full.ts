import { roundOf } from '../../tools/round.ts'

/**
 * `npm run test:full`: as many callers, rounds and rows as are worth waiting for. Not on the embedded database, which
 * does one thing at a time and is meant for a single small warehouse: what it does in the usual size is what it does.
 */
export const isFull = process.env.LADING_FULL === '1' && process.env.LADING_TEST_DB !== 'pglite'

/** Whether the i-th of many cases is taken: one of `every` in a usual run, by turns from commit to commit, else all. */
export const isTaken = (i: number, every: number): boolean => isFull || (i + roundOf(process.env)) % every === 0
