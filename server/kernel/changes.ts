import { assert } from '@lading/contract/kernel/fault.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Answer } from './journey.ts'

/** One of the updates that travel together. */
interface Change {
  readonly table: string
  readonly update: Sql
  readonly rows: number | undefined
  readonly told: (count: number) => void
  readonly failed: (error: unknown) => void
}

const updated = /^\s*update\s+(\w+)/i

/** Gathers updates until the next statement that may look at what they did, or until their journey begins. */
export interface Changes {
  add(update: Sql, rows: number | undefined): Promise<number>
  /** Sends what was gathered. */
  send(): void
}

/**
 * Updates of one turn as one statement: each a part of it that sees the database as it was before all of them. So no two
 * may be of one table: the second of these begins another statement. A distributed PostgreSQL runs it as one of a shard.
 * @param depart lets them leave with the end of the turn, though nothing else may
 */
export function gatherChanges(run: (statement: Sql) => Promise<Answer>, depart: () => void): Changes {
  let gathered: Change[] = []
  const send = (): void => {
    const all = gathered
    gathered = []
    const [first] = all
    if (!first) return
    const isPlain = all.length === 1 && first.rows === undefined
    run(isPlain ? first.update : together(all)).then(
      ({ rows: [row], count }) => {
        for (const [i, one] of all.entries())
          one.told(isPlain ? count : ((row as Record<string, number>)[`n${i}`] ?? 0))
      },
      (error: unknown) => {
        for (const one of all) one.failed(error)
      },
    )
  }
  return {
    send,
    add: (update, rows) =>
      new Promise((told, failed) => {
        const table = updated.exec(update.sql)?.[1]
        assert(table, `only updates travel together: ${update.sql.slice(0, 100)}`)
        if (gathered.some((one) => one.table === table)) send()
        gathered.push({ table, update, rows, told, failed })
        depart()
      }),
  }
}

/** Of the words with which a wrong number of rows fails. */
export const tableOfMiss = (words: string): string | undefined => /\d+ of \d+ rows of (\w+)/.exec(words)?.[1]

function together(all: readonly Change[]): Sql {
  const parts = all.map(({ update }, i) => sql`c${raw(String(i))} as (${update} returning 1)`)
  const counts = all.map(({ rows, table }, i) => {
    const n = sql`(select count(*) from c${raw(String(i))})::int`
    const name = raw(`n${i}`)
    if (rows === undefined) return sql`${n} as ${name}`
    // No number: the statement fails with these words, and with it the commit that travels behind.
    return sql`case ${n} when ${rows}::int then ${rows}::int else (${n} || ${` of ${rows} rows of ${table}`})::int end as ${name}`
  })
  return sql`with ${join(parts)} select ${join(counts)}`
}
