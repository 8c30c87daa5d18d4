import { faults, refuse } from '@lading/contract/kernel/fault.ts'

/** The rows in the order in which they were asked for; one that is not there refuses the whole print. */
export function inAskedOrder<T extends { readonly id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((r) => [r.id, r]))
  return [...new Set(ids)].map(
    (id) => byId.get(id) ?? refuse(faults.notFound, { subject: ['打印对象', 'What to print'], no: '' }),
  )
}
