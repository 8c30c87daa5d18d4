import type { Menu, MenuEntry, SubSystem } from '@lading/contract/menu.ts'
import { pagesIn, reportToken } from '@lading/contract/menu.ts'
import { type Place, place, type Route } from './location.ts'

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

const reportEntry = 'customReportApplication'
const isReport = ({ name }: Pick<Place, 'name'>): boolean => name === reportEntry || name === 'customReportLookView'

/** The sub-system that a place counts as: reports are of RPT, wherever they stand. */
export const subOf = (p: Pick<Place, 'sub' | 'name'>): SubSystem => (isReport(p) ? 'rpt' : p.sub)

/**
 * Reports stay within WMS and TMS, and stand under SYS otherwise; so does the personal information of RPT. Any other place
 * stands where it says. A report is named by its path; links from before say `?id=`.
 */
export function settled(p: Place, from: SubSystem | undefined): Place {
  if (p.sub === 'rpt' && p.name === 'loginUserInfo') return place('sys', p.name, p.query)
  if (!isReport(p)) return p
  const stays = p.sub === 'wms' || p.sub === 'tms'
  const sub = stays ? p.sub : p.sub === 'rpt' && (from === 'wms' || from === 'tms') ? from : 'sys'
  const { id, ...query } = p.query
  return place(sub, p.name, id === undefined ? query : { path: id, ...query })
}

/**
 * The menu entry that a page belongs to: the one of its name; else its list, for `dockEdit` the entry `dockList`;
 * else the one that is named by the stem alone.
 */
export function entryOf(p: Pick<Place, 'sub' | 'name'>, menu: Menu): MenuEntry | undefined {
  const { name } = p
  const entries = menu.filter((s) => s.sub === subOf(p)).flatMap(pagesIn)
  if (isReport(p)) return entries.find((e) => e.name === reportEntry)
  const find = (wanted: string) => entries.find((e) => e.name === wanted)
  const stem = /^(.+?)(Add|Edit|Dtl|printView)$/.exec(name)?.[1]
  return find(name) ?? (stem === undefined ? undefined : (find(`${stem}List`) ?? find(stem)))
}

/** An empty permission is open; without a list of permissions everything is; a report needs any report's. */
function isHeld(permission: string, held: readonly string[] | null): boolean {
  if (permission === '' || held === null) return true
  return permission === reportToken ? held.some((p) => p.includes(reportToken)) : held.includes(permission)
}
