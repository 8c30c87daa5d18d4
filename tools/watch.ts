/**
 * `npm run watch`: a saved file is answered by its own tests, on a PostgreSQL that is kept with its snapshot for as long
 * as one works. With arguments, only test files whose paths hold them.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './buildWeb.ts'
import { endWithParent } from './endWithParent.ts'
import { startTestPostgres } from './testPostgres.ts'

endWithParent()
const postgres = await startTestPostgres()
const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    '--standalone',
    '--watch',
    '--project',
    'db',
    '--project',
    'unit',
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LADING_WATCH: '1', LADING_TEST_DB: 'postgres', LADING_TEST_PG_URL: postgres.url },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.once('exit', async (code) => {
  await postgres.stop()
  process.exit(code ?? 0)
})
