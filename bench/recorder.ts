import type { Database } from '../server/kernel/database.ts'
import { Journey, type Sending } from '../server/kernel/journey.ts'

/** One statement as it went to the database. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
  /** Which of its transaction's journeys it went with: what leaves in one turn of the event loop is one packet. */
  readonly journey: number
  /** In milliseconds, since its transaction had its connection. */
  readonly sentAt: number
  answeredAt: number
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
  readonly waited: Map<string, Waited>
}

/** Begins or ends a transaction. */
export const isEnd = ({ text }: Pick<Sent, 'text'>): boolean => /^(begin|set local|commit|rollback)/.test(text)

/**
 * A database that remembers each transaction's statements and the journeys that they went with, so that the very same SQL
 * can be sent again without us.
 */
export function recording(db: Database): Recorded {
  const transactions: Sent[][] = []
  const waited = new Map<string, Waited>()
  const note = (text: string, ms: number): void => {
    const short = text
      .replace(/\s+/g, ' ')
      .replace(/\d{9,}/g, '…')
      .trim()
    const one = waited.get(short) ?? { text: short, count: 0, ms: 0 }
    waited.set(short, one)
    one.count += 1
    one.ms += ms
  }
  const pool = new Proxy(db.pool, {
    get(target, property) {
      if (property !== 'connect') return Reflect.get(target, property, target)
      return async () => {
        const client = await target.connect()
        const sent: Sent[] = []
        const begin = performance.now()
        const now = (): number => performance.now() - begin
        const watch = (journey: number, { text, values, name, resolve, reject }: Sending): Sending => {
          const one: Sent = { text, values, name, journey, sentAt: now(), answeredAt: 0 }
          sent.push(one)
          const answered = (): void => {
            one.answeredAt = now()
            note(text, one.answeredAt - one.sentAt)
          }
          return {
            ...{ text, values, name },
            resolve: (answer) => {
              answered()
              resolve(answer)
            },
            reject: (error) => {
              answered()
              reject(error)
            },
          }
        }
        return new Proxy(client, {
          get(c, p) {
            if (p === 'query')
              return (q: unknown) => {
                const journey = (sent.at(-1)?.journey ?? 0) + 1
                if (!(q instanceof Journey)) return (c.query as (x: unknown) => unknown).call(c, q)
                const watched = q.statements.map((one) => watch(journey, one))
                return (c.query as (x: unknown) => unknown).call(c, new Journey(watched, () => q.handleReadyForQuery()))
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
      }
    },
  })
  return { db: { ...db, pool }, transactions, waited }
}
