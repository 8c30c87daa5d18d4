import type { Locator, Page } from 'playwright-core'

/** Presses what a row, card or page head offers under a name, whether it stands there or behind the button for more. */
export async function act(page: Page, within: Locator, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true })
  const more = within.getByRole('button', { name: /^(更多|More)$/ })
  await button.or(more).first().waitFor()
  if (await button.first().isVisible()) return button.first().click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
