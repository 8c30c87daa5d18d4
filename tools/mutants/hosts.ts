import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Answered, Asked } from './host.ts'

/** A process that runs tests, one question at a time; one that is late is ended and begun anew. */
export interface Host {
  /** The answer, or undefined when none came in time. */
  ask(question: Asked, limitMs: number): Promise<Answered | undefined>
  end(): void
}

/** Time for a process to begin. */
const beginMs = 60_000

export function openHost(env: NodeJS.ProcessEnv): Host {
  let child: ChildProcess | undefined
  // A group of its own: a test that never ends is a process below it.
  const begin = (): ChildProcess =>
    fork(join(import.meta.dirname, 'host.ts'), { env, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const end = (): void => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
    child = undefined
  }
  return {
    end,
    ask: (question, limitMs) =>
      new Promise((resolve, reject) => {
        const limit = limitMs + (child ? 0 : beginMs)
        child ??= begin()
        const host = child
        const settle = (then: () => void): void => {
          clearTimeout(timer)
          host.removeAllListeners()
          then()
        }
        const timer = setTimeout(
          () =>
            settle(() => {
              end()
              resolve(undefined)
            }),
          limit,
        )
        host.once('message', (answered) => settle(() => resolve(answered as Answered)))
        host.once('exit', (code) =>
          settle(() => {
            child = undefined
            reject(new Error(`a host ended with code ${code}`))
          }),
        )
        host.send(question)
      }),
  }
}
