import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { chineseFaults, unusedFaults, unusedTexts } from './texts.ts'

const read = (pattern: string): Map<string, string> => {
  const listed = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
  return new Map(listed.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]))
}
const sources = read('web/**/*.{ts,tsx}')

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

test('C-48 no refusal stands there that nobody gives', () => {
  const declared = 'export const fooFaults = {\n  used: x,\n  spare: x,\n} as const'
  expect(
    unusedFaults(
      new Map([
        ['contract/a.ts', declared],
        ['b.ts', 'refuse(fooFaults.used)'],
      ]),
    ),
  ).toEqual(['contract/a.ts: nobody refuses with fooFaults.spare'])
  expect(unusedFaults(read('{contract,server,web}/**/*.{ts,tsx}'))).toEqual([])
})
