/**
 * Opens an area in a scratch copy of the project, as docs/opening-an-area.md says: transport with a plain master, one with
 * child rows, three masters of clients, a paper whose step asks for input, one with lines and totals, and a board. All of it
 * works at a transport centre, and nothing but `contract/areas.ts` knows of it outside its own folder.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from './copy.ts'

/** So many lines by hand a page on average. */
const most = 35
const pages = 8
const samples = join(import.meta.dirname, 'tms')
const linesOf = (text: string): number => text.trimEnd().split('\n').length

/** @returns lines by hand of each page, on average */
function open(place: string): number {
  let lines = 0
  for (const folder of ['contract', 'server']) mkdirSync(join(place, folder, 'tms'), { recursive: true })
  for (const file of readdirSync(samples)) {
    const text = readFileSync(join(samples, file), 'utf8')
    if (file === 'test.txt') writeFileSync(join(place, 'server/tms/tms.db.test.ts'), text)
    else {
      lines += linesOf(text)
      writeFileSync(join(place, 'contract/tms', file.replace('.txt', '.ts')), text)
    }
  }
  const path = join(place, 'contract/areas.ts')
  const areas = readFileSync(path, 'utf8')
    .replace('import { wms }', "import { tms } from './tms/manifest.ts'\nimport { wms }")
    .replace('[sys, mdm, wms]', '[sys, mdm, wms, tms]')
  writeFileSync(path, areas)
  return lines / pages
}

/** Opens it, writes its tables, and runs what a newcomer would: format, tidy, types, and the tests that know of it. */
export function tryArea(place: string): void {
  copyProject(place)
  const average = open(place)
  const run = (...args: readonly string[]): void => {
    console.log(args.join(' '))
    execFileSync(process.execPath, args, { cwd: place, stdio: 'inherit' })
  }
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'contract/tms', 'server/tms', 'contract/areas.ts')
  run('tools/draftMigration.ts')
  run('tools/tidy.ts')
  run('node_modules/typescript/bin/tsc', '-b', '--checkers', '1', '--builders', '1')
  const vitest = 'node_modules/vitest/vitest.mjs'
  run(vitest, 'run', '--project', 'unit', 'contract', 'server/touches', 'server/refusals', 'server/refs', 'web/pages')
  run(vitest, 'run', '--project', 'db', 'server/tms', 'server/schema')
  console.log(`${average.toFixed(1)} lines a page by hand; at most ${most}`)
  if (average > most) process.exitCode = 1
}
