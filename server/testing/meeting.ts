import type { Database } from '../kernel/database.ts'
import { type Paused, pausing } from './paused.ts'

type Ended = PromiseSettledResult<unknown>
export interface Met {
  readonly first: Ended
  readonly second: Ended
  /** Whether the first had so many statements at all. */
  readonly isReached: boolean
}
export interface Meeting {
  /** The statements that it sends when nothing comes in between; in a meeting the first of them is number 1. */
  statementsOf(first: () => Promise<unknown>): Promise<readonly string[]>
  /** The first stands still before its statement `at` while the second runs, as far as it can. */
  meet(at: number, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<Met>
}

/** Long enough for whoever waits for nobody; a waiting one goes on when the first does. */
const longest = 150
const settled = async (act: Promise<unknown>): Promise<Ended> => (await Promise.allSettled([act]))[0] as Ended

/**
 * Whether a statement locks, writes or commits. Who stands still before one that only reads has seen less, and holds the same, as
 * before the next that does not.
 */
export const isTouching = (statement: string): boolean =>
  /\b(insert into|update|delete from)\b|^\s*commit/i.test(statement)

/** Two pieces of work on one database, of which one comes in between. */
export function meetings(db: Database): Meeting {
  const paused: <T>(at: number, act: () => Promise<T>) => Paused<T> = pausing(db)
  /** Whoever is seen waiting for a lock need not be waited for any longer. */
  async function ended(act: Promise<unknown>): Promise<void> {
    let isOver = false
    const over = act.then(() => {
      isOver = true
    })
    const until = performance.now() + longest
    while (!isOver && performance.now() < until) {
      await Promise.race([over, new Promise((later) => setTimeout(later, 8))])
      if (!isOver && db.kind === 'postgres' && (await isWaiting(db))) return
    }
  }
  return {
    statementsOf: async (first) => {
      const whole = paused(1_000, first)
      const { status } = await whole.done
      if (status === 'rejected')
        throw new Error('nothing comes in between, and it is refused', { cause: await whole.done })
      return whole.sent()
    },
    meet: async (at, first, second) => {
      const held = paused(at, first)
      const isReached = await held.reached
      const came = settled(second())
      await ended(came)
      held.go()
      return { first: await held.done, second: await came, isReached }
    },
  }
}

const isWaiting = async (db: Database): Promise<boolean> => {
  const { rowCount } = await db.owner.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount !== 0
}
