import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { allEntities, entityByKey } from './registry.ts'
import { constraintName, tableOf } from './tables.ts'
import { snake } from './tx.ts'

/** What PostgreSQL says of a constraint that a statement would have broken. */
interface Broken {
  readonly code?: unknown
  readonly table?: unknown
  readonly constraint?: unknown
  readonly detail?: unknown
  readonly message?: unknown
}

/** What was to be written, by field. */
type Written = Readonly<Record<string, unknown>>

/** `Key (tenant_id, code)=(1, X) already exists.`: what was there before, by column. */
function valuesIn(detail: unknown): ReadonlyMap<string, string> {
  const [, columns = '', values = ''] = /\(([^)]*)\)=\((.*)\)/.exec(String(detail ?? '')) ?? []
  const [names, said] = [columns.split(', '), values.split(', ')]
  return new Map(names.length === said.length ? names.map((name, i) => [name, said[i] ?? '']) : [])
}

const both = (titles: readonly Text[]): Text => [titles.map((t) => t[0]).join('+'), titles.map((t) => t[1]).join(' + ')]

/** The values of a key in words. Ids are none: rows that are told apart by what they name are told so. */
function said(e: AnyEntity, key: readonly string[], wordOf: (name: string) => string): string | Text {
  // The database keeps the values to itself where rows are walled off: whoever wrote knows them.
  const values = key.filter((name) => e.fields[name]?.kind !== 'ref').map(wordOf)
  return values.filter(Boolean).join(' ') || ['该组合', 'this combination']
}

function duplicate(e: AnyEntity, constraint: string, detail: unknown, input: Written): Fault {
  const key = e.unique.find((u) => constraintName(e, u, 'key') === constraint) ?? []
  const fields = key.map((k) => e.fields[k]).filter((f): f is Field => f !== undefined)
  const values = valuesIn(detail)
  return new Fault(
    faults.duplicate,
    {
      field: fields.length > 0 ? both(fields.map((f) => f.title)) : e.title,
      value: said(e, key, (k) => values.get(snake(k)) ?? String(input[k] ?? '')),
    },
    // A key that only the table knows is told where the row has its name.
    (key.length > 0 ? key : [e.label?.code ?? []].flat()).map((field) => ({
      field,
      rule: 'unique',
      message: 'duplicate',
    })),
  )
}

function reference(e: AnyEntity, constraint: string, message: unknown): Fault {
  const [name, f] = Object.entries(e.fields).find(([n]) => constraintName(e, [n], 'fkey') === constraint) ?? []
  const target = f?.to === undefined ? e : entityByKey(f.to)
  // One constraint is broken from either side: by a row that names what is gone, or by removing what is named.
  if (String(message).startsWith('update or delete'))
    return new Fault(faults.inUse, { name: target.title, ref: e.title })
  return new Fault(
    faults.notFound,
    { subject: target.title, no: '' },
    name === undefined ? [] : [{ field: name, rule: 'ref', message: 'missing' }],
  )
}

/**
 * The refusal in words for a statement that the database itself refused: a row that somebody made or removed in this very
 * moment, or what no row may say.
 * @returns undefined for whatever is no broken constraint of a declared table
 */
export function constraintFault(error: unknown, input: Written = {}): Fault | undefined {
  const { code, table, constraint, detail, message } = (error ?? {}) as Broken
  if (typeof table !== 'string' || typeof constraint !== 'string') return undefined
  const e = allEntities().find((one) => tableOf(one) === table)
  if (!e) return undefined
  if (code === '23505') return duplicate(e, constraint, detail, input)
  if (code === '23503') return reference(e, constraint, message)
  if (code !== '23514') return undefined
  const [, broken] = Object.entries(e.fields).find(([n]) => constraintName(e, [n], 'ck') === constraint) ?? []
  return new Fault(faults.broken, { subject: broken ? both([e.title, broken.title]) : e.title })
}

/** Throws the refusal in words, or the error itself. What no rule of ours foresaw is told, since somebody must look. */
export function explained(
  error: unknown,
  input: Written = {},
  tell: (error: unknown) => void = () => undefined,
): never {
  const fault = constraintFault(error, input)
  if (fault?.refusal === faults.broken) tell(error)
  throw fault ?? error
}
