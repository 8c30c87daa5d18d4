import { assert } from '@lading/contract/kernel/fault.ts'
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'

/** A transaction as every handler sees it. Rows come back with camelCase keys. */
export interface Tx {
  query<R extends object = Record<string, unknown>>(statement: Sql): Promise<R[]>
  /** The row that must be there. */
  one<R extends object = Record<string, unknown>>(statement: Sql): Promise<R>
  maybe<R extends object = Record<string, unknown>>(statement: Sql): Promise<R | undefined>
  /** How many rows were touched. */
  run(statement: Sql): Promise<number>
  /** A statement whose text differs from call to call: it gets no name and is planned afresh. */
  once<R extends object = Record<string, unknown>>(statement: Sql): Promise<R[]>
}

const namesMax = 3000
const names = new Map<string, string>()
/** Each statement text has one name for all connections: the server parses it once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= namesMax) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

const camelNames = new Map<string, string>()
function camel(column: string): string {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
    if (camelNames.size < 10_000) camelNames.set(column, name)
  }
  return name
}

/** `ownerId` in code is `owner_id` in SQL. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

type Runner = Pick<pg.ClientBase, 'query'>

async function send(client: Runner, statement: Sql, named: boolean): Promise<{ rows: object[]; count: number }> {
  const text = statement.text
  const name = named ? nameOf(text) : undefined
  const result = await client.query({
    text,
    values: statement.values,
    rowMode: 'array',
    ...(name !== undefined && { name }),
  } as pg.QueryArrayConfig)
  const keys = result.fields.map((f) => camel(f.name))
  const rows = result.rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < keys.length; i++) row[keys[i] ?? ''] = values[i]
    return row
  })
  return { rows, count: result.rowCount ?? 0 }
}

export function txOn(client: Runner): Tx {
  const query = async <R extends object>(statement: Sql) => (await send(client, statement, true)).rows as R[]
  return {
    query,
    once: async <R extends object>(statement: Sql) => (await send(client, statement, false)).rows as R[],
    one: async <R extends object>(statement: Sql) => {
      const rows = await query<R>(statement)
      const first = rows[0]
      assert(
        rows.length === 1 && first !== undefined,
        `expected one row, got ${rows.length}: ${statement.text.slice(0, 200)}`,
      )
      return first
    },
    maybe: async <R extends object>(statement: Sql) => {
      const rows = await query<R>(statement)
      assert(rows.length <= 1, `expected at most one row, got ${rows.length}: ${statement.text.slice(0, 200)}`)
      return rows[0]
    },
    run: async (statement) => (await send(client, statement, true)).count,
  }
}
