import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type ComponentProps, memo, useId } from 'react'
import { useText } from '../../client/text.ts'
import { Card } from '../../ui/Page.tsx'
import { inputs } from '../field/inputs.tsx'
import { RefRows } from '../field/RefRows.tsx'
import type { Values } from './draft.ts'
import { FieldRow } from './FieldRow.tsx'
import { askedOf, type FormShape, refOfRows, type Where } from './shape.ts'
import type { FormModel } from './useForm.ts'

interface Props {
  readonly of: AnyEntity
  readonly names: readonly string[]
  readonly shape: FormShape
  readonly form: FormModel
  readonly isEdit: boolean
}
type Named = readonly (readonly [string, Field])[]

const isTable = (field: Field): boolean => field.kind === 'rows' && refOfRows(field) === undefined

/** Plain fields in a grid, under the headings of their sections, then each table of child rows over the whole width. */
export function FormFields(p: Props) {
  const fields: Named = askedOf(p.of, p.names, p.shape, p.form.draft.values).flatMap((name) => {
    const field = p.of.fields[name]
    return field ? [[name, field] as const] : []
  })
  const { sections = [] } = p.shape
  const named = new Set(sections.flatMap((s) => s.fields))
  const plain = fields.filter(([, f]) => !isTable(f))
  return (
    <>
      <Section {...p} fields={plain.filter(([name]) => !named.has(name))} />
      {sections.map((s) => (
        <Section key={s.title[1]} {...p} title={s.title} fields={plain.filter(([name]) => s.fields.includes(name))} />
      ))}
      {fields
        .filter(([, f]) => isTable(f))
        .map(([name, field]) => (
          <FormTable key={name} {...p} name={name} field={field} />
        ))}
    </>
  )
}

function Section({ title, fields, ...p }: Props & { title?: Text; fields: Named }) {
  const t = useText()
  if (fields.length === 0) return null
  return (
    <Card title={title && t(title)}>
      <div className="form-grid">
        {fields.map(([name, field]) => (
          <FormField key={name} {...p} name={name} field={field} />
        ))}
      </div>
    </Card>
  )
}

function FormField({ form, shape, isEdit, name, field }: Props & { name: string; field: Field }) {
  const { values, refs } = form.draft
  const narrowed = shape.where?.[name]
  const where = narrowed?.(values)
  const Control = shape.controls?.[name]
  return (
    <OneField
      name={name}
      field={field}
      Control={Control ?? (field.kind === 'rows' ? RefRows : undefined)}
      value={values[name]}
      label={refs[name]}
      record={Control ? values : nothing}
      where={where && JSON.stringify(where)}
      problem={form.messages[name] ?? messageWithin(form, name)}
      isDisabled={
        (isEdit && field.frozen === true) ||
        shape.lock?.[name]?.(values) === true ||
        (narrowed !== undefined && where === undefined)
      }
      change={form.change}
      leave={form.leave}
    />
  )
}
/** The controls of the kinds look at their own value alone. */
const nothing: Values = {}

interface OneProps extends Omit<ComponentProps<typeof FieldRow>, 'where' | 'onChange' | 'onOther' | 'onLeave'> {
  readonly name: string
  /** As JSON: the same filter is the same text. */
  readonly where: string | undefined
  readonly change: FormModel['change']
  readonly leave: FormModel['leave']
}
/** Drawn again only when something of its own has changed: a key in one field is no news to the others. */
const OneField = memo(function OneField({ name, where, change, leave, ...p }: OneProps) {
  return (
    <FieldRow
      {...p}
      where={where === undefined ? undefined : (JSON.parse(where) as Where)}
      onLeave={() => leave(name)}
      onChange={(value, label) => change(name, value, label)}
      onOther={change}
    />
  )
})

/** What is wrong with one of the rows that stand in one control. */
const messageWithin = ({ messages }: FormModel, name: string): string | undefined =>
  Object.entries(messages).find(([key]) => key.startsWith(`${name}.`))?.[1]

function FormTable({ form, shape, name, field }: Props & { name: string; field: Field }) {
  const t = useText()
  const id = useId()
  const Control = shape.controls?.[name] ?? inputs.rows
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
        where={shape.where?.[name]?.(form.draft.values)}
        onChange={(value) => form.change(name, value)}
      />
    </Card>
  )
}
