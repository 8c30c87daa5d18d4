/**
 * `npm run bench:web`: what the client weighs and how soon it is there, medians of visits with an empty cache.
 *
 * - `--url=https://…` measures what runs elsewhere, and only prints. Without `--password=` (with `--tenant=` and
 *   `--username=`) it goes as far as the log-in screen, which may be another product's: it is there as soon as what
 *   `--ready=` selects is seen.
 * - `--no-lighthouse` leaves Lighthouse out, which is fetched for it.
 * - `--runs=5`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { chromium } from 'playwright-core'
import { buildWeb } from '../tools/buildWeb.ts'
import { demoPassword } from '../tools/demoSeed.ts'
import { startDemo } from '../tools/demoServer.ts'
import { findBrowser } from '../tools/findBrowser.ts'
import { fetchLighthouse, lighthouse } from './web/lighthouse.ts'
import { type Figures, type Measure, measures, type Target, visit } from './web/measure.ts'

const option = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const runs = Number(option('runs') ?? 5)
const withLighthouse = !process.argv.includes('--no-lighthouse')

type Name = keyof typeof measures
const names = Object.keys(measures) as Name[]
const measureOf = (name: Name): Measure => measures[name]

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

function rowOf(name: Name, seen: readonly Figures[]): string[] {
  const { title, unit, digits = 0, most, least } = measureOf(name)
  const values = seen.map((f) => f[name]).filter((v) => v !== undefined)
  const wanted = most !== undefined ? `≤ ${most}` : least !== undefined ? `≥ ${least}` : ''
  if (values.length === 0) return [title, '–', unit, wanted, '', '']
  const middle = median(values)
  const isMissed = middle > (most ?? Number.POSITIVE_INFINITY) || middle < (least ?? Number.NEGATIVE_INFINITY)
  const verdict = wanted === '' ? '' : isMissed ? '**missed**' : 'met'
  const show = (value: number) => value.toFixed(digits)
  return [title, `**${show(middle)}**`, unit, wanted, verdict, values.map(show).join(', ')]
}

interface Measured {
  readonly seen: readonly Figures[]
  /** What Lighthouse would have otherwise. */
  readonly faults: readonly string[]
  /** How many programs wanted a processor in the minute before each run. */
  readonly loads: readonly number[]
}
async function measure(target: Target): Promise<Measured> {
  const found = findBrowser()
  if ('reason' in found) throw new Error(found.reason)
  if (withLighthouse) fetchLighthouse(found)
  const seen: Figures[] = []
  const loads: number[] = []
  const faults = new Set<string>()
  for (let i = 0; i < runs; i++) {
    loads.push(loadavg()[0] ?? 0)
    // A browser of its own: nothing compiled before is left.
    const browser = await chromium.launch({ executablePath: found.path, args: [...found.args, '--disable-gpu'] })
    try {
      seen.push(await visit(browser, target))
    } finally {
      await browser.close()
    }
    if (!withLighthouse) continue
    const judged = lighthouse(`${target.url}/`, found)
    seen.push(judged.figures)
    for (const fault of judged.faults) faults.add(fault)
  }
  return { seen, loads, faults: [...faults] }
}

function reportOf(what: string, day: string, { seen, faults, loads }: Measured): string {
  const head = ['Measure', 'median', 'unit', 'wanted', '', `${runs} runs`]
  const shown = names.filter((name) => withLighthouse || measureOf(name).least === undefined)
  const lines = [head, head.map(() => '---'), ...shown.map((name) => rowOf(name, seen))]
  const judged =
    faults.length === 0 ? 'Lighthouse finds nothing to improve.' : `Lighthouse names: ${faults.join(' · ')}`
  return `# The client, ${day}

${what}; ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB. Headless Chromium at 1440 × 900, empty cache, no
limit on network or processor; a kB is 1,000 bytes. Bytes and requests are facts, and a test. Times depend on the machine and
on what else it does: its load before each run was ${loads.map((load) => load.toFixed(1)).join(', ')}, of which more than ${cpus().length} waits.

${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}
${withLighthouse ? `\n${judged}\n` : ''}`
}

const elsewhere = option('url')?.replace(/\/$/, '')
if (elsewhere === undefined) await buildWeb()
const demo = elsewhere === undefined ? await startDemo() : undefined
try {
  const password = option('password') ?? (demo && demoPassword)
  const account = password && {
    tenant: option('tenant') ?? 'demo',
    username: option('username') ?? 'admin',
    password,
  }
  const url = demo?.url ?? elsewhere ?? ''
  const measured = await measure({ url, ready: option('ready') ?? 'input[type=password]', ...(account && { account }) })
  const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
  const day = new Date().toISOString().slice(0, 10)
  const text = reportOf(elsewhere ?? `Production build of commit ${commit()} with the demo company`, day, measured)
  console.log(text)
  if (demo) {
    mkdirSync(new URL('results/', import.meta.url), { recursive: true })
    writeFileSync(new URL(`results/web-${day}.md`, import.meta.url), text)
  }
} finally {
  await demo?.end()
}
