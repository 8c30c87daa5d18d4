import type { Browser, BrowserContext, ConsoleMessage, Page, Response } from 'playwright-core'

/** For everything that a person would wait for: generous, because the machine may be slow and shared. */
const waitMs = 60_000

export interface Opening {
  readonly width?: number
  readonly height?: number
  readonly language?: 'zh-CN' | 'en-US'
  readonly timezone?: string
  /** Left out, the demo users'. */
  readonly password?: string
  /** Left out, the demo company. */
  readonly tenant?: string
}
/** A browser profile in which somebody is logged in, with one page. */
export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** What must never happen on a page, as far as it has happened. */
  readonly found: string[]
  /** Nobody uses it any more; a profile that is kept waits for the next one. */
  readonly giveBack: () => Promise<void>
  /** What went wrong in it must not meet the next one. */
  readonly spoil: () => void
}
interface Kept {
  readonly key: string
  readonly context: BrowserContext
  readonly page: Page
  /** Where the log-in led to, and what it left in the browser's storage. */
  readonly landing: string
  readonly state: string
  isFree: boolean
}
/** Of this worker's server, all of them. */
const kept = new Set<Kept>()

const sizeOf = (o: Opening) => ({ width: o.width ?? 1440, height: o.height ?? 900 })

/** @param enter logs the user in */
export async function openFresh(browser: Browser, o: Opening, enter: (page: Page) => Promise<void>): Promise<Profile> {
  const context = await browser.newContext({
    viewport: sizeOf(o),
    locale: o.language ?? 'zh-CN',
    reducedMotion: 'reduce',
    ...(o.timezone && { timezoneId: o.timezone }),
  })
  context.setDefaultTimeout(waitMs)
  await tellBreaches(context)
  const page = await context.newPage()
  const found = watch(page)
  await enter(page)
  await page.waitForURL(/#\/app-/)
  return { context, page, found, giveBack: () => context.close(), spoil: () => undefined }
}

/** A profile in which the user has logged in before, as it was then; or a fresh one, which is kept. */
export async function openKept(
  browser: Browser,
  username: string,
  o: Opening,
  enter: (page: Page) => Promise<void>,
): Promise<Profile> {
  const key = JSON.stringify([username, o.tenant, o.password, o.language, o.timezone])
  for (const free of [...kept].filter((k) => k.key === key && k.isFree)) {
    free.isFree = false
    const found = await renew(free, o)
    if (found) return profileOf(free, found)
    await free.context.close()
  }
  const { context, page, found } = await openFresh(browser, o, enter)
  const state = await page.evaluate((name) => localStorage.getItem(name) ?? '{}', storedKey)
  const made: Kept = { key, context, page, landing: page.url(), state, isFree: false }
  kept.add(made)
  context.once('close', () => kept.delete(made))
  return profileOf(made, found)
}

function profileOf(k: Kept, found: string[]): Profile {
  let isSpoilt = false
  return {
    context: k.context,
    page: k.page,
    found,
    giveBack: async () => {
      if (isSpoilt || k.page.isClosed()) await k.context.close()
      else k.isFree = true
    },
    spoil: () => {
      isSpoilt = true
    },
  }
}

/** Closes what a file has left open beside the kept profiles. */
export async function closeOthers(browser: Browser): Promise<void> {
  const stays = new Set([...kept].map((k) => k.context))
  for (const context of browser.contexts()) if (!stays.has(context)) await context.close()
}

const storedKey = 'wl.state.v1'
const heard = ['pageerror', 'console', 'request', 'response', 'requestfinished', 'requestfailed', 'dialog', 'download']

/**
 * Brings a profile back to where it was after its log-in. The page stays the same, and so its process, which knows the
 * program already. @returns what goes wrong from now on; undefined when its session is no longer the one it was
 */
async function renew({ context, page, landing, state }: Kept, o: Opening): Promise<string[] | undefined> {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of heard) page.removeAllListeners(event).context().removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' })
  await page.setViewportSize(sizeOf(o))
  await page.mouse.move(0, 0)
  // Of the same place, so that what is stored can be reached, and without the program, which would store again.
  await page.goto(new URL('/version.json', landing).href)
  const isSame = await page.evaluate(
    async ([name, before]) => {
      const { session } = JSON.parse(localStorage.getItem(name) ?? '{}')
      const first = JSON.parse(before)
      localStorage.clear()
      sessionStorage.clear()
      for (const { name: database } of await indexedDB.databases())
        if (database && database !== 'wl.keys') indexedDB.deleteDatabase(database)
      // Its tokens may have been renewed since.
      localStorage.setItem(name, JSON.stringify({ ...first, session }))
      const whoOf = (s: typeof session) => [s?.status, s?.sid, s?.user?.workingOrg?.id].join()
      return document.cookie !== '' && whoOf(session) === whoOf(first.session)
    },
    [storedKey, state] as const,
  )
  if (!isSame) return undefined
  const found = watch(page)
  // The session may have ended at the server, too. The page is drawn from what is stored, before anything was answered.
  const isOn = page.waitForResponse(isOfSession).then(
    (first) => first.ok(),
    () => false,
  )
  await page.goto(landing)
  await page.locator('.head-user, .login-form, dialog.gate').first().waitFor()
  return (await page.locator('.head-user').isVisible()) && (await isOn) ? found : undefined
}

/** The answer to a call that only somebody who is logged in may ask. */
const isOfSession = (r: Response): boolean => r.request().headers()['x-access-token'] !== undefined

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
    if (m.type() === 'error' && !isMergedHistory(m)) found.push(`console: ${m.text()} ${m.location().url}`)
  })
  page.on('response', (r) => {
    if (r.status() >= 500) found.push(`${r.status()} ${r.url()}`)
  })
  return found
}
