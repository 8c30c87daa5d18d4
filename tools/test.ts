/**
 * `npm test`: every runner, those beside each other that wait more than they work; one line each, what failed in full,
 * and as the last line the sum.
 * `--quick` (npm run check) leaves out what needs a database or a browser, `--full` takes everything in full size.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, globSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './buildWeb.ts'
import { endWithParent } from './endWithParent.ts'
import { type Browser, findBrowser, findShell } from './findBrowser.ts'
import { processorSeconds } from './processor.ts'
import { roundOf } from './round.ts'
import { findPostgres, startTestPostgres, type TestPostgres } from './testPostgres.ts'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
interface Step {
  readonly name: string
  readonly run: (name: string) => Promise<Counts>
}
type Environment = Readonly<Record<string, string>>

const isQuick = process.argv.includes('--quick')
const isFull = process.argv.includes('--full')
const logs = join(root, 'out', 'test')
const stepTimeoutMs = (isFull ? 180 : 30) * 60_000
const maxPrintedLines = 400
const maxNamedSkips = 40
const skippedExitCode = 77
const realDay = join(root, 'tools', 'dayReal.ts')
/** What was not run and why: printed just before the sum. */
const skips: string[] = []
/** What failed: named once more where the eye looks first, at the end. */
const failures: string[] = []
/** What failed first and came right when it was tried again: a fault of the test or of the product, to be mended. */
const unsteady: string[] = []
const running = new Set<ChildProcess>()
/** The share of the large proofs that this run takes. */
const round = String(roundOf(process.env))

const bin = (name: string): string => join(root, 'node_modules', name)
const logOf = (name: string): string => join(logs, `${name.replaceAll(' ', '-')}.log`)

/** Runs a command with its output in the step's log, where it can be followed, and answers with its exit code. */
function execute(name: string, args: readonly string[], env: Environment = {}): Promise<number> {
  return new Promise((resolve) => {
    const log = openSync(logOf(name), 'w')
    // A group of its own, so that a time-out or Ctrl-C ends its workers as well.
    const child = spawn(process.execPath, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        ...(isFull ? { LADING_FULL: '1' } : {}),
        LADING_ROUND: round,
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ...env,
      },
    })
    running.add(child)

    const timer = setTimeout(() => {
      writeSync(log, `\nStopped after ${stepTimeoutMs / 60_000} minutes.\n`)
      endGroup(child)
    }, stepTimeoutMs)
    child.once('error', (error) => writeSync(log, error.message))
    child.once('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      closeSync(log)
      resolve(code ?? 1)
    })
  })
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM')
  } catch {
    // It ended in this very moment.
  }
}

function printLog(name: string): void {
  const lines = readFileSync(logOf(name), 'utf8').trimEnd().split('\n')
  if (lines.length > maxPrintedLines) console.log(`    … the beginning is in ${logOf(name)}`)
  for (const line of lines.slice(-maxPrintedLines)) console.log(`    ${line}`)
}

/** A runner that is one test: exit code 0 is passed, 77 is skipped for the reason in its last line. */
function single(args: readonly string[], env: Environment = {}) {
  return async (name: string): Promise<Counts> => {
    const code = await execute(name, args, env)
    if (code === skippedExitCode)
      return leaveOut(readFileSync(logOf(name), 'utf8').trim().split('\n').at(-1) ?? '')(name)
    if (code !== 0) failures.push(`${name}: exit code ${code}`)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  }
}

