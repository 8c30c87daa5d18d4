import { areas } from '@lading/contract/areas.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { type AnyEntity, entityPermission } from '@lading/contract/kernel/entity.ts'
import { entityOf, isBoard } from '@lading/contract/kernel/manifest.ts'
import { menu, pagesIn } from '@lading/contract/menu.ts'
import type { Served } from './kernel/http/serve.ts'
import { readingBoard } from './platform/board/readingBoard.ts'
import { documentServed } from './platform/document/served.ts'
import { masterServed } from './platform/masterServed.ts'

const seen = new Set(menu.flatMap(pagesIn).map((entry) => entry.permission))
/** What no entry of the menu is about has no page: its area serves it where it needs to. */
const isShown = (noun: AnyEntity | AnyDocument) => seen.has(entityPermission(entityOf(noun), 'view'))

/**
 * What the areas declare and do not serve otherwise: masters and papers with their lists, forms, files and steps, and
 * boards, as their kinds usually are. An area's manifest names only what has rules or verbs of its own.
 */
export function usualServed(own: readonly Served[]): Served[] {
  const paths = new Set(own.map(({ call }) => call.path))
  const read = new Set(own.map(({ call }) => call.permission))
  /** Or its area shows its rows by calls of its own, which say what of them is seen and how they change. */
  const isServed = (noun: AnyEntity | AnyDocument) =>
    paths.has(crudCalls(entityOf(noun)).query?.path ?? '') || read.has(entityPermission(entityOf(noun), 'view'))
  const nouns = areas
    .flatMap(({ nouns, views = [] }) => [...nouns, ...views])
    .filter((noun) => isShown(noun) && !isServed(noun))
  const boards = areas.flatMap((area) => area.boards ?? []).filter(isBoard)
  return [
    ...nouns.flatMap((noun) => ('header' in noun ? documentServed(noun, {}) : masterServed(noun))),
    ...boards.filter(({ call }) => !paths.has(call.path)).map(readingBoard),
  ]
}
