import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const settleMs = 30_000
const againMs = 50

/** Follows what a page asks the server, so that a test goes on as soon as everything has been answered. */
export function follow(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let waiting: (() => void)[] = []
  page.on('request', (r) => /\/api\/|\/assets\//.test(r.url()) && open.add(r))
  const done = (r: Request) => {
    open.delete(r)
    if (open.size > 0) return
    for (const go of waiting) go()
    waiting = []
  }
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  /** Waits here and not in the page, which draws a frame for each question. */
  const answered = (until: number): Promise<unknown> =>
    open.size === 0
      ? Promise.resolve()
      : Promise.race([
          new Promise<void>((go) => waiting.push(go)),
          sleep(until - Date.now(), undefined, { ref: false }),
        ])
  const isDrawn = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              resolve(
                ![...document.querySelectorAll('[aria-busy=true], .ant-spin-spinning, .ant-btn-loading')].some((e) =>
                  e.checkVisibility(),
                ),
              ),
            ),
          ),
        ),
    )
  return async () => {
    const until = Date.now() + settleMs
    // Twice in a row: the browser tells of a request a moment after the page has asked for it.
    for (let quiet = 0; quiet < 2; ) {
      if (Date.now() > until) throw new Error(`no rest at ${page.url()}: ${[...open].map((r) => r.url()).join(' ')}`)
      await answered(until)
      const isQuiet = (await isDrawn()) && open.size === 0
      quiet = isQuiet ? quiet + 1 : 0
      if (!isQuiet) await sleep(againMs)
    }
  }
}

/** What must never be read on a screen, in any language. */
export const faultsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isEnglish = document.documentElement.lang === 'en-US'
    const seen = (selector: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((e) => e.checkVisibility())
        .map((e) => e.innerText.trim())
    const text = document.body.innerText
    // What a page names as a placeholder to be written.
    const named = new Set(seen('.placeholders code'))
    // Dates in the pattern of a number, `{yyMMdd}`, are data; no text has a place of that name.
    const broken = (
      text.match(/\{(?!(?:yyyy|yy|MM|dd)+\})[a-z]\w*\}|\bundefined\b|\bNaN\b|\[object |\bnull\b|Invalid Date/g) ?? []
    ).filter((part) => !named.has(part))
    const errors = seen('.notice.tone-bad, .state[role=alert]')
    // Words of the product itself; cells, headings, links and what is chosen by its name show data.
    const own = seen(
      'th, label:not(.ant-checkbox-wrapper):not(.names label), dt, .filter-title, .ant-tabs [role=tab], [role=menuitem], .page-actions button:not(.head-org), .ant-modal-footer button, .row-buttons button, .bulk button, .log b',
    )
    const foreign = isEnglish
      ? own.filter((t) => /[\u4e00-\u9fff]/.test(t) && t !== '中文')
      : own.filter((t) => /^[a-z]+[A-Z]\w+$|^[A-Z]+_[A-Z_]+$/.test(t))
    const codes = seen('.status, .log b, td, dd').filter((t) => /^[A-Z]{3,}_[A-Z_]+$|^[a-z]+[A-Z][a-zA-Z]+$/.test(t))
    return [
      ...broken.map((b) => `shows ${b}`),
      ...errors.map((e) => `says ${e}`),
      ...foreign.map((f) => `does not translate ${f}`),
      ...codes.filter((c) => !/^V_/.test(c)).map((c) => `shows the code ${c}`),
    ]
  })
