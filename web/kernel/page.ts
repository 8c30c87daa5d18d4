import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { ComponentType } from 'react'

export type Load = () => Promise<{ default: ComponentType }>
export type View = 'List' | 'Add' | 'Edit' | 'Dtl'
/** The pages of one menu entry: its list and what belongs to it. */
export interface PageSet {
  /** The entity whose records the pages show: links to it lead here. */
  readonly entity: AnyEntity | undefined
  readonly views: Partial<Record<View, Load>>
}
/** `<sub-system>/<entry>` to its pages. A function loads a single page of one's own, the default export of its file. */
export type Pages = Readonly<Record<string, PageSet | Load>>
