import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, isPackaged, isRoot, onPath } from './apt.ts'

/** A browser that playwright can drive, or why there is none. */
export type Browser = { readonly path: string; readonly args: readonly string[] } | { readonly reason: string }

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome']
const places = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

function downloaded(product: string, programs: readonly string[]): readonly string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(cache)) return []
  const folders = readdirSync(cache).filter((name) => name.startsWith(`${product}-`))
  return folders.flatMap((name) => programs.map((program) => join(cache, name, program)))
}

const present = (): string | undefined =>
  onPath(...names) ??
  [...places, ...downloaded('chromium', ['chrome-linux64/chrome', 'chrome-linux/chrome'])].find((f) => existsSync(f))

const shellName = 'chromium-headless-shell'
const shells = ['chrome-headless-shell-linux64/chrome-headless-shell', 'chrome-linux/headless_shell']
const presentShell = (): string | undefined =>
  onPath(shellName, 'chrome-headless-shell') ?? downloaded('chromium_headless_shell', shells).find((f) => existsSync(f))

/**
 * The same engine without a window around it, which costs the processor a fifth less. Where there is none the whole
 * browser does.
 */
export function findShell(): Browser {
  const whole = findBrowser()
  if ('reason' in whole || process.env.LADING_BROWSER) return whole
  // Only Debian packs it; whoever has its Chromium may have it as well.
  if (presentShell() === undefined && whole.path.startsWith('/usr/bin/') && isPackaged(shellName))
    aptInstall([shellName])
  return { ...whole, path: presentShell() ?? whole.path }
}

const hasChineseFont = (): boolean => {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return list.error !== undefined || (list.status === 0 && list.stdout.trim() !== '')
}

/** Finds a Chromium, or installs one with a Chinese font where that is possible. */
export function findBrowser(): Browser {
  // Chromium's sandbox refuses to run as root; shared memory is small in containers.
  const args = ['--disable-dev-shm-usage', ...(isRoot() ? ['--no-sandbox'] : [])]
  const wished = process.env.LADING_BROWSER
  if (wished) return existsSync(wished) ? { path: wished, args } : { reason: `LADING_BROWSER=${wished} does not exist` }
  const refusal = present() === undefined ? aptInstall(['chromium', 'fonts-noto-cjk']) : undefined
  const path = present()
  if (path === undefined) return { reason: `no Chromium found: ${refusal ?? 'the package brought none'}` }
  if (process.platform === 'linux' && !hasChineseFont()) {
    const fontless = aptInstall(['fonts-noto-cjk'])
    if (fontless !== undefined) console.log(`No Chinese font for screenshots: ${fontless}`)
  }
  return { path, args }
}
