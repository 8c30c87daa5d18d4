/**
 * `npm test`: what the ring chooses (`tools/ring.ts`), one line for each step, what failed in full, and as the last line
 * the sum. `--quick` (npm run check) leaves out what needs a database or a browser. `--full` takes everything in full
 * size: with `--shard i/n` a share of it, with `--shard next` what was proven longest ago; `--sum` tells what lacks.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readBase } from './base.ts'
import { root } from './buildWeb.ts'
import { endWithParent } from './endWithParent.ts'
import { type Browser, findBrowser, findShell } from './findBrowser.ts'
import { lacking, note, shardOf } from './fullRun.ts'
import { allPieces, type Chosen, type Kind, kinds, landingPieces, type Piece, quickPieces } from './pieces.ts'
import { processorSeconds } from './processor.ts'
import { roundOf } from './round.ts'
import {
  bin,
  type Counts,
  type Environment,
  endAll,
  failures,
  leaveOut,
  logs,
  printLog,
  type Step,
  single,
  skips,
  sum,
  took,
  unsteady,
  vitest,
} from './runner.ts'
import { findPostgres, startTestPostgres, type TestPostgres } from './testPostgres.ts'

const isQuick = process.argv.includes('--quick')
const isFull = process.argv.includes('--full')
const maxNamedSkips = 40
if (isFull) process.env.LADING_FULL = '1'

/** What the steps share: where the database is, and the browser, or why there is none. */
interface Means {
  readonly postgres: TestPostgres | string
  readonly browser: Browser
}

