import { z } from 'zod'
import { type Call, type FilterValue, get } from './call.ts'
import type { AnyEntity } from './entity.ts'
import type { OrgType, Placed } from './org.ts'
import type { Text } from './text.ts'

/** So many rows of its table a board shows at most; the list that it leads to has them all. */
export const boardRowsMax = 50

/** Stands in a filter for the business day of who looks. */
export const onDay = '$day'
/** Stands in a filter for the moment that the board was counted at. */
export const untilNow = '$now'

/** Rows of an entity, by the same filters as its list has. */
interface Counted {
  readonly title: Text
  readonly of: AnyEntity
  readonly where: Readonly<Record<string, FilterValue>>
}
/** A figure: how many rows there are. It leads to the list of exactly these. */
export interface Tile extends Counted {
  readonly unit?: Text
  /** More than so many ask for somebody's attention. */
  readonly warnOver?: number
}
/** Rows themselves, the first ones by their order. */
export interface BoardTable extends Counted {
  readonly columns: readonly string[]
  readonly orderBy: string
}
/** Bars beside the table, of the same rows: of each, by what it is called, its figures. */
export interface BoardChart {
  readonly title: Text
  readonly by: string
  /** At most two, of which the second is a part of the first: the first is drawn as an outline. */
  readonly bars: readonly [string] | readonly [string, string]
}
const answer = z.object({
  day: z.string(),
  at: z.string(),
  /** By tile. `isCut`: there are more than were counted. */
  tiles: z.record(z.string(), z.object({ n: z.number(), isCut: z.boolean() })),
  /** Null: the board has no table. */
  table: z.object({ rows: z.array(z.record(z.string(), z.unknown())), total: z.number() }).nullable(),
})
export type BoardAnswer = z.output<typeof answer>

export interface Board extends Placed {
  readonly key: string
  readonly tiles: Readonly<Record<string, Tile>>
  readonly table: BoardTable | undefined
  readonly chart: BoardChart | undefined
  readonly call: Call<object, BoardAnswer>
}
interface BoardOptions {
  readonly title: Text
  /** Module of its permission: `data.out`. */
  readonly module: string
  readonly tiles: Readonly<Record<string, Tile>>
  readonly table?: BoardTable
  /** Shows what is among the table's columns, which say the same to who cannot see it. */
  readonly chart?: BoardChart
}

/** A filter, or a column, that the entity does not have would refuse every look at the board. */
function check(noun: string, { of, where }: Counted, columns: readonly string[] = []): void {
  // Whether a row is in use is no field of it, and a filter of every list whose rows can be taken out of use.
  const filters = Object.keys(where).filter((name) => name !== 'disabled' || !of.actions.includes('enable_disable'))
  for (const name of [...filters, ...columns])
    if (!of.fields[name]) throw new Error(`board ${noun}: ${of.key} has no field ${name}`)
}

/** Where all of its lists have rows of an organisation's own. */
function placeOf(noun: string, parts: readonly Counted[]): readonly OrgType[] | undefined {
  const places = parts.flatMap(({ of }) => (of.scope === 'org' && of.worksAt ? [of.worksAt] : []))
  const [first, ...rest] = places
  const all = first?.filter((type) => rest.every((others) => others.includes(type)))
  if (all?.length === 0) throw new Error(`board ${noun}: its lists are nowhere together`)
  return all
}

/**
 * Declares a board: figures over lists. It counts what its lists would show to the same user, so that a figure and the
 * list behind it never differ; no statement is written for it.
 */
export function board(area: string, noun: string, { title, module, tiles, table, chart }: BoardOptions): Board {
  const parts = [...Object.values(tiles), ...(table ? [table] : [])]
  for (const tile of Object.values(tiles)) check(noun, tile)
  if (table) check(noun, table, table.columns)
  for (const name of chart ? [chart.by, ...chart.bars] : [])
    if (!table?.columns.includes(name)) throw new Error(`board ${noun}: its table has no column ${name}`)
  return {
    key: `${area}.${noun}`,
    title,
    worksAt: placeOf(noun, parts),
    tiles,
    table,
    chart,
    call: get(`/${area}/api/board/${noun}`, {
      title,
      permission: `${area}:${module}:view`,
      output: answer,
      reads: [...new Set(parts.map((part) => part.of.key))],
    }),
  }
}

/** The filter of this day and moment. */
export function filled(where: Counted['where'], { day, at }: { day: string; at: string }): Record<string, FilterValue> {
  const word = (text: string) => (text === onDay ? day : text === untilNow ? at : text)
  const value = (v: FilterValue): FilterValue =>
    typeof v !== 'object' || v === null || Array.isArray(v)
      ? v
      : { ...(v.from && { from: word(v.from) }), ...(v.to && { to: word(v.to) }) }
  return Object.fromEntries(Object.entries(where).map(([name, v]) => [name, value(v)]))
}
