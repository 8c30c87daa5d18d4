import { areas } from './areas.ts'
import type { AnyEntity } from './kernel/entity.ts'
import { foundBy } from './kernel/found.ts'
import { entityOf, tablesOf } from './kernel/manifest.ts'

/** Every declared table. What is not here has neither a table nor a place in the registry. */
export const tables: readonly AnyEntity[] = areas.flatMap(tablesOf)

/** Tables under further names that have pages. */
export const views: readonly AnyEntity[] = areas.flatMap((area) => area.views ?? [])

/** What permissions are on: the tables, and the views of tables that have pages of their own. */
export const permissionSubjects: readonly AnyEntity[] = [
  ...tables,
  ...views,
  ...areas.flatMap((area) => area.boardViews ?? []),
]

/** What is found from anywhere: what has pages, also under further names. */
export const findable: readonly AnyEntity[] = areas
  .flatMap((area) => [...area.nouns.map(entityOf), ...(area.views ?? [])])
  .filter((e) => foundBy(e) !== undefined)
