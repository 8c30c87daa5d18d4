import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import type { AnyEntity, Fields } from '@lading/contract/kernel/entity.ts'
import { dictionaries } from '@lading/contract/sys/dictionary.ts'
import { tables } from '@lading/contract/tables.ts'
import { entityOfCall, entityOfId } from '../../tools/sample/rows.ts'
import type { InputOptions } from '../../tools/sample/value.ts'
import type { Rows } from './fixtures.ts'
import { isFull } from './full.ts'
import { inputFor } from './inputs.ts'
import type { Client, TestServer } from './server.ts'
import { type Callers, writerOf } from './world.ts'

/** Whether its rows are about somebody's goods, as it declares. */
export function isOfOwner(e: AnyEntity): boolean {
  if (e.ownerThrough !== undefined) return e.ownerThrough !== 'everybody'
  if (e.fields.ownerId !== undefined || e.fields.owners !== undefined) return true
  const parent = tables.find((one) => one.key === e.parent)
  return parent !== undefined && isOfOwner(parent)
}

export interface ReachOptions {
  readonly server: TestServer
  readonly callers: Callers
  /** Rows that the caller may name. */
  readonly own: Rows
  /** Rows that he must not reach. */
  readonly foreign: Rows
  /** Whether the foreign row of this kind is out of his reach at all. */
  readonly applies: (e: AnyEntity) => boolean
  /** Whether the i-th served call is asked. */
  readonly asks: (call: Call, i: number) => boolean
}

export interface Reached {
  readonly asked: number
  readonly succeeded: number
  /** What a foreign id was answered otherwise than one that does not exist. */
  readonly leaks: readonly string[]
}

/** Shapes of input; `short` ones get further, since there is less in them to be refused. */
const shapes: readonly Shape[] = isFull ? [{ variant: 0 }, { variant: 1 }, { short: true }] : [{ variant: 0 }]
interface Shape {
  readonly variant?: number
  readonly short?: boolean
  readonly text?: Exclude<InputOptions['text'], undefined>
}

/**
 * Names foreign rows in every place of every call that takes an id, and compares the answer with the one for a row that
 * does not exist.
 */
export async function reach(o: ReachOptions): Promise<Reached> {
  const leaks: string[] = []
  let asked = 0
  let succeeded = 0
  for (const [turn, { call }] of o.server.served.entries()) {
    if (!o.asks(call, turn) || call.permission === 'open' || call.path.endsWith('/user/logout')) continue
    const caller = call.path.startsWith('/fw/') ? o.callers.group : writerOf(o.callers, entityOfCall(call))
    for (const shape of shapes) {
      const places = placesOf(call, shape)
      for (const [i, path] of places.entries()) {
        const e = entityOfId(call, path)
        const foreign = e && o.foreign.get(e.key)
        if (!e || foreign === undefined || !o.applies(e) || isFrozen(call, path)) continue
        const missing = o.server.kernel.newId()
        const make = inputMaker(call, shape, o.own)
        const [a, b] = [await ask(caller, call, make(i, foreign)), await ask(caller, call, make(i, missing))]
        asked += 1
        if (b.code === 0) succeeded += 1
        const [seen, unseen] = [plain(a, foreign), plain(b, missing)]
        if (seen !== unseen) leaks.push(`${call.path} ${path.join('.')} (${e.key}): ${seen} instead of ${unseen}`)
      }
    }
  }
  return { asked, succeeded, leaks }
}

/** A form that changes what may not change is refused before it is looked at further. */
const isFrozen = (call: Call, path: readonly string[]): boolean =>
  call.path.endsWith('/update') && entityOfCall(call)?.fields[path[0] ?? '']?.frozen === true

function placesOf(call: Call, shape: Shape): readonly (readonly string[])[] {
  const places: (readonly string[])[] = []
  inputMaker(call, shape, new Map(), places)(-1, '1')
  return places
}

