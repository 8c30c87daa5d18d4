import type { ComponentType } from 'react'
import type { Pages } from './page.ts'

/** What an area shows, named in one place; `web/pages.ts` puts the areas together. */
export interface Manifest {
  /** How an organisation calls choices its own way: there from the first moment that one of them is shown. It draws nothing. */
  readonly beside?: () => Promise<ComponentType>
  /**
   * Its pages by menu entry, `<sub-system>/<entry>`. They and the declaration that they show are fetched when one of them
   * is first looked at, so that no page pays for another.
   */
  readonly pages: Pages
  /** Which rows of an entity a chooser offers, where not all. By key, as a filter of its list. */
  readonly offers?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