/** What runs one after the other, and within each what runs at the same time. */
function stepsOf(pieces: readonly Piece[], { postgres, browser }: Means): readonly (readonly Step[])[] {
  const url = typeof postgres === 'string' ? '' : postgres.url
  const onPostgres: Environment = { LADING_TEST_DB: 'postgres', LADING_TEST_PG_URL: url }
  const needsPostgres = (run: Step['run']) => (typeof postgres === 'string' ? leaveOut(postgres) : run)
  const inBrowser = (files: readonly string[], env: Environment = {}): Step['run'] =>
    'reason' in browser
      ? leaveOut(browser.reason)
      : vitest('e2e', files, {
          LADING_TEST_PG_URL: url,
          LADING_BROWSER: browser.path,
          LADING_BROWSER_ARGS: browser.args.join(' '),
          ...env,
        })
  const of = (kind: Kind): readonly string[] => pieces.filter((p) => p.kind === kind).map((p) => p.of)
  const pages = of('press').filter((page) => page !== '')
  const step: Readonly<Record<Kind, () => readonly Step[]>> = {
    check: () => [
      // Each checker of a project reads the libraries anew: one costs half the processor time of the usual four.
      { name: 'types', run: single([bin('typescript/bin/tsc'), '-b', '--checkers', '1']) },
      { name: 'lint', run: single([bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']) },
      { name: 'unit', run: vitest('unit', []) },
    ],
    PGlite: () => [{ name: 'PGlite', run: vitest('db', of('PGlite'), { LADING_TEST_DB: 'pglite' }) }],
    PostgreSQL: () => [{ name: 'PostgreSQL', run: needsPostgres(vitest('db', of('PostgreSQL'), onPostgres)) }],
    'real day': () => [
      { name: 'real day', run: needsPostgres(single([join(root, 'tools', 'dayReal.ts')], onPostgres)) },
    ],
    browser: () => [{ name: 'browser', run: inBrowser(of('browser')) }],
    walk: () => [{ name: 'walk', run: inBrowser(of('walk')) }],
    press: () => [
      { name: 'press', run: inBrowser(['e2e/press.e2e.ts'], pages.length > 0 ? { LADING_PAGES: pages.join() } : {}) },
    ],
  }
  const there = kinds.filter((kind) => of(kind).length > 0)
  const build: Step = { name: 'web build', run: single([join(root, 'tools', 'buildWeb.ts')]) }
  const first = there.find((kind) => ['browser', 'walk', 'press'].includes(kind))
  return there.flatMap((kind) => (kind === first ? [[build], step[kind]()] : [step[kind]()]))
}

async function runStep(step: Step): Promise<Counts> {
  const start = performance.now()
  const counts = await step.run(step.name)
  const seconds = (performance.now() - start) / 1000
  if (counts.failed === 0 && counts.passed > 0) took.set(step.name, seconds)
  const mark = counts.failed > 0 ? '✗' : counts.passed === 0 ? '○' : '✓'
  console.log(`${mark} ${step.name.padEnd(18)} ${sentence(counts)}  (${seconds.toFixed(1)} s)`)
  if (counts.failed > 0) printLog(step.name)
  return counts
}

const sentence = (c: Counts): string => `${c.passed} passed, ${c.failed} failed, ${c.skipped} skipped`

async function openPostgres(): Promise<TestPostgres | string> {
  const found = findPostgres()
  if ('reason' in found) return found.reason
  try {
    return await startTestPostgres()
  } catch (error) {
    return `PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`
  }
}

function endOn(signal: 'SIGINT' | 'SIGTERM', postgres: TestPostgres | string): void {
  process.on(signal, () => {
    endAll()
    const stopped = typeof postgres === 'string' ? Promise.resolve() : postgres.stop()
    void stopped.finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  })
}

/** What is left out, by kind, and how it comes back. */
function tellLeft({ left }: Chosen): void {
  if (left.length === 0) return
  const names = (all: readonly Piece[]) =>
    all.map(({ of }) => of.replace(/^e2e\/|\.(e2e|db\.test)\.ts$/g, '')).join(', ')
  for (const [kind, all] of Map.groupBy(left, (p) => p.kind)) console.log(`left for its turn: ${kind}: ${names(all)}`)
  console.log(
    `left for their turn: pages pressed (1 of 16 beside those that changed), parts of the proofs over calls (1 of 3), axe (1 of 8)`,
  )
}

async function run(chosen: Chosen): Promise<Counts> {
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })
  const postgres = isQuick ? '' : await openPostgres()
  endOn('SIGINT', postgres)
  endOn('SIGTERM', postgres)
  const browser = isQuick ? { reason: '' } : isFull ? findBrowser() : findShell()
  const spent: string[] = []
  let all: Counts = { passed: 0, failed: 0, skipped: 0 }
  let used = processorSeconds(process.pid) ?? 0
  const before = used
  for (const together of stepsOf(chosen.taken, { postgres, browser })) {
    all = (await Promise.all(together.map(runStep))).reduce(sum, all)
    const now = processorSeconds(process.pid) ?? used
    spent.push(`${together.map((s) => s.name).join(', ')} ${(now - used).toFixed(0)}`)
    used = now
  }
  if (typeof postgres !== 'string') await postgres.stop()
  for (const skip of skips.slice(0, maxNamedSkips)) console.log(`skipped: ${skip}`)
  if (skips.length > maxNamedSkips) console.log(`skipped: … and ${skips.length - maxNamedSkips} more`)
  tellLeft(chosen)
  for (const title of unsteady) console.log(`unsteady: ${title}`)
  for (const failure of failures) console.log(`failed: ${failure}`)
  if (used > before) console.log(`processor seconds: ${spent.join('; ')}; together ${(used - before).toFixed(0)}`)
  return all
}

/** Of the full run the share that is asked for, all without `--shard`. */
function fullPieces(): Chosen {
  const at = process.argv.indexOf('--shard')
  return { taken: at < 0 ? allPieces() : shardOf(allPieces(), process.argv[at + 1] ?? ''), left: [] }
}

async function main(): Promise<void> {
  if (process.argv.includes('--sum')) {
    const left = lacking(allPieces())
    for (const line of left) console.log(line)
    process.exitCode = left.length > 0 ? 1 : 0
    return
  }
  endWithParent()
  const hasPostgres = isQuick || !('reason' in findPostgres())
  const chosen = isQuick ? quickPieces() : isFull ? fullPieces() : landingPieces(hasPostgres)
  const all = await run(chosen)
  if (isFull) note(chosen.taken)
  else if (!isQuick)
    console.log(`round ${roundOf(process.env)}, since ${readBase().commit.slice(0, 8)}: LADING_ROUND repeats its turns`)
  console.log(sentence(all))
  process.exitCode = all.failed > 0 ? 1 : 0
}

await main()
