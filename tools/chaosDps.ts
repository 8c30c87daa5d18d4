import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** `npm run chaos:dps -- --seeds 20 --picks 3000`: lights while everything breaks, as long as one likes. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '20' }, picks: { type: 'string', default: '3000' } },
})
const { status } = spawnSync('vitest', ['run', '--project', 'db', 'server/dps/chaos.db.test.ts'], {
  stdio: 'inherit',
  env: {
    LADING_TEST_DB: 'postgres',
    ...process.env,
    LADING_CHAOS_SEEDS: values.seeds,
    LADING_CHAOS_PICKS: values.picks,
  },
})
process.exitCode = status ?? 1
