import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const root = join(import.meta.dirname, '..')
const password = 'Demo1234x'
const startMs = 120_000

export interface Running {
  readonly url: string
  readonly browser: Browser
  /** A fresh browser profile, logged in as a demo user, with its errors watched. */
  open(username: string, o?: { width?: number; height?: number; language?: 'zh-CN' | 'en-US' }): Promise<Session>
  close(): Promise<void>
}
export interface Session {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, failed calls and page errors since the last look. */
  troubles(): string[]
}

/** Starts the product as a newcomer gets it: embedded database, demo company, built client. */
export async function start(): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-e2e-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LADING_DEMO_PASSWORD: password,
    LOG_LEVEL: 'error',
  }
  delete (env as Record<string, string | undefined>).DATABASE_URL
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await addressOf(child)
  const browser = await chromium.launch({
    executablePath: process.env.LADING_BROWSER ?? '/usr/bin/chromium',
    args: [
      ...(process.env.LADING_BROWSER_ARGS ?? '--no-sandbox').split(' ').filter(Boolean),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return {
    url,
    browser,
    open: (username, o = {}) => open(browser, url, username, o),
    close: async () => {
      await browser.close()
      await ended(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start in time')), startMs)
    let text = ''
    child.stdout?.on('data', (d: Buffer) => {
      text += d.toString()
      const found = /ready: (https?:\/\/\S+)/.exec(text)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

async function open(
  browser: Browser,
  url: string,
  username: string,
  o: { width?: number; height?: number; language?: string },
): Promise<Session> {
  const context = await browser.newContext({
    viewport: { width: o.width ?? 1440, height: o.height ?? 900 },
    locale: o.language ?? 'zh-CN',
  })
  const page = await context.newPage()
  const found: string[] = []
  page.on('pageerror', (error) => found.push(`page error: ${error.message}`))
  page.on('console', (m) => {
    if (m.type() === 'error') found.push(`console: ${m.text()}`)
  })
  page.on('response', (r) => {
    if (r.status() >= 500) found.push(`${r.status()} ${r.url()}`)
  })
  await page.goto(`${url}/#/login`)
  if (o.language === 'en-US') await page.getByRole('button', { name: 'English' }).click()
  await logIn(page, url, username)
  return { page, context, troubles: () => found.splice(0) }
}

export async function logIn(page: Page, url: string, username: string, typed = password): Promise<void> {
  await page.goto(`${url}/#/login`)
  await page.getByLabel(/租户|Tenant/).fill('demo')
  await page.getByLabel(/用户名|User name/).fill(username)
  await page.getByLabel(/^(密码|Password)/).fill(typed)
  await page.locator('button[type=submit]').click()
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
          runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'],
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
