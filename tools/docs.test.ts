import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'out/docs')
const guides = readdirSync(join(root, 'docs')).filter((f) => /^(adding|opening)-/.test(f))

/** The examples of a page, by the file that each would be. */
const examples = (page: string): [string, string][] =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/```ts file=(\S+)\n([\s\S]*?)```/g)].map((m) => [
    m[1] ?? '',
    m[2] ?? '',
  ])

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
  rmSync(folder, { recursive: true, force: true })
  const files = guides.flatMap(examples)
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const [file, text] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [name, config] of Object.entries(projects)) {
    writeFileSync(join(folder, name), JSON.stringify(config))
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, name)], { encoding: 'utf8' })
    expect(run.stdout + run.stderr).toBe('')
  }
})

test('a guide has at most ten steps', () => {
  for (const page of guides)
    expect(readFileSync(join(root, 'docs', page), 'utf8').match(/^\d+\. /gm)?.length).toBeLessThanOrEqual(10)
})

test('a bill over stock with a flow of its own is written in ninety lines, server and page included', () => {
  const lines = examples('adding-a-bill.md').map(([, text]) => text.trimEnd().split('\n').length)
  expect(lines.length).toBe(3)
  expect(lines.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(90)
})
