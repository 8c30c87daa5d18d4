import { spawnSync } from 'node:child_process'
import type { Figures } from './measure.ts'

/** Fetched when it is asked for: its many packages, which nothing else needs, stay out of the lock file. */
const version = '12.8.2'

interface Report {
  readonly categories: Readonly<
    Record<'performance' | 'accessibility' | 'best-practices', { readonly score: number | null }>
  >
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly scoreDisplayMode: string }>
  >
}
interface Judged {
  readonly figures: Figures
  /** Titles of what is not perfect. */
  readonly faults: readonly string[]
}

const flagsOf = (url: string, args: readonly string[]): string[] => [
  url,
  '--preset=desktop',
  '--only-categories=performance,accessibility,best-practices',
  '--output=json',
  '--quiet',
  '--no-enable-error-reporting',
  `--chrome-flags=${['--headless=new', '--disable-gpu', ...args].join(' ')}`,
]

interface Program {
  readonly path: string
  readonly args: readonly string[]
}
/** On a busy machine it now and then misses the start of what it traces, and asks to be run again. */
const attempts = 3

function run(args: readonly string[], browserPath: string, attempt = 1): string {
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', `lighthouse@${version}`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, CHROME_PATH: browserPath },
    maxBuffer: 100_000_000,
    timeout: 300_000,
    // The client for packages is a script on Windows.
    shell: process.platform === 'win32',
  })
  if (status !== 0 && attempt < attempts && stderr.includes('Please run Lighthouse again'))
    return run(args, browserPath, attempt + 1)
  if (status !== 0)
    throw new Error(`Lighthouse failed, --no-lighthouse leaves it out: ${error?.message ?? stderr.slice(-500)}`)
  return stdout
}

/** Fetches it where it is not there yet, so that nothing is measured in vain and nothing is fetched between measurements. */
export const fetchLighthouse = (browser: Program): string => run(['--version'], browser.path)

/** One run of Lighthouse over the log-in screen, as on a desk; nothing is reported anywhere. */
export function lighthouse(url: string, browser: Program): Judged {
  // The shape is Lighthouse's own.
  const { categories, audits } = JSON.parse(run(flagsOf(url, browser.args), browser.path)) as Report
  const score = (name: keyof Report['categories']) => Math.round((categories[name].score ?? 0) * 100)
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
    },
    faults: Object.values(audits)
      .filter((a) => a.score !== null && a.score < 0.9 && /^(binary|numeric|metricSavings)$/.test(a.scoreDisplayMode))
      .map((a) => a.title),
  }
}
