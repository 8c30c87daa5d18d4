import { posix } from 'node:path'
import { knownCircles } from './circlesKnown.ts'

/** Everything that the rules look at: path from the root, with `/`, and text. */
export type Sources = ReadonlyMap<string, string>
export interface Import {
  readonly to: string
  /** A type import, gone at run time, or an `import()`, which waits: a circle through it starts all the same. */
  readonly isLate: boolean
}

export const maxFileLines = 400
/**
 * What the rest stands on stays small enough to be read in a day: lines of each folder, tests not counted. Set with a third
 * of room over what there was; who comes near a limit sets it anew rather than squeezing lines. What each folder holds is
 * said in docs/ARCHITECTURE.md.
 */
export const sizes: Readonly<Record<string, number>> = {
  'contract/kernel/': 3_000,
  'server/kernel/': 5_650,
  'server/platform/': 13_500,
  'web/client/': 3_250,
  'web/kernel/': 6_900,
  'web/platform/': 8_000,
  'web/ui/': 750,
  'web/door/': 750,
  'web/shell/': 4_400,
}

const areas = ['sys', 'mdm', 'wms', 'tms', 'dps', 'rpt', 'saas']
/** Master data and organisations are read by every area, so their declarations may be imported by all. */
const shared = ['sys', 'mdm']
/** Plain data of no area: the list of all menu entries. */
const menuFiles = ['contract/menu.ts', 'contract/menuEntries.ts', 'contract/menuPinyin.ts']
export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$|(^|\/)testing\//.test(path)
const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
export const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/**
 * The layer of a file: workspace and, where there is one, client, kernel, area, ui, door or shell. Files directly in a
 * workspace, and folders that are none of these, put areas together: `server/main.ts`, `web/main.tsx`, `contract/menu.ts`.
 */
export function layerOf(path: string): string {
  if (menuFiles.includes(path)) return 'contract/menu'
  const [workspace = '', folder = '', ...rest] = path.split('/')
  const named = [...areas, 'client', 'kernel', 'platform', 'ui', 'door', 'shell']
  return rest.length > 0 && named.includes(folder) ? `${workspace}/${folder}` : workspace
}

/** Which layers a layer may import, itself not named. */
export function mayImport(layer: string): readonly string[] {
  const [workspace = '', part = ''] = layer.split('/')
  const contract = ['contract', 'contract/kernel', 'contract/menu', ...areas.map((a) => `contract/${a}`)]
  const own = areas.includes(part) ? [...new Set([part, ...shared])].map((a) => `contract/${a}`) : []
  if (workspace === 'contract') return part === '' ? contract : part === 'kernel' ? [] : ['contract/kernel', ...own]
  if (workspace === 'server') {
    const kernel = ['contract/kernel', 'server/kernel']
    if (part === 'kernel') return ['contract/kernel']
    if (part === 'platform') return [...kernel, 'contract/menu', 'contract/sys']
    if (part === '') return [...contract, ...kernel, 'server/platform', ...areas.map((a) => `server/${a}`)]
    return [...kernel, 'server/platform', 'contract/menu', ...own]
  }
  if (workspace === 'web') {
    const client = ['contract/kernel', 'contract/menu', 'contract/sys', 'web/ui']
    const kernel = ['contract/kernel', 'contract/menu', 'web/client', 'web/kernel', 'web/ui']
    if (part === 'ui') return ['contract/kernel']
    if (part === 'client') return client
    // Drawn before anybody is known, with nothing of what comes after.
    if (part === 'door') return ['contract/kernel', 'contract/sys', 'web/client', 'web/ui']
    if (part === 'kernel') return [...client, 'web/client']
    if (part === 'platform') return [...kernel, 'contract/sys']
    if (part === 'shell') return [...kernel, 'contract/sys', 'web/door']
    if (part === '')
      return [...contract, ...kernel, 'web/platform', 'web/door', 'web/shell', ...areas.map((a) => `web/${a}`)]
    return [...kernel, 'web/platform', ...own]
  }
  const server = ['server', 'server/kernel', 'server/platform', ...areas.map((a) => `server/${a}`)]
  if (workspace === 'e2e') return [...contract, 'tools']
  if (workspace === 'bench') return [...contract, ...server, 'web/shell', 'tools']
  return [...contract, ...server, 'tools', 'bench']
}

/** The project's own files that a file imports, whether by a relative path or by a workspace's name. */
export function importsOf(path: string, text: string): readonly Import[] {
  const pattern =
    /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?[^'";]*?from\s*['"]([^'"]+)['"]|import\s*(\()?\s*['"]([^'"]+)['"]/g
  return [...text.matchAll(pattern)].flatMap((match) => {
    const specifier = match[2] ?? match[4] ?? ''
    const to = specifier.startsWith('@lading/')
      ? specifier.slice('@lading/'.length)
      : specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : undefined
    return to === undefined ? [] : [{ to, isLate: match[1] !== undefined || match[3] !== undefined }]
  })
}

