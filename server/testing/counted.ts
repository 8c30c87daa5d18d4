import type { Database } from '../kernel/database.ts'
import type { Sending } from '../kernel/journey.ts'
import { watchStatements } from './watched.ts'

/** A row or table was not free in time, or two waited for each other: the whole transaction is done again. */
const isAgain = (error: unknown): boolean =>
  ['40001', '40P01', '55P03'].includes((error as { code?: string } | null)?.code ?? '')

interface Open {
  readonly texts: string[]
  isAgain: boolean
}

/**
 * Tells of the statements of each transaction when it ends. Of one that is done again it tells nothing: the database's own
 * cleaning holds a table for a moment, on a busy machine for longer than a lock is waited for. How often that happens says
 * nothing of a call.
 */
export function countStatements(pool: Database['pool'], tell: (texts: readonly string[]) => void): void {
  const open = new WeakMap<object, Open>()
  watchStatements([pool], (one: Sending, client) => {
    const { text } = one
    if (/^begin\b/.test(text)) open.set(client, { texts: [], isAgain: false })
    const known = open.get(client)
    if (!known) return one
    known.texts.push(text)
    if (/^(commit|rollback)$/.test(text)) {
      open.delete(client)
      if (!known.isAgain) tell(known.texts)
    }
    const reject = (error: unknown): void => {
      known.isAgain ||= isAgain(error)
      one.reject(error)
    }
    return { ...one, reject }
  })
}
