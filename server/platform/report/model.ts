import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field, Kind } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { SetFilter } from '@lading/contract/sys/reportTemplate.ts'
import type { Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { entityByKey } from '../../kernel/registry.ts'

/** A figure at the grain of the model's rows: only what each of them has is ever added up. */
export type Measure =
  | { readonly is: 'sum' | 'distinct' | 'min' | 'max'; readonly field: string; readonly title?: Text }
  | { readonly is: 'count'; readonly title?: Text }
  /** Of two other measures: of any rows, what one comes to by what the other comes to. */
  | { readonly is: 'ratio'; readonly of: string; readonly by: string; readonly title: Text }

/** What a tenant's own reports may be made of: rows of one table, what these refer to, and figures of them. */
export interface ReportModel {
  readonly key: string
  readonly title: Text
  /** The right to see the rows themselves. */
  readonly permission: string
  readonly of: AnyEntity
  /** Which of its rows, where not all. */
  readonly only?: readonly SetFilter[]
  /** The same where no field says it: a condition on the row `t`. */
  readonly where?: (ctx: Ctx) => Sql
  /** By way of refs: `billId.storeId.code`. A ref at the end is called by its name, and filtered by its row. */
  readonly dims: readonly string[]
  readonly measures: Readonly<Record<string, Measure>>
}

export const sum = (field: string, title?: Text): Measure => ({ is: 'sum', field, ...(title && { title }) })
export const distinct = (field: string, title: Text): Measure => ({ is: 'distinct', field, title })
export const count = (title: Text): Measure => ({ is: 'count', title })
export const ratio = (of: string, by: string, title: Text): Measure => ({ is: 'ratio', of, by, title })

/** A dimension: the entity whose field it is, and the refs that lead there. */
export interface Dim {
  readonly path: string
  readonly way: readonly string[]
  readonly entity: AnyEntity
  readonly name: string
  readonly field: Field
  readonly title: Text
}

export function dimOf({ of, key }: Pick<ReportModel, 'of' | 'key'>, path: string): Dim {
  const way = path.split('.')
  const name = way.pop() ?? ''
  let entity = of
  let through: Field | undefined
  for (const step of way) {
    through = entity.fields[step]
    if (through?.kind !== 'ref' || through.to === undefined) throw new Error(`${key}: ${path} leads over no ref`)
    entity = entityByKey(through.to)
  }
  const field = entity.fields[name]
  if (!field || field.kind === 'rows' || field.kind === 'json') throw new Error(`${key}: there is no ${path}`)
  if (field.computed && way.length > 0) throw new Error(`${key}: ${path} is worked out of another table’s rows`)
  // A store's code is not any code; a bill's day is a day.
  const isLabel = through && [entity.label.code, entity.label.name].includes(name)
  const title: Text =
    !isLabel || !through
      ? field.title
      : name === entity.label.name && entity.label.name !== entity.label.code
        ? through.title
        : [`${through.title[0]}${field.title[0]}`, `${through.title[1]}: ${field.title[1].toLowerCase()}`]
  return { path, way, entity, name, field, title }
}

/** How days are put together. */
export const grains = {
  DAY: ['日', 'day'],
  WEEK: ['周', 'week'],
  MONTH: ['月', 'month'],
  QUARTER: ['季', 'quarter'],
  YEAR: ['年', 'year'],
} as const satisfies Record<string, Text>
export type Grain = keyof typeof grains
/** A day by the week, month and so on, as its column is called. */
export const grainedTitle = (field: Text, grain: Grain): Text => [
  `${field[0]}（${grains[grain][0]}）`,
  `${field[1]} (${grains[grain][1]})`,
]
export const isGrain = (text: string): text is Grain => Object.hasOwn(grains, text)

const numberKinds: readonly Kind[] = ['int', 'decimal', 'qty', 'money']
export const isNumber = (f: Field): boolean => numberKinds.includes(f.kind)
export const isDayKind = (f: Field): boolean => f.kind === 'date' || f.kind === 'instant'

export function measureTitle(model: ReportModel, name: string): Text {
  const m = model.measures[name]
  if (!m) throw new Error(`${model.key}: there is no measure ${name}`)
  if (m.title) return m.title
  if (m.is === 'ratio' || m.is === 'count') throw new Error(`${model.key}: ${name} has no title`)
  return dimOf(model, m.field).title
}
