import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../buildWeb.ts'
import { importsOf } from '../tidy.ts'

/** In place of these the build puts what they say; `firstList.full.test.ts` looks at the built client itself. */
const puts = ['web/known.ts', 'web/plain.ts']
const generic = ['web/main.tsx', 'web/Workspace.tsx', 'web/platform/sheet/SheetList.tsx']
const views = ['web/kernel/form/EntityForm.tsx', 'web/kernel/detail/EntityDetail.tsx', 'web/platform/bill/BillList.tsx']

/** What comes at once with the files. */
function reached(files: readonly string[]): readonly string[] {
  const all = new Set(files)
  for (const path of all) {
    if (puts.includes(path) || !/\.tsx?$/.test(path)) continue
    for (const { to, isLate } of importsOf(path, readFileSync(join(root, path), 'utf8'))) if (!isLate) all.add(to)
  }
  return [...all]
}

test('no entity of a page comes before its page', () => {
  const declared = globSync('contract/*/*.ts', { cwd: root }).filter((path) => /^contract\/(?!kernel|sys)/.test(path))
  const all = reached([...generic, ...views])
  expect(all).toContain('web/wms/manifest.ts')
  expect(all).toContain('contract/menu.ts')
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter((path) => declared.includes(path))).toEqual([])
  // What the frame itself keeps: what he and his organisation have set.
  const administered = all.filter(
    (path) => /^contract\/sys\//.test(path) && /= entity\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  const frames = ['option', 'preference', 'secondFactor']
  expect(administered.sort()).toEqual(frames.map((noun) => `contract/sys/${noun}.ts`))
})
