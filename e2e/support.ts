import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished, TestRunner } from 'vitest'
import { logIn as logInByCalls } from '../tools/day/client.ts'
import { demoPassword } from '../tools/demoSeed.ts'
import { isTurn } from '../tools/round.ts'
import { closeOthers, type Opening, openFresh, openKept, type Profile } from './profiles.ts'
import type {} from './server.ts'

/** What a page looked like when its test failed. */
const shotsDir = join(import.meta.dirname, '..', 'out', 'e2e')
export interface Running {
  readonly url: string
  readonly browser: Browser
  /** A page of a demo user who is logged in, with its errors watched. Only his session is left of what was done before. */
  open(username: string, o?: Opening): Promise<Session>
  /** The same in a browser profile of its own, into which he has just logged in: for what is about sessions and storage. */
  fresh(username: string, o?: Opening): Promise<Session>
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

let launched: Promise<Browser> | undefined
/** The browser of this worker, which ends with it. */
async function ownBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launch()
  return launched as Promise<Browser>
}

/** A browser at the product, which runs already. */
export async function start(): Promise<Running> {
  const url = ownServer()
  const browser = await ownBrowser()
  const enter = (username: string, o: Opening) => (page: Page) => logIn(page, url, username, o.password, o.tenant)
  /** What a whole file shares is opened before its tests, when there is none that could fail or end. */
  const shared: Profile[] = []
  const use = (p: Profile, username: string): Session => {
    if (TestRunner.getCurrentTest() === undefined) shared.push(p)
    else
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') {
          p.spoil()
          const path = join(shotsDir, `${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${username}.png`)
          await p.page.screenshot({ path }).catch(() => undefined)
        }
        await p.giveBack()
      })
    return { page: p.page, context: p.context, troubles: () => p.found.splice(0) }
  }
  return {
    url,
    browser,
    open: async (username, o = {}) => use(await openKept(browser, username, o, enter(username, o)), username),
    fresh: async (username, o = {}) => use(await openFresh(browser, o, enter(username, o)), username),
    person: (username, org = 'DC01') => logInByCalls(new URL(url), 'demo', username, demoPassword, org),
    close: async () => {
      for (const p of shared) await p.giveBack()
      await closeOthers(browser)
    },
  }
}

export async function logIn(
  page: Page,
  url: string,
  username: string,
  typed = demoPassword,
  tenant = 'demo',
): Promise<void> {
  await page.goto(`${url}/#/login`)
  await page.getByLabel(/租户|Tenant/).fill(tenant)
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
/** The door and the dialogs are looked at in every run, all else once in so many landings. */
const axeAlways = /\/(dialogs|door|login)\.e2e\.ts$/
const axeEvery = 8
const isAxeDue = (): boolean => {
  const { testPath = '' } = expect.getState()
  return axeAlways.test(testPath) || isTurn(testPath.slice(testPath.lastIndexOf('/')), axeEvery)
}
/** Serious and critical findings of axe on what is shown now; none when it is not the turn of what asks. */
export const axe = async (page: Page, isDue = isAxeDue()): Promise<string[]> => (isDue ? findings(page) : [])

async function findings(page: Page): Promise<string[]> {
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
