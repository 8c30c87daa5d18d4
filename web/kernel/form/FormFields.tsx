import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { type ComponentType, useId } from 'react'
import { useText } from '../../client/text.ts'
import { Card } from '../../ui/Page.tsx'
import { type InputProps, inputs } from '../field/inputs.tsx'
import { FieldRow } from './FieldRow.tsx'
import type { FormModel } from './useForm.ts'

interface Props {
  readonly of: AnyEntity
  readonly names: readonly string[]
  readonly controls: Readonly<Record<string, ComponentType<InputProps>>>
  readonly form: FormModel
  readonly isEdit: boolean
}

/** Plain fields in a grid, then each table of child rows over the whole width. */
export function FormFields(p: Props) {
  const fields = p.names.flatMap((name): [string, Field][] => {
    const field = p.of.fields[name]
    return field && !field.derived ? [[name, field]] : []
  })
  const tables = fields.filter(([, f]) => f.kind === 'rows')
  return (
    <>
      <Card>
        <div className="form-grid">
          {fields
            .filter(([, f]) => f.kind !== 'rows')
            .map(([name, field]) => (
              <FormField key={name} {...p} name={name} field={field} />
            ))}
        </div>
      </Card>
      {tables.map(([name, field]) => (
        <FormTable key={name} {...p} name={name} field={field} />
      ))}
    </>
  )
}

const FormField = ({ form, controls, isEdit, name, field }: Props & { name: string; field: Field }) => (
  <FieldRow
    field={field}
    Control={controls[name]}
    value={form.draft.values[name]}
    label={form.draft.refs[name]}
    record={form.draft.values}
    problem={form.messages[name]}
    isDisabled={isEdit && field.frozen === true}
    onLeave={() => form.leave(name)}
    onChange={(value, label) => form.change(name, value, label)}
  />
)

function FormTable({ form, controls, name, field }: Props & { name: string; field: Field }) {
  const t = useText()
  const id = useId()
  const Control = controls[name] ?? inputs.rows
  const own = Object.entries(form.messages).filter(([key]) => key.startsWith(`${name}.`))
  const problems = Object.fromEntries(own.map(([key, message]) => [key.slice(name.length + 1), message]))
  return (
    <Card title={t(field.title)}>
      {form.messages[name] && (
        <div className="problem" role="alert">
          {form.messages[name]}
        </div>
      )}
      <Control
        id={id}
        field={field}
        title={t(field.title)}
        value={form.draft.values[name]}
        record={form.draft.values}
        isInvalid={form.messages[name] !== undefined}
        problems={problems}
        onChange={(value) => form.change(name, value)}
      />
    </Card>
  )
}
