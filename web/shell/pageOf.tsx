import { singular, type Text } from '@lading/contract/kernel/text.ts'
import { menu } from '@lading/contract/menu.ts'
import { type ComponentType, lazy } from 'react'
import { entryOf } from '../client/guard.ts'
import type { Place } from '../client/location.ts'
import { registerEntries } from '../kernel/entries.ts'
import type { LaterSet, Load, Pages, View } from '../kernel/page.ts'
import { words } from '../kernel/words.ts'
import { loadPage } from './loadPage.ts'
import { NoPage } from './NoPage.tsx'

let pages: Pages = {}
const built = new Map<string, ComponentType>()

let personal: Load | undefined

/** Makes the pages known, and by them the entities that links lead to. */
export function registerPages(all: Pages, personalInfo: Load): void {
  pages = all
  personal = personalInfo
  registerEntries(all)
}

const suffixOf = (name: string, entry: string): View | undefined => {
  const stem = entry.replace(/List$/, '')
  if (name === 'customReportLookView') return 'Dtl'
  const views: readonly View[] = ['List', 'Add', 'Edit', 'Dtl']
  return name === entry ? 'List' : views.find((v) => name === stem + v)
}

const isPrintView = (name: string, entry: string): boolean => name === `${entry.replace(/List$/, '')}printView`

/** Pages of the frame itself, which stand in no menu and are open to everybody. */
const framePages = {
  loginUserInfo: {
    title: ['个人信息', 'Personal information'],
    load: async () => {
      if (!personal) throw new Error('the pages have not been registered')
      return personal()
    },
  },
  exportRecord: {
    title: ['我的导出', 'My exports'],
    load: async () => ({ default: (await import('./SheetRecords.tsx')).ExportRecords }),
  },
  importRecord: {
    title: ['我的导入', 'My imports'],
    load: async () => ({ default: (await import('./SheetRecords.tsx')).ImportRecords }),
  },
} as const satisfies Record<string, { readonly title: Text; readonly load: Load }>
const isFramePage = (name: string): name is keyof typeof framePages => Object.hasOwn(framePages, name)

/** Personal information stands in every sub-system, the records of files in that of the administration. */
export const framePageOf = ({ sub, name }: Pick<Place, 'sub' | 'name'>) =>
  isFramePage(name) && (name === 'loginUserInfo' || sub === 'sys') ? framePages[name] : undefined

function loadOf(place: Place): Load | undefined {
  const frame = framePageOf(place)
  if (frame) return frame.load
  const own = pages[`${place.sub}/${place.name}`]
  if (typeof own === 'function') return own
  const entry = entryOf(place, menu)
  const later: LaterSet | Load | undefined = entry && pages[`${entry.sub}/${entry.name}`]
  if (!entry || !later || typeof later === 'function') return undefined
  if (isPrintView(place.name, entry.name)) return printViewOf(later)
  const view = suffixOf(place.name, entry.name)
  return view && later.views.includes(view) ? viewOf(later, view) : undefined
}

const viewOf =
  ({ set }: LaterSet, view: View): Load =>
  async () => {
    const load = (await set()).views[view]
    if (!load) throw new Error(`pages.ts promises ${view}, and the pages have none`)
    return load()
  }

const printViewOf =
  ({ set }: LaterSet): Load =>
  async () =>
    (await set()).printView?.() ?? { default: NoPage }

/** Fetches a page's code, and nothing of its data. */
export async function preloadPage(place: Place): Promise<void> {
  if (place.name !== 'loginUserInfo') await loadOf(place)?.()
}

/** The page of a place, or none: then the tab says that there is no such page. */
export function pageOf(place: Place): ComponentType | undefined {
  const known = built.get(place.path)
  if (known) return known
  const load = loadOf(place)
  if (!load) return undefined
  const page = lazy(() =>
    loadPage(place, load).catch((error: unknown) => {
      // The tab's own button tries anew.
      built.delete(place.path)
      throw error
    }),
  )
  built.set(place.path, page)
  return page
}

/** What a tab is called until its page knows better. */
export function titleOf(place: Place): Text {
  const frame = framePageOf(place)
  if (frame) return frame.title
  const entry = entryOf(place, menu)
  if (!entry || !loadOf(place)) return ['页面不存在', 'Page not found']
  const view = suffixOf(place.name, entry.name)
  const [zh, many] = entry.title
  const en = singular(many)
  if (view === 'Add') return [`${words.add[0]}${zh}`, `${words.add[1]} ${en.toLowerCase()}`]
  if (view === 'Edit') return [`${words.edit[0]}${zh}`, `${words.edit[1]} ${en.toLowerCase()}`]
  if (isPrintView(place.name, entry.name))
    return [`${zh}${words.preview[0]}`, `${words.preview[1]} ${en.toLowerCase()}`]
  if (view === 'Dtl') return [`${zh}${words.detail[0]}`, en]
  return entry.title
}
