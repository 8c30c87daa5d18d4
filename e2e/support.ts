import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFailed } from 'vitest'
import { logIn as logInByCalls } from '../tools/day/client.ts'
import { demoPassword } from '../tools/demoSeed.ts'
import type {} from './server.ts'

/** What a page looked like when its test failed. */
const shotsDir = join(import.meta.dirname, '..', 'out', 'e2e')
/** For everything that a person would wait for: generous, because the machine may be slow and shared. */
const waitMs = 60_000

interface Opening {
  readonly width?: number
  readonly height?: number
  readonly language?: 'zh-CN' | 'en-US'
  readonly timezone?: string
  /** Left out, the demo users'. */
  readonly password?: string
}
export interface Running {
  readonly url: string
  readonly browser: Browser
  /** A fresh browser profile, logged in as a demo user, with its errors watched. */
  open(username: string, o?: Opening): Promise<Session>
  /** The same user without a browser: prepares documents and counts what came of them. */
  person(username: string, org?: string): ReturnType<typeof logInByCalls>
  close(): Promise<void>
}
export interface Session {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, failed calls and page errors since the last look. */
  troubles(): string[]
}

export const launch = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.LADING_BROWSER ?? '/usr/bin/chromium',
    args: [
      ...more,
      ...(process.env.LADING_BROWSER_ARGS ?? '--no-sandbox').split(' ').filter(Boolean),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** The server that runs for this worker alone. */
function ownServer(): string {
  const url = inject('ladingUrls')[Number(process.env.VITEST_POOL_ID) - 1]
  if (url === undefined) throw new Error(`no server for worker ${process.env.VITEST_POOL_ID}`)
  return url
}

/** A browser at the product, which runs already. */
export async function start(): Promise<Running> {
  const url = ownServer()
  const browser = await launch()
  return {
    url,
    browser,
    open: (username, o = {}) => open(browser, url, username, o),
    person: (username, org = 'DC01') => logInByCalls(new URL(url), 'demo', username, demoPassword, org),
    close: () => browser.close(),
  }
}

async function open(browser: Browser, url: string, username: string, o: Opening): Promise<Session> {
  const context = await browser.newContext({
    viewport: { width: o.width ?? 1440, height: o.height ?? 900 },
    locale: o.language ?? 'zh-CN',
    reducedMotion: 'reduce',
    ...(o.timezone && { timezoneId: o.timezone }),
  })
  context.setDefaultTimeout(waitMs)
  await tellBreaches(context)
  const page = await context.newPage()
  const found = watch(page)
  // What a whole file shares is opened before its tests, when there is none that could fail.
  if (expect.getState().currentTestName !== undefined)
    onTestFailed(async ({ task }) => {
      const path = join(shotsDir, `${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${username}.png`)
      await page.screenshot({ path }).catch(() => undefined)
    })
  await page.goto(`${url}/#/login`)
  await logIn(page, url, username, o.password)
  await page.waitForURL(/#\/app-/)
  return { page, context, troubles: () => found.splice(0) }
}

/** What the content policy refuses, also where the browser itself would only report it. */
const tellBreaches = (context: BrowserContext) =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) =>
      console.error(`content policy: ${e.effectiveDirective} ${e.blockedURI} ${e.sourceFile ?? ''} ${e.sample}`),
    )
  })

/** Two browsers of one user at the same moment: the second is told so, reads again and merges. The browser logs it. */
const isMergedHistory = (m: ConsoleMessage): boolean =>
  m.location().url.endsWith('/userPreference/updateHistory') && m.text().includes('409')

/** Collects what must never happen on a page. */
export function watch(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`page error: ${error.message}`))
  page.on('console', (m) => {
    if (m.type() === 'error' && !isMergedHistory(m)) found.push(`console: ${m.text()}`)
  })
  page.on('response', (r) => {
    if (r.status() >= 500) found.push(`${r.status()} ${r.url()}`)
  })
  return found
}

export async function logIn(page: Page, url: string, username: string, typed = demoPassword): Promise<void> {
  await page.goto(`${url}/#/login`)
  await page.getByLabel(/租户|Tenant/).fill('demo')
  await page.getByLabel(/用户名|User name/).fill(username)
  await page.getByLabel(/^(密码|Password)/).fill(typed)
  await page.locator('button[type=submit]').click()
}

/** Goes to a page of the menu, as a link would. */
export async function visit(page: Page, entry: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/app-${entry}`)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
interface Violation {
  id: string
  impact: string | null
  nodes: { target: string[] }[]
}
/** Serious and critical findings of axe on what is shown now. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async () =>
      (
        await (window as unknown as { axe: { run(o: object): Promise<{ violations: Violation[] }> } }).axe.run({
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        })
      ).violations,
  )
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    )
}
