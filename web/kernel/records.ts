import type { bulkAnswer, Call, ListQuery, Page, seenMany } from '@lading/contract/kernel/call.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity, Base, Label } from '@lading/contract/kernel/entity.ts'
import type { LogEntry } from '@lading/contract/kernel/log.ts'
import { spoken } from '@lading/contract/kernel/spoken.ts'
import type { z } from 'zod'
import { call } from '../client/client.ts'
import { sayNow } from '../client/text.ts'

/** A record of any entity: what every row has, and its fields by name. */
export type Row = Base & Readonly<Record<string, unknown>>
export type Seen = Pick<Row, 'id' | 'version'>
export type BulkInput = z.input<typeof seenMany>
export type BulkAnswer = z.output<typeof bulkAnswer>
const made = new WeakMap<AnyEntity | AnyDocument, Record<string, Call>>()

/**
 * The generic calls of a declaration. Their inputs and outputs are erased, as the declaration is; this module is the
 * one place that says again what `crud.ts` gives them.
 */
export function callsOf(of: AnyEntity | AnyDocument): Record<string, Call> {
  const known = made.get(of)
  if (known) return known
  const calls = 'header' in of ? documentCalls(of) : crudCalls(of)
  made.set(of, calls)
  return calls
}

/** A call that the entity's actions promise. */
export function callOf<I, O>(of: AnyEntity | AnyDocument, verb: string): Call<I, O> {
  const found = callsOf(of)[verb]
  if (!found) throw new Error(`${'header' in of ? of.header.key : of.key} has no call ${verb}`)
  // Erased above; crud.ts gives these verbs exactly these shapes.
  return found as unknown as Call<I, O>
}

export const queryRows = (e: AnyEntity, question: ListQuery, signal?: AbortSignal): Promise<Page<Row>> =>
  call(callOf<ListQuery, Page<Row>>(e, 'query'), question, { signal })
export const getRow = (e: AnyEntity, id: string, signal?: AbortSignal): Promise<Row> =>
  call(callOf<{ id: string }, Row>(e, 'getById'), { id }, { signal })
export const getLog = (e: AnyEntity, id: string, signal?: AbortSignal): Promise<readonly LogEntry[]> =>
  call(callOf<{ id: string }, readonly LogEntry[]>(e, 'log'), { id }, { signal })

/** What a row is called where it is referred to, in its reader's language. */
export function labelIn({ fields, label }: AnyEntity, row: Readonly<Record<string, unknown>>): Label {
  const { code, name } = label
  const english = label.english ?? fields[name]?.english
  const said = sayNow(spoken(english === undefined ? {} : { english }, String(row[name] ?? ''), row))
  return { code: code === name ? said : String(row[code] ?? ''), name: said }
}
export const labelText = (label: Label | undefined): string => {
  if (!label) return ''
  return label.code === label.name || !label.name ? label.code : `${label.code} ${label.name}`
}
