import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { menu, pagesIn } from '@lading/contract/menu.ts'
import { knownEntity } from '../../kernel/registry.ts'

/** A page as it is named without its pages: `wms.pickTask?id=12` is `#/app-wms/pickTaskDtl?id=12`, another query its list. */
function hashOf(link: string): string | undefined {
  const [key = '', search = ''] = link.split('?')
  const e = knownEntity(key)
  if (!e) return undefined
  const permission = entityPermission(e, 'view')
  const pages = menu.flatMap(pagesIn).filter((entry) => entry.permission === permission)
  const page = pages.find(({ name }) => name === `${e.noun}List`) ?? pages[0]
  if (!page) return undefined
  const query = new URLSearchParams(search)
  const name = query.has('id') ? `${page.name.replace(/List$/, '')}Dtl` : page.name
  return `#/app-${page.sub}/${name}${query.size > 0 ? `?${query}` : ''}`
}

/**
 * The address of what a message is about, as a mail names it.
 * @param site of the product, without a slash at its end; empty: mails have no links
 * @param link a page's hash, a path below the site, or what an entity calls a row of its
 * @returns empty where there is none
 */
export function pageOf(site: string, link: string | null): string {
  if (site === '' || link === null) return ''
  if (link.startsWith('/')) return `${site}${link}`
  const hash = link.startsWith('#/') ? link : hashOf(link)
  return hash === undefined ? '' : `${site}/${hash}`
}
