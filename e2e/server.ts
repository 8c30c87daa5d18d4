import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

const root = join(import.meta.dirname, '..')
const startMs = 120_000
export const demoPassword = 'Demo1234x'

declare module 'vitest' {
  interface ProvidedContext {
    ladingUrl: string
  }
}

/**
 * Starts the product once for all browser tests, as a newcomer gets it: embedded database, demo company, built client.
 * Files share it, so each works on documents of its own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-e2e-'))
  const env: Record<string, string | undefined> = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LADING_DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'error',
  }
  delete env.DATABASE_URL
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const end = async () => {
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    project.provide('ladingUrl', await addressOf(child))
  } catch (error) {
    await end()
    throw error
  }
  return end
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
