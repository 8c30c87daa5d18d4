/**
 * `node tools/growth.ts`: what the landing run costs once the product has its 182 pages, in seconds of processor time. A copy
 * of the project is given as many masters and bills as pages are missing, and runs `npm test`. Tests that count what the
 * product has fail there: their names are told. Writes `bench/results/growth-<day>.md`; with PostgreSQL and a browser, on a
 * machine that does nothing else.
 */
import { execFileSync, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { built } from '@lading/contract/built.ts'
import { menu, pagesIn } from '@lading/contract/menu.ts'
import { type Base, readBase } from './base.ts'
import { root } from './buildWeb.ts'
import { copyProject } from './growth/copy.ts'
import { plant } from './growth/plant.ts'

/** Processor seconds of a landing run at most. */
const most = 1_900
/** Bills have prefixes of two letters, Z and another one. */
const mostBills = 26

function run(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    child.once('error', reject)
    child.once('close', (code) => (code === null ? reject(new Error(`${args.join(' ')} was ended`)) : resolve(text)))
  })
}

/** As if the planted pages had landed: what changes in a session comes on top. */
function landAll(cwd: string): void {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=growth', '-c', 'user.email=growth@lading.invalid', 'commit', '-qm', 'growth: Plant.')
  const base: Base = { ...readBase(), commit: git('rev-parse', 'HEAD'), owed: [] }
  writeFileSync(join(cwd, 'tools', 'base.json'), `${JSON.stringify(base)}\n`)
}

const pages = menu.flatMap(pagesIn).length
const missing = pages - built.length
const bills = Math.min(mostBills, Math.floor(missing / 3))
const place = join(root, 'out', 'growth')
try {
  await growAll()
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** Plants all missing pages and runs everything. */
async function growAll(): Promise<void> {
  copyProject(place)
  plant(place, { masters: missing - bills, bills })
  await run(place, ['tools/draftMigration.ts'])
  landAll(place)
  const told = (await run(place, ['tools/test.ts'])).split('\n')
  const [, steps = '', sum = ''] = /^processor seconds: (.*); together (\d+)$/m.exec(told.join('\n')) ?? []
  const report = `# What the landing run costs with ${pages} pages

${built.length} pages and ${missing} planted ones (${missing - bills} masters, ${bills} bills), in seconds of processor time. Nothing has changed since
the last landing: what a session changes comes on top.

| Step | Seconds |
| --- | --- |
${steps
  .split('; ')
  .map((step) => `| ${step.replace(/ (\d+)$/, ' | $1')} |`)
  .join('\n')}
| together | ${sum} |

At most ${most}${Number(sum) > most ? ': MISSED' : ''}. Planted pages bring no tests of their own.

${told
  .filter((line) => /^(failed|unsteady|left|round)/.test(line))
  .map((line) => `- ${line}`)
  .join('\n')}
`
  console.log(report)
  writeFileSync(join(root, 'bench', 'results', `growth-${new Date().toISOString().slice(0, 10)}.md`), report)
}
