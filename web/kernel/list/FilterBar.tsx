import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { useSize } from '../../ui/useSize.ts'
import { FilterInput } from '../field/filterInputs.tsx'
import { words } from '../words.ts'
import { filterShapes } from './filters.ts'
import type { ListModel } from './useList.ts'

/** A list, or a page of another kind that is asked as one is. */
interface Filtered extends Pick<ListModel, 'entity'> {
  readonly state: Pick<ListModel['state'], 'filter'>
  readonly setState: (change: Pick<ListModel['state'], 'filter'>) => void
  readonly page: { readonly refetch: () => Promise<unknown> }
}

/** With its gap, as the style sheet has it. */
const cellWidth = 224

/** What the list can be asked for. */
export function filterFields(e: AnyEntity, omit: readonly string[]): readonly (readonly [string, Field])[] {
  const declared = Object.entries(e.fields).filter(
    ([name, f]) => f.filter && !omit.includes(name) && filterShapes[f.kind] !== 'none',
  )
  const state: Field = { kind: 'flag', title: words.state, required: false }
  return e.actions.includes('enable_disable') ? [...declared, ['disabled', state]] : declared
}

/** A stretch of days takes two places where there are two. */
const spanOf = (field: Field, perLine: number): number =>
  perLine > 1 && (field.kind === 'date' || field.kind === 'instant') ? 2 : 1

/** How many fields stand in so many places. */
function fieldsWithin(fields: readonly (readonly [string, Field])[], perLine: number, room: number): number {
  let used = 0
  const over = fields.findIndex(([, field]) => {
    used += spanOf(field, perLine)
    return used > room
  })
  return over < 0 ? fields.length : over
}

/** Filters of a list. Beyond one line the rest is folded away until it is asked for, but for what is asked of it. */
export function FilterBar({ list, omit = [] }: { list: Filtered; omit?: readonly string[] }) {
  const t = useText()
  const { ref, width } = useSize()
  const [isOpen, setOpen] = useState(false)
  const fields = filterFields(list.entity, omit)
  const perLine = Math.max(1, Math.floor((width || 1200) / cellWidth))
  // The buttons take the last place.
  const room = Math.max(1, perLine - 1)
  const fitting = fieldsWithin(fields, perLine, room)
  const { filter } = list.state
  const shown = fields.filter(([name], i) => isOpen || i < fitting || filter[name] !== undefined)
  const isFiltered = Object.keys(filter).some((name) => !omit.includes(name))
  const set = (name: string) => (value: string) => {
    const { [name]: _, ...others } = filter
    list.setState({ filter: value ? { ...others, [name]: value } : others })
  }
  const kept = Object.fromEntries(Object.entries(filter).filter(([name]) => omit.includes(name)))
  if (fields.length === 0) return null
  return (
    <search ref={ref} className="filters">
      {shown.map(([name, field]) => (
        <div key={name} className={spanOf(field, perLine) > 1 ? 'filter filter-wide' : 'filter'}>
          <span className="filter-title">{t(field.title)}</span>
          <FilterInput
            name={name}
            field={field}
            title={t(field.title)}
            value={filter[name] ?? ''}
            onChange={set(name)}
          />
        </div>
      ))}
      <div className="filter-buttons">
        <Button type="primary" ghost onClick={() => void list.page.refetch()}>
          {t(words.query)}
        </Button>
        <Button disabled={!isFiltered} onClick={() => list.setState({ filter: kept })}>
          {t(words.reset)}
        </Button>
        {fields.length > fitting && (
          <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t(['收起', 'Less']) : t(['展开', 'More filters'])}
          </Button>
        )}
      </div>
    </search>
  )
}
