import { tables } from '@lading/contract/tables.ts'
import { taskViews } from '@lading/contract/wms/task.ts'
import type { Known } from './kernel/registry.ts'

const all = [...tables, ...taskViews.map((v) => v.entity)]
const named = new Set(all.flatMap((e) => Object.values(e.fields)).map((field) => field.to))

/**
 * What every part of the client knows of every entity, also while its declaration is not there: enough to name it, to find
 * rows of it and to lead to them. The build puts the value in place of this file, so that no declaration comes with it.
 */
export const known: readonly Known[] = all
  // Rows that nobody looks at by themselves.
  .filter((e) => e.actions.length > 1 || named.has(e.key))
  .map((e) => ({
    key: e.key,
    title: e.title,
    permit: e.permit,
    ...((e.label.code !== 'code' || e.label.name !== 'name') && { label: e.label }),
    ...(taskViews.some((v) => v.entity === e) && { viewOf: e.table }),
    ...(e.actions.length === 1 && { isQuiet: true }),
  }))
