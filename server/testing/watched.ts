import type pg from 'pg'
import type { Database } from '../kernel/database.ts'
import { Journey, type Sending } from '../kernel/journey.ts'

/**
 * Lets a test come between the statements of a database: each travels by itself, though they would have gone together.
 * @param each is told of a statement and its connection before it leaves, may hold it, and says what is sent in its place
 */
export function watchStatements(
  pools: readonly Database['pool'][],
  each: (one: Sending, client: pg.PoolClient) => Sending | Promise<Sending>,
): void {
  const seen = new WeakSet<object>()
  for (const pool of new Set(pools))
    pool.on('acquire', (client) => {
      if (seen.has(client)) return
      seen.add(client)
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      let last: Promise<unknown> = Promise.resolve()
      const alone = (journey: Journey): void => {
        const parts = journey.statements.map(async (one) => {
          const before = last
          const over = Promise.withResolvers<void>()
          last = over.promise
          await before
          query(new Journey([await each(one, client)], over.resolve))
          await over.promise
        })
        void Promise.all(parts).finally(() => journey.handleReadyForQuery())
      }
      Object.assign(client, {
        query: (...args: unknown[]) => (args[0] instanceof Journey ? alone(args[0]) : query(...args)),
      })
    })
}
