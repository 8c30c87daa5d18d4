import { landingOf, type Menu, type MenuEntry, menu, type SubSystem, visibleMenu } from '@lading/contract/menu.ts'
import type { LoginUser } from '@lading/contract/sys/session.ts'
import { catalogue, sessionTexts } from '../client/catalogue.ts'
import { keepLink, linkFor } from '../client/directUrl.ts'
import { entryOf, guard, settled, subOf } from '../client/guard.ts'
import { hashOf, type Place, parseHash, place } from '../client/location.ts'
import { logOutAndReload, useSession } from '../client/session.ts'
import { readStored, writeStored } from '../client/stored.ts'
import { activeTab, clearTabs, closeNow, restoreTabs, showPlace, useTabs } from '../client/tabStore.ts'
import { linkOf } from '../client/tabs.ts'
import { sayNow } from '../client/text.ts'
import { withPages } from '../kernel/entries.ts'
import { notify, notifyOver } from '../ui/notices.tsx'
import { framePageOf, titleOf } from './pageOf.tsx'

let built: Menu | undefined
/** What has a page. Nobody holds a right to any other entry, and nobody is logged out who asks for it: there is none. */
function builtMenu(): Menu {
  built ??= visibleMenu(menu, null, withPages)
  return built
}
export const menuOf = (user: Pick<LoginUser, 'permissions'>): Menu => visibleMenu(menu, user.permissions, withPages)

/** Where a user comes out: the landing view of a sub-system, or of the first he has. */
function landing(user: LoginUser, sub: SubSystem | undefined): MenuEntry | undefined {
  const visible = menuOf(user)
  const wanted = visible.find((s) => s.sub === sub) ?? visible[0]
  return wanted && landingOf(wanted)
}

/** Where the user works now, before he goes elsewhere. */
export const currentSub = (): SubSystem | undefined => activeTab(useTabs.getState())?.place.sub

/** Follows the address: called at the start and whenever it changes. */
export function enter(): void {
  const asked = parseHash(window.location.hash)
  const route = asked.kind === 'page' ? settled(asked, currentSub()) : asked
  const { user } = useSession.getState()
  // Stored before the guard looks at the user, so that a link survives the log-in that it leads to.
  if (route.kind === 'page') keepLink(linkOf(route, titleOf(route)))
  const verdict = guard(route, user, builtMenu())
  if (verdict.to === 'open') open(verdict.place)
  else if (verdict.to === 'forbidden') forbid()
  else if (!user) window.history.replaceState(null, '', '#/login')
  else if (verdict.to === 'landing' || route.kind === 'application') land(user, readStored().sub)
  else resume(user)
}

function forbid(): void {
  notifyOver('bad', sayNow(catalogue.forbiddenPage))
  // Nor shall the log-in screen find it in the address.
  window.history.replaceState(null, '', '#/login')
  writeStored('link', undefined)
  logOutAndReload()
}

/** To the landing view: within a session that of the sub-system in which one works, after a log-in that of the first. */
function land(user: LoginUser, sub?: SubSystem): void {
  const entry = landing(user, sub)
  if (!entry) {
    const isNobody = user.permissions !== null && user.permissions.length === 0
    notify('warn', sayNow(isNobody ? catalogue.noPermissions : catalogue.noMenu))
  }
  open(entry ? settled(place(entry.sub, entry.name), currentSub()) : place('sys', 'loginUserInfo'))
}

/** After the log-in: to the remembered page when this user may see it, else to his landing view. */
function resume(user: LoginUser): void {
  const link = linkFor(user.id)
  const route = parseHash(link ? hashOf(link) : '')
  const isAllowed = route.kind === 'page' && guard(route, user, builtMenu()).to === 'open' && isShown(user, route)
  if (route.kind === 'page' && isAllowed) open(route)
  else land(user)
}
/** Its sub-system and its entry stand in this user's menu. */
const isShown = (user: LoginUser, p: Place): boolean =>
  framePageOf(p) !== undefined || entryOf(p, menuOf(user)) !== undefined

/** Goes to a sub-system's landing view, or back to where the user last was in it. */
export function enterSub(user: LoginUser, sub: SubSystem): void {
  const entry = landing(user, sub)
  if (entry) window.location.hash = hashOf(place(entry.sub, entry.name))
}

function open(p: Place): void {
  writeStored('sub', subOf(p))
  showPlace(p, titleOf(p))
}

/** The frame lives: brings the tabs back, follows the address and the user's rights from now on. */
export function startRouting(): () => void {
  restoreTabs((p) => !isForbidden(p))
  enter()
  window.addEventListener('hashchange', enter)
  const unsubscribe = useSession.subscribe(({ user }, { user: before }) => {
    // A switch of the organisation starts over by itself.
    if (user?.workingOrg.id === before?.workingOrg.id && user?.permissions !== before?.permissions) closeForbidden()
  })
  return () => {
    unsubscribe()
    window.removeEventListener('hashchange', enter)
  }
}

/** Whether asking for a page would be answered by a log-out (S-15). */
export const isForbidden = (p: Place): boolean => guard(p, useSession.getState().user, builtMenu()).to === 'forbidden'

/** Rights that were taken away close what they opened, and nobody is logged out for it. */
function closeForbidden(): void {
  const gone = useTabs.getState().list.filter((tab) => isForbidden(tab.place))
  if (gone.length === 0) return
  const titles = gone.map((tab) => sayNow(tab.title)).join(', ')
  notify('warn', sayNow(sessionTexts.rightsTaken, { titles }))
  closeNow(gone.map((tab) => tab.key))
}

/** After an organisation switch nothing of the former one stays open. */
export function startOver(): void {
  clearTabs()
  useTabs.setState({ list: [], active: undefined })
  const { user } = useSession.getState()
  if (user) land(user)
}
