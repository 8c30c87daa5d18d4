import type { Database } from '../server/kernel/database.ts'

/** One statement as it went to the database. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[] | undefined
  readonly name: string | undefined
}

/** How often a statement was sent, and how long its sender waited for it, in milliseconds. */
export interface Waited {
  readonly text: string
  count: number
  ms: number
}
export interface Recorded {
  readonly db: Database
  readonly transactions: Sent[][]
  readonly waited: ReadonlyMap<string, Waited>
}

/** A database that remembers each transaction's statements, so that the very same SQL can be sent again without us. */
export function recording(db: Database): Recorded {
  const transactions: Sent[][] = []
  const waited = new Map<string, Waited>()
  const timed = async <T>(text: string, answer: Promise<T>): Promise<T> => {
    const begin = performance.now()
    const short = text
      .replace(/\s+/g, ' ')
      .replace(/\d{9,}/g, '…')
      .trim()
    const one = waited.get(short) ?? { text: short, count: 0, ms: 0 }
    waited.set(short, one)
    try {
      return await answer
    } finally {
      one.count += 1
      one.ms += performance.now() - begin
    }
  }
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
                const answer = (c.query as (x: unknown) => Promise<unknown>).call(c, q)
                return timed(typeof q === 'string' ? q : q.text, answer)
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
  return { db: { ...db, pool }, transactions, waited }
}
