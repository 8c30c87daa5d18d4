import type { Field } from '@lading/contract/kernel/field.ts'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import { problemOf } from '../kernel/field/rules.ts'
import { FieldRow } from '../kernel/form/FieldRow.tsx'

export type Typed = Readonly<Record<string, unknown>>
type Named = Readonly<Record<string, Field>>
/** Whether all that is asked is filled as its field says. */
export const areSound = (fields: Named, names: readonly string[], values: Typed): boolean =>
  names.every((name) => fields[name] && !problemOf(fields[name], values[name] ?? null))

interface Props {
  readonly fields: Named
  readonly names: readonly string[]
  readonly values: Typed
  readonly locked?: readonly string[]
  readonly labels?: Readonly<Record<string, { readonly code: string; readonly name: string }>>
  readonly onChange: (values: Typed) => void
}

/** Fields of an entity in a dialog; what is wrong is said once a field has been left. */
export function Fields({ fields, names, values, locked = [], labels = {}, onChange }: Props) {
  const t = useText()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return names.map((name) => {
    const field = fields[name]
    if (!field) return null
    const problem = left.has(name) ? problemOf(field, values[name] ?? null) : undefined
    return (
      <FieldRow
        key={name}
        field={field}
        value={values[name] ?? null}
        label={labels[name]}
        record={values}
        problem={problem && t(problem.text, problem.args)}
        isDisabled={locked.includes(name)}
        onLeave={() => setLeft(new Set([...left, name]))}
        onChange={(value) => onChange({ ...values, [name]: value })}
      />
    )
  })
}
