import type { Writable } from 'node:stream'
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
  /**
   * Does not wait for work whose statements have all been sent: they travel on with what comes next, at the latest with
   * the commit, and when one fails the whole transaction does. Not for work that looks at its answers.
   */
  later(sent: Promise<unknown>): void
  /** Rows that tables took in bulk, by table: the planner may know too little of them. */
  readonly grown: Map<string, number>
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

/**
 * Statements of one turn of the event loop leave in one packet. A packet each would cost more than many a statement.
 * The socket is the driver's; a client without one (the embedded database's) writes as it likes.
 */
function gather(client: Runner): () => void {
  const { stream } = (client as { connection?: { stream?: Partial<Writable> } }).connection ?? {}
  let isHeld = false
  return () => {
    if (isHeld || !stream?.cork) return
    isHeld = true
    stream.cork()
    process.nextTick(() => {
      isHeld = false
      stream.uncork?.()
    })
  }
}

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
  /**
   * Refuses whatever comes later: work that outlives its transaction would write outside of any.
   * @returns what is still on its way
   */
  end(): readonly Promise<unknown>[]
  /** What the first statement that failed said: those behind it only hear that the transaction is over. */
  firstFailure(): unknown
}

/**
 * Statements that are sent without waiting for each other (`Promise.all`) run in the order in which they were sent:
 * over a pipelined connection in one journey, over any other in turn.
 */
export function openTx(client: Runner): OpenTx {
  const pipelined = 'pipeline' in client && client.pipeline === true
  const hold = gather(client)
  const onTheWay: Promise<unknown>[] = []
  let ended = false
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (pipelined) {
      hold()
      return work()
    }
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  let failure: unknown
  const sent = async (statement: Sql, named: boolean): Promise<Sent> => {
    assert(!ended, 'a transaction that is over takes no statement')
    return inTurn(() =>
      send(client, statement, named).catch((error: unknown) => {
        failure ??= error
        throw error
      }),
    )
  }
  const later = (work: Promise<unknown>): void => {
    work.catch(() => undefined)
    onTheWay.push(work)
  }
  const end = (): readonly Promise<unknown>[] => {
    ended = true
    return onTheWay
  }
  return {
    tx: txBy(sent, later),
    simple: (text) => inTurn(() => client.query(text)),
    end,
    firstFailure: () => failure,
  }
}

function txBy(sent: (statement: Sql, named: boolean) => Promise<Sent>, later: Tx['later']): Tx {
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
    later,
    grown: new Map(),
  }
}
