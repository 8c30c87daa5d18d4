import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Ran {
  readonly said: string
  /** Whether it came to its end in time. */
  readonly isDone: boolean
}

/** Some tools ask their makers for lists: nothing leaves this machine. */
const dead = 'http://127.0.0.1:9'
const nowhere = { http_proxy: dead, https_proxy: dead, no_proxy: '127.0.0.1' }

/**
 * Runs a tool until then at most; what it keeps lies in the given folder, none of it in the user's own.
 * @param heard gets each line as it is said
 */
export function run(
  command: string,
  args: readonly string[],
  folder: string,
  until: number,
  heard: (line: string) => void,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...nowhere, HOME: folder, PYTHONUNBUFFERED: '1', LC_ALL: 'C.UTF-8' }
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    createInterface(child.stdout).on('line', heard)
    let isDone = true
    const timer = setTimeout(
      () => {
        isDone = false
        child.kill('SIGKILL')
      },
      Math.max(until - Date.now(), 1),
    )
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString()
      })
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      resolve({ said, isDone })
    })
  })
}

/** Gives a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-security-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
