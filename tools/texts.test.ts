import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { chineseFaults, unusedTexts } from './texts.ts'

const listed = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
const sources = new Map(listed.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]))

const of = (text: string, path = 'web/x.tsx') => chineseFaults(new Map([[path, text]]))

/** Templates as a source has them. */
const filled = (text: string): string => text.replaceAll('#', '$')

test('C-50 Chinese stands in pairs, in whatever form they are written', () => {
  for (const good of [
    "t(['货主', 'Owner'])",
    filled('const a: Text = [\n  `文件保留#{n}天`,\n  `Files are kept for #{n} days`,\n]'),
    "head('行', 'Line', 3)",
    filled("`#{t(['从', 'from'])} #{day}`"),
    '/* 货主 */ const a = 1 // 货主',
    "t(['中文', '中文'])",
  ])
    expect(of(good), good).toEqual([])
  for (const bad of ["const a = '货主'", '<b>货主</b>', 'title="货主"', filled('`共#{n}条`'), "['Owner', 5, '货主']"])
    expect(of(bad), bad).toHaveLength(1)
  expect(of("'货主'", 'server/x.ts')).toEqual([])
})

test('C-50 no screen has Chinese in one language only, and no text of a catalogue is unused', () => {
  expect(chineseFaults(sources)).toEqual([])
  expect(unusedTexts(sources, 'web/kernel/words.ts', 'words')).toEqual([])
  expect(unusedTexts(sources, 'web/client/catalogue.ts', 'catalogue')).toEqual([])
  expect(unusedTexts(new Map([['a', 'export const w = {\n  x: 1,\n} as const']]), 'a', 'w')).toHaveLength(1)
})
