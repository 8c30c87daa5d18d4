import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { ComponentType } from 'react'

export type Load = () => Promise<{ default: ComponentType }>
export type View = 'List' | 'Add' | 'Edit' | 'Dtl'
/** The pages of one menu entry: its list and what belongs to it. */
export interface PageSet {
  /** The entity whose records the pages show: links to it lead here. */
  readonly entity: AnyEntity | undefined
  readonly views: Partial<Record<View, Load>>
  /** What is printed of one record, to be looked at first. Whether there is anything is known with the pages themselves. */
  readonly printView?: Load
}
/** What is known of an entry's pages before they, and the declaration that they show, are fetched. */
export interface LaterSet {
  readonly entity: string | undefined
  readonly views: readonly View[]
  readonly set: () => Promise<PageSet>
}
/** `<sub-system>/<entry>` to its pages. A function loads a single page of one's own. */
export type Pages = Readonly<Record<string, LaterSet | Load>>

const everyView: readonly View[] = ['List', 'Add', 'Edit', 'Dtl']
/**
 * The pages of an entry, fetched when one of them is first looked at.
 * @param entity the key of what they show: links to its records lead here at once
 */
export const pageSet = (entity: string | undefined, set: LaterSet['set'], views = everyView): LaterSet => ({
  entity,
  views,
  set,
})
