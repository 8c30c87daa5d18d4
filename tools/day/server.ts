import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type MadeDatabase, testSecret } from '../testDatabase.ts'
import { startTestPostgres } from '../testPostgres.ts'

export interface DayServer {
  readonly url: URL
  readonly password: string
  readonly stop: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')
const readyMs = 120_000

/** A database on the PostgreSQL of the tests, or on one of our own. */
async function openDatabase(): Promise<MadeDatabase> {
  if (process.env.LADING_TEST_PG_URL) return createDatabase(process.env.LADING_TEST_PG_URL)
  const { url, stop } = await startTestPostgres()
  return { url, drop: stop }
}

/** The server of the day: the one that DAY_URL names, or one of our own on a throw-away database. */
export async function startDayServer(): Promise<DayServer> {
  const given = process.env.DAY_URL
  if (given) return { url: new URL(given), password: process.env.LADING_DEMO_PASSWORD ?? '', stop: async () => {} }
  const database = await openDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-day-'))
  const password = `Day${randomBytes(4).toString('hex')}9`
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    // The restricted role is the cluster's: one password for all of its databases.
    LADING_SECRET: testSecret,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LADING_DEMO_PASSWORD: password,
    LOG_LEVEL: 'error',
    LADING_DEMO: 'people',
  }
  const cleanUp = async (): Promise<void> => {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await finished(spawn(process.execPath, ['tools/seed.ts'], { cwd: root, env, stdio: 'inherit' }))
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await address(child.stdout)
    let isAsked = false
    child.once('exit', (code, signal) => {
      if (!isAsked) process.stderr.write(`the server ended by itself: ${signal ?? `exit code ${code}`}\n`)
    })
    return {
      url,
      password,
      stop: async () => {
        isAsked = true
        child.kill('SIGTERM')
        await finished(child).catch(() => undefined)
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

const finished = (child: ReturnType<typeof spawn>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a process of the day ended with ${code}`)),
    )
  })

/** Where the server can be called; what it says later are errors, which whoever runs the day has to see. */
function address(output: NodeJS.ReadableStream): Promise<URL> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), readyMs)
    let text = ''
    let isReady = false
    output.on('data', (d: Buffer) => {
      if (isReady) {
        process.stderr.write(d)
        return
      }
      text += d.toString()
      const found = /ready: (https?:\/\/\S+)/.exec(text)?.[1]
      if (!found) return
      isReady = true
      clearTimeout(timer)
      resolve(new URL(found))
    })
  })
}
