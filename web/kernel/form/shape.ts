import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { ComponentType } from 'react'
import type { InputProps } from '../field/inputs.tsx'
import { type Draft, set, type Values } from './draft.ts'

type Of<T> = Readonly<Record<string, (values: Values) => T>>

/** Which rows a ref offers, as a filter of their list. */
export type Where = Readonly<Record<string, string>>

/** How a form is laid out and answers to what is typed: data and functions beside its page, by field name. */
export interface FormShape {
  /** Fields under headings, in this order; what none names stands before them. */
  readonly sections?: readonly { readonly title: Text; readonly fields: readonly string[] }[]
  /** A field that is not shown is neither checked nor changed. */
  readonly show?: Of<boolean>
  readonly lock?: Of<boolean>
  /**
   * Which rows a ref offers; nothing while what it depends on is missing: it waits then. Of refs of child rows that have a
   * form each: `{ 'productId.kind': … }`.
   */
  readonly where?: Of<Where | undefined>
  /** A value that follows from others when one of them is typed; nothing where it does not follow. */
  readonly derive?: Of<unknown>
  /** Controls drawn otherwise than their kind. */
  readonly controls?: Readonly<Record<string, ComponentType<InputProps>>>
}
export const plainShape: FormShape = {}

/** What a form asks now, in the order of the declaration. */
export const askedOf = (e: AnyEntity, names: readonly string[], { show = {} }: FormShape, values: Values) =>
  names.filter((name) => e.fields[name]?.derived !== true && show[name]?.(values) !== false)

/** Rows that name one thing each and nothing else, as the centres of an owner: chosen like refs. @returns the ref's name */
export function refOfRows(field: Field): string | undefined {
  const own = Object.entries(field.rows?.entity.fields ?? {}).filter(([, f]) => !f.derived)
  const [only] = own
  return own.length === 1 && only?.[1].kind === 'ref' ? only[0] : undefined
}

/** Puts a value into a draft, and what follows from it. A value of its own that was typed is replaced by nobody. */
export function typedInto(
  d: Draft,
  name: string,
  value: unknown,
  { derive = {} }: FormShape,
  label?: Draft['refs'][string],
): Draft {
  const typed = set(d, name, value, label)
  return Object.entries(derive).reduce((next, [other, follow]) => {
    if (other === name) return next
    const [before, after] = [follow(d.values), follow(next.values)]
    const isOwn = d.values[other] !== null && d.values[other] !== '' && d.values[other] !== before
    return after === undefined || after === before || isOwn ? next : set(next, other, after)
  }, typed)
}
