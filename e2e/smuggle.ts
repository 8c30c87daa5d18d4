import type { Page } from 'playwright-core'
import type { Running } from './support.ts'

declare global {
  interface Window {
    hacked?: string
  }
}

/** A fresh page of somebody who is not logged in; `inject` is smuggled into the document on its way. */
export async function opened(lading: Running, inject = ''): Promise<Page> {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) => {
      sessionStorage.setItem('breaches', `${sessionStorage.getItem('breaches') ?? ''} ${e.effectiveDirective}`)
    })
  })
  await page.route(`${lading.url}/`, async (route) => {
    const answer = await route.fetch()
    const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
    const body = (await answer.text()).replace('</body>', `${inject.replaceAll('NONCE', nonce)}</body>`)
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`${lading.url}/#/login`)
  await page.locator('button[type=submit]').waitFor()
  return page
}
export const hacked = (page: Page) => page.evaluate(() => window.hacked)
export const breaches = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => sessionStorage.getItem('breaches') ?? '')).trim().split(' ').filter(Boolean)
