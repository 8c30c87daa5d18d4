import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './buildWeb.ts'
import { argsFor, demoPassword, type Hashes, seededFolder } from './demoSeed.ts'

const startMs = 120_000

export interface DemoServer {
  readonly url: string
  end(): Promise<void>
}

/**
 * Starts the product as a newcomer gets it: embedded database, demo company, built client; for nobody else.
 * @param settings of the environment, beside the usual ones
 */
export async function startDemo(
  settings: Readonly<Record<string, string>> = {},
  hashes: Hashes = 'as served',
): Promise<DemoServer> {
  const seeded = await seededFolder(hashes)
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-demo-'))
  cpSync(seeded, dataDir, { recursive: true })
  const env: Record<string, string | undefined> = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LADING_DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'error',
    ...settings,
  }
  delete env.DATABASE_URL
  const child = spawn(process.execPath, [...argsFor(hashes), 'server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = async () => {
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child), end }
  } catch (error) {
    await end()
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start in time')), startMs)
    let text = ''
    child.stdout?.on('data', (d: Buffer) => {
      text += d.toString()
      const found = /ready: (https?:\/\/\S+)/.exec(text)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
