import { entryKey, menu, pagesIn } from '@lading/contract/menu.ts'
import type { Pages } from './page.ts'
import { registerEntities, registerHome } from './registry.ts'

const keys = new Set<string>()
/** The menu entries that have pages. */
export const withPages: ReadonlySet<string> = keys

/** Tells which entries have pages, and what these say of the entities that they show. */
export function registerEntries(pages: Pages): void {
  for (const entry of menu.flatMap(pagesIn)) {
    const page = pages[entryKey(entry)]
    if (page) keys.add(entryKey(entry))
    if (typeof page === 'function' || !page?.entity) continue
    // A page that shows an entity is seen by who may view that; `known.ts` says the rest, where there is any.
    registerEntities([{ key: page.entity, title: entry.title, permit: entry.permission.replace(/:view$/, '') }])
    registerHome(page.entity, {
      sub: entry.sub,
      stem: entry.name.replace(/List$/, ''),
      list: entry.name,
      hasDetail: page.views.includes('Dtl'),
    })
  }
}
