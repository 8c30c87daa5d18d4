import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const isRoot = (): boolean => process.getuid?.() === 0

/** The full path of the first of these programs on PATH. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

const apt = (args: readonly string[]) =>
  spawnSync('apt-get', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

const install = (packages: readonly string[]) =>
  apt(['install', '-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...packages])

/** Whether the machine's lists name the package; it may still be an old list. */
export const isPackaged = (name: string): boolean =>
  onPath('apt-cache') !== undefined && spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0

/** Installs packages where that needs nobody's consent: as root on Debian. Says why not where it did not. */
export function aptInstall(packages: readonly string[]): string | undefined {
  if (process.env.LADING_NO_INSTALL === '1') return 'LADING_NO_INSTALL=1 forbids installing it'
  if (!existsSync('/etc/debian_version') || onPath('apt-get') === undefined) return 'it is not installed'
  if (!isRoot()) return `it is not installed (as root: apt-get install ${packages.join(' ')})`
  console.log(`Installing ${packages.join(', ')} by apt …`)
  if (install(packages).status === 0) return undefined
  apt(['update', '-q'])
  const second = install(packages)
  if (second.status === 0) return undefined
  const lines = `${second.stdout}\n${second.stderr}`.split('\n').filter((line) => /^(E|W):/.test(line))
  return `apt-get install failed: ${lines.at(-1) ?? second.error?.message ?? `exit code ${second.status}`}`
}