/** Its fields of dictionaries name an entry: any other text is refused before the rest is looked at. */
function withEntries(fields: Fields | undefined, input: Record<string, unknown>): Record<string, unknown> {
  const entries: Readonly<Record<string, object>> = dictionaries
  const entryOf = (name: string, value: unknown): unknown => {
    const { dict, rows } = fields?.[name] ?? {}
    if (rows && Array.isArray(value)) return value.map((row) => withEntries(rows.entity.fields, row))
    return (dict !== undefined && typeof value === 'string' && Object.keys(entries[dict] ?? {})[0]) || value
  }
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, entryOf(name, value)]))
}

/** Makes the same input again and again, with another id in one place. */
function inputMaker(call: Call, shape: Shape, own: Rows, places: (readonly string[])[] = []) {
  return (at: number, given: string): Record<string, unknown> => {
    let n = 0
    const input = inputFor(call, {
      ...shape,
      id: (path) => {
        places.push(path)
        const e = entityOfId(call, path)
        return n++ === at ? given : (own.get(e?.key ?? '') ?? '1')
      },
    })
    const said = withEntries(entityOfCall(call)?.fields, input)
    return Object.fromEntries(Object.entries(said).filter(([name]) => !isFrozen(call, [name])))
  }
}

const centralEntry = Buffer.from('504b0102', 'hex')
/** How much a file holds; of a workbook unpacked: the moment of its making is in it, and packs now longer, now shorter. */
function contentSize(data: Buffer): number {
  if (!data.subarray(0, 2).equals(Buffer.from('PK'))) return data.length
  let size = 0
  for (let at = data.indexOf(centralEntry); at >= 0; at = data.indexOf(centralEntry, at + 4))
    size += data.readUInt32LE(at + 24)
  return size
}

const ask = (caller: Client, call: Call, input: Record<string, unknown>): Promise<Envelope<unknown>> =>
  call.binary
    ? caller.bytes(call, input).then(
        (file) => ({ code: 0, message: '', data: contentSize(file.data), traceId: '' }),
        (error: { code: number; message: string; errors: never }) => ({
          ...error,
          message: error.message,
          data: null,
          traceId: '',
        }),
      )
    : caller.envelope(call, input, { file: { name: 'a.csv', data: 'a\n' } })

/** An answer without what differs between any two calls. */
const plain = (answer: Envelope<unknown>, id: string): string =>
  JSON.stringify({ ...answer, traceId: '' })
    .replaceAll(id, '#')
    .replace(/"Q[0-9a-z]+"/g, '"Q"')
    .slice(0, 600)

/** An input whose ids are the given rows, without what a form may not change. */
export function ownInput(call: Call, own: Rows, shape: Shape = {}): Record<string, unknown> {
  // A new parent has no child rows yet.
  const isNew = (path: readonly string[]) => call.path.endsWith('/create') && path.length > 1 && path.at(-1) === 'id'
  const id = (path: readonly string[]) => (isNew(path) ? 'new' : (own.get(entityOfId(call, path)?.key ?? '') ?? '1'))
  const input = inputFor(call, { ...shape, id, text: shape.text ?? (() => undefined) })
  const known = JSON.parse(JSON.stringify(input, (_, value) => (value === 'new' ? undefined : value))) as typeof input
  return Object.fromEntries(Object.entries(known).filter(([name]) => !isFrozen(call, [name])))
}

/** One line per table over the rows of a tenant: any change of any of them shows. */
export async function fingerprint(
  server: TestServer,
  where: string,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const question = tables
    .filter((e) => e.scope !== 'platform' && !except.includes(e.key))
    .map(
      (e) =>
        `select '${e.key}' as key, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as print from ${e.table} t where ${where}`,
    )
  const { rows } = await server.db.owner.query<{ key: string; print: string }>(question.join(' union all '))
  return Object.fromEntries(rows.map((row) => [row.key, row.print]))
}
