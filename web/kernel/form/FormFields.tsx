import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { type ComponentType, useId } from 'react'
import { useText } from '../../client/text.ts'
import { Card } from '../../ui/Page.tsx'
import { type InputProps, inputs } from '../field/inputs.tsx'
import { isNeeded } from '../field/rules.ts'
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

function FormField({ form, controls, isEdit, name, field }: Props & { name: string; field: Field }) {
  const t = useText()
  const id = useId()
  const problem = form.messages[name]
  const Control = controls[name] ?? inputs[field.kind]
  const isWide = field.kind === 'note'
  return (
    // Leaving any control of the field counts; the focus itself stays with the control.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens
    <div className={isWide ? 'field field-wide' : 'field'} onBlur={() => form.leave(name)}>
      <label htmlFor={id} className={isNeeded(field) ? 'needed' : ''}>
        {t(field.title)}
      </label>
      <Control
        id={id}
        field={field}
        title={t(field.title)}
        value={form.draft.values[name]}
        label={form.draft.refs[name]}
        record={form.draft.values}
        isInvalid={problem !== undefined}
        isDisabled={isEdit && field.frozen === true}
        describedBy={problem ? `${id}-problem` : undefined}
        onChange={(value, label) => form.change(name, value, label)}
      />
      {problem && (
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
      )}
      {!problem && field.hint && <div className="hint">{t(field.hint)}</div>}
    </div>
  )
}

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
