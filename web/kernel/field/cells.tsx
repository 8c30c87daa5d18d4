import { entityPermission, type Label } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import { spoken } from '@lading/contract/kernel/spoken.ts'
import { Fragment, type ReactNode } from 'react'
import { hashOf } from '../../client/location.ts'
import { useSession } from '../../client/session.ts'
import type { Say } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { grouped } from '../../ui/numbers.ts'
import { ChoiceText } from '../ChoiceText.tsx'
import { useDict } from '../dict.ts'
import { labelText } from '../records.ts'
import { detailOf, entityOf } from '../registry.ts'
import { words } from '../words.ts'
import { useLabel } from './RefSelect.tsx'
import { codesOf } from './RefsSelect.tsx'

interface Cell {
  readonly field: Field
  /** Neither null nor undefined nor empty. */
  readonly value: unknown
  readonly label: Label | undefined
  readonly t: Say
}

const plain = ({ value }: Cell): ReactNode => String(value)
const number = ({ value }: Cell): ReactNode => grouped(String(value))
const choiceText = ({ field }: Cell, key: string): ReactNode => {
  const text = field.choices?.[key]
  return text ? <ChoiceText of={text} /> : key
}

const knownText = (field: Field, value: string, t: Say): string => {
  const text = field.known?.[value]
  return text ? t(text) : value
}

/** How a value of each kind is read. */
const cells: Record<Kind, (c: Cell) => ReactNode> = {
  code: ({ field, value, t }) => knownText(field, String(value), t),
  text: plain,
  note: ({ value }) => <span className="note">{String(value)}</span>,
  int: number,
  decimal: number,
  qty: number,
  money: number,
  flag: ({ value, t }) => (value === true ? t(words.yes) : <span className="muted">{t(words.no)}</span>),
  choice: (c) => choiceText(c, String(c.value)),
  // The schema of choices is an array of texts.
  choices: (c) =>
    (c.value as readonly string[]).map((key, i) => (
      <Fragment key={key}>
        {i > 0 && ', '}
        {choiceText(c, key)}
      </Fragment>
    )),
  dict: ({ field, value }) => <DictText typeCode={field.dict ?? ''} value={String(value)} />,
  // Logs name several at once, and by id only.
  ref: ({ field, value, label }) =>
    [value].flat().map((id, i) => (
      <Fragment key={String(id)}>
        {i > 0 && ', '}
        <RefText to={field.to ?? ''} id={String(id)} label={label} />
      </Fragment>
    )),
  refs: ({ field, value, label }) =>
    (value as readonly string[]).map((id, i) => {
      const code = codesOf(label)[i]
      return (
        <Fragment key={id}>
          {i > 0 && ', '}
          <RefText to={field.to ?? ''} id={id} label={code ? { code, name: '' } : undefined} />
        </Fragment>
      )
    }),
  date: plain,
  time: plain,
  instant: ({ value }) => shownTime(String(value)),
  json: ({ value }) => <code>{JSON.stringify(value)}</code>,
  // Child rows are counted in a cell and drawn as a table where they are the subject.
  rows: ({ value }) => (Array.isArray(value) ? value.length : ''),
}

/** What a field of a row says to its reader: a text as `english` has it. */
export function valueIn(field: Field, name: string, row: Readonly<Record<string, unknown>>, t: Say): unknown {
  const value = row[name]
  return field.english && typeof value === 'string' ? t(spoken(field, value, row)) : value
}

/** A value in a table or a description; an empty one is a quiet dash. */
export function cell(field: Field, value: unknown, label: Label | undefined, t: Say): ReactNode {
  const isNothing =
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isNothing ? <span className="muted">–</span> : cells[field.kind]({ field, value, label, t })
}

/** What a cell says, as a text, to measure it by. */
export function said(field: Field, value: unknown, label: Label | undefined, t: Say): string {
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'ref' || field.kind === 'refs') return labelText(label)
  if (field.kind === 'instant') return shownTime(String(value))
  if (field.kind === 'choice' || field.kind === 'choices')
    return [value]
      .flat()
      .map((key) => t(field.choices?.[String(key)] ?? [String(key), String(key)]))
      .join(', ')
  if (field.known) return knownText(field, String(value), t)
  if (field.kind === 'flag') return t(value === true ? words.yes : words.no)
  return isFigure(field.kind) ? grouped(String(value)) : String(value)
}

/** Figures stand on the right, so that their digits stand under each other. */
export const isFigure = (kind: Kind): boolean =>
  kind === 'int' || kind === 'decimal' || kind === 'qty' || kind === 'money'

function DictText({ typeCode, value }: { typeCode: string; value: string }) {
  const entries = useDict(typeCode)
  return entries.find((e) => e.queryKey === value)?.infoValue ?? value
}

/** A link only for who may follow it. */
function RefText({ to, id, label }: { to: string; id: string; label: Label | undefined }) {
  const mayView = useSession(({ user }) => user?.permissions?.includes(entityPermission(entityOf(to), 'view')) ?? true)
  const place = mayView ? detailOf(to, id) : undefined
  // Whoever may not view such rows is not told what one is called: asking would only be refused.
  const unnamed = mayView ? <Called to={to} id={id} /> : id
  const shown = label ? labelText(label) || id : unnamed
  // Names of goods differ in their last signs, which a narrow column cuts off.
  const title = label && labelText(label)
  return place ? (
    <a href={hashOf(place)} title={title}>
      {shown}
    </a>
  ) : (
    <span title={title}>{shown}</span>
  )
}
const Called = ({ to, id }: { to: string; id: string }) => labelText(useLabel(to, id, undefined)) || id
