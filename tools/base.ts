/**
 * `npm run base` moves the base to what is checked out. The first commit after a landing does so: what changed since is
 * proven by `npm test`, and what goes by turns has its next turn. Pages that changed and were more than a run presses are
 * kept as owed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'base.json')

export interface Base {
  /** How many landings there have been. */
  readonly landing: number
  /** What landed last. */
  readonly commit: string
  /** Pages that changed before it and have not been pressed since, those that wait longest first. */
  readonly owed: readonly string[]
}
// The shape is this file's own.
export const readBase = (): Base => JSON.parse(readFileSync(file, 'utf8')) as Base

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim()

/** Paths of files, or `all` where what changed cannot be told, as in a copy without history. */
export type Changed = readonly string[] | 'all'

/** The files that changed since the last landing, with those that are not committed yet. */
export function changedFiles(base: Base = readBase()): Changed {
  try {
    git('merge-base', '--is-ancestor', base.commit, 'HEAD')
    const root = git('rev-parse', '--show-toplevel')
    const lines = [
      ...git('-C', root, 'diff', '--name-only', base.commit).split('\n'),
      ...git('-C', root, 'ls-files', '--others', '--exclude-standard').split('\n'),
    ]
    return lines.filter((line) => line !== '')
  } catch {
    return 'all'
  }
}

if (process.argv[1] === import.meta.filename) {
  const { built } = await import('@lading/contract/built.ts')
  // It stands on this file.
  const { changedPages, pressesOf } = await import('./changedPages.ts')
  const last = readBase()
  if (changedFiles(last) === 'all') throw new Error(`what changed since ${last.commit} cannot be told`)
  const { owed } = pressesOf(last.owed, changedPages())
  const base: Base = {
    landing: last.landing + 1,
    commit: git('rev-parse', 'HEAD'),
    owed: owed.filter((entry) => built.includes(entry)),
  }
  writeFileSync(file, `${JSON.stringify(base)}\n`)
  console.log(`base: landing ${base.landing}, ${base.commit}, ${base.owed.length} pages owed`)
}
