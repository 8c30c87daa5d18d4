import type { Locator, Page } from 'playwright-core'

/** Presses what a row, card or page head offers under a name, whether it stands there or behind the button for more. */
export async function act(page: Page, within: Locator, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true })
  const more = within.getByRole('button', { name: /^(更多|More)$/ })
  await button.or(more).first().waitFor()
  if (await button.first().isVisible()) return button.first().click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).dispatchEvent('click')
}

/** The page of the tab in sight. */
export const panel = (page: Page): Locator => page.locator('.tab-panel:visible')
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last()

/** Chooses in a field that searches. */
export async function choose(page: Page, field: Locator, typed: string): Promise<void> {
  await field.click()
  await field.fill(typed)
  await page.locator('.ant-select-item-option:visible', { hasText: typed }).first().click()
}

/** Waits for the toast that says how it went. */
export const toast = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('.notice').getByText(text).last().waitFor()

/** Switches to another organisation of the user. */
export async function workAt(page: Page, org: string): Promise<void> {
  await page.locator('button.head-org').click()
  await page
    .getByRole('row', { name: new RegExp(org) })
    .getByRole('button')
    .click()
  await page.locator('.org-table').waitFor({ state: 'detached' })
}
