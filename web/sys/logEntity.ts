import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'

/**
 * A log as its list shows it: when each line was written comes first, and may be asked for.
 * @param more fields that the page knows more about than the declaration does
 */
export function logEntity(e: AnyEntity, more: Readonly<Record<string, Field>> = {}): AnyEntity {
  const createTime: Field = { kind: 'instant', title: ['时间', 'Time'], required: true, filter: true }
  return { ...e, fields: { createTime, ...e.fields, ...more }, list: ['createTime', ...e.list] }
}
