import { assert } from '@lading/contract/kernel/fault.ts'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { counted } from './changes.ts'
import { type Answer, Journey, type Sending } from './journey.ts'
import { noteStatement } from './slow.ts'

/** A transaction as every handler sees it. Rows come back with camelCase keys. */
export interface Tx {
  query<R extends object = Record<string, unknown>>(statement: Sql): Promise<R[]>
  /** The row that must be there. */
  one<R extends object = Record<string, unknown>>(statement: Sql): Promise<R>
  maybe<R extends object = Record<string, unknown>>(statement: Sql): Promise<R | undefined>
  /** How many rows were touched. */
  run(statement: Sql): Promise<number>
  /** An update that must touch so many rows: of another number the transaction fails, even if nobody waits for the answer. */
  change(update: Sql, rows: number): Promise<number>
  /** A statement whose text differs from call to call: it gets no name and is planned afresh. */
  once<R extends object = Record<string, unknown>>(statement: Sql): Promise<R[]>
  /**
   * Does not wait for work whose statements have all been sent: they travel on with what comes next, at the latest with
   * the commit, and when one fails the whole transaction does. Not for work that looks at its answers.
   */
  later(sent: Promise<unknown>): void
  /** Tables of rows that somebody else may make in the same moment: who is second does the whole again. */
  readonly races: Set<string>
  /** Rows that tables took in bulk, by table: the planner may know too little of them. */
  readonly grown: Map<string, number>
}

// As the driver itself does it; its types leave it out.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

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

/** `ownerId` in code is `owner_id` in SQL. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** What a transaction needs of the driver's client. */
interface Runner {
  readonly pipeline?: boolean
  query(journey: Journey): unknown
}

/**
 * Statements of one turn of the event loop leave together. A journey each would cost more than many a statement.
 * A client that does not pipeline (the embedded database's) is given the next journey when the last is over.
 */
function gather(client: Runner): (one: Sending) => void {
  let waiting: Sending[] = []
  let isLeaving = false
  let isAway = false
  const leave = (): void => {
    isLeaving = false
    if (isAway || waiting.length === 0) return
    const statements = waiting
    waiting = []
    isAway = client.pipeline !== true
    client.query(
      new Journey(statements, () => {
        isAway = false
        depart()
      }),
    )
  }
  const depart = (): void => {
    if (isLeaving) return
    isLeaving = true
    process.nextTick(leave)
  }
  return (one) => {
    waiting.push(one)
    depart()
  }
}

/** A transaction and its two ends. */
export interface OpenTx {
  readonly tx: Tx
  /** Sends statements without parameters, parted by `; `: how a transaction begins and ends. */
  simple(texts: string): Promise<unknown>
  /**
   * Refuses whatever comes later: work that outlives its transaction would write outside of any.
   * @returns what is still on its way
   */
  end(): readonly Promise<unknown>[]
  /** What the first statement that failed said: those behind it only hear that the transaction is over. */
  firstFailure(): unknown
}

/**
 * Statements that are sent without waiting for each other (`Promise.all`) run in the order in which they were sent, in
 * one journey.
 */
export function openTx(client: Runner): OpenTx {
  const add = gather(client)
  const onTheWay: Promise<unknown>[] = []
  let ended = false
  let failure: unknown
  const send = (text: string, values: readonly unknown[], name: string | undefined): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      const from = performance.now()
      const answered = (answer: Answer): void => {
        noteStatement(text, performance.now() - from)
        resolve(answer)
      }
      add({ text, values: values.map(prepareValue), name, resolve: answered, reject })
    }).catch((error: unknown) => {
      failure ??= error
      // From here on the trace leads to who has sent it.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  const sent = async (statement: Sql, named: boolean): Promise<Answer> => {
    assert(!ended, 'a transaction that is over takes no statement')
    const { text } = statement
    return send(text, statement.values, named ? nameOf(text) : undefined)
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
    simple: (texts) =>
      Promise.all(texts.split('; ').map((text) => send(text, [], isSetting(text) ? undefined : nameOf(text)))),
    end,
    firstFailure: () => failure,
  }
}

/** Names a tenant: there are as many of these as tenants. */
const isSetting = (text: string): boolean => text.startsWith('set local app.')

type Send = (statement: Sql, named: boolean) => Promise<Answer>

function txBy(sent: Send, later: Tx['later']): Tx {
  const ask = async <R extends object>(statement: Sql, named: boolean) => (await sent(statement, named)).rows as R[]
  const query = <R extends object>(statement: Sql) => ask<R>(statement, true)
  return {
    query,
    change: async (update, rows) => {
      const [answer] = await query<{ n: number }>(counted(update, rows))
      return answer?.n ?? 0
    },
    once: <R extends object>(statement: Sql) => ask<R>(statement, false),
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
    races: new Set(),
    grown: new Map(),
  }
}
