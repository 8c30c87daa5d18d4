import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'

interface Shown {
  /** Fields that the page knows more about than the declaration does. */
  readonly more?: Readonly<Record<string, Field>>
  /** What is asked for first, in this order. */
  readonly first?: readonly string[]
}

/** A log as its list shows it: when each line was written comes first, and may be asked for. */
export function logEntity(e: AnyEntity, { more = {}, first = [] }: Shown = {}): AnyEntity {
  const createTime: Field = { kind: 'instant', title: ['时间', 'Time'], required: true, filter: true }
  const all: Readonly<Record<string, Field>> = { createTime, ...e.fields, ...more }
  const led = first.flatMap((name): [string, Field][] => (all[name] ? [[name, all[name]]] : []))
  return { ...e, fields: { ...Object.fromEntries(led), ...all }, list: ['createTime', ...e.list] }
}
