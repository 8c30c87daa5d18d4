/**
 * The pieces that a run of the tests is made of, by kind and name: files of tests, pages that are pressed, runners of
 * their own. A landing run takes those that the ring chooses, the full run all, a share at a time.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { built } from '@lading/contract/built.ts'
import { changedFiles } from './base.ts'
import { choose, chooseDays, dayOf, embedded, runners, weighty } from './ring.ts'

const root = join(import.meta.dirname, '..')

export const kinds = ['check', 'PGlite', 'PostgreSQL', 'real day', 'browser', 'walk', 'press'] as const
export type Kind = (typeof kinds)[number]
export interface Piece {
  readonly kind: Kind
  /** Of a file of tests its path, of a page its menu entry. */
  readonly of: string
}
export interface Chosen {
  readonly taken: readonly Piece[]
  readonly left: readonly Piece[]
}

const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
const isFullOnly = (path: string): boolean => path.includes('.full.')
const databaseFiles = (): readonly string[] => filesOf('{server,tools,bench}/**/*.db.test.ts')
const browserFiles = (): readonly string[] => filesOf('e2e/*.e2e.ts').filter((path) => !isPress(path))
const isPress = (path: string): boolean => path === 'e2e/press.e2e.ts'
const isWalk = (path: string): boolean => /^e2e\/walk\w*\.e2e\.ts$/.test(path)
const kindOf = (path: string): Kind => (isWalk(path) ? 'walk' : 'browser')
const stemOf = (path: string): string => path.replace(/\.db\.test\.ts$/, '')
const is = (kind: Kind) => (of: string) => ({ kind, of })
const check: Piece = { kind: 'check', of: 'types, lint, unit' }

/** Everything there is to prove. */
export const allPieces = (): readonly Piece[] => [
  check,
  ...databaseFiles().map(is('PGlite')),
  ...databaseFiles().map(is('PostgreSQL')),
  ...Object.keys(runners).map(is('real day')),
  ...browserFiles().map((path) => ({ kind: kindOf(path), of: path })),
  ...built.map(is('press')),
]

/** `npm run check`. */
export const quickPieces = (): Chosen => ({ taken: [check], left: [] })

/**
 * What a landing run proves.
 * @param hasPostgres without one, the embedded database has to serve for all
 */
export function landingPieces(hasPostgres: boolean, changed = changedFiles()): Chosen {
  const files = databaseFiles().filter((path) => !isFullOnly(path))
  const [small, heavy] = [choose(embedded, changed), choose(weighty, changed)]
  const days = chooseDays(changed)
  const day = choose(runners, changed)
  const onPostgres = (path: string): boolean => !heavy.left.includes(stemOf(path))
  const onPglite = (path: string): boolean => (hasPostgres ? small.taken.includes(stemOf(path)) : onPostgres(path))
  const inBrowser = (path: string): boolean => isWalk(path) || days.taken.includes(dayOf(path))
  const browser = browserFiles().filter((path) => !isFullOnly(path))
  const ofKind = (kind: Kind, paths: readonly string[]) => paths.map(is(kind))
  const shown = (paths: readonly string[]): readonly Piece[] => paths.map((of) => ({ kind: kindOf(of), of }))
  return {
    taken: [
      check,
      ...ofKind('PGlite', files.filter(onPglite)),
      ...ofKind('PostgreSQL', files.filter(onPostgres)),
      ...ofKind('real day', day.taken),
      ...shown(browser.filter(inBrowser)),
      // Which pages it presses is its own to choose.
      { kind: 'press', of: '' },
    ],
    left: [
      ...ofKind(
        'PGlite',
        files.filter((path) => hasPostgres && small.left.includes(stemOf(path))),
      ),
      ...ofKind(
        'PostgreSQL',
        files.filter((path) => !onPostgres(path)),
      ),
      ...ofKind('real day', day.left),
      ...shown(browser.filter((path) => !inBrowser(path))),
    ],
  }
}
