import { createHash } from 'node:crypto'
import { readBase } from './base.ts'

/**
 * Large proofs take a share per run, and the runs after the next landing take the next one, so that a run before a landing
 * proves what the one at it does. `LADING_ROUND` repeats a run's share, `LADING_FULL` takes all of them.
 */
export function roundOf(env: NodeJS.ProcessEnv): number {
  const wished = Number(env.LADING_ROUND)
  return env.LADING_ROUND && Number.isSafeInteger(wished) && wished >= 0 ? wished : readBase().landing
}

const isFull = (): boolean => process.env.LADING_FULL === '1'

/** Whether the i-th of a list that stays as it is gets looked at in this run, when one of `every` is. */
export const isDue = (i: number, every: number): boolean => isFull() || (i + roundOf(process.env)) % every === 0

/** The same of something with a name: its turn stays whatever comes beside it. */
export const isTurn = (name: string, every: number): boolean =>
  isFull() || (createHash('sha256').update(name).digest().readUInt32BE() + roundOf(process.env)) % every === 0
