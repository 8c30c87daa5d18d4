import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { retriedReporter } from './tools/retriedReporter.ts'
import { roundOf } from './tools/round.ts'
import { testsNear } from './tools/testsNear.ts'

// Asked once, for all workers.
process.env.LADING_ROUND = String(roundOf(process.env))
const report = process.env.LADING_TEST_REPORT
const isFull = process.env.LADING_FULL === '1'

/** For what never ends. Nothing that is only slow may become red: a busy machine takes many times as long. */
const minutes = (usual: number): number => (isFull ? 60 : usual) * 60_000
/** Variants of what a usual run proves once: `zoom.full.e2e.ts`, `hostile.full.db.test.ts`. */
const onlyInFull = isFull ? [] : ['**/*.full.*']
const common = { environment: 'node', restoreMocks: true, unstubEnvs: true } as const

/** What takes longest begins first, so that no worker waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      /(walk\w*|press)\.e2e\.ts$|(tools\/db|crash|main)\.db\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * Three kinds of tests. `unit` needs nothing, `db` needs a database (LADING_TEST_DB says which), `e2e` needs a browser
 * and the built client.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // `npm test` counts what it reads in a file.
    reporters: ['default', retriedReporter, ...(report === undefined ? [] : ['json' as const])],
    ...(report !== undefined && { outputFile: { json: report } }),
    // `npm run watch`: else one changed file of the server would run nearly all of its tests.
    ...(process.env.LADING_WATCH && {
      watchTriggerPatterns: [
        { pattern: /\.tsx?$/, testsToRun: (file: string) => testsNear(import.meta.dirname, file) },
      ],
    }),
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**', ...onlyInFull],
          // Rules keep nothing between calls, so files can share what they import: half the time.
          isolate: false,
          testTimeout: minutes(3),
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
          testTimeout: minutes(6),
          hookTimeout: 360_000,
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
          testTimeout: minutes(6),
          hookTimeout: 360_000,
          // Once more, in case the machine was the reason; `npm test` names in its last lines what needed it.
          retry: 1,
          // A browser on a busy machine answers late; what is polled for comes or it does not.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
