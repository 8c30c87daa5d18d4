import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { testSecret } from './database.ts'

export interface Started {
  readonly child: ChildProcess
  /** Everything it said so far. */
  readonly output: () => string
  readonly url: string
  readonly ms: number
  /** Sends the signal and waits for the end. @returns exit code, or the signal that ended it, and how long it took */
  end(signal: NodeJS.Signals): Promise<{ code: number | string | null; ms: number }>
}

const { PATH = '', HOME = '' } = process.env
/** Nothing of what the test itself was started with. What it compiles is kept: the next process loads in half the time. */
export const bareEnv = {
  PATH,
  HOME,
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../out/compiled'),
  LADING_SECRET: testSecret,
} as const

const main = join(import.meta.dirname, '../main.ts')
const readyMs = 240_000

function launch(env: Readonly<Record<string, string>>): {
  child: ChildProcess
  output: () => string
  ended: Promise<number | string | null>
} {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...bareEnv, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails in the middle leaves nothing running.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  return { child, output: () => text, ended }
}

/** Starts the product as a process of its own and waits until it says that it is ready. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<Started> {
  const from = performance.now()
  const { child, output, ended } = launch(env)
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready: ${output()}`)), readyMs)
    const look = () => {
      const found = /ready: (\S+)/.exec(output())?.[1]
      if (found !== undefined) {
        clearTimeout(timer)
        resolve(found)
      }
    }
    child.stdout?.on('data', look)
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output()}`)))
  })
  return {
    child,
    output,
    url,
    ms: performance.now() - from,
    end: async (signal) => {
      const at = performance.now()
      child.kill(signal)
      return { code: await ended, ms: performance.now() - at }
    },
  }
}

/** Starts the product where it cannot start. @returns what it said and its exit code */
export async function startInVain(
  env: Readonly<Record<string, string>>,
): Promise<{ output: string; code: number | string | null }> {
  const { child, output, ended } = launch(env)
  const timer = setTimeout(() => child.kill('SIGKILL'), readyMs)
  const code = await ended
  clearTimeout(timer)
  return { output: output(), code }
}
