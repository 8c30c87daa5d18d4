import type { SetFilter, TemplateParam } from '@lading/contract/sys/reportTemplate.ts'

/** What a starter asks its reader, and how that narrows its rows. */
export interface Asking {
  readonly params: readonly TemplateParam[]
  readonly filters: readonly SetFilter[]
}

/** From one day to another: the last thirty, unless somebody says otherwise. */
export const days = (field: string, from = '@today-29'): Asking => ({
  params: [
    { name: 'from', title: ['日期从', 'From'], kind: 'day', initial: from, required: true },
    { name: 'to', title: ['日期至', 'To'], kind: 'day', initial: '@today', required: true },
  ],
  filters: [
    { field, op: 'ge', value: '$from' },
    { field, op: 'le', value: '$to' },
  ],
})

/** A row that may be chosen. */
const chosen = (name: string, title: TemplateParam['title'], field: string, to: string): Asking => ({
  params: [{ name, title, kind: 'ref', to }],
  filters: [{ field, op: 'eq', value: `$${name}` }],
})
export const owner = (field = 'ownerId') => chosen('owner', ['货主', 'Owner'], field, 'wms.owner')
export const store = (field: string) => chosen('store', ['门店', 'Store'], field, 'wms.store')
export const vendor = (field: string) => chosen('vendor', ['供应商', 'Vendor'], field, 'wms.vendor')
export const carrier = (field: string) => chosen('carrier', ['承运商', 'Carrier'], field, 'tms.carrier')

/** A whole number of the reader's. */
export const number = (name: string, title: TemplateParam['title'], initial: string): Asking => ({
  params: [{ name, title, kind: 'int', initial, required: true }],
  filters: [],
})
export const only = (...filters: readonly SetFilter[]): Asking => ({ params: [], filters })

/** Papers that are still meant. */
export const alive = (field: string, gone = 'CANCELED') => only({ field, op: 'ne', value: gone })

/** All of them together. */
export const asking = (...all: readonly Asking[]): Asking => ({
  params: all.flatMap((a) => a.params),
  filters: all.flatMap((a) => a.filters),
})
