import type { Menu, MenuEntry } from '@lading/contract/menu.ts'
import { entriesOf, reportToken } from '@lading/contract/menu.ts'
import type { Place, Route } from '../client/location.ts'

export interface Guarded {
  readonly permissions: readonly string[] | null
}
/** What happens to a route that a user asks for. */
export type Verdict =
  | { readonly to: 'pass' }
  | { readonly to: 'login' }
  | { readonly to: 'landing' }
  | { readonly to: 'open'; readonly place: Place; readonly entry: MenuEntry | undefined }
  /** The specification's answer: say so, log out, reload. */
  | { readonly to: 'forbidden'; readonly entry: MenuEntry }

/** The route guard of the specification, section 2. */
export function guard(route: Route, user: Guarded | undefined, menu: Menu): Verdict {
  if (route.kind === 'application' || route.kind === 'login') return { to: 'pass' }
  if (!user) return { to: 'login' }
  if (route.kind !== 'page') return { to: 'landing' }
  const entry = entryOf(route, menu)
  if (entry && !isHeld(entry.permission, user.permissions)) return { to: 'forbidden', entry }
  return { to: 'open', place: route, entry }
}

/**
 * The menu entry that a page belongs to: the one of its name; else its list, for `dockEdit` the entry `dockList`;
 * else the one that is named by the stem alone.
 */
export function entryOf({ sub, name }: Pick<Place, 'sub' | 'name'>, menu: Menu): MenuEntry | undefined {
  const entries = menu.filter((s) => s.sub === sub).flatMap(entriesOf)
  const find = (wanted: string) => entries.find((e) => e.name === wanted)
  const stem = /^(.+?)(Add|Edit|Dtl|printView)$/.exec(name)?.[1]
  return find(name) ?? (stem === undefined ? undefined : (find(`${stem}List`) ?? find(stem)))
}

/** An empty permission is open; without a list of permissions everything is; a report needs any report's. */
function isHeld(permission: string, held: readonly string[] | null): boolean {
  if (permission === '' || held === null) return true
  return permission === reportToken ? held.some((p) => p.includes(reportToken)) : held.includes(permission)
}
