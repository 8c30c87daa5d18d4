/** `node tools/specCoverage.ts` writes docs/spec-coverage.md from the titles of the tests. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './buildWeb.ts'
import { behaviours } from './spec/behaviours.ts'
import { choices, deviations } from './spec/choices.ts'

/** A title, or the row of a table that makes one, proves the ids that it begins with: `S-54 C-37 a log-out reaches every tab`. */
const titled = /[([]\s*(['"`])((?:[SC]-[1-9]\d* |T\d+ )+)[^\n]*?\1/g
/** Threats, which docs/security.md lists. */
const isThreat = (id: string): boolean => id.startsWith('T')

/** By id, the test files that prove it. */
export function provenIn(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const known = [...Object.keys(behaviours), ...Object.keys(choices)]
  const found = new Map<string, string[]>(known.map((id) => [id, []]))
  for (const [path, text] of sources)
    for (const [, , ids = ''] of text.matchAll(titled))
      for (const id of ids.trim().split(' ')) {
        if (isThreat(id)) continue
        const files = found.get(id)
        if (!files) throw new Error(`${path} proves ${id}, which neither the specification nor our choices have`)
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

/** Choices that something better stands in for, by the rows of docs/spec-decisions.md that begin with their ids. */
export function decidedOtherwise(decisions = readFileSync(join(root, 'docs/spec-decisions.md'), 'utf8')): string[] {
  return [...decisions.matchAll(/^\| (C-[1-9]\d*) \|/gm)].map(([, id = '']) => id)
}

export function coverageText(proven: ReadonlyMap<string, readonly string[]>): string {
  const otherwise = decidedOtherwise()
  const rows = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([id, text]) => {
      const files = (proven.get(id) ?? []).map((path) => `[${path}](../${path})`)
      if (otherwise.includes(id)) files.push('[read otherwise](spec-decisions.md#our-own-choices)')
      if (deviations.includes(id)) files.push('[deviates](spec-decisions.md#deviations)')
      return `| ${id} | ${text.replaceAll('|', '\\|')} | ${files.join(', ') || '–'} |`
    })
  const chosen = (isDeviating: boolean) =>
    rows(Object.fromEntries(Object.entries(choices).filter(([id]) => deviations.includes(id) === isDeviating)))
  const head = (second: string) => [`| Id | ${second} | Proven in |`, '| --- | --- | --- |']
  return [
    '# What the specification shows, and which test proves it',
    '',
    'Written by `node tools/specCoverage.ts` from the titles of the tests; a test fails when it is out of date.',
    '',
    ...head('Behaviour'),
    ...rows(behaviours),
    '',
    '## Our own choices, where it is silent',
    '',
    ...head('Choice'),
    ...chosen(false),
    '',
    '## Where the product deviates from it, in part or in whole',
    '',
    ...head('Choice'),
    ...chosen(true),
    '',
  ].join('\n')
}

/** What has neither a test nor, if it is our own, a reading. */
export function unproven(proven: ReadonlyMap<string, readonly string[]>): string[] {
  const otherwise = decidedOtherwise()
  return [...proven].filter(([id, files]) => files.length === 0 && !otherwise.includes(id)).map(([id]) => id)
}

export const coverageFile = join(root, 'docs', 'spec-coverage.md')

if (process.argv[1] === import.meta.filename) {
  const proven = provenIn(testSources())
  writeFileSync(coverageFile, coverageText(proven))
  const open = unproven(proven)
  console.log(`${relative(root, coverageFile)}: ${proven.size - open.length} of ${proven.size} proven or decided`)
  if (open.length > 0) console.log(`open: ${open.join(' ')}`)
}
