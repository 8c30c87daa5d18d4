import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { examples, guides, readGuide, writeExamples } from './guides.ts'
import {
  circles,
  fileFaults,
  importFaults,
  type Sources,
  scopeFaults,
  styleFaults,
  tableFaults,
  untypedFaults,
  untypedWriters,
} from './tidy.ts'
import { typeErrors } from './typeErrors.ts'

const folder = join(root, 'out/docs')
const files = writeExamples(folder)

/** What examples are compiled with. One may build on another one, as its file would on that file. */
const common = {
  paths: { '@lading/contract/*': ['./contract/*', '../../contract/*'] },
  // It stands where its file would.
  rootDirs: ['.', '../..'],
}
const projects: Readonly<Record<string, object>> = {
  'tsconfig.json': {
    extends: '../../tsconfig.base.json',
    compilerOptions: { ...common, types: ['node'], lib: ['esnext'] },
    include: ['contract/**/*.ts', 'server/**/*.ts'],
  },
  'tsconfig.web.json': {
    extends: '../../web/tsconfig.json',
    compilerOptions: { ...common, tsBuildInfoFile: './tsconfig.web.tsbuildinfo' },
    include: ['web/**/*.ts', '../../web/env.d.ts'],
  },
}

const configs = Object.entries(projects).map(([name, config]) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(config))
  return path
})

test('the examples of the guides compile', () => {
  expect(files.length).toBeGreaterThanOrEqual(4)
  expect(typeErrors(configs)).toEqual([])
})

test('the examples of the guides are tidy', () => {
  const writers = Object.keys(untypedWriters).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const sources: Sources = new Map([...guides.flatMap(examples), ...writers])
  const rules = [importFaults, circles, fileFaults, tableFaults, styleFaults, scopeFaults, untypedFaults]
  expect(rules.flatMap((rule) => rule(sources))).toEqual([])
})

test('what does not compile is told, once for each reason', () => {
  const wrong = join(folder, 'server/wrong.ts')
  const config = join(folder, 'tsconfig.wrong.json')
  // A wrong type of the product's own, a name that nobody uses, and a field that may not be there.
  const text = `import { root } from '../../../tools/buildWeb.ts'
export const isRoot: number = root
const unused = 1
export const first = (rows: readonly string[]): string => rows[0]
`
  writeFileSync(wrong, text)
  writeFileSync(config, JSON.stringify({ ...projects['tsconfig.json'], include: ['server/wrong.ts'] }))
  expect(typeErrors([config]).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
    ['TS2322', 'TS6133', 'TS2322'].map((code) => `out/docs/server/wrong.ts: ${code}`),
  )
  rmSync(wrong)
})

// Their own tests, which stand here as they would there; those that need a database are run by guides.db.test.ts.
for (const path of files) if (/(?<!\.db)\.test\.ts$/.test(path)) await import(path)

test('what a newcomer adds comes with a test', () => {
  const isTest = ([file]: readonly [string, string]) => file.endsWith('.test.ts')
  for (const page of ['adding-an-entity.md', 'adding-a-bill.md', 'adding-a-task-type.md'])
    expect(examples(page).filter(isTest), page).toHaveLength(1)
})

test('a guide has at most ten steps', () => {
  for (const page of guides) expect(readGuide(page).match(/^\d+\. /gm)?.length).toBeLessThanOrEqual(10)
})

test('a bill over stock with a flow of its own is written in ninety lines, server and page included', () => {
  const own = examples('adding-a-bill.md').filter(([file]) => !file.endsWith('.test.ts'))
  const lines = own.map(([, text]) => text.trimEnd().split('\n').length)
  expect(lines.length).toBe(3)
  expect(lines.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(90)
})
