import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../kernel/database.ts'
import { watchStatements } from './watched.ts'

/** One piece of work that stands still before one of its statements. */
export interface Paused<T> {
  /** Resolves when it stands there, or when it has ended before: then `false`. */
  readonly reached: Promise<boolean>
  /** Lets it go on. */
  go(): void
  readonly done: Promise<PromiseSettledResult<T>>
  /** The statements that it has sent so far, `begin` and `commit` among them. */
  sent(): readonly string[]
}

interface Script {
  readonly at: number
  readonly sent: string[]
  reached(): void
  readonly gate: Promise<void>
}
const running = new AsyncLocalStorage<Script>()

/** A race is made certain by standing still between two statements. All work on the database may be started paused. */
export function pausing(db: Database): <T>(at: number, work: () => Promise<T>) => Paused<T> {
  watchStatements([db.pool], (one) => {
    const script = running.getStore()
    if (!script) return one
    script.sent.push(one.text)
    if (script.sent.length < script.at) return one
    if (script.sent.length === script.at) script.reached()
    // Those behind it wait as well, and keep their order.
    return script.gate.then(() => one)
  })
  return (at, work) => {
    const [reached, gate] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()]
    const script: Script = { at, sent: [], reached: () => reached.resolve(true), gate: gate.promise }
    const done = Promise.allSettled([running.run(script, work)]).then(([result]) => {
      reached.resolve(false)
      return result
    })
    return { reached: reached.promise, go: () => gate.resolve(), done, sent: () => script.sent }
  }
}
