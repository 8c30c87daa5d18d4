import type { Board } from '@lading/contract/kernel/board.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { keyOf, type Plain } from '@lading/contract/kernel/manifest.ts'
import { createElement } from 'react'
import { type LaterSet, type Load, pageSet, type View } from '../kernel/page.ts'
import { entityPage } from './entityPage.ts'
import { viewsOf } from './plainViews.ts'

const isBoard = (of: Plain): of is Board => 'tiles' in of

const setOf = async (of: AnyEntity | AnyDocument) =>
  'header' in of ? (await import('./bill/billPage.ts')).billPage(of) : entityPage(of)
const boardOf = async (of: Board) => {
  const { BoardPage } = await import('./BoardPage.tsx')
  return { default: () => createElement(BoardPage, { of }) }
}

/** The pages of a declaration that is there. */
export const plainPages = (of: Plain): LaterSet | Load =>
  isBoard(of) ? () => boardOf(of) : pageSet(keyOf(of), () => setOf(of), viewsOf(of))

type File = () => Promise<Readonly<Record<string, unknown>>>
const isPlain = (thing: unknown): thing is Plain =>
  typeof thing === 'object' && thing !== null && ('key' in thing || 'header' in thing)
async function declaredIn(file: File, key: string): Promise<Plain> {
  const found = Object.values(await file()).find((thing) => isPlain(thing) && keyOf(thing) === key)
  if (!isPlain(found)) throw new Error(`the file declares no ${key}`)
  return found
}

/** The same of one that is yet to be fetched, which the file declares under the key. */
export const laterPages = (key: string, views: readonly View[] | undefined, file: File): LaterSet | Load => {
  const load = () => declaredIn(file, key)
  if (!views)
    return async () => {
      const of = await load()
      if (!isBoard(of)) throw new Error(`${key} is no board`)
      return boardOf(of)
    }
  return pageSet(
    key,
    async () => {
      const of = await load()
      if (isBoard(of)) throw new Error(`${key} is a board`)
      return setOf(of)
    },
    views,
  )
}
