import { assert } from '@lading/contract/kernel/fault.ts'
import sql, { type Sql } from 'sql-template-tag'

const updated = /^\s*update\s+(\w+)/i

/** An update that tells, as `n`, how many rows it touched; where these are not so many, it fails. */
export function counted(update: Sql, rows: number): Sql {
  const [begin = ''] = update.strings
  const table = updated.exec(begin)?.[1]
  assert(table, `only updates are counted: ${begin.slice(0, 100)}`)
  // No number: the statement fails with these words, and with it the commit that travels behind.
  return sql`with c as (${update} returning 1)
    select case count(*) when ${rows}::int then count(*)::int else (count(*) || ${` of ${rows} rows of ${table}`})::int end as n from c`
}

/** Of the words with which a wrong number of rows fails. */
export const tableOfMiss = (words: string): string | undefined => /\d+ of \d+ rows of (\w+)/.exec(words)?.[1]
