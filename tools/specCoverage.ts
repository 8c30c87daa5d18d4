/** `node tools/specCoverage.ts` writes docs/spec-coverage.md from the titles of the tests. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './buildWeb.ts'
import { behaviours } from './spec/behaviours.ts'

/** A title, or the row of a table that makes one, proves the ids that it begins with: `S-54 S-57 a log-out reaches every tab`. */
const titled = /[([]\s*(['"`])((?:S-[1-9]\d* )+)[^\n]*?\1/g

/** By id, the test files that prove it. */
export function provenIn(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>(Object.keys(behaviours).map((id) => [id, []]))
  for (const [path, text] of sources)
    for (const [, , ids = ''] of text.matchAll(titled))
      for (const id of ids.trim().split(' ')) {
        const files = found.get(id)
        if (!files) throw new Error(`${path} proves ${id}, which the specification does not have`)
        if (!files.includes(path)) files.push(path)
      }
  return found
}

export function testSources(): Map<string, string> {
  const paths = globSync('{contract,server,web,tools,e2e}/**/*.{test.ts,test.tsx,e2e.ts}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'tools/specCoverage.test.ts'],
  })
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]))
}

export function coverageText(proven: ReadonlyMap<string, readonly string[]>): string {
  const rows = Object.entries(behaviours).map(([id, text]) => {
    const files = (proven.get(id) ?? []).map((path) => `[${path}](../${path})`)
    return `| ${id} | ${text.replaceAll('|', '\\|')} | ${files.join(', ') || '–'} |`
  })
  return [
    '# What the specification shows, and which test proves it',
    '',
    'Written by `node tools/specCoverage.ts` from the titles of the tests; a test fails when it is out of date.',
    '',
    '| Id | Behaviour | Proven in |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

export const coverageFile = join(root, 'docs', 'spec-coverage.md')

if (process.argv[1] === import.meta.filename) {
  const proven = provenIn(testSources())
  writeFileSync(coverageFile, coverageText(proven))
  const open = [...proven].filter(([, files]) => files.length === 0).map(([id]) => id)
  console.log(`${relative(root, coverageFile)}: ${proven.size - open.length} of ${proven.size} proven`)
  if (open.length > 0) console.log(`open: ${open.join(' ')}`)
}
