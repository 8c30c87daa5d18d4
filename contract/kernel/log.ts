import { z } from 'zod'
import type { Kind } from './field.ts'
import { kinds } from './field.ts'

const text = z.tuple([z.string(), z.string()]).readonly()
/** A row that a log names: what it is, and what it is called; without an id it is gone. */
const row = z.object({ key: z.string(), id: z.string(), code: z.string(), name: z.string() })
/** What a reader understands: a text in both languages, a row, or what was typed, counted or dated. */
const value = z.union([text, row, z.array(row), z.string()])
export type LogValue = z.output<typeof value>
export type LogRow = z.output<typeof row>

const change = z.object({
  field: z.string(),
  title: text,
  /** How a plain text is read: a number, a time, an entry of a dictionary. */
  kind: z.enum(kinds satisfies readonly Kind[]),
  dict: z.string().optional(),
  before: value.nullable(),
  after: value.nullable(),
})
export type LogChange = z.output<typeof change>

/** One line of a log, in words of both languages: nothing in it stands for something else. */
export const logEntry = z.looseObject({
  at: z.union([z.string(), z.date()]),
  /** None where the product itself did it. */
  user: z.string().nullable(),
  source: z.string().nullable(),
  /** The verb as the call's path names it, and what it is called. */
  action: z.string(),
  title: text,
  /** The other row to which it was done: a task of the order, the truck that took its goods. */
  about: z.object({ key: z.string(), id: z.string(), no: z.string(), title: text }).optional(),
  changes: z.array(change),
})
export type LogEntry = z.output<typeof logEntry>
