import { areas } from './areas.ts'
import { entityPermission } from './kernel/entity.ts'
import { entityOf, isBoard } from './kernel/manifest.ts'
import { entryKey, menu, pagesIn, reportToken } from './menu.ts'

/** The permissions by which pages are seen: to view what they show, or to read what they ask. */
const seen = areas.flatMap(({ nouns, views = [], boardViews = [], boards = [] }) => [
  ...[...nouns.map(entityOf), ...views, ...boardViews].map((e) => entityPermission(e, 'view')),
  ...boards.map((of) => (isBoard(of) ? of.call.permission : of.permission)),
])
const isSeen = (permission: string): boolean =>
  permission === reportToken ? seen.some((one) => one.includes(reportToken)) : seen.includes(permission)

/**
 * The menu entries whose page exists, as `sub-system/name`, in the menu's order: those whose permission is that of
 * something the areas' manifests name. A menu entry is shown only when it stands here. It follows from declarations, so
 * that the server and tools read it without the client's code; a test of the client compares it with the pages.
 */
export const built: readonly string[] = menu
  .flatMap(pagesIn)
  .filter((entry) => isSeen(entry.permission))
  .map(entryKey)
