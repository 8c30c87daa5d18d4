import { z } from 'zod'
import type { AnyEntity, Fields } from './entity.ts'
import type { Field, Kind } from './field.ts'

/** Rows that one parent may carry. */
export const rowsMax = 500

/** PostgreSQL cannot hold a null character, and a lone surrogate is no text. */
const sound = (s: string): boolean => s.isWellFormed() && !s.includes('\u0000')
/** Counted in code points, and only where that many could fit: a megabyte is not spread out to be counted. */
const fits = (s: string, max: number): boolean => s.length <= max * 2 && [...s].length <= max
const textOf = (max: number, pattern?: RegExp) =>
  z
    .string()
    .refine((s) => fits(s, max), { params: { max }, abort: true })
    .refine((s) => sound(s) && (pattern === undefined || pattern.test(s)))
    .meta({ maxLength: max })

const within = (f: Field, s: string): boolean => {
  const n = Number(s)
  // Nothing is written without a sign.
  if ((f.least ?? -1) >= 0 && s.startsWith('-')) return false
  return n >= (f.least ?? Number.NEGATIVE_INFINITY) && n <= (f.most ?? Number.POSITIVE_INFINITY)
}
/** A plain decimal string; a digit too many after the point is refused, never rounded. */
const decimalOf = (f: Field, whole: number, scale: number) =>
  z
    .string()
    .max(40)
    .regex(new RegExp(`^-?\\d{1,${whole}}(\\.\\d{1,${scale}})?$`))
    .refine((s) => within(f, s))

/** The most that one quantity may say: 10^12 base units, so that the sum of any document's lines is held. */
const qtyMost = 1e12
const quantityOf = (f: Field) =>
  z
    .string()
    .max(18)
    .regex(/^-?(0|[1-9]\d{0,12})(\.\d{1,3})?$/)
    .refine((s) => within({ ...f, most: Math.min(f.most ?? qtyMost, qtyMost) }, s))
/** A quantity as it travels in calls: not negative, in base units, written in one way only; whole pieces are asked of its product. */
export const qtyText = quantityOf({ kind: 'qty', title: ['数量', 'Quantity'], required: true, least: 0 })
/** The same, more or less. */
export const signedQtyText = quantityOf({ kind: 'qty', title: ['数量', 'Quantity'], required: true, least: -1e12 })

/** A day that some calendar has, within the years that dates may have. */
export const isDay = (s: string): boolean => {
  const d = new Date(`${s}T00:00:00Z`)
  return !Number.isNaN(d.getTime()) && d.toISOString().startsWith(s) && s >= '1900-01-01' && s <= '2200-12-31'
}
/** What somebody types or scans to find something: trimmed, not empty, of at most so many code points. */
export const wordSchema = (max: number) => textOf(max).trim().min(1)

/** PostgreSQL's bigint ends at 2^63 - 1. */
const idMax = 9_223_372_036_854_775_807n
const isWithinId = (s: string): boolean => s.length < 19 || (/^\d{19}$/.test(s) && BigInt(s) <= idMax)
/** An id as it travels: a decimal string. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,18}$/)
  .refine(isWithinId)
/** Within the years that dates may have, and a zone that exists. */
const isMoment = (s: string): boolean => {
  const zone = /([+-])(\d\d):?(\d\d)$/.exec(s)
  return isDay(new Date(s).toJSON()?.slice(0, 10) ?? '') && (zone === null || Number(zone[2]) <= 14)
}

/** Whether nothing stands twice in a list. */
export const isDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length
/** A row is changed once: of two changes of one row nobody could say which is meant. */
const namesEachOnce = (rows: readonly unknown[]): boolean =>
  isDistinct(rows.map((row) => (row as { id?: string }).id).filter((id) => id !== undefined))

/** What a value of the kind must look like, when there is one. */
const checks: Record<Kind, (f: Field) => z.ZodType> = {
  code: (f) => textOf(f.max ?? 30, /^[\p{L}\p{N}_\-./]+$/u),
  text: (f) => textOf(f.max ?? 64),
  note: (f) => textOf(f.max ?? 500),
  int: (f) =>
    z
      .int()
      .min(f.least ?? 0)
      .max(f.most ?? 2_000_000_000),
  decimal: (f) => decimalOf(f, 12, f.scale ?? 3),
  qty: quantityOf,
  money: (f) => decimalOf(f, 14, 4),
  flag: () => z.boolean(),
  choice: (f) => z.enum(Object.keys(f.choices ?? {})),
  choices: (f) =>
    z
      .array(z.enum(Object.keys(f.choices ?? {})))
      .max(100)
      .refine(isDistinct),
  dict: (f) => textOf(f.max ?? 32),
  ref: () => idText,
  refs: () => z.array(idText).max(100),
  date: () =>
    z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .refine(isDay),
  time: () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  instant: () => z.iso.datetime({ offset: true }).refine(isMoment),
  json: () => z.unknown(),
  rows: (f) =>
    z
      .array(rowInput(f.rows?.entity.fields ?? {}))
      .max(rowsMax)
      .refine(namesEachOnce),
}

