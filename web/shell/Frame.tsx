import { QueryClientProvider } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { queryClient } from '../client/query.ts'
import { useUser } from '../client/session.ts'
import { readStored, writeStored } from '../client/stored.ts'
import { useTabs } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { Questions } from '../ui/ask.tsx'
import { menuOf, startRouting } from './enter.ts'
import { Header } from './Header.tsx'
import { InitialPassword } from './PasswordDialog.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { Theme } from './Theme.tsx'
import './frame.css'

/** The workspace: header, menu, tabs. Mounted while somebody is logged in. */
export function Frame() {
  const user = useUser()
  useEffect(startRouting, [])
  useEffect(() => {
    document.title = user.tenant.slogan || 'Make Your Supply Chain Smarter'
  }, [user])
  useUnsavedGuard()
  return (
    <QueryClientProvider client={queryClient}>
      <Theme>
        <Layout />
        <Questions />
        {user.originalPassword && <InitialPassword />}
      </Theme>
    </QueryClientProvider>
  )
}

function Layout() {
  const t = useText()
  const user = useUser()
  const menu = menuOf(user)
  const current = useTabs((s) => s.list.find((tab) => tab.key === s.active)?.place)
  const [isCollapsed, setCollapsed] = useState(readStored().menuCollapsed ?? false)
  const [isDrawn, setDrawn] = useState(false)
  const sub = menu.find((s) => s.sub === current?.sub) ?? menu[0]
  const toggle = () => {
    if (window.matchMedia('(max-width: 1023px)').matches) return setDrawn(!isDrawn)
    setCollapsed(!isCollapsed)
    writeStored('menuCollapsed', !isCollapsed)
  }
  return (
    <div className={isCollapsed ? 'frame frame-collapsed' : 'frame'}>
      <button type="button" className="skip" onClick={skip}>
        {t(['跳到内容', 'Skip to the content'])}
      </button>
      <Header menu={menu} sub={sub?.sub} isCollapsed={isCollapsed} onToggle={toggle} />
      <nav className="side" aria-label={t(['菜单', 'Menu'])}>
        {sub && <SideMenu sub={sub} place={current} isCollapsed={isCollapsed} />}
      </nav>
      <Drawer
        open={isDrawn}
        placement="left"
        size={264}
        onClose={() => setDrawn(false)}
        title="Lading"
        styles={{ body: { padding: '8px 0' } }}
      >
        {menu.map((s) => (
          <SideMenu key={s.sub} sub={s} place={current} isCollapsed={false} onGo={() => setDrawn(false)} hasTitle />
        ))}
      </Drawer>
      <TabBar />
      <main className="content" id="content" tabIndex={-1}>
        <TabHost />
      </main>
    </div>
  )
}

/** The address belongs to the tabs: the skip link moves the focus itself. */
function skip(): void {
  document.getElementById('content')?.focus()
}

/** The browser asks only while something would be lost. */
function useUnsavedGuard(): void {
  const isDirty = useTabs((s) => s.list.some((tab) => tab.dirty))
  useEffect(() => {
    if (!isDirty) return
    const stop = (e: BeforeUnloadEvent) => e.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [isDirty])
}
