/**
 * `npm run -s routing:solve -- <file> --seconds 10 --seed 1 [--log]`: solves an instance of the literature with the engine of
 * the pages and prints one line: vehicles, cost as the literature counts it, feasible, seconds, iterations.
 */
import { parseArgs } from 'node:util'
import { solve } from '@lading/server/tms/routing/solve.ts'
import { costOf } from './routing/costOf.ts'
import { readInstance } from './routing/instances.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    iterations: { type: 'string' },
    seed: { type: 'string', default: '1' },
    log: { type: 'boolean' },
  },
})
const instance = readInstance(positionals[0] ?? '')
const solution = solve(
  instance.problem,
  {
    seed: Number(values.seed),
    ...(values.iterations ? { iterations: Number(values.iterations) } : { seconds: Number(values.seconds) }),
  },
  values.log
    ? {
        onBetter: (_, at) =>
          process.stderr.write(
            `${at.seconds.toFixed(2)} s, ${at.iterations}: ${at.trips} trips, ${at.cost}, ${at.leftOut} left\n`,
          ),
      }
    : {},
)
process.stdout.write(
  `${JSON.stringify({
    instance: instance.name,
    ...costOf(instance, solution.plan),
    seconds: Number(solution.seconds.toFixed(2)),
    iterations: solution.iterations,
  })}\n`,
)
