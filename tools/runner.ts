/** Runs the runners of `npm test`, each with its output in a log of its own, and keeps what its last lines tell. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './buildWeb.ts'
import { roundOf } from './round.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
export interface Step {
  readonly name: string
  readonly run: (name: string) => Promise<Counts>
}
export type Environment = Readonly<Record<string, string>>

export const logs = join(root, 'out', 'test')
const compiled = join(root, 'out', 'compiled')
const stepTimeoutMs = (): number => (process.env.LADING_FULL === '1' ? 180 : 45) * 60_000
const maxPrintedLines = 400
const skippedExitCode = 77
/** What was not run and why: printed just before the sum. */
export const skips: string[] = []
/** What failed: named once more where the eye looks first, at the end. */
export const failures: string[] = []
/** What failed first and came right when it was tried again: a fault of the test or of the product, to be mended. */
export const unsteady: string[] = []
/** Seconds of each step, file and test that passed. */
export const took = new Map<string, number>()
const running = new Set<ChildProcess>()

export const endAll = (): void => {
  for (const child of running) endGroup(child)
}

export const bin = (name: string): string => join(root, 'node_modules', name)
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
        // A server that a test starts as a process of its own loads in half the time.
        NODE_COMPILE_CACHE: compiled,
        LADING_ROUND: String(roundOf(process.env)),
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ...env,
      },
    })
    running.add(child)

    const timer = setTimeout(() => {
      writeSync(log, `\nStopped after ${stepTimeoutMs() / 60_000} minutes.\n`)
      endGroup(child)
    }, stepTimeoutMs())
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

export function printLog(name: string): void {
  const lines = readFileSync(logOf(name), 'utf8').trimEnd().split('\n')
  if (lines.length > maxPrintedLines) console.log(`    … the beginning is in ${logOf(name)}`)
  for (const line of lines.slice(-maxPrintedLines)) console.log(`    ${line}`)
}

/** A runner that is one test: exit code 0 is passed, 77 is skipped for the reason in its last line. */
export function single(args: readonly string[], env: Environment = {}) {
  return async (name: string): Promise<Counts> => {
    const code = await execute(name, args, env)
    if (code === skippedExitCode)
      return leaveOut(readFileSync(logOf(name), 'utf8').trim().split('\n').at(-1) ?? '')(name)
    if (code !== 0) failures.push(`${name}: exit code ${code}`)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  }
}

export function leaveOut(reason: string) {
  return async (name: string): Promise<Counts> => {
    skips.push(`${name}: ${reason}`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
}

interface VitestTest {
  readonly status: string
  readonly fullName: string
  readonly duration?: number | null
}
interface VitestFile {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly VitestTest[]
}

export const sum = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/')

/** Notes what each file that passed took, and each of its tests under its title. */
function note(kind: string, files: readonly VitestFile[]): void {
  for (const { name, status, startTime, endTime, assertionResults } of files) {
    if (status === 'passed') took.set(`${kind}: ${pathOf(name)}`, (endTime - startTime) / 1_000)
    for (const test of assertionResults)
      if (test.status === 'passed') took.set(`${kind}: ${test.fullName}`, (test.duration ?? 0) / 1_000)
  }
}

/**
 * Sums Vitest's own report. A file that did not even load, or an error outside any test, counts as one failure.
 * @param left files that run once more
 */
function countsOf(name: string, report: string, code: number, left: readonly string[]): Counts {
  let files: readonly VitestFile[]
  try {
    // The shape is Vitest's JSON reporter's.
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: VitestFile[] }
    files = testResults.filter((file) => !left.includes(file.name))
  } catch {
    failures.push(`${name}: no report, exit code ${code}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  note(name.replace(/ again$/, ''), files)
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

/** @param files of the project these; none: all of them */
export function vitest(project: string, files: readonly string[], env: Environment = {}, isSecond = false) {
  return async (name: string): Promise<Counts> => {
    const report = join(logs, `${name.replaceAll(' ', '-')}.json`)
    const args = [bin('vitest/vitest.mjs'), 'run', ...files, '--project', project]
    const code = await execute(name, args, { ...env, LADING_TEST_REPORT: report })
    const ended = env.LADING_TEST_DB === 'pglite' && !isSecond ? aborted(name) : []
    const [, errors = '0'] = /^\s*Errors\s+(\d+) error/m.exec(readFileSync(logOf(name), 'utf8')) ?? []
    const counts = countsOf(name, report, ended.length > 0 && Number(errors) === ended.length ? 0 : code, ended)
    if (ended.length > 0) {
      unsteady.push(...ended.map((file) => `${name}: ${pathOf(file)}: V8 ended its process`))
      const once = `${name} again`
      const second = await vitest(project, ended, env, true)(once)
      if (second.failed > 0) printLog(once)
      return sum(counts, second)
    }
    const again = readFileSync(logOf(name), 'utf8').matchAll(/^\s*✓ (.*?)\s+(?:\d+ms )?\(retry x\d+\)/gm)
    unsteady.push(...[...again].map(([, title = '']) => `${name}: ${title}${firstTryOf(name, title)}`))
    return counts
  }
}
