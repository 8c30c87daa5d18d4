import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { serveJobs } from '../workerSide.ts'

export type OddJob = 'who' | 'throw' | 'exit' | 'eat' | 'sleep' | 'count'

/** A worker for tests: says who it is, or fails in all the ways in which one can. */
serveJobs(async (job: OddJob, talk) => {
  if (job === 'throw') throw new Error('on purpose')
  if (job === 'exit') process.exit(0)
  if (job === 'sleep') await sleep(600_000)
  const eaten: string[][] = []
  while (job === 'eat') eaten.push(Array.from({ length: 100_000 }, (_, i) => `${i}${eaten.length}`))
  let sum = 0
  if (job === 'count')
    for (let i = 0; i < 3; i++) {
      // The test sends numbers.
      sum += (await talk.ask(i)) as number
    }
  return { answer: { threadId, sum } }
})
