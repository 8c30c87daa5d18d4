import { defineConfig } from 'vitest/config'
import { roundOf } from './tools/round.ts'

// Asked once, for all workers.
process.env.LADING_ROUND = String(roundOf(process.env))
const isFull = process.env.LADING_FULL === '1'

/** Tests in full size take as long as they need. */
const minutes = (usual: number): number => (isFull ? 60 : usual) * 60_000
/** Variants of what a usual run proves once: `zoom.full.e2e.ts`, `hostile.full.db.test.ts`. */
const onlyInFull = isFull ? [] : ['**/*.full.*']
const common = { environment: 'node', restoreMocks: true, unstubEnvs: true } as const

/**
 * Three kinds of tests. `unit` needs nothing, `db` needs a database (LADING_TEST_DB says which), `e2e` needs a browser
 * and the built client.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          // Rules keep nothing between calls, so files can share what they import: half the time.
          isolate: false,
          testTimeout: minutes(1 / 3),
        },
      },
      {
        test: {
          ...common,
          name: 'db',
          include: ['{server,tools,bench}/**/*.db.test.ts'],
          globalSetup: './tools/dbSetup.ts',
          exclude: ['**/node_modules/**', ...onlyInFull],
          pool: 'forks',
          maxWorkers: 2,
          // Every file has a database of its own; what they share is the code, loaded once per worker and not per file. Not
          // where each database is a WebAssembly: V8 now and then aborts a process that has made and freed dozens of them
          // ("jit_page.has_value()", nodejs/node 64500).
          isolate: process.env.LADING_TEST_DB !== 'postgres',
          testTimeout: minutes(2),
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: './e2e/server.ts',
          exclude: ['**/node_modules/**', ...onlyInFull],
          pool: 'forks',
          maxWorkers: 2,
          // One browser per worker, and in it one log-in per account.
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A browser on a busy machine answers late; what is polled for comes or it does not.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