/** Benchmarks measure the product on the worlds that its tests build. */
const measures = (path: string): boolean => path.startsWith('bench/')

/**
 * A test may use the whole of its workspace and the tools that start its database, but no more of the others than the
 * code that it tests.
 */
function isAllowed(path: string, to: string): boolean {
  const from = layerOf(path)
  const target = layerOf(to)
  if (from === target) return true
  const workspace = from.split('/')[0] ?? ''
  if (!isTest(path)) return (measures(path) || !isTest(to)) && mayImport(from).includes(target)
  return (
    target === 'tools' ||
    target.startsWith(`${workspace}/`) ||
    target === workspace ||
    mayImport(workspace).includes(target)
  )
}

/** What areas offer to each other, as the manifests of their declarations say. */
function offeredIn(sources: Sources): ReadonlySet<string> {
  const listed = areas.flatMap((area) => {
    const [, list = ''] = /^ {2}offers: \[([^\]]*)\]/m.exec(sources.get(`contract/${area}/manifest.ts`) ?? '') ?? []
    return [...list.matchAll(/'(\w+)'/g)].map(([, file]) => `contract/${area}/${file}.ts`)
  })
  return new Set(listed)
}
const isInArea = (path: string): boolean =>
  areas.some((area) => /^(contract|server|web)\//.test(path) && path.split('/')[1] === area)

export function importFaults(sources: Sources): readonly string[] {
  const offered = offeredIn(sources)
  return [...sources].flatMap(([path, text]) =>
    importsOf(path, text)
      .filter(({ to }) => isCode(to) && !isAllowed(path, to) && !(offered.has(to) && isInArea(path)))
      .map(({ to }) => `${path} must not import ${to}`),
  )
}

/** Circles that cannot start, each told once: every import of theirs is of something that must be there at once. */
export function circles(sources: Sources): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`circle: ${[...trail.slice(start), path].join(' → ')}`)
    if (start >= 0 || done.has(path)) return
    for (const { to, isLate } of importsOf(path, sources.get(path) ?? ''))
      if (!isLate && sources.has(to)) visit(to, [...trail, path])
    done.add(path)
  }
  for (const path of sources.keys()) visit(path, [])
  return found
}

/** Groups of files that reach each other, by imports of whatever kind: none can be read, or changed, without the others. */
export function knots(sources: Sources): readonly (readonly string[])[] {
  const found: string[][] = []
  // Tarjan: the files on the way, and for each the earliest one on the way that it reaches.
  const earliest = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    const at = earliest.size
    let low = at
    earliest.set(path, at)
    open.push(path)
    for (const { to } of importsOf(path, sources.get(path) ?? '')) {
      if (!sources.has(to)) continue
      const known = earliest.get(to)
      if (known === undefined) low = Math.min(low, visit(to))
      else if (open.includes(to)) low = Math.min(low, known)
    }
    if (low === at) {
      const group = open.splice(open.lastIndexOf(path))
      if (group.length > 1) found.push(group.toSorted())
    }
    return low
  }
  for (const path of sources.keys()) if (!earliest.has(path)) visit(path)
  return found
}

/** Knots that the list does not name as they are, and those that it names and that are no more. */
export function knotFaults(sources: Sources): readonly string[] {
  const there = knots(sources).map((group) => group.join(', '))
  const known = Object.values(knownCircles).map((group) => group.join(', '))
  return [
    ...there.filter((group) => !known.includes(group)).map((group) => `circle of imports, types counted: ${group}`),
    ...known
      .filter((group) => !there.includes(group))
      .map((group) => `tools/circlesKnown.ts names no circle: ${group}`),
  ]
}

const mayExportDefault = (path: string): boolean => /^web\/(.+\/)?pages\/[^/]+\.tsx$|\.config\.ts$/.test(path)

function faultsOf(path: string, text: string): readonly string[] {
  const lines = lineCount(text)
  const statements = withoutComments(text).match(/^(import|export|const|function|type|interface)\b.*/gm)
  const reExports = statements?.filter((s) => /^export (type )?(\*|\{[^}]*\}) .*from/.test(s)) ?? []
  return [
    ...(lines > maxFileLines ? [`${path} has ${lines} lines, more than ${maxFileLines}`] : []),
    ...(/^export (default\b|\{[^}]*\bas default\b)/m.test(text) && !mayExportDefault(path)
      ? [`${path} has a default export`]
      : []),
    ...(/^export \*/m.test(text) || (reExports.length > 0 && reExports.length === statements?.length)
      ? [`${path} is a barrel: import from the file that declares`]
      : []),
  ]
}

export const fileFaults = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) => faultsOf(path, text))

