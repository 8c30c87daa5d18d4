import type { Locator, Page } from 'playwright-core'
import { visit } from './support.ts'
import { scan } from './wedge.ts'

declare global {
  interface Window {
    /** What a worker felt and heard: patterns of vibration, and tones in hertz. */
    felt: (readonly number[] | number)[]
  }
}

/** Notes every vibration and every tone from now on. */
export const feel = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.felt = []
    navigator.vibrate = (pattern) => {
      window.felt.push(typeof pattern === 'number' ? pattern : [...pattern])
      return true
    }
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (at) {
      window.felt.push(this.frequency.value)
      start.call(this, at)
    }
  })
/** What was felt since the last look. */
export const felt = (page: Page): Promise<Window['felt']> => page.evaluate(() => window.felt.splice(0))
export const wrong: Window['felt'] = [[120, 80, 200], 220, 180]

/** The station in sight; those of other tabs stay alive behind it. */
export const station = (page: Page): Locator => page.locator('.station:visible')

/** Opens the station of a list's type of task, as its button does. */
export async function enterStation(page: Page, entry: string): Promise<void> {
  await visit(page, entry)
  await page.locator('.to-station:visible').click()
  await station(page).waitFor()
}
export const press = (page: Page, name: RegExp | string): Promise<void> =>
  station(page).getByRole('button', { name }).first().click()
const named: Readonly<Record<string, string>> = { '+': '加零散数量', '⌫': '删除一位' }
/** Types a quantity on the keypad as a thumb does: `1+2` is a case and two loose ones. */
export async function type(page: Page, keys: string): Promise<void> {
  for (const key of keys)
    await station(page)
      .getByRole('button', { name: named[key] ?? key, exact: true })
      .click()
}
/** Waits for the line that answers a scan or a button. */
export const told = (page: Page, text: RegExp | string): Promise<void> =>
  station(page).locator('.station-flash').getByText(text).waitFor()
/** Waits for what the station asks next. */
export const asked = (page: Page, text: RegExp | string): Promise<void> =>
  station(page).locator('.station-ask').getByText(text).waitFor()

/** Waits for words anywhere on the station. */
export const sees = (page: Page, text: RegExp | string): Promise<void> =>
  station(page).getByText(text).first().waitFor()

/** Scans and waits for what is asked then: nobody scans before he was told to. */
export async function scanTo(
  page: Page,
  code: string,
  then: RegExp | string,
  o: { ime?: boolean } = {},
): Promise<void> {
  await scan(page, code, o)
  await asked(page, then)
}
