import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const baseFile = join(import.meta.dirname, 'base.json')

/** From where on `npm test` counts what has changed, and turns: `npm run base` moves it. */
export interface Base {
  /** How many landings there have been. */
  readonly landing: number
  /** What landed last. */
  readonly commit: string
  /** Pages that changed before it and have not been pressed since, those that wait longest first. */
  readonly owed: readonly string[]
}
// The shape is this file's own.
export const readBase = (): Base => JSON.parse(readFileSync(baseFile, 'utf8')) as Base

export const git = (...args: readonly string[]): string =>
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
