import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses what a row, card or page head offers under a name, whether it stands there or behind the button for more. */
export async function act(page: Page, within: Locator, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true })
  const more = within.getByRole('button', { name: /^(更多|More)$/ })
  await button.or(more).first().waitFor()
  if (await button.first().isVisible()) return button.first().click()
  await more.click()
  const item = page.getByRole('menuitem', { name, exact: true })
  // A row that is drawn anew in that moment has closed its menu.
  await item.waitFor({ state: 'attached', timeout: 5_000 }).catch(() => more.click())
  await item.dispatchEvent('click')
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

/** What has the focus, when all that a key or a click has set going has been drawn. */
export const focusedNow = (page: Page): Promise<{ role: string | null; text: string | null }> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const at = document.activeElement
            resolve({ role: at?.getAttribute('role') ?? null, text: at?.textContent ?? null })
          }),
        ),
      ),
  )

/** Types into the search of the menu. A page that is just entered may take the focus after the key. */
export async function searchMenu(page: Page, typed: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k')
      return (await focusedNow(page)).role
    })
    .toBe('combobox')
  await page.keyboard.type(typed)
}

/** Goods of the demo company that owner O1 has. */
export const goods = [
  '100000',
  '100001',
  '100002',
  '100010',
  '100011',
  '100012',
  '100020',
  '100021',
  '100022',
  '100100',
]

/** What a spreadsheet puts on the clipboard, at the cell that has the focus. */
export const paste = (page: Page, text: string) =>
  page.evaluate((plain) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', plain)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
