/**
 * `node tools/growth.ts`: what a further master, bill and page costs the tests, in seconds of processor time. A copy of
 * the project is given 20 masters and 10 bills; whatever is proven for every declaration runs without them and with
 * them. Writes `bench/results/growth-<day>.md`. With PostgreSQL and a browser, on a machine that does nothing else.
 */
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from './buildWeb.ts'
import { findBrowser } from './findBrowser.ts'
import { copyProject } from './growth/copy.ts'
import { type Planted, plant } from './growth/plant.ts'
import { startTestPostgres } from './testPostgres.ts'

const most = { master: 0.4, bill: 1.5, page: 1.2 } as const
const variants: readonly Planted[] = [
  { masters: 0, bills: 0 },
  { masters: 20, bills: 0 },
  { masters: 20, bills: 10 },
]
/** The same share of what goes by turns, whatever was planted; small, so that it is one of many and not all. */
const round = '1'

interface Cost {
  readonly server: number
  readonly browser: number
}

/**
 * Of the whole machine, since a browser's processes outlive whoever started them: nothing else may be at work beside it.
 */
const now = (): number => cpus().reduce((ms, { times }) => ms + times.user + times.nice + times.sys, 0) / 1_000

/** Runs a script of the copy. Tests that count what the product has may fail there: their names are told. */
function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', LADING_ROUND: round, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    child.once('error', reject)
    child.once('close', (code) => {
      for (const line of text.split('\n').filter((l) => /^\s*(×|FAIL)/.test(l))) console.log(line)
      if (code === null) reject(new Error(`${args.join(' ')} was ended`))
      else resolve()
    })
  })
}

async function measure(planted: Planted): Promise<Cost> {
  const place = join(root, 'out', 'growth')
  copyProject(place)
  plant(place, planted)
  await run(place, ['tools/draftMigration.ts'])
  await run(place, ['tools/buildWeb.ts'])
  const vitest = (...args: string[]) => ['node_modules/vitest/vitest.mjs', 'run', '--project', ...args]
  const postgres = await startTestPostgres()
  try {
    const onPostgres = { LADING_TEST_DB: 'postgres', LADING_TEST_PG_URL: postgres.url }
    const before = now()
    await run(place, vitest('unit'), {})
    await run(place, vitest('db', 'server/proof', 'server/schema'), onPostgres)
    const between = now()
    const browser = findBrowser()
    if ('reason' in browser) throw new Error(browser.reason)
    const env = { LADING_BROWSER: browser.path, LADING_BROWSER_ARGS: browser.args.join(' ') }
    await run(place, vitest('e2e', 'e2e/walk.e2e.ts'), { ...onPostgres, ...env })
    return { server: between - before, browser: now() - between }
  } finally {
    await postgres.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

const costs: Cost[] = []
for (const planted of variants) {
  costs.push(await measure(planted))
  console.log(planted, costs.at(-1))
}
const [none, masters, all] = costs
if (!none || !masters || !all) throw new Error('a variant was not measured')
const per = {
  master: (masters.server - none.server) / 20,
  bill: (all.server - masters.server) / 10,
  page: (all.browser - none.browser) / 30,
}
const day = new Date().toISOString().slice(0, 10)
const n = (value: number): string => value.toFixed(2)
const report = `# What a further declaration costs the tests, ${day}

Seconds of processor time; unit tests, the proofs over all calls on PostgreSQL, and the walk through all pages.

| Planted | server | browser |
| --- | --- | --- |
${variants.map((v, i) => `| ${v.masters} masters, ${v.bills} bills | ${n(costs[i]?.server ?? 0)} | ${n(costs[i]?.browser ?? 0)} |`).join('\n')}

| Each | costs | at most |
| --- | --- | --- |
${(['master', 'bill', 'page'] as const).map((what) => `| ${what} | ${n(per[what])} | ${most[what]}${per[what] > most[what] ? ', MISSED' : ''} |`).join('\n')}
`
console.log(report)
writeFileSync(join(root, 'bench', 'results', `growth-${day}.md`), report)
