import { warmWorkers } from '../../platform/warmWorkers.ts'
import type { Problem } from '../routing/problem.ts'
import type { Limits, Solution } from '../routing/solve.ts'
import type { SolveJob, Told } from './solveWorker.ts'

/** Two matrices of 1,000 sites, their widened copies and a search take less. */
const limits = { maxOldGenerationSizeMb: 200 }
const workers = warmWorkers(new URL('./solveWorker.ts', import.meta.url), { limits, kept: 1 })

export interface Solving {
  readonly answer: Promise<Solution>
  /** The best until now is the answer. */
  stop(): void
}

/** Solves in a thread of its own, so that nobody waits for it. */
export function solveAside(problem: Problem, o: Limits, onPart: (told: Told) => void): Solving {
  const stop = new SharedArrayBuffer(1)
  const job: SolveJob = { problem, limits: o, stop }
  const answer = new Promise<Solution>((resolve, reject) => {
    workers.begin(job, {
      onPart: (part) => onPart(part as Told),
      onAnswer: (all) => resolve(all as Solution),
      onError: reject,
    })
  })
  return { answer, stop: () => void Atomics.store(new Uint8Array(stop), 0, 1) }
}
