import type { Station } from '@lading/contract/wms/taskType.ts'
import { type TaskType, taskTypes, typesWith } from '@lading/contract/wms/taskTypes.ts'
import { hashOf, type Place, parseHash, place } from '../../client/location.ts'

/** Types with a station of their own; others are confirmed at the desk. */
export const stationTypes = typesWith('station')
export type StationType = TaskType
export const isStationType = (type: string): type is StationType => stationTypes.some((t) => t === type)
/** The screen of a type that has one. */
export function stationOf(type: StationType): Station {
  const { station } = taskTypes[type]
  if (!station) throw new Error(`${type} has no station`)
  return station
}

/**
 * A station is a view of its task list, so that it needs no name of its own beside the specification's: the list's
 * address with `_station`, either empty (choose a task) or the id of the task in work. `_from` is the address that "back"
 * leads to; that of a choice of tasks carries its own.
 */
export const stationPlace = (type: TaskType, taskId = '0', from?: Pick<Place, 'path' | 'query'>): Place =>
  place('wms', taskTypes[type].entry, { _station: taskId, ...(from && { _from: hashOf(from) }) })
/** Where a station was entered from, if it says so. */
export function cameFrom({ query }: Pick<Place, 'query'>): Place | undefined {
  const route = parseHash(query._from ?? '')
  return route.kind === 'page' ? route : undefined
}
export const listPlace = (type: TaskType, query: Readonly<Record<string, string>> = {}): Place =>
  place('wms', taskTypes[type].entry, query)

/** Under which a task in work is kept; no change elsewhere makes it be read again in the middle of a line. */
export const workKey = (id: string) => ['wms.work', id] as const
