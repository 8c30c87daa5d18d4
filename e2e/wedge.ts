import type { CDPSession, Page } from 'playwright-core'

/** Between two keys, as a slow scanner sends them. */
const gapMs = 12

interface Key {
  readonly key: string
  readonly code: string
  readonly keyCode: number
  readonly shift: boolean
}
const signs: Readonly<Record<string, readonly [code: string, keyCode: number, shift: boolean]>> = {
  '-': ['Minus', 189, false],
  _: ['Minus', 189, true],
  '.': ['Period', 190, false],
  '/': ['Slash', 191, false],
  '(': ['Digit9', 57, true],
  ')': ['Digit0', 48, true],
  ']': ['BracketRight', 221, false],
  '\x1d': ['F8', 119, false],
}

function keyOf(sign: string): Key {
  if (/[A-Za-z]/.test(sign)) {
    const upper = sign.toUpperCase()
    return { key: sign, code: `Key${upper}`, keyCode: upper.charCodeAt(0), shift: sign === upper }
  }
  if (/\d/.test(sign)) return { key: sign, code: `Digit${sign}`, keyCode: sign.charCodeAt(0), shift: false }
  const known = signs[sign]
  if (!known) throw new Error(`the scanner of the tests has no key for [${sign}]`)
  const [code, keyCode, shift] = known
  return { key: sign === '\x1d' ? 'F8' : sign, code, keyCode, shift }
}

const sessions = new WeakMap<Page, CDPSession>()
async function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const made = await page.context().newCDPSession(page)
  sessions.set(page, made)
  return made
}

/**
 * Scans a code as a keyboard wedge does: real key events of the browser, each with the time at which the scanner sent
 * it, so that a slow machine does not turn a scanner into a person. With `ime` a Chinese input method eats every key:
 * the page is only told that something was pressed, and where on the keyboard.
 */
export async function scan(page: Page, text: string, o: { ime?: boolean } = {}): Promise<void> {
  const cdp = await sessionOf(page)
  const from = Date.now()
  const keys: Key[] = [...[...text].map(keyOf), { key: 'Enter', code: 'Enter', keyCode: 13, shift: false }]
  for (const [i, k] of keys.entries()) {
    const isEaten = o.ime === true && k.key !== 'Enter'
    const event = {
      key: isEaten ? 'Process' : k.key,
      code: k.code,
      windowsVirtualKeyCode: isEaten ? 229 : k.keyCode,
      modifiers: k.shift ? 8 : 0,
      timestamp: (from + i * gapMs) / 1000,
    }
    const typed = !isEaten && k.key.length === 1 ? k.key : k.key === 'Enter' ? '\r' : ''
    await cdp.send('Input.dispatchKeyEvent', { ...event, type: typed ? 'keyDown' : 'rawKeyDown', text: typed })
    await cdp.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  }
}
