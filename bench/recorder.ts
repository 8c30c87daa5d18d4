import type { Database } from '../server/kernel/database.ts'

/** One statement as it went to the database. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[] | undefined
  readonly name: string | undefined
}

/** A database that remembers each transaction's statements, so that the very same SQL can be sent again without us. */
export function recording(db: Database): { db: Database; transactions: Sent[][] } {
  const transactions: Sent[][] = []
  const pool = new Proxy(db.pool, {
    get(target, property) {
      if (property !== 'connect') return Reflect.get(target, property, target)
      return async () => {
        const client = await target.connect()
        const sent: Sent[] = []
        const own = new Proxy(client, {
          get(c, p) {
            if (p === 'query')
              return (q: string | { text: string; values?: unknown[]; name?: string }) => {
                sent.push(
                  typeof q === 'string'
                    ? { text: q, values: undefined, name: undefined }
                    : { text: q.text, values: q.values, name: q.name },
                )
                // The proxy passes on whatever form of the call it was given.
                return (c.query as (x: unknown) => unknown)(q)
              }
            if (p === 'release')
              return (e?: Error) => {
                transactions.push(sent)
                c.release(e)
              }
            const v = Reflect.get(c, p, c)
            return typeof v === 'function' ? v.bind(c) : v
          },
        })
        return own
      }
    },
  })
  return { db: { ...db, pool }, transactions }
}
