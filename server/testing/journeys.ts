import type { Database } from '../kernel/database.ts'
import { Journey } from '../kernel/journey.ts'

/** Tells of each transaction when it ends: its journeys to the database in their order, each with its statements. */
export function countJourneys(pool: Database['pool'], tell: (journeys: readonly (readonly string[])[]) => void): void {
  const seen = new WeakSet<object>()
  pool.on('acquire', (client) => {
    if (seen.has(client)) return
    seen.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    let open: string[][] = []
    const note = (texts: string[]): void => {
      if (/^begin\b/.test(texts[0] ?? '')) open = []
      open.push(texts)
      if (/^(commit|rollback)$/.test(texts.at(-1) ?? '')) tell(open)
    }
    Object.assign(client, {
      query: (...args: unknown[]) => {
        if (args[0] instanceof Journey) note(args[0].statements.map(({ text }) => text))
        return query(...args)
      },
    })
  })
}
