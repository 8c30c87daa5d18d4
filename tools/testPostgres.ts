import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { aptInstall, isRoot, onPath } from './apt.ts'

/** A PostgreSQL of its own for one test run: temporary folder, free port of 127.0.0.1, gone at the end. */
export interface TestPostgres {
  /** As the superuser, database `postgres`. */
  readonly url: string
  readonly version: number
  /** Ends it as a crash would: nothing is flushed. `restart` brings it back on the same port and folder. */
  readonly crash: () => Promise<void>
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}
export interface TestPostgresOptions {
  /** Flush to disk on commit, for tests of crashes; else speed goes first. */
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

const prefix = 'lading-pg-'
const readyTimeoutMs = 30_000
/** In memory where there is plenty: what a test writes need not outlive it. */
const memory = '/dev/shm'
const plenty = 8 * 1024 ** 3
function placeOf(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > plenty ? memory : tmpdir()
}
const noClusterFile = '/etc/postgresql-common/createcluster.conf'

function binFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const inPath = onPath('initdb', 'initdb.exe')
  const folders = [process.env.LADING_PG_BIN, inPath && dirname(inPath), ...versions.map((v) => join(debian, v, 'bin'))]
  const mac = ['/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin']
  return [...folders, ...mac].find(
    (folder) => folder && ['initdb', 'postgres'].every((f) => existsSync(join(folder, f))),
  )
}

/** The folder of PostgreSQL's programs (installed by apt where possible), or why there is none. */
export function findPostgres(): { readonly bin: string } | { readonly reason: string } {
  const found = binFolder()
  if (found) return { bin: found }
  if (isRoot() && existsSync('/etc/debian_version') && !existsSync(noClusterFile)) {
    // Debian's package would start a cluster of its own on 5432; it reads this first.
    mkdirSync(dirname(noClusterFile), { recursive: true })
    writeFileSync(noClusterFile, 'create_main_cluster = false\n')
  }
  const refusal = aptInstall(['postgresql'])
  const bin = binFolder()
  return bin ? { bin } : { reason: `no PostgreSQL programs found: ${refusal ?? 'the package brought none'}` }
}

/** PostgreSQL refuses to run as root, so root lends it another user. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (!isRoot()) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8').split('\n')
  const row = ['postgres', 'nobody'].map((user) => rows.find((line) => line.startsWith(`${user}:`))).find(Boolean)
  if (row === undefined)
    throw new Error('PostgreSQL does not run as root, and there is neither "postgres" nor "nobody"')
  const [, , uid, gid] = row.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Ends a server and removes its folder without leaving this turn: for the end of the process, which waits for nothing. */
function removeNow(folder: string): void {
  const pidFile = join(folder, 'data', 'postmaster.pid')
  const [pid, data] = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  if (pid && data === join(folder, 'data') && isAlive(Number(pid))) process.kill(Number(pid), 'SIGQUIT')
  // The server removes its own pid file as the last thing it does.
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let i = 0; i < 100 && existsSync(pidFile) && pid && isAlive(Number(pid)); i++) Atomics.wait(pause, 0, 0, 30)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

const ownIn = (place: string): string[] =>
  existsSync(place)
    ? readdirSync(place)
        .filter((name) => name.startsWith(prefix))
        .map((name) => join(place, name))
    : []

/** Removes what a run that was killed outright left behind. */
function sweep(): void {
  for (const folder of [tmpdir(), memory].flatMap(ownIn)) {
    const owner = join(folder, 'owner')
    if (existsSync(owner) && !isAlive(Number(readFileSync(owner, 'utf8')))) removeNow(folder)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

/** Starts the server and waits for its own word that it takes connections. */
function launch(bin: string, args: readonly string[], user: object): Promise<ChildProcess> {
  // A group of its own: Ctrl-C in the terminal must not reach it before the tests have ended.
  const child = spawn(join(bin, 'postgres'), args, { ...user, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  return new Promise((resolve, reject) => {
    let log = ''
    const giveUp = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`PostgreSQL did not start (${why}):\n${log.slice(-2000)}`))
    }
    const timer = setTimeout(() => giveUp(`not ready after ${readyTimeoutMs} ms`), readyTimeoutMs)
    child.once('error', (error) => giveUp(error.message))
    child.once('exit', (code) => giveUp(`exit code ${code}`))
    const listen = (chunk: Buffer) => {
      log += chunk.toString()
      if (!log.includes('ready to accept connections')) return
      child.stderr.off('data', listen).resume()
      clearTimeout(timer)
      child.removeAllListeners('exit')
      child.unref()
      resolve(child)
    }
    child.stderr.on('data', listen)
  })
}

const speed = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '10s',
}

function settingsOf(options: TestPostgresOptions, port: number, folder: string): readonly string[] {
  const all: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: process.platform === 'win32' ? '' : folder,
    max_connections: '200',
    shared_buffers: '128MB',
    lc_messages: 'C',
    timezone: 'UTC',
    ...(options.durable ? {} : speed),
    ...options.settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function initialise(bin: string, folder: string, password: string, user: object): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if ('uid' in user && 'gid' in user)
    for (const path of [folder, passwordFile]) chownSync(path, Number(user.uid), Number(user.gid))
  const args = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const done = spawnSync(join(bin, 'initdb'), [...args, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`initdb failed: ${done.error?.message ?? done.stderr}`)
}

/** Kills what is left when the process ends without `stop`, also by a signal. */
function removeOnExit(remove: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever handles the signal as well decides when to end; the exit handler then does the rest.
    if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.once('exit', remove)
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    process.off('exit', remove)
    for (const signal of signals) process.off(signal, onSignal)
  }
}

export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const found = findPostgres()
  if ('reason' in found) throw new Error(found.reason)
  sweep()
  const { bin } = found
  const user = unprivileged() ?? {}
  const folder = mkdtempSync(join(placeOf(), prefix))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  const password = randomBytes(12).toString('hex')
  let child: ChildProcess | undefined
  const forget = removeOnExit(() => removeNow(folder))
  try {
    initialise(bin, folder, password, user)
    const port = await freePort()
    const args = ['-D', join(folder, 'data'), ...settingsOf(options, port, folder)]
    child = await launch(bin, args, { ...user, cwd: folder })
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      version: Number(readFileSync(join(folder, 'data', 'PG_VERSION'), 'utf8')),
      crash: async () => endChild(child, 'SIGQUIT'),
      restart: async () => {
        child = await launch(bin, args, { ...user, cwd: folder })
      },
      stop: async () => {
        await endChild(child, 'SIGINT')
        forget()
        removeNow(folder)
      },
    }
  } catch (error) {
    forget()
    removeNow(folder)
    throw error
  }
}

/** SIGINT ends PostgreSQL at once but in order, SIGQUIT as a crash; SIGKILL is for one that hangs. */
async function endChild(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child) return
  child.ref()
  const hung = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill(signal)
  await exited(child)
  clearTimeout(hung)
}
