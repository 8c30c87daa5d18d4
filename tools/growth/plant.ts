import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a tree is given to grow by: masters of eight fields, and bills with lines and three steps. */
export interface Planted {
  readonly masters: number
  readonly bills: number
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

/** Plants them into a copy of the project, as docs/adding-an-entity.md says. */
export function plant(root: string, { masters, bills }: Planted): void {
  const [entities, documents] = [names('sampleMaster', masters), names('sampleBill', bills)]
  const write = (noun: string, text: string) => writeFileSync(join(root, `contract/wms/${noun}.ts`), text)
  for (const noun of entities) write(noun, sample('master.txt').replaceAll('NOUN', noun))
  for (const [i, noun] of documents.entries()) {
    const prefix = `Z${String.fromCharCode(65 + i)}`
    write(noun, sample('bill.txt').replaceAll('NOUN', noun).replaceAll('PREFIX', prefix))
  }
  for (const [file, behind, text] of plantings(entities, documents)) insert(root, file, behind, text)
}

type Planting = readonly [file: string, behind: string, text: string]

const lines = (list: readonly string[], line: (noun: string) => string, indent = '  '): string =>
  list.map((noun) => `${indent}${line(noun)},\n`).join('')
const deeper = '    '

function plantings(entities: readonly string[], documents: readonly string[]): readonly Planting[] {
  const imports = (of: readonly string[], from: string) =>
    of.map((noun) => `import { ${noun} } from '${from}/${noun}.ts'\n`).join('')
  const entry = (group: string) => (noun: string) =>
    `['${noun}List', '样品${noun}', 'Sample ${noun}', '${group}.${noun}']`
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
