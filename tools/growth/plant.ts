import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a tree is given to grow by: masters of eight fields, and bills with lines and three steps. */
export interface Planted {
  readonly masters: number
  readonly bills: number
  /** Areas that are opened with equal parts of the masters; left out: the warehouse has them. */
  readonly areas?: readonly string[]
}

const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(2, '0')}`)

const sample = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Adds text behind the one place where it belongs; a tree that has changed its shape is an error. */
function insert(root: string, file: string, behind: string, text: string): void {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  if (before.split(behind).length !== 2) throw new Error(`${file} has not one place behind which to plant: ${behind}`)
  writeFileSync(path, before.replace(behind, `${behind}${text}`))
}

/** Plants them into a copy of the project, as docs/adding-an-entity.md and docs/opening-an-area.md say. */
export function plant(root: string, { masters, bills, areas = [] }: Planted): void {
  const [entities, documents] = [names('sampleMaster', masters), names('sampleBill', bills)]
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const byArea = Map.groupBy(entities, (_, i) => areas[i % areas.length] ?? 'wms')
  for (const area of areas) for (const side of ['contract', 'web']) mkdirSync(join(root, side, area))
  for (const [area, nouns] of byArea)
    for (const noun of nouns)
      write(`contract/${area}/${noun}.ts`, sample('master.txt').replaceAll('AREA', area).replaceAll('NOUN', noun))
  for (const [i, noun] of documents.entries()) {
    const prefix = `Z${String.fromCharCode(65 + i)}`
    write(`contract/wms/${noun}.ts`, sample('bill.txt').replaceAll('NOUN', noun).replaceAll('PREFIX', prefix))
  }
  for (const [file, behind, text] of plantings(byArea.get('wms') ?? [], documents)) insert(root, file, behind, text)
  for (const area of areas) {
    const nouns = byArea.get(area) ?? []
    const filled = (file: string) =>
      sample(file)
        .replaceAll('AREA', area)
        .replace('IMPORTS', imports(nouns, '.'))
        .replace('NOUNS', nouns.join(', '))
        .replaceAll('NOUN', nouns[0] ?? '')
    write(`contract/${area}/manifest.ts`, filled('area.txt'))
    // It shows the first of them in its own way.
    write(`web/${area}/manifest.ts`, filled('areaWeb.txt'))
    write(`web/${area}/pages.ts`, filled('areaPages.txt'))
    for (const [file, behind, text] of openings(area, nouns)) insert(root, file, behind, text)
    appendFileSync(
      join(root, 'contract/menuEntries.ts'),
      `\nexport const ${area}: readonly GroupRows[] = [\n  group('basic', ['样品', 'Samples'], 'DatabaseOutlined', [\n${lines(nouns, entry('basic'), deeper)}  ]),\n]\n`,
    )
  }
}

type Planting = readonly [file: string, behind: string, text: string]

const lines = (list: readonly string[], line: (noun: string) => string, indent = '  '): string =>
  list.map((noun) => `${indent}${line(noun)},\n`).join('')
const deeper = '    '
const imports = (of: readonly string[], from: string): string =>
  of.map((noun) => `import { ${noun} } from '${from}/${noun}.ts'\n`).join('')
const entry = (group: string) => (noun: string) =>
  `['${noun}List', '样品${noun}', 'Sample ${noun}', '${group}.${noun}']`

/** Where a new area is named. */
const openings = (area: string, nouns: readonly string[]): readonly Planting[] => [
  ...['contract/areas.ts', 'web/areas.ts'].flatMap((file): Planting[] => [
    [file, "import { wms } from './wms/manifest.ts'\n", `import { ${area} } from './${area}/manifest.ts'\n`],
    [file, 'export const areas: readonly Manifest[] = [', `${area}, `],
  ]),
  ['contract/menu.ts', 'import {\n  type Beside,\n', `  ${area},\n`],
  ['contract/menu.ts', 'export const subSystems = [', `'${area}', `],
  [
    'contract/menu.ts',
    'export const menu: Menu = [\n',
    `  subSystem('${area}', ['样品', 'Samples'], 'CloudOutlined', '${nouns[0]}List', ${area}),\n`,
  ],
]

function plantings(entities: readonly string[], documents: readonly string[]): readonly Planting[] {
  return [
    [
      'contract/wms/manifest.ts',
      "import type { Manifest } from '../kernel/manifest.ts'\n",
      imports([...entities, ...documents], '.'),
    ],
    ['contract/wms/manifest.ts', '  nouns: [\n', lines([...entities, ...documents], (n) => n, deeper)],
    [
      'contract/menuEntries.ts',
      "    ['productCategoryList', '商品类别', 'Product categories', 'basic.category'],\n",
      lines(entities, entry('basic')) + lines(documents, entry('bill')),
    ],
    [
      'server/wms/manifest.ts',
      "import { container, containerType } from '@lading/contract/wms/container.ts'\n",
      imports(documents, '@lading/contract/wms'),
    ],
    ['server/wms/manifest.ts', 'const bills = (): Served[] => [\n', lines(documents, (n) => `...billServed(${n}, {})`)],
    [
      'server/wms/manifest.ts',
      '  computations: {\n',
      lines(documents, (n) => `[${n}.line.table]: lineComputed`, deeper),
    ],
  ]
}
