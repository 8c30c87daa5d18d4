import { QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useFrameOptions } from '../client/frameOptions.ts'
import { subOf } from '../client/guard.ts'
import { noteVisit, startLinks } from '../client/linkStore.ts'
import { isWorthKeeping } from '../client/links.ts'
import { hashOf, type Query } from '../client/location.ts'
import { usePrefs } from '../client/prefs.ts'
import { queryClient } from '../client/query.ts'
import { useUser } from '../client/session.ts'
import { readStored, writeStored } from '../client/stored.ts'
import { activeTab, hasDirty, useTabs } from '../client/tabStore.ts'
import { startPrefs } from '../client/tellPrefs.ts'
import { useText } from '../client/text.ts'
import { useMenuOver } from '../kernel/useNarrow.ts'
import { Questions } from '../ui/ask.tsx'
import { Dialogs } from './Dialogs.tsx'
import { openDialog } from './dialogs.ts'
import { menuOf, startRouting } from './enter.ts'
import { useFocus } from './focus.ts'
import { framePart } from './framePart.tsx'
import { Header } from './Header.tsx'
import { LockScreen } from './LockScreen.tsx'
import { restore, useIsMaximised } from './maximise.ts'
import { SideMenu } from './SideMenu.tsx'
import { useShortcuts } from './shortcuts.ts'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { Theme } from './Theme.tsx'
import './frame.css'
import './media.css'

const InitialPassword = framePart(async () => (await import('./PasswordDialog.tsx')).InitialPassword)
const Watermark = framePart(async () => (await import('./Watermark.tsx')).Watermark)
// Only narrow screens draw the menu over the page.
const MenuDrawer = framePart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)

/** The workspace: header, menu, tabs. Mounted while somebody is logged in. @param p.children what is there beside them */
export function Frame({ children }: { children?: ReactNode }) {
  const user = useUser()
  useEffect(startRouting, [])
  useEffect(() => {
    document.title = user.tenant.slogan || 'Make Your Supply Chain Smarter'
  }, [user])
  useShortcuts()
  useEffect(startLinks, [])
  useEffect(startPrefs, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Theme>
        <Layout />
        <Following />
        <Dialogs />
        <Questions />
        {user.originalPassword && <InitialPassword />}
        <LockScreen />
        <Marked />
        {children}
      </Theme>
    </QueryClientProvider>
  )
}

/** What follows the tabs and draws nothing: the frame is not drawn again whenever one goes to another. */
function Following() {
  useUnsavedGuard()
  useFocus()
  useTour()
  useVisits()
  return null
}

function Layout() {
  const t = useText()
  const user = useUser()
  const menu = useMemo(() => menuOf(user), [user])
  const current = useTabs((s) => {
    const tab = activeTab(s)
    return tab && subOf(tab.place)
  })
  const [isCollapsed, setCollapsed] = useState(readStored().menuCollapsed ?? false)
  const [isDrawn, setDrawn] = useState(false)
  const isOver = useMenuOver()
  const isMaximised = useIsMaximised()
  const sub = menu.find((s) => s.sub === current) ?? menu[0]
  const toggle = () => {
    if (isOver) return setDrawn(!isDrawn)
    setCollapsed(!isCollapsed)
    writeStored('menuCollapsed', !isCollapsed)
  }
  return (
    <div className={`frame${isCollapsed ? ' frame-collapsed' : ''}${isMaximised ? ' frame-max' : ''}`}>
      <button type="button" className="skip" onClick={skip}>
        {t(['跳到内容', 'Skip to content'])}
      </button>
      <Header menu={menu} sub={sub?.sub} isCollapsed={isCollapsed || isOver} onToggle={toggle} />
      <nav className="side" aria-label={t(['菜单', 'Menu'])}>
        {sub && <SideMenu sub={sub} isCollapsed={isCollapsed} />}
      </nav>
      {isDrawn && <MenuDrawer menu={menu} sub={sub?.sub} onClose={() => setDrawn(false)} />}
      <TabBar />
      {isMaximised && <Restore />}
      <main className="content" id="content" tabIndex={-1}>
        <TabHost />
      </main>
    </div>
  )
}

/** The watermark, where the organisation asks for it: on reports, or everywhere. */
function Marked() {
  const { security_watermark: where, security_watermark_print: inPrint } = useFrameOptions()
  const isReport = useTabs((s) => s.list.some(({ key, place }) => key === s.active && subOf(place) === 'rpt'))
  return where === 'all' || (where === 'report' && isReport) ? <Watermark inPrint={inPrint === 'true'} /> : null
}

/** The way back for who has no Escape key. */
function Restore() {
  const t = useText()
  return (
    <Button className="restore" size="small" onClick={restore}>
      {t(['退出最大化 (Esc)', 'Restore (Esc)'])}
    </Button>
  )
}

/** The address belongs to the tabs: the skip link moves the focus itself. */
function skip(): void {
  document.getElementById('content')?.focus()
}

/** Every page that is looked at goes into the history, as it is called when its document is read. */
function useVisits(): void {
  const t = useText()
  const tab = useTabs(activeTab)
  const title = tab && t(tab.title)
  const link =
    tab && isWorthKeeping(tab.place) ? hashOf({ path: tab.place.path, query: documentOf(tab.place.query) }) : undefined
  const name = tab?.place.name
  useEffect(() => {
    if (!link || !name || !title) return
    // The page comes first, and who only passes it has not looked at it.
    const soon = setTimeout(() => noteVisit({ name, title, href: link, lastLookTime: Date.now() }), 200)
    return () => clearTimeout(soon)
  }, [link, name, title])
}
/** Filters of a list are no place of their own. */
const documentOf = ({ id, path }: Query): Query => ({
  ...(id !== undefined && { id }),
  ...(path !== undefined && { path }),
})

/** Who is new is shown around once he is at his landing view: not before his password is his own. */
function useTour(): void {
  const { originalPassword } = useUser()
  const isThere = useTabs((s) => s.active !== undefined)
  const isDue = usePrefs((p) => p.isNew) && isThere && !originalPassword
  useEffect(() => {
    if (isDue) openDialog('tour')
  }, [isDue])
}

/** The browser asks only while something would be lost. */
function useUnsavedGuard(): void {
  const isDirty = useTabs((s) => s.list.some((tab) => tab.dirty))
  useEffect(() => {
    if (!isDirty) return
    // Asked at that moment: whose session has ended has no tabs any more.
    const stop = (e: BeforeUnloadEvent) => hasDirty() && e.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [isDirty])
}
