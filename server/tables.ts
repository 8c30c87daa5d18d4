import { areas } from '@lading/contract/areas.ts'
import { tablesOf } from '@lading/contract/kernel/manifest.ts'
import { tables } from '@lading/contract/tables.ts'
import { extras } from './areas.ts'
import { ddlOf } from './kernel/tables.ts'

/**
 * The whole database as the declarations have it, by name of file, in the order in which they are run. An area has files
 * of its own, so that what one declares changes no other's: its tables, and what follows once all areas have theirs.
 */
export function declaredFiles(): ReadonlyMap<string, string> {
  const parts = areas.map((area) => [area.area, ddlOf(tablesOf(area), tables, extras)] as const)
  return new Map([
    ...parts.map(([area, { tables }]) => [`1_${area}_tables.sql`, tables] as const),
    ...parts.map(([area, { ties }]) => [`2_${area}_ties.sql`, ties] as const),
  ])
}

export const declaredSchema = (): string => [...declaredFiles().values()].join('')
