import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { ReportCell, ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'

export type CellLinkTo = NonNullable<ReportCell['link']>
/** What a cell can lead to, and what that takes of the row. */
export interface Target {
  readonly path: string
  readonly title: string
  readonly takes: readonly { readonly name: string; readonly title: string; readonly from?: string }[]
}

/** The lists that the sets of a template lead to, each with the filters that a field of theirs can fill. */
export function listTargets(sets: ReportTemplate['sets'], known: readonly DescribedModel[]): Target[] {
  const lists = new Map<string, { title: string; takes: Map<string, Target['takes'][number]> }>()
  for (const [set, { model }] of Object.entries(sets))
    for (const { name: field, list } of known.find((m) => m.key === model)?.dims ?? []) {
      if (!list) continue
      const one = lists.get(list.of) ?? { title: list.title, takes: new Map() }
      lists.set(list.of, one)
      const take = { name: list.filter, title: list.filterTitle, from: `${set}.${field}` }
      if (!one.takes.has(list.filter)) one.takes.set(list.filter, take)
    }
  return [...lists].map(([path, { title, takes }]) => ({ path, title, takes: [...takes.values()] }))
}

/** A link that begins with what the sheet shows of it: each filter from the cell that holds its field. */
export function linkTo({ path, takes }: Target, { cells }: ReportSheet): CellLinkTo {
  const holder = (from: string | undefined) =>
    Object.entries(cells).find(([, { bind }]) => bind && `${bind.set}.${bind.field}` === from)?.[0]
  const params = takes.flatMap(({ name, from }) => {
    const cell = holder(from)
    return cell === undefined ? [] : [[name, cell] as const]
  })
  return { path, params: Object.fromEntries(params) }
}