/** Who draws what somebody has designed: how a cell looks, and how large it is, is data there and no style of the screen. */
const drawn: readonly string[] = [
  'web/sys/customReport/Board.tsx',
  'web/sys/report/Chart.tsx',
  'web/sys/report/DashView.tsx',
  'web/sys/report/GridView.tsx',
]
const antdTable = /import (?!type\b)\{[^}]*(?<!type )\bTable\b[^}]*\} from 'antd'/
/** Rows and columns are drawn by the one grid: it knows how rows are read, gone through and chosen everywhere. */
export const tableFaults = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('web/') || path.startsWith('web/kernel/grid/')) return []
    if (drawn.includes(path) || isTest(path)) return []
    const bare = withoutComments(text)
    return antdTable.test(bare) || /<table\b/.test(bare) ? [`${path} draws a table of its own: take ReadTable`] : []
  })

/** How an area's pages look is said once, in style sheets and in the parts of `web/ui`, not in each line. */
export const styleFaults = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) =>
    areas.some((area) => path.startsWith(`web/${area}/`)) &&
    !drawn.includes(path) &&
    /\sstyle=\{/.test(withoutComments(text))
      ? [`${path} writes a style in a line: name it in a style sheet, or use a part of web/ui`]
      : [],
  )

/** Of what a call answers that no news can change, the line above says why. */
export const silentFaults = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) =>
    path.startsWith('contract/') && !isTest(path) && /^(?! *\/\/ \S).*\n *reads: \[\]/m.test(text)
      ? [`${path} has a call that reads nothing: say above it why no news can change its answer`]
      : [],
  )

export function sizeFaults(sources: Sources): readonly string[] {
  return Object.entries(sizes).flatMap(([folder, max]) => {
    const counted = [...sources].filter(([path]) => path.startsWith(folder) && !isTest(path))
    const lines = counted.reduce((sum, [, text]) => sum + lineCount(text), 0)
    return lines > max ? [`${folder} has ${lines} lines, more than ${max}`] : []
  })
}

/**
 * Who moves goods, locks rows or keeps the books asks for tables as they are: whose the rows are is settled before he
 * comes to them, or is what he looks after. Such a file says so, and why, in its first line. All else under an area's
 * folder shows something to somebody.
 */
const isEngine = (text: string): boolean => /^\/\/ engine: \S.*\n/.test(text)
const isOfArea = (path: string): boolean => areas.some((area) => path.startsWith(`server/${area}/`)) && !isTest(path)

/** Tables of goods and of what they hang on, no options; people and organisations are read by every area. */
const goodsTable = new RegExp(
  `(?<!\\b(?:update|into|delete from) |readOption\\(ctx, '|key: ')\\b(?:${areas.filter((a) => a !== 'sys').join('|')})_[a-z]\\w*`,
  'g',
)
const unnamedTable = /(?<!\bdelete )\b(?:from|join) \$\{raw\((?:tableOf\(|[\w.]*[tT]able\))/g
const bareTables = (text: string): readonly string[] =>
  [goodsTable, unnamedTable].flatMap((pattern) => withoutComments(text).match(pattern) ?? [])

/** What somebody is shown is asked of tables together with what he may see: a clause by hand is forgotten one day. */
export function scopeFaults(sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!isOfArea(path) || isEngine(text)) return []
    return bareTables(text).map((table) => `${path} reads ${table}: take it with from(), fromHere() or named()`)
  })
}

/** Who writes rows that no declaration types; everybody else takes `insert()`. */
export const untypedWriters: Readonly<Record<string, string>> = {
  'server/platform/sheet/importWrite.ts': 'writes rows of any entity, which were checked cell by cell against it',
  'server/platform/due/queue.ts': 'the queue is of no tenant, and rows are put into it within the transaction of any',
}
const writesUntyped = (path: string, text: string): boolean =>
  path.startsWith('server/') &&
  !path.startsWith('server/kernel/') &&
  !isTest(path) &&
  /\bbulkInsert\b/.test(withoutComments(text))

/** Rows of a declared table are typed by it: a column that changes its kind, or goes, is found when it is compiled. */
export const untypedFaults = (sources: Sources): readonly string[] => [
  ...[...sources].flatMap(([path, text]) =>
    writesUntyped(path, text) && !(path in untypedWriters)
      ? [`${path} writes rows that nothing types: take insert() of server/kernel/insert.ts`]
      : [],
  ),
  ...Object.keys(untypedWriters)
    .filter((path) => !writesUntyped(path, sources.get(path) ?? ''))
    .map((path) => `${path} writes no untyped rows any more`),
]

/** Files that say they are engines and read no table as it is, or say it where nobody asks. */
export const idleEngines = (sources: Sources): readonly string[] =>
  [...sources].flatMap(([path, text]) =>
    /^\s*\/\/ engine\b/m.test(text) && !(isOfArea(path) && isEngine(text) && bareTables(text).length > 0) ? [path] : [],
  )

// Late, since what counts lines asks this file which they are.
if (process.argv[1] === import.meta.filename && process.argv.includes('--density'))
  void import('./density.ts').then(({ densityTable }) => console.log(densityTable()))
