import type { SubSystem } from '@lading/contract/menu.ts'
import { subSystems } from '@lading/contract/menu.ts'

/*
 * Where the user is, as the address says it: `#/app-wms/ownerDtl?id=12`.
 *
 * We keep our own hash locations instead of a router. A router library holds one location and re-renders what depends
 * on it; here every open tab has its own location that must not change while another tab moves, the routes are a flat
 * list known from the menu, and a guard is one pure function. What is left for a router to do are the lines below,
 * and the first page saves its 30 kB.
 */

export type Query = Readonly<Record<string, string>>
/** A page of a sub-system. `path` has no query: `/app-wms/ownerDtl`. */
export interface Place {
  readonly kind: 'page'
  readonly path: string
  readonly sub: SubSystem
  readonly name: string
  readonly query: Query
}
export type Route = Place | { readonly kind: 'root' | 'login' | 'application' | 'unknown' }

/** Longer values are no address but data: they are dropped. */
const queryValueMax = 2048

export function parseHash(hash: string): Route {
  const [path = '', search = ''] = splitOnce(hash.replace(/^#/, ''), '?')
  if (path === '' || path === '/') return { kind: 'root' }
  if (path === '/login') return { kind: 'login' }
  if (path === '/application') return { kind: 'application' }
  if (path === '/loginUserInfo') return place('sys', 'loginUserInfo')
  const [, sub = '', name = ''] = /^\/app-([a-z]+)\/([A-Za-z]\w*)(?:\/.*)?$/.exec(path) ?? []
  return isSub(sub) ? place(sub, name, readQuery(search)) : { kind: 'unknown' }
}

export const place = (sub: SubSystem, name: string, query: Query = {}): Place => ({
  kind: 'page',
  path: `/app-${sub}/${name}`,
  sub,
  name,
  query,
})

export function hashOf(p: Pick<Place, 'path' | 'query'>): string {
  const search = new URLSearchParams(p.query).toString()
  return `#${p.path}${search && `?${search}`}`
}

const isSub = (text: string): text is SubSystem => (subSystems as readonly string[]).includes(text)

const readQuery = (search: string): Query =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value.length <= queryValueMax))

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
