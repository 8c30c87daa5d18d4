import { serveJobs } from '../../platform/workerSide.ts'
import type { Plan, Problem } from '../routing/problem.ts'
import { type Limits, type Progress, type Solution, solve } from '../routing/solve.ts'

export interface SolveJob {
  readonly problem: Problem
  readonly limits: Limits
  /** One byte: 1 when the search is to end. */
  readonly stop: SharedArrayBuffer
}
export interface Told extends Progress {
  readonly plan: Plan
}
/** A plan is told at once, then at most so often. */
const toldMs = 500

serveJobs<SolveJob>(async ({ problem, limits, stop }, talk) => {
  const flag = new Uint8Array(stop)
  let told = 0
  const answer: Solution = solve(problem, limits, {
    isCancelled: () => Atomics.load(flag, 0) === 1,
    onBetter: (plan, at) => {
      const now = performance.now()
      if (told > 0 && now - told < toldMs) return
      told = now
      talk.tell({ ...at, plan: plan() } satisfies Told)
    },
  })
  return { answer }
})
