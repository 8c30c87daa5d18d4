import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPlanted, plantedScript, plantedSql } from './planted.ts'
import { endpointPath, formsPath } from './proxy.ts'
import { inFolder, run } from './run.ts'
import { plain } from './targets.ts'

/**
 * What wapiti tries. Left out: what fetches its lists from elsewhere (nikto, wapp), the guessing of paths and passwords
 * (buster, brute_login_form: the calls are known, and guessing is T37's), what measures time (blindsql), and what wants a token
 * in each form (csrf: no cookie says who somebody is, so another site has nothing to ride on; and the forms are ours alone).
 */
const onCalls = ['crlf', 'exec', 'file', 'permanentxss', 'redirect', 'shellshock', 'sql', 'ssrf', 'xss', 'xxe']
const onSite = [...onCalls, 'backup', 'cookieflags', 'csp', 'htaccess', 'http_headers', 'methods']

/** What it names and is meant so. */
const meant = [
  // Browsers have dropped the filter that this header turned on, because it opened holes; the content policy stands instead.
  'X-XSS-Protection is not set',
]

interface Found {
  readonly path: string
  readonly info: string
  readonly parameter: string | null
}
interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly Found[]>>
  readonly anomalies: Readonly<Record<string, readonly Found[]>>
}

/**
 * Crawls from the client's page, or from the page of forms, and attacks what it learns. It must find what is planted
 * there: SQL through a form, a script through an address.
 * @param what the calls as somebody who is logged in, or the site and the open calls as nobody
 * @returns what it takes for a weakness
 */
export const wapiti = (base: string, what: 'calls' | 'site', until: number): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    const file = join(folder, 'report.json')
    const modules = what === 'calls' ? onCalls : onSite
    const seconds = Math.floor((until - Date.now()) / 1000)
    const starts = [formsPath, plain(plantedScript.path + plantedScript.query)].flatMap((p) => ['-s', base + p])
    const args = [
      ...['-u', what === 'calls' ? base + formsPath : `${base}/`, '--scope', 'domain', ...starts],
      ...['--max-scan-time', String(Math.floor(seconds / 4)), '-t', '20', '-d', '3', '-S', 'paranoid'],
      ...['-m', modules.join(','), '--endpoint', base + endpointPath, '--no-bugreport', '--flush-session'],
      ...['--store-session', folder, '--store-config', folder, '-f', 'json', '-o', file],
    ]
    const launched: string[] = []
    const { said, isDone } = await run('wapiti', args, folder, until, (text) => {
      const name = /Launching module (\w+)/.exec(text)?.[1]
      if (name === undefined) return
      launched.push(name)
      console.log(`  wapiti, ${what} ${launched.length}/${modules.length} ${name}`)
    })
    if (!isDone) return [`wapiti came to no end on the ${what}: ${launched.length} of ${modules.length} modules`]
    if (!existsSync(file)) return [`wapiti wrote no report on the ${what}: ${said.slice(-800)}`]
    // The shape is wapiti's own.
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const all = [...Object.entries(report.vulnerabilities), ...Object.entries(report.anomalies)].flatMap(
      ([kind, list]) => list.map(({ path, info, parameter }) => `${kind}: ${path} ${parameter ?? ''} ${info}`),
    )
    const sees = (kind: RegExp, path: string) => all.some((text) => kind.test(text) && text.includes(path))
    const unseen = [
      ...modules.filter((name) => !launched.includes(name)),
      ...(sees(/^Cross Site/i, plantedScript.path) ? [] : ['the planted script']),
      ...(sees(/^SQL/i, plantedSql.path) ? [] : ['the planted SQL']),
    ]
    const blind = unseen.length > 0 ? [`wapiti is blind on the ${what}: ${unseen.join(', ')}: ${said.slice(-800)}`] : []
    const real = all.filter((text) => !isPlanted(text) && !meant.some((words) => text.includes(words)))
    return [...blind, ...real.map((text) => `wapiti: ${text}`)]
  })
