import type { AnyEntity } from '@lading/contract/kernel/entity.ts'

/** A stored row as a form sends it back: its id and what people may type. */
export const typedRow = (row: Readonly<Record<string, unknown>>, e: AnyEntity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name === 'id' || (name in e.fields && !e.fields[name]?.derived)),
  )
