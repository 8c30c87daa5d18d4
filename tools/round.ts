import { execFileSync } from 'node:child_process'

/**
 * Proofs that send every call or press every button take a share per run, and the next commit's run takes the next one.
 * `LADING_ROUND` repeats a run's share, `LADING_FULL` takes all of them.
 */
export function roundOf(env: NodeJS.ProcessEnv): number {
  const wished = Number(env.LADING_ROUND)
  if (env.LADING_ROUND && Number.isSafeInteger(wished) && wished >= 0) return wished
  try {
    return Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    // Not a checkout: the days count instead.
    return Math.floor(Date.now() / 86_400_000)
  }
}

/** Whether the i-th of a list is looked at in this run, when one of `every` is. */
export const isDue = (i: number, every: number): boolean =>
  process.env.LADING_FULL === '1' || (i + roundOf(process.env)) % every === 0
