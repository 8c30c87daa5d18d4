import type { BrowserContext, Locator, Page } from 'playwright-core'

export const gate = (page: Page) => page.locator('dialog.gate')
export const expiredText = '登录过期,是否跳转到登录界面'
export const otherText = '同一个浏览器同一个环境，已登录其他账号，请刷新浏览器'
export const refreshPath = '**/fw/api/sys/user/refreshToken'
/** The page is that of somebody who is logged in. */
export const isIn = (page: Page) => page.locator('.head-user').waitFor()
export const isOut = (page: Page) => page.locator('.login-form').waitFor()

export interface Saved {
  status: string
  sid?: string
  tokens?: { accessToken: string; refreshToken: string; expiresAt: number }
}
export const saved = (page: Page): Promise<Saved> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}').session)
/** Another tab of the same browser, at the same place. */
export async function beside(context: BrowserContext, from: Page): Promise<Page> {
  const page = await context.newPage()
  await page.goto(from.url())
  await isIn(page)
  return page
}
/** Counts the renewals that the server has granted. */
export function countRefreshes(context: BrowserContext): () => number {
  let count = 0
  context.on('response', (r) => {
    // A clock that was moved makes the first one be refused; the second one knows the server's time.
    if (r.url().endsWith('/refreshToken') && r.ok()) count += 1
  })
  return () => count
}
/** The server's tokens live so long, as far as this browser is told. */
export const shortLife = (context: BrowserContext, expiresIn: number) =>
  context.route(/sys\/user\/(login|refreshToken)$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.data) body.data.expiresIn = expiresIn
    await route.fulfill({ response: answer, json: body })
  })

/** @param told what the question must say besides */
export async function logOutByMenu(page: Page, told?: Locator): Promise<void> {
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: /^(注销|Log out)$/ }).click()
  await page.getByText(/^(是否确认注销当前账户\?|Log out of the current account\?)$/).waitFor()
  await told?.waitFor()
  // By key: a question that still grows would let a quick press of the mouse go beside its button.
  await page.getByRole('dialog').getByRole('button').last().press('Enter')
}
