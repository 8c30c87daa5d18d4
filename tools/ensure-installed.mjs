// Installs what is missing before anything else runs. Plain JavaScript without dependencies, for any Node from 18 on:
// it is the only file of the project that may have to run before the project's own Node is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.lading-lock')
const oldest = [22, 22]

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Whether node_modules holds what the lock file names, by the list that npm itself leaves there. */
const holdsTheLock = () => {
  const file = join(modules, '.package-lock.json')
  if (!existsSync(file)) return false
  const present = packagesOf(file)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true
    const found = present[path]
    return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.peer)
  })
}

const isInstalled = (hash) => existsSync(stamp) && readFileSync(stamp, 'utf8').split('\n')[0] === hash

/** The version of the Node that npm scripts get: the one in node_modules/.bin, else the one of the system. */
const scriptNode = () => {
  const file = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const local = existsSync(file)
  const run = spawnSync(local ? file : 'node', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  return (run.stdout || '').trim().replace(/^v/, '') || 'none'
}

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

const install = () => {
  console.log('Installing the dependencies (npm ci), about a minute …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const run = spawnSync(npm, quiet, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: npm.endsWith('.cmd') })
  if (run.error) fail(`npm could not be started (${run.error.message}). Install npm, then try again.`)
  if (run.status !== 0) fail(`"npm ci" failed (exit code ${run.status}). Mend what it says above, then try again.`)
}

const needNode = (version) => {
  if (!isNewEnough(version))
    fail(`Lading needs Node ${oldest.join('.')} or newer, here is ${version}: install Node 24 and run this again.`)
}

const hash = lockHash()
if (!isInstalled(hash)) {
  if (!holdsTheLock()) install()
  const version = scriptNode()
  needNode(version)
  writeFileSync(stamp, `${hash}\n${version}\n`)
} else if (!existsSync(join(modules, '.bin', 'node'))) {
  // Where npm has no Node of its own for us (macOS), scripts run on the system's, which is the one that runs this.
  needNode(process.versions.node)
}
