import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '@lading/contract/areas.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { entryKey, menu, pagesIn } from '@lading/contract/menu.ts'
import { root } from './buildWeb.ts'
import { ownFilesOf, plainIn } from './changedPages.ts'
import { known } from './densityKnown.ts'
import { importsOf, isTest, lineCount, type Sources } from './tidy.ts'

/** Lines by hand that a page of a kind may take, its declarations, its verbs and what it draws together, without tests. */
export const measures = { plain: 80, paper: 200, board: 80, station: 250 } as const
type PageKind = keyof typeof measures

export interface Density {
  readonly entry: string
  readonly kind: PageKind
  readonly lines: number
  /** Its own files. What two or three pages share counts for each with its part. */
  readonly files: readonly string[]
}

const papers = new Set(
  areas.flatMap(({ nouns }) => nouns.flatMap((of) => ('header' in of ? [entityPermission(of.header, 'view')] : []))),
)
const entities = new Set(
  areas.flatMap(({ nouns, views = [] }) =>
    [...nouns, ...views].flatMap((of) => ('header' in of ? [] : [entityPermission(of, 'view')])),
  ),
)
const permissions = new Map(menu.flatMap(pagesIn).map((entry) => [entryKey(entry), entry.permission]))

function kindOf(entry: string, files: readonly string[], sources: Sources): PageKind {
  const scans = files.some((path) =>
    importsOf(path, sources.get(path) ?? '').some(({ to }) => to.startsWith('web/platform/station/')),
  )
  const permission = permissions.get(entry) ?? ''
  if (scans) return 'station'
  return papers.has(permission) ? 'paper' : entities.has(permission) ? 'plain' : 'board'
}

/** How many lines each page is written in, by kind and by length. */
export function densities(sources: Sources): readonly Density[] {
  const counted = [...sources.keys()].filter((path) => !isTest(path))
  const own = ownFilesOf(counted, sources, plainIn(sources))
  const sharing = new Map<string, number>()
  for (const files of own.values()) for (const path of files) sharing.set(path, (sharing.get(path) ?? 0) + 1)
  const part = (path: string) => lineCount(sources.get(path) ?? '') / (sharing.get(path) ?? 1)
  return [...own]
    .map(([entry, files]) => ({
      entry,
      kind: kindOf(entry, files, sources),
      lines: Math.round(files.reduce((sum, path) => sum + part(path), 0)),
      files,
    }))
    .sort((a, b) => (a.kind === b.kind ? b.lines - a.lines : a.kind < b.kind ? -1 : 1))
}

/** Where it is declared: in a file of its own, or in one that its own files stand on. */
const isExcused = ({ files }: Density, sources: Sources): boolean =>
  files
    .flatMap((path) => [path, ...importsOf(path, sources.get(path) ?? '').map(({ to }) => to)])
    .some((path) => path.startsWith('contract/') && /(?:\/\/|\*) density: \S/.test(sources.get(path) ?? ''))

export const densityFaults = (sources: Sources, before: Readonly<Record<string, number>> = known): readonly string[] =>
  densities(sources).flatMap((page) => {
    const most = Math.max(2 * measures[page.kind], before[page.entry] ?? 0)
    return page.lines > most && !isExcused(page, sources)
      ? [
          `${page.entry} takes ${page.lines} lines, more than ${most}: write it shorter, or \`density: why\` where it is declared`,
        ]
      : []
  })

/** Each page with its lines, and the middle of each kind. */
export function densityTable(): string {
  const listed = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  const pages = densities(new Map(listed.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
  const kinds = Object.entries(measures).map(([kind, measure]) => {
    const lines = pages.filter((page) => page.kind === kind).map((page) => page.lines)
    const over = lines.filter((n) => n > measure).length
    const middle = lines[Math.floor(lines.length / 2)] ?? 0
    return `${kind.padEnd(8)} measure ${measure}, ${lines.length} pages, middle ${middle}, ${over} above`
  })
  return [
    ...pages.map(({ kind, lines, entry }) => `${kind.padEnd(8)}${String(lines).padStart(6)}  ${entry}`),
    '',
    ...kinds,
  ].join('\n')
}