function leaveOut(reason: string) {
  return async (name: string): Promise<Counts> => {
    skips.push(`${name}: ${reason}`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

const sum = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/**
 * Sums Vitest's own report. A file that did not even load, or an error outside any test, counts as one failure.
 * @param left files that run once more
 */
function countsOf(name: string, report: string, code: number, left: readonly string[] = []): Counts {
  let files: readonly VitestFile[]
  try {
    // The shape is Vitest's JSON reporter's.
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: VitestFile[] }
    files = testResults.filter((file) => !left.includes(file.name))
  } catch {
    failures.push(`${name}: no report, exit code ${code}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const tests = files.flatMap((file) => file.assertionResults)
  const unloaded = files.filter((f) => f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed'))
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  skips.push(...skipped.map((test) => `${name}: ${test.fullName}`))
  const failed = [
    ...tests.filter((test) => test.status === 'failed').map((test) => test.fullName),
    ...unloaded.map((file) => file.name),
  ]
  if (failed.length === 0 && code !== 0) failed.push(`an error outside any test, exit code ${code}${reasonIn(name)}`)
  failures.push(...failed.map((title) => `${name}: ${title}`))
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failed.length,
    skipped: skipped.length,
  }
}

/** What a run's log says of an error outside any test, so that the last lines of `npm test` tell it. */
function reasonIn(name: string): string {
  const log = readFileSync(logOf(name), 'utf8')
  const [, reason] = /^(?:Caused by: )(.*)$/m.exec(log) ?? /Unhandled Error[^\n]*\n(.*)/.exec(log) ?? []
  return reason === undefined ? '' : `: ${reason.trim()}`
}

/** Why a test that passed needed another try. */
function firstTryOf(name: string, title: string): string {
  const line = readFileSync(logOf(name), 'utf8')
    .split('\n')
    .find((one) => one.startsWith('first try of ') && one.includes(title))
  return line === undefined ? '' : `: ${line.slice(line.indexOf(title) + title.length + 2)}`
}

/**
 * The test files whose process V8 itself ended: it now and then does so where WebAssembly is compiled in two processes at
 * the same time (nodejs/node 64500). An error of a test or of the product never ends in one of these signals.
 */
function aborted(name: string): string[] {
  const log = readFileSync(logOf(name), 'utf8')
  return [...log.matchAll(/exited unexpectedly with signal SIG(?:ABRT|SEGV|TRAP|ILL) .* running test file (\S+)/g)].map(
    ([, file = '']) => file,
  )
}

/** @param only of the project's files these; left out: all */
function vitest(project: string, pattern: string, env: Environment = {}, only: readonly string[] = []) {
  return async (name: string): Promise<Counts> => {
    const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    if (files.length === 0) return leaveOut('there are no such tests yet')(name)
    const report = join(logs, `${name.replaceAll(' ', '-')}.json`)
    const args = [bin('vitest/vitest.mjs'), 'run', ...only, '--project', project]
    const code = await execute(name, args, { ...env, LADING_TEST_REPORT: report })
    const ended = env.LADING_TEST_DB === 'pglite' && only.length === 0 ? aborted(name) : []
    const [, errors = '0'] = /^\s*Errors\s+(\d+) error/m.exec(readFileSync(logOf(name), 'utf8')) ?? []
    const counts = countsOf(name, report, ended.length > 0 && Number(errors) === ended.length ? 0 : code, ended)
    if (ended.length > 0) {
      unsteady.push(...ended.map((file) => `${name}: ${relative(root, file)}: V8 ended its process`))
      const once = `${name} again`
      const second = await vitest(project, pattern, env, ended)(once)
      if (second.failed > 0) printLog(once)
      return sum(counts, second)
    }
    const again = readFileSync(logOf(name), 'utf8').matchAll(/^\s*✓ (.*?)\s+(?:\d+ms )?\(retry x\d+\)/gm)
    unsteady.push(...[...again].map(([, title = '']) => `${name}: ${title}${firstTryOf(name, title)}`))
    return counts
  }
}

const onPglite = (share: 'all' | 'matters'): Environment => ({ LADING_TEST_DB: 'pglite', LADING_TEST_SHARE: share })

function browserEnvironment(browser: Browser): Environment {
  if ('reason' in browser) return {}
  return { LADING_BROWSER: browser.path, LADING_BROWSER_ARGS: browser.args.join(' ') }
}

/** What runs one after the other, and within each what runs at the same time. */
function steps(postgres: TestPostgres | string, browser: Browser): readonly (readonly Step[])[] {
  const always: readonly Step[] = [
    // Each checker of a project reads the libraries anew: one costs half the processor time of the usual four.
    { name: 'types', run: single([bin('typescript/bin/tsc'), '-b', '--checkers', '1']) },
    { name: 'lint', run: single([bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']) },
    { name: 'unit', run: vitest('unit', '{contract,server,web,tools}/**/*.test.{ts,tsx}') },
  ]
  if (isQuick) return [always]
  const url = typeof postgres === 'string' ? '' : postgres.url
  const onPostgres = { LADING_TEST_DB: 'postgres', LADING_TEST_PG_URL: url }
  const needsPostgres = (run: Step['run']) => (typeof postgres === 'string' ? leaveOut(postgres) : run)
  const databaseTests = '{server,tools,bench}/**/*.db.test.ts'
  const inBrowser = (only: readonly string[]): Step['run'] =>
    'reason' in browser
      ? leaveOut(browser.reason)
      : vitest('e2e', 'e2e/**/*.e2e.ts', { LADING_TEST_PG_URL: url, ...browserEnvironment(browser) }, only)
  const allPages = ['e2e/walk.e2e.ts', 'e2e/press.e2e.ts']
  const others = globSync('e2e/*.e2e.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !allPages.includes(path))
  return [
    always,
    // All of them where they run nowhere else.
    [{ name: 'db on PGlite', run: vitest('db', databaseTests, onPglite(isFull || url === '' ? 'all' : 'matters')) }],
    [{ name: 'db on PostgreSQL', run: needsPostgres(vitest('db', databaseTests, onPostgres)) }],
    [{ name: 'web build', run: single([join(root, 'tools', 'buildWeb.ts')]) }],
    existsSync(realDay) ? [{ name: 'real day', run: needsPostgres(single([realDay], onPostgres)) }] : [],
    [{ name: 'browser', run: inBrowser(others) }],
    // What grows with each page takes as long as all the rest.
    [{ name: 'all pages', run: inBrowser(allPages) }],
  ]
}

async function runStep(step: Step): Promise<Counts> {
  const start = performance.now()
  const counts = await step.run(step.name)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const mark = counts.failed > 0 ? '✗' : counts.passed === 0 ? '○' : '✓'
  console.log(`${mark} ${step.name.padEnd(18)} ${sentence(counts)}  (${seconds} s)`)
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
    for (const child of running) endGroup(child)
    const stopped = typeof postgres === 'string' ? Promise.resolve() : postgres.stop()
    void stopped.finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  })
}

async function main(): Promise<void> {
  endWithParent()
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })
  const postgres = isQuick ? '' : await openPostgres()
  endOn('SIGINT', postgres)
  endOn('SIGTERM', postgres)
  let all: Counts = { passed: 0, failed: 0, skipped: 0 }
  let used = 0
  for (const together of steps(postgres, isQuick ? { reason: '' } : isFull ? findBrowser() : findShell())) {
    all = (await Promise.all(together.map(runStep))).reduce(sum, all)
    const now = processorSeconds(process.pid)
    if (now === undefined) continue
    console.log(`  ${together.map((s) => s.name).join(', ')}: ${(now - used).toFixed(0)} s of processor time`)
    used = now
  }
  if (typeof postgres !== 'string') await postgres.stop()
  for (const skip of skips.slice(0, maxNamedSkips)) console.log(`skipped: ${skip}`)
  if (skips.length > maxNamedSkips) console.log(`skipped: … and ${skips.length - maxNamedSkips} more`)
  for (const title of unsteady) console.log(`unsteady: ${title}`)
  for (const failure of failures) console.log(`failed: ${failure}`)
  if (!isQuick && !isFull) console.log(`round ${round}: LADING_ROUND=${round} takes the same share of the large proofs`)
  console.log(sentence(all))
  process.exitCode = all.failed > 0 ? 1 : 0
}

await main()
