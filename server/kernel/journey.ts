import pg from 'pg'
import { bind, describe, execute, packetOf, parse } from './wire.ts'

/** A statement as the database gets it, and who waits for its answer. */
export interface Sending {
  readonly text: string
  /** As the driver writes them. */
  readonly values: readonly unknown[]
  /** What is sent again and again is parsed, and its answer's shape read, once per connection under this name. */
  readonly name: string | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
export interface Answer {
  /** With camelCase keys. */
  readonly rows: object[]
  /** How many rows were touched. */
  readonly count: number
}

/** Of the driver's connection what is used here. */
interface Connection {
  readonly stream: { cork?(): void; write(bytes: Buffer): unknown; uncork?(): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  sync(): void
}
interface Described {
  readonly name: string
  readonly dataTypeID: number
  readonly format: 'text' | 'binary'
}
/** How rows of an answer are read. */
interface Shape {
  readonly keys: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
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
const shapeOf = (fields: readonly Described[]): Shape => ({
  keys: fields.map((f) => camel(f.name)),
  parsers: fields.map((f) => pg.types.getTypeParser(f.dataTypeID, f.format)),
})
function rowOf({ keys, parsers }: Shape, values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < keys.length; i++) {
    const value = values[i] as string | null
    row[keys[i] as string] = value === null ? null : parsers[i]?.(value)
  }
  return row
}

const nothing: Shape = { keys: [], parsers: [] }
/** By name, of every connection. A named statement answers in one shape for ever, or the database refuses it. */
const shapes = new WeakMap<Connection, Map<string, Shape>>()
function shapesOf(connection: Connection): Map<string, Shape> {
  const known = shapes.get(connection) ?? new Map<string, Shape>()
  shapes.set(connection, known)
  return known
}

function write(connection: Connection, known: ReadonlyMap<string, Shape>, { text, values, name = '' }: Sending): void {
  const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
  if (name === '' || !(name in parsed || name in submitted)) {
    parse(name, text)
    if (name !== '') submitted[name] = text
  }
  bind(name, values)
  if (!known.has(name)) describe()
  execute()
}

const countAtEnd = /\d+$/
const QueryBase = pg.Query as unknown as new (config: { text: string }) => { name: string | undefined; text: string }

/**
 * Statements that travel together: one packet there, one synchronisation, one packet back. They run in the order in
 * which they stand; the first that fails ends the journey, and those behind it did not run.
 *
 * To the driver it is one query; `name` and `text` are those of the statement that is being answered, by which the driver
 * keeps what a connection has parsed.
 */
export class Journey extends QueryBase {
  readonly statements: readonly Sending[]
  private at = 0
  private got: object[] = []
  private shape: Shape | undefined
  private known: Map<string, Shape> = new Map()
  /** Told when all of it is over, whatever became of it. */
  private readonly over: () => void

  constructor(statements: readonly Sending[], over: () => void = () => undefined) {
    super({ text: '' })
    this.statements = statements
    this.over = over
    this.turnTo(0)
  }

  private turnTo(at: number): void {
    const next = this.statements[at]
    this.at = at
    this.name = next?.name
    this.text = next?.text ?? ''
    this.got = []
    this.shape = next?.name === undefined ? undefined : this.known.get(next.name)
  }

  submit(connection: Connection): null {
    this.known = shapesOf(connection)
    const packet = packetOf(() => {
      for (const one of this.statements) write(connection, this.known, one)
    })
    connection.stream.cork?.()
    connection.stream.write(packet)
    connection.sync()
    connection.stream.uncork?.()
    this.turnTo(0)
    return null
  }

  handleRowDescription(message: { fields: readonly Described[] }): void {
    this.shape = shapeOf(message.fields)
  }

  handleDataRow(message: { fields: readonly (string | null)[] }): void {
    this.got.push(rowOf(this.shape ?? nothing, message.fields))
  }

  handleCommandComplete(message: { text: string }): void {
    const done = this.statements[this.at]
    if (done?.name !== undefined) this.known.set(done.name, this.shape ?? nothing)
    done?.resolve({ rows: this.got, count: Number(countAtEnd.exec(message.text)?.[0] ?? 0) })
    this.turnTo(this.at + 1)
  }

  handleReadyForQuery(): void {
    this.over()
  }

  handleError(error: Error, connection: Connection): void {
    for (const { name, reject } of this.statements.slice(this.at)) {
      // What was parsed is known to the driver by now; the rest will be parsed when it is sent again.
      if (name !== undefined) delete connection.submittedNamedStatements[name]
      reject(error)
    }
    this.at = this.statements.length
    this.over()
  }
}
