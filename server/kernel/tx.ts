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

interface Sent {
  readonly rows: object[]
  readonly count: number
}
async function send(client: Runner, statement: Sql, named: boolean): Promise<Sent> {
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

/** A transaction and its two ends. */
export interface OpenTx {
  readonly tx: Tx
  /** Sends text without parameters: how a transaction begins and ends. */
  simple(text: string): Promise<unknown>
  /** Refuses whatever comes later: work that outlives its transaction would write outside of any. */
  end(): void
}

/**
 * Statements that are sent without waiting for each other (`Promise.all`) run in the order in which they were sent:
 * over a pipelined connection in one journey, over any other in turn.
 */
export function openTx(client: Runner): OpenTx {
  const pipelined = 'pipeline' in client && client.pipeline === true
  let ended = false
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (pipelined) return work()
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  const sent = (statement: Sql, named: boolean): Promise<Sent> =>
    inTurn(async () => {
      assert(!ended, 'a transaction that is over takes no statement')
      return send(client, statement, named)
    })
  const end = (): void => {
    ended = true
  }
  return { tx: txBy(sent), simple: (text) => inTurn(() => client.query(text)), end }
}

function txBy(sent: (statement: Sql, named: boolean) => Promise<Sent>): Tx {
  const query = async <R extends object>(statement: Sql) => (await sent(statement, true)).rows as R[]
  return {
    query,
    once: async <R extends object>(statement: Sql) => (await sent(statement, false)).rows as R[],
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
    run: async (statement) => (await sent(statement, true)).count,
  }
}
