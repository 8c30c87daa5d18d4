import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entriesIn, plainFiles, plainOnes } from '@lading/contract/plain.ts'
import { changedFiles } from './base.ts'
import { root } from './buildWeb.ts'
import { importsOf, type Sources } from './tidy.ts'

const ownFolder = /^(contract|web|server)\/(sys|mdm|wms|tms|dps|rpt|saas)\//
const isManifest = (path: string): boolean => /^web\/\w+\/manifest\.ts$/.test(path)

/** The modules from which a file has its names, by name. */
function namesOf(path: string, text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [statement, list = ''] of text.matchAll(/import (?:type )?\{([^}]*)\} from '[^']+'/g))
    for (const { to } of importsOf(path, statement))
      for (const name of list.split(',')) names.set(name.replace('type ', '').trim(), to)
  return names
}

/** What a piece of a file stands on: modules it names, and those of what it uses of its own file. */
function modulesOf(path: string, raw: string, sources: Sources, seen: Set<string>): readonly string[] {
  // `(await pages()).of`, where several have one way to their pages, is `(await import(…)).of`.
  const piece = raw.replace(
    /await (\w+)\(\)/g,
    (all, word: string) =>
      /=> (import\('[^']+'\))/.exec(declared(sources, path, word))?.[1]?.replace(/^/, 'await ') ?? all,
  )
  const text = sources.get(path) ?? ''
  const names = namesOf(path, text)
  const late = [...piece.matchAll(/(import\('[^']+'\))\)?\.?(\w*)/g)].flatMap(([, statement = '', name = '']) =>
    importsOf(path, statement).flatMap(({ to }) => filesOf(to, name, sources, seen)),
  )
  // What stands in quotes is no name: paths are asked above.
  const words = new Set(piece.replace(/'[^']*'/g, '').match(/\w+/g))
  const used = [...words].flatMap((word) => {
    const from = names.get(word)
    if (from) return filesOf(from, word, sources, seen)
    if (seen.has(`${path} ${word}`)) return []
    seen.add(`${path} ${word}`)
    return modulesOf(path, declared(sources, path, word), sources, seen)
  })
  return [...late, ...used]
}

/** A module; of a file that puts several pages together only what belongs to this one. */
function filesOf(path: string, name: string, sources: Sources, seen: Set<string>): readonly string[] {
  const isOfPages = /(^|\/)\w*[pP]ages\.ts$/.test(path)
  return isOfPages ? modulesOf(path, declared(sources, path, name), sources, seen) : [path]
}

/** The text of a declaration, to the next one. */
const declared = (sources: Sources, path: string, name: string): string =>
  new RegExp(
    `\\n(?:export )?const (?:\\{[^}]*\\} = .*\\b${name}\\b|${name}\\b)[^]*?(?=\\n\\n|\\n(?:export )?const |$)`,
  ).exec(sources.get(path) ?? '')?.[0] ?? ''

/** The declaring files of pages that follow from a declaration alone, by menu entry. */
type Plain = ReadonlyMap<string, string>

/** The files of each page alone, by menu entry, as the manifests of the client name them: of its area in the client, and the declarations that these name. */
export function filesOfPages(sources: Sources, plain: Plain = new Map()): ReadonlyMap<string, ReadonlySet<string>> {
  const pagesIn = ([path, text]: readonly [string, string]) =>
    [...text.matchAll(/^ {4}'(\w+\/\w+)':\s+([\s\S]*?),(?=\n {4}'|\n {2}\})/gm)].map(
      ([, entry = '', value = '']) => [entry, ownFiles(path, value, sources)] as const,
    )
  return new Map([
    ...[...plain].map(([entry, file]) => [entry, new Set([file])] as const),
    ...[...sources].filter(([path]) => isManifest(path)).flatMap(pagesIn),
  ])
}

function ownFiles(start: string, value: string, sources: Sources): ReadonlySet<string> {
  const files = new Set<string>()
  const open = [...modulesOf(start, value, sources, new Set())]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path) || !ownFolder.test(path)) continue
    files.add(path)
    // What a declaration stands on is shared by many.
    if (path.startsWith('web/')) open.push(...importsOf(path, sources.get(path) ?? '').map(({ to }) => to))
  }
  return files
}

/** What more pages than these share is a part of the product, not of a page: it is proven elsewhere and by turns. */
const mostSharing = 3

/** What belongs to at most a few of the pages, by page. */
function ownOf(all: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const counts = new Map<string, number>()
  for (const names of all.values()) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isOwn = (name: string) => (counts.get(name) ?? 0) <= mostSharing
  return new Map([...all].map(([entry, names]) => [entry, new Set([...names].filter(isOwn))]))
}

const nounsOf = (paths: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...paths].map((path) => path.replace(/^(?:web\/(\w+\/\w+)\/.*|contract\/(\w+\/\w+)\.ts)$/, '$1$2')))

/**
 * The pages whose own files are among those that have changed. The server's are found by their folder, which is named
 * as the client's, or as the declaration.
 */
export function pagesOf(changed: readonly string[], sources: Sources, plain: Plain = new Map()): readonly string[] {
  return [...ownFilesOf(changed, sources, plain)].flatMap(([entry, own]) => (own.length > 0 ? [entry] : []))
}

/** Which of some files are a page's own, by page. */
export function ownFilesOf(
  paths: readonly string[],
  sources: Sources,
  plain: Plain,
): ReadonlyMap<string, readonly string[]> {
  const all = filesOfPages(sources, plain)
  const files = ownOf(all)
  const nouns = ownOf(new Map([...all].map(([entry, own]) => [entry, nounsOf(own)])))
  const isOwn = (entry: string) => (path: string) =>
    files.get(entry)?.has(path) || nouns.get(entry)?.has(/^server\/(\w+\/\w+)\//.exec(path)?.[1] ?? '')
  return new Map([...all.keys()].map((entry) => [entry, paths.filter(isOwn(entry))]))
}

export const plainIn = (sources: Sources): Plain => {
  const own = [...sources].filter(([path]) => isManifest(path)).flatMap(([, text]) => entriesIn(text))
  return plainFiles(plainOnes(new Set(own)), sources)
}

/** The pages that were worked on since the last landing; all of them where that cannot be told. */
export function changedPages(): readonly string[] {
  const listed = globSync('{contract,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  const sources: Sources = new Map(
    listed.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
  )
  const plain = plainIn(sources)
  const changed = changedFiles()
  return changed === 'all' ? [...filesOfPages(sources, plain).keys()] : pagesOf(changed, sources, plain)
}

/** So many changed pages are pressed in a run: each costs ten seconds, and a change may touch dozens. */
const mostPressed = 8

/** Which pages a run presses because of changes, and which it owes to the next one: those that wait longest go first. */
export function pressesOf(
  owed: readonly string[],
  changed: readonly string[],
): { readonly now: readonly string[]; readonly owed: readonly string[] } {
  const waiting = [...new Set([...owed, ...changed.toSorted()])]
  return { now: waiting.slice(0, mostPressed), owed: waiting.slice(mostPressed) }
}