/** The check of one field's value. An empty text counts as none. */
export function valueSchema(f: Field): z.ZodType {
  const check = checks[f.kind](f)
  if (f.kind === 'flag' || f.kind === 'choices' || f.kind === 'refs' || f.kind === 'rows') return check
  if (f.required) return f.kind === 'text' || f.kind === 'note' ? check.refine((v) => v !== '') : check
  return z.preprocess((v) => (v === '' || v === undefined ? null : v), check.nullable())
}

const writable = (fields: Fields) => Object.entries(fields).filter(([, f]) => f.derived !== true)

/**
 * Child rows are sent as changes: without an id they are new, with one they are that row as it shall be, with `removed` it
 * goes. Rows that are not named stay as they are: nobody takes away what he never saw.
 */
function rowInput(fields: Fields): z.ZodType {
  const shape: Record<string, z.ZodType> = { id: idText.optional(), removed: z.literal(false).optional() }
  for (const [name, f] of writable(fields)) shape[name] = withInitial(f)
  return z.discriminatedUnion('removed', [z.object(shape), z.object({ id: idText, removed: z.literal(true) })] as never)
}

const withInitial = (f: Field): z.ZodType => {
  const schema = valueSchema(f)
  if (f.initial !== undefined) return schema.default(f.initial)
  if (f.kind === 'rows') return schema.default([])
  return f.required ? schema : schema.default(null)
}

/** What `create` takes: every field that a person may set. Unknown keys are dropped. */
export const createSchema = (e: AnyEntity): z.ZodType<Record<string, unknown>> => inputSchema(e.fields)

/** What is asked by fields: those with an initial value, and those that are not required, may be left out. */
export function inputSchema(fields: Fields): z.ZodType<Record<string, unknown>> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, f] of writable(fields)) shape[name] = withInitial(f)
  return z.object(shape) as z.ZodType<Record<string, unknown>>
}

/** What `update` takes: the row as it was seen, and only the fields that change. */
export function updateSchema(e: AnyEntity): z.ZodType<Record<string, unknown>> {
  const shape: Record<string, z.ZodType> = { id: idText, version: z.number().int().min(0) }
  for (const [name, f] of writable(e.fields)) shape[name] = valueSchema(f).optional()
  return z.object(shape) as z.ZodType<Record<string, unknown>>
}

const label = z.object({ code: z.string(), name: z.string() })
/**
 * A record as it is read, for OpenAPI and for the check of answers in tests.
 * @param more what this call answers of it besides
 */
export function recordSchema(e: AnyEntity, more: z.ZodRawShape = {}): z.ZodType<Record<string, unknown>> {
  const shape: Record<string, z.ZodType> = {
    id: idText,
    version: z.number(),
    disabled: z.boolean(),
    creatorName: z.string().nullable(),
    createTime: z.string(),
    lastModifierName: z.string().nullable(),
    lastModifyTime: z.string(),
    refs: z.record(z.string(), label),
  }
  for (const [name, f] of Object.entries(e.fields)) {
    shape[name] = f.kind === 'rows' ? z.array(z.record(z.string(), z.unknown())).optional() : readSchemas[f.kind](f)
  }
  return z.object({ ...shape, ...e.told, ...more }) as unknown as z.ZodType<Record<string, unknown>>
}
const maybe = (f: Field, s: z.ZodType): z.ZodType => (f.required ? s : s.nullable())
const plain = (f: Field) => maybe(f, z.string())
const readSchemas: Record<Kind, (f: Field) => z.ZodType> = {
  code: plain,
  text: plain,
  note: plain,
  int: (f) => maybe(f, z.number()),
  decimal: plain,
  qty: plain,
  money: plain,
  // Worked out, it may not be told everywhere.
  flag: (f) => (f.computed ? z.boolean().nullable() : z.boolean()),
  choice: plain,
  choices: () => z.array(z.string()),
  dict: plain,
  ref: plain,
  refs: () => z.array(z.string()),
  date: plain,
  time: plain,
  instant: plain,
  json: () => z.unknown(),
  rows: () => z.unknown(),
}
