import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { examples, guides, readGuide, writeExamples } from './guides.ts'

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

test('the examples of the guides compile', () => {
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const [name, config] of Object.entries(projects)) {
    writeFileSync(join(folder, name), JSON.stringify(config))
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, name), '--checkers', '1'], {
      encoding: 'utf8',
    })
    expect(run.stdout + run.stderr).toBe('')
  }
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
